"""What finishing places are worth, and what a player can expect of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules import Ends, Estimate
from rules.stats import mean

#: The ends of games that go on for the places (rulebook §9).
FOR_PLACES = (Ends.ALL_PLAYERS, Ends.ALL_COLOURS)


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """What finishing places are worth: those of the colours or of the players, as the game goes on for either.

    ``bonus`` is for the player who is first to have all their colours home (tournament-rules §3.2, §3.3).
    """

    table: tuple[int, ...]
    bonus: int = 0

    def expected(self, placed: Sequence[Sequence[int]], wins: int, games: int) -> Estimate:
        """Return the points that a player can expect who, or each of whose colours, has ``placed`` so often 1st, 2nd …

        Which places two colours had in the same game is not tallied; the margin is then that of colours which always
        gain and lose together, the widest possible.
        """
        parts = [mean(zip(self.table, places, strict=False), games) for places in placed]
        parts.append(mean([(self.bonus, wins)], games))
        return Estimate(sum(part.value for part in parts), sum(part.margin for part in parts))
