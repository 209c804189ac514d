"""The state of a series for points, as far as clinching needs it (tournament-rules §3.2, §3.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tournaments.formats.grand_prix.points import Gains
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
        return max(max(gain) - min(gain) for gain in self.gains)

    @property
    def games_ahead(self) -> int:
        """Return the scheduled games left, or the extra game that comes next."""
        return max(1, self.games_left)
