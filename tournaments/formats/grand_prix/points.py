"""Grand Prix points: what the finishing places of a GP game give (tournament-rules §3.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, permutations

from games.domain.place_points import PlacePoints
from rules import Ends, Text
from tournaments.formats import phrases
from tournaments.formats.contest import Result
from tournaments.formats.grand_prix.lead import Swing
from tournaments.formats.settings import integer_list_setting, integer_setting

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


def place_points(table: tuple[int, ...], bonus: int, ends: Ends) -> PlacePoints | None:
    """Return what finishing places give in a game that goes on for the places of all colours; None in another."""
    return PlacePoints(table, bonus) if ends is Ends.ALL_COLOURS else None


def check_all_placed(result: Result) -> None:
    """Raise ``FormatError`` unless all colours have a place, the last one too (rulebook §9)."""
    if len(result.places) != len(result.seating.colours):
        placed, playing = len(result.places), len(result.seating.colours)
        raise result.error(
            "places",
            Text("all {playing} colours must be placed, not only {placed}", playing=playing, placed=placed),
        )


@dataclass(frozen=True, slots=True)
class GrandPrixPoints:
    """``table``: GPP of the colour in each place; ``bonus``: for the first player with both colours home (§3.2)."""

    table: tuple[int, ...] = TABLE
    bonus: int = BONUS

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

    def swing(self) -> Swing:
        """Return how far a game can move two players apart.

        15 with the usual table: places 1 and 2 and the bonus, 18, against places 5 and 6, 3.
        """
        swings = {Swing(own, other) for own, other, _ in self.gains()}
        return max(swings, key=lambda swing: (swing.points, swing.most))


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
