"""How long games take, and evenings of them: in throws as games are, in minutes by seconds per throw.

Lengths of games are those of ``game_lengths.json``, which `tests/tournaments/forecasting/game_lengths.py` writes:
every named rule set from its beginning, in its usual seats, by ``sensible`` players (docs/develop/playouts.md).
"""

from __future__ import annotations

import heapq
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from random import Random

FILE = Path(__file__).with_name("game_lengths.json")
#: The number of simulated evenings; each number has the same draws for every question.
EVENINGS = 1_000


@dataclass(frozen=True, slots=True)
class Length:
    """How long something takes in simulations: the mean, and the most in half and in nine of ten cases."""

    mean: float
    median: float
    percentile_90: float

    @classmethod
    def from_sample(cls, found: Sequence[float]) -> Length:
        """Of what was found, at least once."""
        ordered = sorted(found)

        def within(share: float) -> float:
            return ordered[math.ceil(share * len(ordered)) - 1]

        return cls(sum(ordered) / len(ordered), within(0.5), within(0.9))


@dataclass(frozen=True, slots=True)
class Lengths:
    """Games of a rule set: how many play one, and how many throws each of those played out took, ascending."""

    players: int
    throws: tuple[int, ...]

    @property
    def in_throws(self) -> Length:
        return Length.from_sample(self.throws)

    def in_minutes(self, seconds_per_throw: float) -> Length:
        return Length.from_sample([throws * seconds_per_throw / 60 for throws in self.throws])

    def __or__(self, other: Lengths) -> Lengths:
        """Games of either, as often of this as of that; as many players are needed for both."""
        return Lengths(max(self.players, other.players), tuple(sorted(self.throws + other.throws)))


@cache
def lengths_of(rules: str) -> Lengths:
    """The games of a named rule set with none of its options changed."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))[rules]
    throws = tuple(each for each, times in stored["lengths"] for _ in range(times))
    return Lengths(stored["players"], throws)


def evening(lengths: Lengths, games: Mapping[int, int], boards: int, seconds_per_throw: float) -> Length:
    """How many minutes games on ``boards`` boards take; ``games`` is number of games → how often.

    Whenever a board is free the next game begins on it, as if its players were free too.
    """
    minutes = _evenings(lengths, tuple(sorted(games.items())), boards, seconds_per_throw)
    return Length.from_sample(minutes)


@lru_cache(maxsize=128)
def _evenings(
    lengths: Lengths, games: tuple[tuple[int, int], ...], boards: int, seconds_per_throw: float
) -> tuple[float, ...]:
    """The minutes of each of ``EVENINGS`` evenings; the same games are drawn however many boards there are."""
    numbers = _spread(games)
    return tuple(
        _over_after(Random(f"evening {number}").choices(lengths.throws, k=games), boards, seconds_per_throw)
        for number, games in enumerate(numbers)
    )


def _spread(games: tuple[tuple[int, int], ...]) -> list[int]:
    """How many games each evening has, in the shares in which they come."""
    sums = list(accumulate(times for _, times in games))
    found, at = [], 0
    for number in range(EVENINGS):
        while sums[at] * EVENINGS <= number * sums[-1]:
            at += 1
        found.append(games[at][0])
    return found


def _over_after(throws: Sequence[int], boards: int, seconds_per_throw: float) -> float:
    free = [0.0] * boards
    for each in throws:
        heapq.heapreplace(free, free[0] + each * seconds_per_throw / 60)
    return max(free)
