"""What an event of a format is in the rankings: its discipline, and what is particular about its games (§6, §7)."""

from dataclasses import dataclass
from enum import Enum


class Discipline(Enum):
    """Three at the board with two colours each, or two (tournament-rules §1)."""

    TRIPLE = "3t"
    DOUBLE = "2t"


@dataclass(frozen=True, slots=True)
class RankingRules:
    """What an event of a format is in the rankings.

    ``shares_tied_games``: its tied games are half a win each whatever the year (TripleAthlon [T5]);
    otherwise the version in force decides (§8). ``has_gpp``: the first figure of its table are GPP.
    """

    discipline: Discipline
    shares_tied_games: bool = False
    has_gpp: bool = False

    @property
    def compensated(self) -> bool:
        """Whether there are CP: the 3T World Rankings have them."""
        return self.discipline is Discipline.TRIPLE
