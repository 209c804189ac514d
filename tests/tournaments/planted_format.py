"""A tournament format that nothing but its own file knows: what "How to add a tournament format" asks for."""

from dataclasses import dataclass

from games.domain.place_points import PlacePoints
from rules import Ends, Literal
from tournaments.formats import (
    Contest,
    Discipline,
    EntrantSeating,
    Finished,
    Format,
    NextGame,
    Result,
    Settings,
    Verdict,
    colour_pairs,
    judging,
    phrases,
    starters,
    tiebreaks,
)
from tournaments.formats.base import RankingRules
from tournaments.formats.grand_prix.points import check_all_placed
from tournaments.formats.settings import integer_list_setting, integer_setting
from tournaments.formats.verdict import Column, Score, ScoredGame

LAPS = Column(
    "laps", Literal(en="Laps", de="Runden"), Literal(en="lap", de="Runde"), Literal(en="laps", de="Runden")
)


@dataclass(frozen=True)
class RaceSettings(Settings):
    laps: int = integer_setting(
        30,
        least=1,
        most=99,
        label=Literal(en="Laps to race", de="Zu fahrende Runden"),
        about=Literal(
            en="So many decide, unless two players have them.", de="So viele entscheiden, hat sie nur einer."
        ),
    )
    table: tuple[int, ...] = integer_list_setting(
        (9, 7, 5, 3, 1, 0),
        most=99,
        label=Literal(en="Laps of the places", de="Runden der Plätze"),
        about=Literal(en="What the place of a colour gives.", de="Was der Platz einer Farbe gibt."),
    )


class Race(Format[RaceSettings]):
    """GP games until one player alone has the laps needed; a shared lead is decided by more games."""

    key = "race"
    name = Literal(en="Great Race", de="Großes Rennen")
    rule_sets = ("xmadn-gp",)
    least_players = most_players = 3
    settings = RaceSettings
    honoured = RankingRules(Discipline.TRIPLE, has_gpp=True)
    counts_pawns = True
    first_number = 10

    def place_points(self, settings: RaceSettings, ends: Ends) -> PlacePoints | None:
        return PlacePoints(settings.table) if ends is Ends.ALL_COLOURS else None

    def scheduled_games(self, settings: RaceSettings) -> int:
        return 1

    def judge(self, contest: Contest[RaceSettings]) -> Verdict:
        judging.check_rules(contest, self.rule_sets)
        for result in contest.results:
            judging.check_result(contest, result)
            judging.check_for_places(contest, result)
            check_all_placed(result)
        missing = judging.missing_players(contest, self.possible_players)
        connected, waiting = judging.gapless(contest.results)
        laps = {entrant.key: 0 for entrant in contest.by_seed}
        games: list[ScoredGame] = []
        finished: Finished | None = None
        while connected[len(games) :] and not finished:
            games.append(_counted(contest, connected[len(games)]))
            laps = {
                key: laps[key] + int(score.points) for key, score in zip(laps, games[-1].scores, strict=True)
            }
            finished = _finished(contest, laps, len(games))
        seating = None if missing or finished else colour_pairs.drawn_seating(contest)
        return Verdict(
            missing=missing,
            draws=() if missing or finished or seating else (colour_pairs.draw_needed(contest),),
            games=tuple(games),
            ignored=judging.played_on(connected, finished) + waiting,
            standings=tiebreaks.by_one_figure(contest.by_seed, LAPS, laps),
            next_games=(_next(contest, seating, len(games) + 1),) if seating else (),
            to_come=(),
            cancelled=(),
            finished=finished,
            outlook=Literal(en="the race goes on", de="das Rennen geht weiter"),
        )


def _counted(contest: Contest[RaceSettings], result: Result) -> ScoredGame:
    laps = {entrant.key: 0 for entrant in contest.by_seed}
    for colour, each in zip(result.places, contest.settings.table, strict=True):
        laps[result.seating.leader(colour)] += each
    return ScoredGame(
        number=result.number,
        name=phrases.games([result.number]),
        scores=tuple(Score(key, each) for key, each in laps.items()),
        winners=tuple(key for key, each in laps.items() if each == max(laps.values())),
        reason=Literal(en="laps by places", de="Runden nach Plätzen"),
    )


def _finished(contest: Contest[RaceSettings], laps: dict[str, int], number: int) -> Finished | None:
    first, second, *_ = sorted(laps, key=lambda key: -laps[key])
    if laps[first] < contest.settings.laps or laps[first] == laps[second]:
        return None
    name = contest.name(first)
    return Finished(first, number, Literal(en=f"{name} has raced home", de=f"{name} ist ins Ziel gefahren"))


def _next(contest: Contest[RaceSettings], seating: EntrantSeating, number: int) -> NextGame:
    start = starters.thrown_for()
    return NextGame(
        number=number,
        name=phrases.games([number]),
        rules=contest.rules,
        seating=seating,
        starter=start.colour,
        starter_reason=start.reason,
        reason=Literal(en="nobody is home yet", de="noch ist niemand am Ziel"),
    )
