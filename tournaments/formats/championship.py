"""Championship and Masters: three players, the first to win a number of games (tournament-rules §3.1)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules import Text
from tournaments.formats import colour_pairs, judging, phrases, starters, tiebreaks
from tournaments.formats.base import Discipline, Format, RankingRules
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.clinching.search import decide
from tournaments.formats.clinching.tree import FirstTo
from tournaments.formats.contest import Contest, EntrantSeating, Result
from tournaments.formats.settings import Settings, integer_setting
from tournaments.formats.verdict import (
    Column,
    Finished,
    NextGame,
    Points,
    Score,
    ScoredGame,
    Verdict,
    nothing,
)

WINS = Column("wins", Text("Wins"), Text("win"), Text("wins", context="a number"))


@dataclass(frozen=True)
class ChampionshipSettings(Settings):
    """The settings of a first-to-x event."""

    wins: int = integer_setting(
        3,
        least=1,
        most=99,
        label=Text("Wins needed"),
        about=Text("The event ends at once when somebody has this many wins (§3)."),
    )
    absent_starter: str = starters.absent_starter_setting()


ChampionshipContest = Contest[ChampionshipSettings]


class Championship(Format[ChampionshipSettings]):
    """3T (and with the rule set 3T+ Masters), first-to-x wins."""

    key = "championship"
    name = Text("Championship")
    purpose = Text("Everybody leads two colours. First to the wins needed.")
    rule_sets = ("xmadn-3t", "xmadn-3t+")
    least_players = most_players = 3
    settings = ChampionshipSettings
    honoured = RankingRules(Discipline.TRIPLE)

    def game_range(self, settings: ChampionshipSettings, players: int) -> tuple[int, int]:
        """Return the games until somebody has the wins: one after the other, or all one short of them."""
        return judging.game_range(settings.wins, players)

    def judge(self, contest: ChampionshipContest) -> Verdict:
        """Judge the event: it is finished when somebody has the wins needed; later results do not count."""
        judging.check_rules(contest, self.rule_sets)
        for result in contest.results:
            judging.check_result(contest, result)
            judging.check_won(result)
        missing = judging.missing_players(contest, self.possible_players)
        connected, waiting = judging.gapless(contest.results)
        wins = Counter(dict.fromkeys(contest.keys, 0))
        games: list[ScoredGame] = []
        over: Finished | None = None
        for result in connected:
            games.append(_counted(contest, result))
            winner = judging.winner(result)
            wins[winner] += 1
            over = finished(contest, winner, wins[winner], result.number, games[-1].name)
            if over:
                break
        seating = None if missing or over else colour_pairs.drawn_seating(contest)
        return Verdict(
            missing=missing,
            draws=() if missing or over or seating else (colour_pairs.draw_needed(contest),),
            games=tuple(games),
            ignored=judging.played_on(connected, over) + waiting,
            standings=tiebreaks.by_one_figure(contest.by_seed, WINS, wins),
            next_games=() if seating is None else (_next(contest, connected, seating),),
            finished=over,
            outlook=over.reason if over else still_needed(contest, wins),
            decided=nothing if missing or over else lambda: (_decided(contest, wins, len(connected) + 1),),
        )


def _counted(contest: ChampionshipContest, result: Result) -> ScoredGame:
    winner = judging.winner(result)
    return ScoredGame(
        number=result.number,
        name=phrases.games([result.number]),
        scores=tuple(Score(key, int(key == winner)) for key in contest.keys),
        winners=(winner,),
        reason=judging.describe_win(contest, result),
    )


def finished(contest: Contest[Any], winner: str, wins: int, number: int, game: Text) -> Finished | None:
    """Return the end of a first-to-x event where the winner of that game has the wins needed with it."""
    if wins < contest.settings.wins:
        return None
    reason = Text(
        "{name} has {count}, the last in {game}", name=contest.name(winner), count=WINS.count(wins), game=game
    )
    return Finished(winner, number, reason)


def _decided(contest: ChampionshipContest, wins: Counter[str], next_number: int) -> Decided:
    tree = FirstTo({key: wins[key] for key in contest.keys}, contest.settings.wins, next_number)
    return decide(tree, contest.called)


def _next(contest: ChampionshipContest, connected: tuple[Result, ...], seating: EntrantSeating) -> NextGame:
    number = len(connected) + 1
    start = starters.colour_that_clinched(connected[-1]) if connected else starters.thrown_for()
    start = starters.at_the_board(start, seating, contest.settings.absent_starter)
    return NextGame(
        number=number,
        name=phrases.games([number]),
        rules=contest.rules,
        seating=seating,
        starter=start.colour,
        starter_reason=start.reason,
        reason=Text("nobody has {needed} yet", needed=WINS.count(contest.settings.wins)),
    )


def still_needed(contest: Contest[Any], wins: Mapping[str, Points]) -> Text:
    """Say how many wins each player lacks, in a first-to-x event."""
    needed = contest.settings.wins
    needs = [
        Text("{entrant} {more}", entrant=each.name, more=WINS.count(needed - wins[each.key]))
        for each in contest.by_seed
    ]
    listing = phrases.join_names(needs) if needs else Text("nobody is entered")
    return Text("still needed: {listing}", listing=listing)
