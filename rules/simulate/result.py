"""What came of many games played from one position."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """How often who won and came where, and how many throws it took; numbers of games unless said otherwise."""

    games: int
    #: Player → games won.
    wins: Mapping[str, int]
    #: Player → how often 1st, 2nd …; places that a game leaves open (rulebook §9) are not counted.
    places: Mapping[str, list[int]]
    #: Colour → how often it finished 1st, 2nd …
    colour_places: Mapping[str, list[int]]
    #: Colours in the order in which they finished, with a last one that is placed (rulebook §9) → games.
    orders: Mapping[tuple[str, ...], int]
    #: Throws still played → games, ascending.
    lengths: Mapping[int, int]
    #: Games that were broken off because they took too many throws; they have no winner and no places.
    unfinished: int

    @property
    def throws(self) -> float:
        return sum(throws * games for throws, games in self.lengths.items()) / self.games
