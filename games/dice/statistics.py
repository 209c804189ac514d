"""What was thrown with a die, beside what an even die would give.

A statistic is about a die, never about a person; ``games.dice.interpretation`` says what its figures mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.dice.chi_square import chance_of_wait, chi_square, survival
from rules.rule_sets import SIX

#: So often each face must be due before anything is said: with fewer throws the test itself is not to be trusted.
LEAST_EXPECTED = 10


@dataclass(frozen=True, slots=True)
class DiceTally:
    """What was thrown: face → how often, the most throws in a row without a 6, the length of each series.

    A series is the throws of one die in their order, as far as that is known: a game.
    """

    counts: Mapping[int, int]
    longest_wait: int
    series: tuple[int, ...]

    @classmethod
    def together(cls, tallies: Iterable[DiceTally]) -> DiceTally:
        """Several series as one sample; no wait goes from one to the next."""
        counts: Counter[int] = Counter()
        longest = 0
        series: list[int] = []
        for tally in tallies:
            counts.update(tally.counts)
            longest = max(longest, tally.longest_wait)
            series += tally.series
        return cls(counts, longest, tuple(series))

    @property
    def throws(self) -> int:
        """How many throws there were."""
        return sum(self.series)


@dataclass(frozen=True, slots=True)
class FaceCount:
    """How often a face was thrown, and how often it was due."""

    face: int
    counted: int
    expected: float


@dataclass(frozen=True, slots=True)
class Fit:
    """The chi-square test: ``p`` is how often chance alone gives counts as uneven as these, or more so."""

    chi_square: float
    degrees: int
    p: float


@dataclass(frozen=True, slots=True)
class Wait:
    """The most throws in a row without a 6.

    ``chance`` is how often chance alone gives as many or more; ``None`` with too few throws.
    """

    throws: int
    chance: float | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """What was counted, and what follows from it.

    ``fit`` is ``None`` where there were fewer throws than ``needed`` (and for a die whose faces are all
    the same), ``wait`` for a die without a 6.
    """

    throws: int
    needed: int
    faces: tuple[FaceCount, ...]
    fit: Fit | None
    wait: Wait | None

    @property
    def is_enough(self) -> bool:
        """Whether there are throws enough to say anything."""
        return self.throws >= self.needed


def statistics(tally: DiceTally, die_faces: Sequence[int]) -> Statistics:
    """The statistics of a die with these faces; one that is listed twice is due twice as often ([D21])."""
    sides = Counter(die_faces)
    faces = tuple(
        FaceCount(face, tally.counts.get(face, 0), tally.throws * sides[face] / len(die_faces))
        for face in sorted(sides)
    )
    # In whole numbers, rounded up.
    needed = -(-LEAST_EXPECTED * len(die_faces) // min(sides.values()))
    enough = tally.throws >= needed
    share = sides[SIX] / len(die_faces)
    chance = chance_of_wait(tally.longest_wait, tally.series, share) if enough else None
    return Statistics(
        tally.throws,
        needed,
        faces,
        _fit(faces) if enough and len(faces) > 1 else None,
        Wait(tally.longest_wait, chance) if SIX in sides else None,
    )


def _fit(faces: Sequence[FaceCount]) -> Fit:
    statistic = chi_square((face.counted for face in faces), (face.expected for face in faces))
    degrees = len(faces) - 1
    return Fit(statistic, degrees, survival(statistic, degrees))
