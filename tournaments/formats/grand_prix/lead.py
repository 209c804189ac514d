"""The lead in a series for points: when it cannot be lost any more (tournament-rules §5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Swing:
    """The most that one game can move two players apart: ``most`` points for one, ``least`` for the other."""

    most: int
    least: int

    @property
    def points(self) -> int:
        return self.most - self.least


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
        best = max(totals.values())
        leaders = tuple(key for key, total in totals.items() if total == best)
        return cls(leaders, margin(totals.values()), games_left, swing)

    @property
    def can_be_made_up(self) -> int:
        return self.games_left * self.swing.points

    @property
    def certain(self) -> bool:
        """Check whether the leader wins the event, whatever the games left bring."""
        return self.points > self.can_be_made_up
