"""Grand Prix points: what the finishing places of a GP game give (tournament-rules §3.2); the lead (§5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, permutations

from games.domain.place_points import PlacePoints
from rules import Ends, Text
from tournaments.formats import phrases
from tournaments.formats.contest import Result
from tournaments.formats.settings import integer_list_setting, integer_setting
from tournaments.formats.verdict import Points

#: GPP of the six places, and for the first player with both colours home; together 28 a game.
TABLE = (10, 6, 4, 3, 2, 1)
BONUS = 2

#: The two places of each player in a game of six colours, from 0.
Dealt = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]

#: What one game can give to three players, in every way.
Gains = frozenset[tuple[int, int, int]]


def table_setting() -> tuple[int, ...]:
    """Declare the setting of the points of the places; they changed over the years (tournament-rules §8)."""
    return integer_list_setting(
        TABLE,
        most=999,
        label=Text("GPP of the places"),
        about=Text("Grand Prix points of each colour by its finishing place (§3.2)."),
    )


def bonus_setting() -> int:
    return integer_setting(
        BONUS,
        least=0,
        most=999,
        label=Text("GPP for both colours home"),
        about=Text("Grand Prix points for the first player with both colours home (§3.2)."),
    )


def check_all_placed(result: Result) -> None:
    """Raise ``FormatError`` unless all colours have a place, the last one too (rulebook §9)."""
    if len(result.places) != len(result.seating.colours):
        raise result.error(
            "places",
            Text(
                "all {playing} colours must be placed, not only {placed}",
                playing=len(result.seating.colours),
                placed=len(result.places),
            ),
        )


@dataclass(frozen=True, slots=True)
class GrandPrixPoints:
    """``table``: GPP of the colour in each place; ``bonus``: for the first player with both colours home (§3.2)."""

    table: tuple[int, ...] = TABLE
    bonus: int = BONUS

    def place_points(self, ends: Ends) -> PlacePoints | None:
        """Return what finishing places give in a game that goes on for the places of all colours; None in another."""
        return PlacePoints(self.table, self.bonus) if ends is Ends.ALL_COLOURS else None

    def points_for(self, result: Result) -> dict[str, int]:
        """Map entrant to GPP for a game in which three entrants led two colours each and all were placed."""
        points = dict.fromkeys(result.seating.entrants, 0)
        for colour, gpp in zip(result.places, self.table, strict=True):
            points[result.seating.leader(colour)] += gpp
        points[result.players_home[0]] += self.bonus
        return points

    def describe(self, result: Result, names: Mapping[str, str]) -> Text:
        """Describe how the GPP came about: ``Yellow 10, red 6, …; first with both colours home: Anna 2``."""
        placed = [
            Text("{colour} {gpp}", colour=phrases.colour(colour), gpp=gpp)
            for colour, gpp in zip(result.places, self.table, strict=True)
        ]
        colours, first = phrases.opening(phrases.join_names(placed)), names[result.players_home[0]]
        return Text(
            "{colours}; first with both colours home: {first} {bonus}",
            colours=colours,
            first=first,
            bonus=self.bonus,
        )

    def gains(self) -> Gains:
        """Enumerate all that a game can give to three players by dealing the places in all 90 ways.

        A game still to be played can end in any order, so each of them can come about.
        """
        return _gains(self)

    def dealt(self, places: Dealt) -> tuple[int, int, int]:
        """Return the GPP of the players with these places (from 0), the bonus included."""
        first_complete = min(places, key=max)
        first, second, third = (
            sum(self.table[place] for place in own) + (self.bonus if own == first_complete else 0)
            for own in places
        )
        return first, second, third


class GrandPrixSettings:
    """What settings with ``table_setting`` and ``bonus_setting`` have."""

    table: tuple[int, ...]
    bonus: int

    @property
    def grand_prix(self) -> GrandPrixPoints:
        return GrandPrixPoints(self.table, self.bonus)


@cache
def dealings() -> tuple[Dealt, ...]:
    """Enumerate all 90 ways in which the six places can go to three players, two to each."""
    pairs = list(combinations(range(len(TABLE)), 2))
    return tuple(
        places for places in permutations(pairs, 3) if len({*places[0], *places[1], *places[2]}) == 6
    )


@lru_cache(maxsize=64)
def _gains(points: GrandPrixPoints) -> Gains:
    return frozenset(points.dealt(places) for places in dealings())


# -- the lead --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Swing:
    """The most that one game can move two players apart: ``most`` points for one, ``least`` for the other."""

    most: int
    least: int

    @property
    def points(self) -> int:
        return self.most - self.least


def swing_of(gains: Gains) -> Swing:
    """Return how far a game that gives one of these can move two players apart.

    15 with the usual table: places 1 and 2 and the bonus, 18, against places 5 and 6, 3.
    """
    swings = {Swing(own, other) for own, other, _ in gains}
    return max(swings, key=lambda swing: (swing.points, swing.most))


def leaders(totals: Mapping[str, Points]) -> tuple[str, ...]:
    """Return those with the most."""
    best = max(totals.values())
    return tuple(key for key, total in totals.items() if total == best)


def margin(totals: Iterable[int]) -> int:
    """Return the lead of the best over the second best of two or more; 0 when several are level at the top."""
    best, second, *_ = sorted(totals, reverse=True)
    return best - second


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead in a series for points, and the proof that it is enough or not.

    A game moves two players at most ``swing.points`` apart, and any game can do so for any two of them.
    A player who leads each of the others by more than ``games_left`` times that is ahead of them all whatever
    happens. A player who leads by no more can be caught by one of them; being level for 1st means an extra game,
    which they need not win. So ``certain`` is exact, both ways, over all finishing orders of the
    ``games_left`` games. A game that has begun counts as left: what its board already excludes is not looked
    at.
    """

    leaders: tuple[str, ...]
    points: int
    games_left: int
    swing: Swing

    @classmethod
    def from_totals(cls, totals: Mapping[str, int], games_left: int, swing: Swing) -> Lead:
        """Return the lead of the best over the second best of two or more; 0 when several are level at the top."""
        return cls(leaders(totals), margin(totals.values()), games_left, swing)

    @property
    def can_be_made_up(self) -> int:
        return self.games_left * self.swing.points

    @property
    def certain(self) -> bool:
        """Check whether the leader wins the event, whatever the games left bring."""
        return self.points > self.can_be_made_up
