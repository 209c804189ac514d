"""An exhibition: a single game under any rule set, without ranking points (tournament-rules §3.7)."""

from dataclasses import dataclass

from rules import RULE_SETS, Text
from tournaments.formats import colour_pairs, judging, phrases, starters, tiebreaks
from tournaments.formats.base import Format
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.clinching.search import decide
from tournaments.formats.clinching.tree import FirstTo
from tournaments.formats.contest import Contest, EntrantSeating, Result
from tournaments.formats.errors import FormatError
from tournaments.formats.settings import Settings, choice_setting
from tournaments.formats.verdict import (
    Column,
    Finished,
    NextGame,
    Score,
    ScoredGame,
    Verdict,
    nothing,
)

BEATEN = Column(
    "beaten",
    Text("Players beaten"),
    Text("player beaten"),
    Text("players beaten"),
)


#: Descriptions of the ways of ``colour_pairs``.
SEATINGS = {
    colour_pairs.USUAL: Text("as usual by the rules of the game"),
    colour_pairs.ONE_EACH: Text("one colour each, others stay absent"),
    colour_pairs.OPPOSITE: Text("all colours, those of a player as far apart as can be"),
    colour_pairs.SIDE_BY_SIDE: Text("all colours, those of a player side by side"),
}


@dataclass(frozen=True)
class ExhibitionSettings(Settings):
    """How many colours each player leads."""

    seating: str = choice_setting(
        colour_pairs.USUAL,
        ways=SEATINGS,
        label=Text("Colours of a player"),
        about=Text(
            "How many colours each player leads (rulebook §8.1). As usual: by XMädn rules two each, "
            "by Schmidt’s rules two opposite ones each where two play, else one each."
        ),
    )


ExhibitionContest = Contest[ExhibitionSettings]


class Exhibition(Format[ExhibitionSettings]):
    """One game; its winner is who has won by the rules of the game (rulebook §9)."""

    key = "exhibition"
    name = Text("Exhibition")
    purpose = Text("A single game by any rules.")
    rule_sets = tuple(RULE_SETS)
    least_players = 2
    most_players = 6
    options_are_free = True
    starter_by_rules = True
    settings = ExhibitionSettings

    def game_range(self, settings: ExhibitionSettings, players: int) -> tuple[int, int]:
        return 1, 1

    def judge(self, contest: ExhibitionContest) -> Verdict:
        """Judge the event: it is finished with Game 1; later results do not count."""
        judging.check_rules(contest, self.rule_sets)
        for result in contest.results:
            judging.check_result(contest, result)
            _check_over(contest, result)
        missing = _missing(contest)
        connected, waiting = judging.gapless(contest.results)
        beaten = dict.fromkeys(contest.keys, 0)
        for result in connected[:1]:
            beaten |= _beaten(contest, result)
        games = tuple(_counted(contest, result, beaten) for result in connected[:1])
        finished = _finished(contest, games[0]) if games else None
        led = () if missing or finished else _led(contest)
        seating = colour_pairs.seating_of(contest, led) if led else None
        return Verdict(
            missing=missing,
            draws=(colour_pairs.draw_of(contest, led),) if led and not seating else (),
            games=games,
            ignored=judging.played_on(connected, finished) + waiting,
            standings=tiebreaks.by_one_figure(contest.by_seed, BEATEN, beaten),
            next_games=() if seating is None else (_next(contest, seating),),
            finished=finished,
            outlook=finished.reason if finished else Text("one game decides"),
            decided=nothing if missing or finished else lambda: (_decided(contest),),
        )


def _missing(contest: ExhibitionContest) -> tuple[Text, ...]:
    """Describe a wrong number of players. Raises ``FormatError`` where no number can be seated so."""
    rules, way = contest.rules_of(contest.rules), contest.settings.seating
    numbers = colour_pairs.players_possible(rules, way)
    if not numbers:
        raise FormatError(
            "seating",
            Text(
                "{way} and neutral do not go together: with a neutral colour three players lead one "
                "colour each (rulebook D17)",
                way=way,
            ),
        )
    return judging.missing_players(contest, numbers)


def _led(contest: ExhibitionContest) -> tuple[tuple[str, ...], ...]:
    """List the colours of each player, in the order in which they are drawn."""
    rules = contest.rules_of(contest.rules)
    return colour_pairs.led_together(rules, len(contest.entrants), contest.settings.seating)


def _check_over(contest: ExhibitionContest, result: Result) -> None:
    if result.awarded_to is not None:
        return
    ends = contest.ends_of(result.rules)
    if ends in judging.GAME_WON:
        judging.check_won(result, ends)
    elif len(result.players_home) < len(result.seating.seats) - 1:
        home = ", ".join(result.players_home) or Text("none")
        raise result.error(
            "places",
            Text(
                "the game goes on until all players but one are home (rulebook §9); home are: {home}",
                home=home,
            ),
        )


def _beaten(contest: ExhibitionContest, result: Result) -> dict[str, int]:
    """Count how many players each one left behind.

    Where the game goes on for the places they follow the order of the last colours home (rulebook D23);
    else the winner is above all others, and these are level.
    """
    if result.awarded_to is not None or contest.ends_of(result.rules) in judging.GAME_WON:
        order: tuple[str, ...] = (judging.winner(result),)
    else:
        order = result.players_home
    behind = len(result.seating.seats)
    return {key: behind - place for place, key in enumerate(order, start=1)}


def _counted(contest: ExhibitionContest, result: Result, beaten: dict[str, int]) -> ScoredGame:
    ends = contest.ends_of(result.rules)
    if contest.options.get("neutral"):
        # Which colour won it, no place tells ([D12]).
        reason = Text("{name} has won", name=contest.name(judging.winner(result)))
    elif result.awarded_to is not None or ends in judging.GAME_WON:
        reason = judging.describe_win(contest, result)
    else:
        reason = Text("home in this order: {home}", home=contest.names(result.players_home))
    return ScoredGame(
        number=result.number,
        name=phrases.games([result.number]),
        scores=tuple(Score(key, beaten[key]) for key in contest.keys),
        winners=(max(beaten, key=lambda key: beaten[key]),),
        reason=reason,
    )


def _finished(contest: ExhibitionContest, game: ScoredGame) -> Finished:
    (winner,) = game.winners
    return Finished(winner, game.number, Text("{name} won the game", name=contest.name(winner)))


def _decided(contest: ExhibitionContest) -> Decided:
    """Decide the game: with a single winner all others share 2nd place; else it goes on for the places."""
    for_places = contest.ends_of(contest.rules) not in judging.GAME_WON
    tree = FirstTo(dict.fromkeys(contest.keys, 0), 1, 1, for_places)
    return decide(tree, contest.called)


def _next(contest: ExhibitionContest, seating: EntrantSeating) -> NextGame:
    start = starters.of_the_youngest(contest, seating) if contest.youngest else starters.thrown_for()
    return NextGame(
        number=1,
        name=phrases.games([1]),
        rules=contest.rules,
        seating=seating,
        starter=start.colour,
        starter_reason=start.reason,
        reason=Text("the only game"),
        to_throw=start.to_throw,
    )
