"""Clinching in a League: of the event, and on the way to it of the table and the series (§3.5, §5)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rules import Text
from tournaments.formats import wins as game_wins
from tournaments.formats.clinching import place_bounds
from tournaments.formats.clinching.first_to import FirstTo
from tournaments.formats.clinching.place_bounds import Decided, Proof, Prospect
from tournaments.formats.clinching.playoffs import Match, Playoffs
from tournaments.formats.clinching.round_robins import RoundRobins
from tournaments.formats.clinching.scenarios import FIRST_PLACE, Goal
from tournaments.formats.clinching.search import decide
from tournaments.formats.league import playoffs as league_playoffs
from tournaments.formats.league.playoffs import NAMES, PlayoffStage
from tournaments.formats.league.rounds import LeagueContest, Rounds, withdrawn_entrants
from tournaments.formats.league.table import LeagueTable
from tournaments.formats.series import SeriesStand
from tournaments.formats.tiebreaks import TieBreakRanking

EVENT = Text("the event")
TABLE = Text("the table of the double round-robins")
FINAL, PLAYOFFS = Text("the Final Series"), Text("the playoffs")

#: How many go on to playoffs of that kind, and how many of them straight to the Final Series.
GOING_ON = {"final": (2, 2), "qualifying and final": (3, 1)}
#: What players can make sure of in the last games of the double round-robins.
GOALS: Mapping[str, tuple[Goal, ...]] = {
    "none": (FIRST_PLACE,),
    "final": (FIRST_PLACE, Goal(2, FINAL)),
    "qualifying and final": (
        Goal(1, Text("1st place and the Final Series")),
        Goal(3, PLAYOFFS),
    ),
}


def before_the_playoffs(contest: LeagueContest, table: LeagueTable, played: Rounds) -> tuple[Decided, ...]:
    """Return what the double round-robins decide; without playoffs their table is the event.

    Scenarios name games by their numbers, so not before it is drawn who plays which.
    """
    tree, names = _round_robins(contest, table, played), contest.called
    playoffs = contest.settings.playoffs
    goals = () if played.not_drawn else GOALS[playoffs]
    if playoffs == "none":
        return (decide(tree, names, EVENT, goals=goals),)
    of_the_table = decide(tree, names, TABLE, goals=goals)
    return _before_the_series(contest, of_the_table), of_the_table


def in_the_playoffs(
    contest: LeagueContest, table: LeagueTable, ranking: TieBreakRanking, stages: Sequence[PlayoffStage]
) -> tuple[Decided, ...]:
    """Return what the series being played decides: of the event, and of the Qualifying Series by itself.

    ``ranking`` has the places as they stand. Nothing is said of a series that both have left.
    """
    stage = stages[-1]
    stand, names = stage.stand, contest.called
    if stand.winner is not None or set(stand.series.players) <= withdrawn_entrants(contest):
        return ()
    finals = {}
    if stage.key == "qualifying":
        for winner in stand.series.players:
            final = league_playoffs.final_series(contest, table, ranking.order[0], winner)
            finals[winner] = _match("final", final.stand({}))
    tree = Playoffs(ranking.order, _match(stage.key, stand), finals, withdrawn_entrants(contest))
    of_the_event = decide(tree, names, EVENT)
    if not finals:
        return (of_the_event,)
    wins = dict(zip(stand.series.players, (stand.higher, stand.lower), strict=True))
    of_the_series = decide(FirstTo(wins, stand.series.wins, stand.next_number), names, NAMES[stage.key])
    return of_the_event, of_the_series


def _match(key: str, stand: SeriesStand) -> Match:
    return Match(NAMES[key], stand.series.players, (stand.higher, stand.lower), stand.series.wins)


def _round_robins(contest: LeagueContest, table: LeagueTable, played: Rounds) -> RoundRobins:
    """Return the tree of the games still open; one that somebody who has left will forfeit counts as won [T12]."""
    beaten: Counter[tuple[str, str]] = Counter()
    for result in table.results:
        winner = game_wins.winner(result)
        (loser,) = set(result.seating.entrants) - {winner}
        beaten[winner, loser] += 1
    left = [(game.number, game.first, game.second) for block in played.open for game in block]
    forfeits: set[frozenset[str]] = set()
    for game in played.not_drawn:
        here = [key for key in (game.first, game.second) if key not in withdrawn_entrants(contest)]
        if len(here) == 2:
            left.append((game.number, game.first, game.second))
        elif here:
            (loser,) = game.players - set(here)
            beaten[here[0], loser] += 1
            forfeits.add(game.players)
    still_open = {frozenset(game[1:]) for game in left} | forfeits

    @cache
    def further(group: tuple[str, ...]) -> Mapping[str, Any] | None:
        return table.further(group, still_open)

    return RoundRobins(table.players, beaten, left, further)


# -- the event, before the series have their players -------------------------------------------------


def _before_the_series(contest: LeagueContest, table: Decided) -> Decided:
    """Either player can win a series, so who can go on can win; who cannot keeps their place in the table.

    Who has left loses their series. How far that helps the others is not looked at, so it is not exact then.
    How many wins – of the table and of the series – are enough for the title is not said.
    """
    left = withdrawn_entrants(contest) & {each.entrant for each in table.prospects}
    found = []
    for each in table.prospects:
        name = contest.name(each.entrant)
        best, worst = _event_places(contest, each, len(table.prospects), each.entrant in left)
        places, way = (
            place_bounds.describe_places(name, best, worst),
            _way(contest, each, len(table.prospects)),
        )
        text = Text("{places}{way}", places=places, way=way)
        found.append(Prospect(each.entrant, best, worst, 0 if worst == 1 else None, text))
    text = Text("{proof}; a series can be won by either of the two", proof=table.proof.text)
    proof = Proof(table.proof.states, table.proof.exact and not left, text)
    return Decided(EVENT, table.unit, tuple(found), (), proof)


def _event_places(contest: LeagueContest, table: Prospect, players: int, has_left: bool) -> tuple[int, int]:
    """Map the places in the table to the places of the event that can follow from them."""
    going_on, straight = GOING_ON[contest.settings.playoffs]
    if players < going_on:
        going_on = straight = players

    def last(place: int) -> int:
        if place > going_on:
            return place
        return min(2, players) if place <= straight else 3

    best = 1 if table.best <= going_on and not has_left else last(table.best)
    return best, last(table.worst)


def _way(contest: LeagueContest, table: Prospect, players: int) -> Text:
    """Describe how far a player is sure to get, or not to get."""
    going_on, straight = GOING_ON[contest.settings.playoffs]
    if table.best > going_on:
        return Text("; out of the playoffs")
    if table.worst <= straight or players <= straight:
        return Text("; has clinched {final}", final=FINAL)
    if table.worst <= going_on < players:
        return Text("; has clinched {playoffs}", playoffs=PLAYOFFS)
    return Text("")
