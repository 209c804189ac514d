"""What is decided already in a League: of the table of its double round-robins, then of the series (§5)."""

from __future__ import annotations

from collections import Counter

from rules.text import Text
from tournaments.formats import clinching
from tournaments.formats.decided.first_to import FirstTo
from tournaments.formats.decided.prospects import Decided
from tournaments.formats.decided.round_robins import RoundRobins
from tournaments.formats.decided.search import decide
from tournaments.formats.league_playoffs import NAMES, Stage
from tournaments.formats.league_rounds import LeagueContest, Rounds, gone
from tournaments.formats.league_table import LeagueTable


def of_the_table(contest: LeagueContest, table: LeagueTable, played: Rounds) -> Decided:
    """The places in the table of the double round-robins; what comes after head-to-head wins can go either way."""
    beaten: Counter[tuple[str, str]] = Counter()
    for result in table.results:
        winner = clinching.winner(result)
        (loser,) = set(result.seating.entrants) - {winner}
        beaten[winner, loser] += 1
    left = [(game.number, game.first, game.second) for block in played.open for game in block]
    for game in played.not_drawn:
        here = [key for key in (game.first, game.second) if key not in gone(contest)]
        if len(here) == 2:
            left.append((game.number, game.first, game.second))
        elif here:
            (loser,) = game.players - set(here)
            beaten[here[0], loser] += 1
    names = {entrant.key: entrant.name for entrant in contest.entrants}
    subject = Text("the table of the double round-robins", "die Tabelle der Doppelrunden")
    return decide(RoundRobins(table.players, beaten, left), names, subject)


def of_the_series(contest: LeagueContest, stage: Stage) -> Decided:
    """The series that is being played; its games are called by their numbers within it."""
    stand = stage.stand
    wins = {stand.series.higher: stand.higher, stand.series.lower: stand.lower}
    names = {key: contest.name(key) for key in wins}
    return decide(FirstTo(wins, stand.series.wins, stand.next_number), names, NAMES[stage.key])
