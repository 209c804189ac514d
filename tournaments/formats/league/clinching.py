"""Clinching in a League: of the event, and on the way to it of the table and the series (§3.5, §5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules import Text
from tournaments.formats import judging, phrases
from tournaments.formats.clinching import place_bounds
from tournaments.formats.clinching.place_bounds import EVENT, Decided, Proof, Prospect
from tournaments.formats.clinching.round_robins import RoundRobins
from tournaments.formats.clinching.search import FIRST_PLACE, Goal, decide
from tournaments.formats.clinching.tree import Bound, Ending, FirstTo, Open, Tree, Winners
from tournaments.formats.league import playoffs as league_playoffs
from tournaments.formats.league.playoffs import NAMES, PlayoffStage, SeriesStand
from tournaments.formats.league.rounds import LeagueContest, Rounds, withdrawn_entrants
from tournaments.formats.league.table import LeagueTable
from tournaments.formats.tiebreaks import TieBreakRanking

TABLE = Text("the table of the double round-robins")
FINAL_SERIES, THE_PLAYOFFS = Text("the Final Series"), Text("the playoffs")

#: How many go on to playoffs of that kind, and how many of them straight to the Final Series,
#: as ``playoffs.stages`` has it.
GOING_ON = {"final": (2, 2), "qualifying and final": (3, 1)}
#: What players can make sure of in the last games of the double round-robins.
GOALS: Mapping[str, tuple[Goal, ...]] = {
    "none": (FIRST_PLACE,),
    "final": (FIRST_PLACE, Goal(2, FINAL_SERIES)),
    "qualifying and final": (
        Goal(1, Text("1st place and the Final Series")),
        Goal(3, THE_PLAYOFFS),
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
        return (decide(tree, names, goals=goals),)
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
            finals[winner] = final.stand({})
    tree = Playoffs(ranking.order, stand, finals, withdrawn_entrants(contest))
    of_the_event = decide(tree, names)
    if not finals:
        return (of_the_event,)
    wins = dict(zip(stand.series.players, (stand.higher, stand.lower), strict=True))
    of_the_series = decide(FirstTo(wins, stand.series.wins, stand.next_number), names, NAMES[stage.key])
    return of_the_event, of_the_series


def _round_robins(contest: LeagueContest, table: LeagueTable, played: Rounds) -> RoundRobins:
    """Return the tree of the games still open; one that somebody who has left will forfeit counts as won [T12]."""
    beaten: Counter[tuple[str, str]] = Counter()
    for result in table.results:
        winner = judging.winner(result)
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
        return Text("; has clinched {final}", final=FINAL_SERIES)
    if table.worst <= going_on < players:
        return Text("; has clinched {playoffs}", playoffs=THE_PLAYOFFS)
    return Text("")


# -- the playoffs as a tree: the series being played, and the Final Series after it (§3.5) ---------


#: The series being played, and who has lost the one before it in this course of games.
Stand = tuple[SeriesStand, str | None]


@dataclass(frozen=True)
class Playoffs(Tree[Stand]):
    """``order`` are all players by their places as they stand; who is in no series keeps theirs.

    ``current`` is being played; if it is the Qualifying Series, ``finals`` says by its winner how the Final Series
    begins, else that is empty. Players who are ``gone`` lose their games.
    """

    order: tuple[str, ...]
    current: SeriesStand
    finals: Mapping[str, SeriesStand]
    gone: Collection[str]

    @property
    def players(self) -> tuple[str, ...]:
        return self.order

    @property
    def root(self) -> Stand:
        return self.current, None

    def endings_at_most(self) -> int:
        """Count the states: both scores in each series."""
        return sum((stand.series.wins + 1) ** 2 for stand in (self.current, *self.finals.values()))

    def final(self, state: Stand) -> Ending | None:
        """End with the Final Series; who has lost the Qualifying Series is 3rd."""
        stand, third = state
        if stand.winner is None or stand.loser is None:
            return None
        places = {player: place for place, player in enumerate(self.order, start=1)}
        places |= {stand.winner: 1, stand.loser: 2}
        if third is not None:
            places[third] = 3
        return Ending({player: (place, place) for player, place in places.items()})

    def game(self, state: Stand) -> Open:
        """Return the next game of the series, by the number within it."""
        stand, third = state
        game = phrases.games([stand.next_number])
        match = NAMES["qualifying" if self.finals and third is None else "final"]
        name = Text("{game} of the {match}", game=game, match=match)
        here = tuple(player for player in stand.series.players if player not in self.gone)
        return Open.won_by_one_of(name, here)

    def won(self, state: Stand, winners: Winners) -> Stand:
        """Add a win; who wins the Qualifying Series goes on to the Final Series."""
        stand, third = state
        after = stand.won_by(winners[0])
        if third is None and after.winner is not None and self.finals:
            return self.finals[after.winner], after.loser
        return after, third

    def bounds(self) -> Mapping[str, Bound]:
        """Bound the places: who is in no series keeps theirs."""
        playing = {
            *self.current.series.players,
            *(player for stand in self.finals.values() for player in stand.series.players),
        }
        return {
            player: Bound((1, len(playing)) if player in playing else (place, place), None)
            for place, player in enumerate(self.order, start=1)
        }
