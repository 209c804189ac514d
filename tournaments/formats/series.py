"""A series: games between two fixed opponents until one has the wins needed (tournament-rules §1, §3.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Series:
    """A series of ``higher`` seed against ``lower``; ``wins`` decide it.

    ``head_start`` wins are credited to the higher seed. They count in the score and in the numbers of the
    games: with a head start of one the first game played is Game 2.
    """

    higher: str
    lower: str
    wins: int
    head_start: int

    @property
    def players(self) -> tuple[str, str]:
        """Return both players, the higher seed first."""
        return self.higher, self.lower

    @property
    def most_games(self) -> int:
        """Return the number of the last game there can be."""
        return 2 * self.wins - 1

    def stand(self, winners: Mapping[int, str]) -> SeriesStand:
        """Replay the winners by game number up to a gap or the decision."""
        score = {self.higher: self.head_start, self.lower: 0}
        number = self.head_start + 1
        while max(score.values()) < self.wins and number in winners:
            score[winners[number]] += 1
            number += 1
        return SeriesStand(self, score[self.higher], score[self.lower])


@dataclass(frozen=True, slots=True)
class SeriesStand:
    """The score of a series, head start included."""

    series: Series
    higher: int
    lower: int

    @property
    def played(self) -> range:
        return range(self.series.head_start + 1, self.higher + self.lower + 1)

    @property
    def next_number(self) -> int:
        return self.higher + self.lower + 1

    @property
    def winner(self) -> str | None:
        if self.higher == self.series.wins:
            return self.series.higher
        return self.series.lower if self.lower == self.series.wins else None

    @property
    def loser(self) -> str | None:
        if self.winner is None:
            return None
        return self.series.lower if self.winner == self.series.higher else self.series.higher
