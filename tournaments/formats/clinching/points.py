"""Clinching in a series for points: what the games left, and extra games, can still change (§3.2, §5).

A player is certain to win when they are certain to lead alone after the last scheduled game: a tie means an
extra game, and a player who is level can lose it. With up to three games left every table that can come of them is
looked at; before that bounds take its place. Two things are described: the event, which ends when one player
leads alone, and the table after the scheduled games, in which equal points share the place.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import chain

from rules import Text
from tournaments.formats import phrases
from tournaments.formats.clinching.place_bounds import EVENT, Decided, Proof, Prospect, describe_places
from tournaments.formats.grand_prix.points import Gains, margin, swing_of
from tournaments.formats.verdict import Column

#: A figure of each of the three players, in their order: points, or places.
Totals = tuple[int, int, int]


@dataclass(frozen=True)
class PointsRace:
    """``totals`` by player, and ``games_left`` of those scheduled; ``next_number`` is that of the next game.

    ``gains`` is all that one game can give, the same for every order of the players, with the same sum each time.
    There are no games left when there is a tie for 1st place and an extra game comes next.
    """

    totals: Mapping[str, int]
    games_left: int
    next_number: int
    gains: Gains
    column: Column

    @property
    def players(self) -> tuple[str, ...]:
        """List all players, in the order of ``totals``."""
        return tuple(self.totals)

    @property
    def now(self) -> Totals:
        first, second, third = self.totals.values()
        return first, second, third

    @cached_property
    def swing(self) -> int:
        """Return how far a game can move two players apart."""
        return swing_of(self.gains).points

    @property
    def games_ahead(self) -> int:
        """Return the scheduled games left, or the extra game that comes next."""
        return max(1, self.games_left)


# -- scenarios -------------------------------------------------------------------------------------

#: Opponent → the least difference to their points in the game.
Needs = Mapping[int, int]


def describe_scenarios(race: PointsRace, names: Mapping[str, str]) -> tuple[Text, ...]:
    """Describe, for each player who can make sure of 1st place in the next game, how."""
    game = phrases.games([race.next_number])
    sayings = []
    for i, player in enumerate(race.players):
        needs = needed(race, i)
        enough = fulfilling(race.gains, i, needs)
        if not enough or enough == race.gains:
            continue
        how = _own_points(race, i, enough) or _differences(race, i, needs, names)
        sayings.append(
            Text("{name} clinches 1st place with {how} in {game}", name=names[player], how=how, game=game)
        )
    return tuple(sayings)


def needed(race: PointsRace, i: int) -> Needs:
    """Return how many points more than each of the others make the win of player ``i`` certain."""
    can_be_made_up = (race.games_ahead - 1) * race.swing
    return {
        other: can_be_made_up + 1 - (race.now[i] - total)
        for other, total in enumerate(race.now)
        if other != i
    }


def fulfilling(gains: Gains, i: int, needs: Needs) -> Gains:
    """Return the gains of ``gains`` that meet the needs of player ``i``."""
    return frozenset(
        gain for gain in gains if all(gain[i] - gain[other] >= need for other, need in needs.items())
    )


def _own_points(race: PointsRace, i: int, enough: Gains) -> Text | None:
    """Describe the least own points, if with them they are certain whatever the others get, and never with fewer."""
    least = min(gain[i] for gain in enough)
    if any(gain[i] >= least and gain not in enough for gain in race.gains):
        return None
    return Text("at least {count}", count=race.column.count(least))


def _differences(race: PointsRace, i: int, needs: Needs, names: Mapping[str, str]) -> Text:
    """Describe the needs, without those that follow from the others."""
    needed = dict(needs)
    for other in needs:
        rest = {each: need for each, need in needed.items() if each != other}
        if fulfilling(race.gains, i, rest) == fulfilling(race.gains, i, needed):
            needed = rest
    return phrases.join_names(
        [_difference(race, need, names[race.players[other]]) for other, need in needed.items()]
    )


def _difference(race: PointsRace, need: int, name: str) -> Text:
    if need == 0:
        return Text("at least as many {unit} as {name}", unit=race.column.many, name=name)
    count = race.column.count(abs(need))
    if need > 0:
        return Text("at least {count} more than {name}", count=count, name=name)
    return Text("at most {count} fewer than {name}", count=count, name=name)


# -- tie-break games -------------------------------------------------------------------------------

#: Any player can have any place.
ANYTHING: tuple[Totals, Totals] = ((1, 1, 1), (3, 3, 3))

#: More tied states than this are not searched; it takes a table of points far from all usual ones.
MOST_TIED = 3_000


@dataclass(frozen=True, slots=True)
class AfterExtraGames:
    """Player by player the best and the worst place; ``states`` tied situations were looked at.

    ``exact`` unless the search was given up and everything is left open.
    """

    best: Totals
    worst: Totals
    states: int
    exact: bool


def places(totals: Totals) -> Totals:
    """Rank by points: more are better, equal ones share the place."""
    a, b, c = totals
    return 1 + (b > a) + (c > a), 1 + (a > b) + (c > b), 1 + (a > c) + (b > c)


def bounds_after_extra_games(tied: Iterable[Totals], gains: Gains) -> AfterExtraGames:
    """Return what can come of any of these tables with a tie for 1st place, when a game gives one of ``gains``."""
    found = {_behind(totals) for totals in tied}
    limit = max([3 * swing_of(gains).points, *(-min(totals) for totals in found)])
    ended: set[Totals] = set()
    # Small gaps first: most can happen there, and once everything can, nothing more is left to find.
    waiting = [(-min(totals), totals) for totals in found]
    heapify(waiting)
    looked_at = 0
    while waiting and _tiebreak_range(ended) != ANYTHING:
        if looked_at == MOST_TIED:
            return AfterExtraGames(*ANYTHING, looked_at, exact=False)
        looked_at += 1
        _, (a, b, c) = heappop(waiting)
        for x, y, z in gains:
            after = (a + x, b + y, c + z)
            if margin(after):
                ended.add(places(after))
                continue
            behind = _behind(after)
            if behind not in found and -min(behind) <= limit:
                found.add(behind)
                heappush(waiting, (-min(behind), behind))
    return AfterExtraGames(*_tiebreak_range(ended), looked_at, exact=True)


def _tiebreak_range(ended: Collection[Totals]) -> tuple[Totals, Totals]:
    if not ended:
        return (3, 3, 3), (1, 1, 1)
    first, second, third = zip(*ended, strict=True)
    return (min(first), min(second), min(third)), (max(first), max(second), max(third))


def _behind(totals: Totals) -> Totals:
    """Normalise the points: minus how far each player lies behind the top."""
    a, b, c = totals
    most = max(totals)
    return a - most, b - most, c - most


# -- points ----------------------------------------------------------------------------------------

#: This many games left are enumerated completely.
MOST_GAMES = 3


@dataclass(frozen=True, slots=True)
class _Tables:
    """What the games ahead can lead to, with places: tables with which the event is ``over``, and those ``tied``."""

    over: Mapping[Totals, Totals]
    tied: Mapping[Totals, Totals]


def decide(race: PointsRace, names: Mapping[str, str]) -> tuple[Decided, ...]:
    """Decide the event, and before its last scheduled game the table after that one too."""
    if race.games_left > MOST_GAMES:
        return _event_by_bounds(race, names), _table_by_bounds(race, names)
    reached = _reached(race)
    event = _event(race, names, reached)
    return (event, _table(race, names, reached)) if race.games_left else (event,)


def _reached(race: PointsRace) -> _Tables:
    """Enumerate the tables that can come of the games ahead; the event ends when a lead cannot be lost any more."""
    going: set[Totals] = {race.now}
    over: set[Totals] = set()
    for left in reversed(range(race.games_ahead)):
        after = {(a + x, b + y, c + z) for a, b, c in going for x, y, z in race.gains}
        going = {totals for totals in after if margin(totals) <= left * race.swing}
        over |= after - going
    return _Tables({totals: places(totals) for totals in over}, {totals: places(totals) for totals in going})


# -- the event -------------------------------------------------------------------------------------


def _event(race: PointsRace, names: Mapping[str, str], reached: _Tables) -> Decided:
    """Return the places when one player leads alone.

    From a tie for 1st place no player is certain to win: another of the tied can get the most of a game and they
    the least, and if a third player is level with that one they can have the least of the next.
    """
    outcomes, exact = set(reached.over.values()), True
    states = len(reached.over) + len(reached.tied)
    best_without = [min((placed[i] for placed in outcomes), default=len(race.players)) for i in range(3)]
    if reached.tied:
        after = bounds_after_extra_games(reached.tied, race.gains)
        outcomes |= {after.best, after.worst}
        states, exact = states + after.states, after.exact
    found = []
    for i, player in enumerate(race.players):
        best, worst = _range(outcomes, i)
        text = describe_places(names[player], best, worst)
        if race.games_left and best < best_without[i]:
            text = _through_extra_games(names[player], best, worst)
        not_won = (totals[i] for totals, placed in reached.over.items() if placed[i] > 1)
        magic = _magic(race, i, reached, chain(not_won, (totals[i] for totals in reached.tied)))
        found.append(Prospect(player, best, worst, magic, text))
    text = Text(
        "all {states} possible tables checked, extra games included",
        states=states,
    )
    must_happen = describe_scenarios(race, names)
    return Decided(EVENT, race.column.many, tuple(found), must_happen, Proof(states, exact, text))


def _range(outcomes: Collection[Sequence[int]], i: int) -> tuple[int, int]:
    own = [each[i] for each in outcomes]
    return min(own), max(own)


def _through_extra_games(name: str, best: int, worst: int) -> Text:
    return Text(
        "{name} can finish {top} to {bottom}, {top} only through extra games",
        name=name,
        top=phrases.ordinal(best),
        bottom=phrases.ordinal(worst),
    )


def _magic(race: PointsRace, i: int, reached: _Tables, missed: Iterable[int]) -> int | None:
    """Return one point more than the most they can get in the games ahead without being sure of 1st place.

    ``missed`` are their points in the tables in which they do not play.
    """
    most_missed = max(missed, default=None)
    if most_missed is None:
        return 0
    most = max(totals[i] for totals in chain(reached.over, reached.tied))
    return most_missed + 1 - race.now[i] if most_missed < most else None


# -- the table after the scheduled games -----------------------------------------------------------


def _subject(race: PointsRace) -> Text:
    last = phrases.games([race.next_number + race.games_left - 1])
    return Text("the table after {last}", last=last)


def _table(race: PointsRace, names: Mapping[str, str], reached: _Tables) -> Decided:
    ended = {**reached.over, **reached.tied}
    outcomes = set(ended.values())
    found = []
    for i, player in enumerate(race.players):
        magic = _magic(race, i, reached, (totals[i] for totals, placed in ended.items() if placed[i] > 1))
        found.append(Prospect.of(player, names[player], _range(outcomes, i), magic))
    text = Text("all {ended} possible tables checked", ended=len(ended))
    proof = Proof(len(ended), exact=True, text=text)
    return Decided(_subject(race), race.column.many, tuple(found), (), proof)


# -- bounds ----------------------------------------------------------------------------------------


def _event_by_bounds(race: PointsRace, names: Mapping[str, str]) -> Decided:
    """Bound the places before the last three games.

    Where no game gives two players the same and the third more, a tie for 1st place is out of reach for
    players who lie more than a swing behind: if it is not broken the gap does not narrow. So one game more than
    those left is all that can count between them and who is above them. Where there is such a game they can
    come back in the course of extra games however far behind they are, and nothing is certain but the magic
    number.
    """
    bound = _bound(race)
    if any(gain[0] == gain[1] < gain[2] for gain in race.gains):
        reach = None
        text = Text("{bound}; in extra games, which have no limit, any lead can be made up", bound=bound)
    else:
        reach = (race.games_left + 1) * race.swing
        text = Text("{bound}; extra games do not make up more than one game", bound=bound)
    found = _bounded(race, names, reach, wanted=1)
    must_happen = describe_scenarios(race, names)
    return Decided(EVENT, race.column.many, found, must_happen, Proof(0, exact=False, text=text))


def _table_by_bounds(race: PointsRace, names: Mapping[str, str]) -> Decided:
    found = _bounded(race, names, race.games_left * race.swing, wanted=0)
    return Decided(_subject(race), race.column.many, found, (), Proof(0, exact=False, text=_bound(race)))


def _bound(race: PointsRace) -> Text:
    return Text(
        "{left}, and a game moves two players at most {swing} apart",
        left=phrases.games_left(race.games_left),
        swing=race.column.count(race.swing),
    )


def _bounded(
    race: PointsRace, names: Mapping[str, str], reach: int | None, wanted: int
) -> tuple[Prospect, ...]:
    """Bound the places by the leads.

    ``reach`` is the largest lead that can be made up, None if any; ``wanted`` the lead that 1st place needs.
    """
    found = []
    for i, (player, own) in enumerate(race.totals.items()):
        others = [*race.now[:i], *race.now[i + 1 :]]
        best, worst = 1, len(race.players)
        if reach is not None:
            best += sum(other - own > reach for other in others)
            worst -= sum(own - other > reach for other in others)
        magic = 0 if worst == 1 else _enough(race, max(others) + wanted - own)
        found.append(Prospect.of(player, names[player], (best, worst), magic))
    return tuple(found)


def _enough(race: PointsRace, behind: int) -> int | None:
    """Return the points in the games left that make up for being ``behind``, whatever the best of the others gets.

    Who gets ``x`` points leaves to them no more than the rest, and of that the third player has at least the
    least that a game gives; nor does anybody get more than the most. So ``x`` must reach ``behind`` and the
    smaller of these two.
    """
    left = race.games_left
    most = left * max(map(max, race.gains))
    rest = left * (sum(next(iter(race.gains))) - min(map(min, race.gains)))
    enough = max(0, min(behind + most, (behind + rest + 1) // 2))
    return enough if enough <= most else None
