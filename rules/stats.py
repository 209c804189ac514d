"""Figures that were found by trying many times: each with how far off it may be."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

#: Half the width of an interval that holds 95 % of a normal distribution, in standard deviations.
DEVIATIONS = 1.96


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its margin: with 19 of 20 seeds the true value is not further off than that."""

    value: float
    margin: float


def share(often: int, tries: int) -> Estimate:
    """The chance of what happened ``often`` in these tries, 0 to 1; the margin reaches to the further end.

    So it is never 0, not even for what has never happened. ``ZeroDivisionError`` where nothing was tried.
    """
    chance = often / tries
    low, high = interval(often, tries)
    return Estimate(chance, max(high - chance, chance - low))


def interval(often: int, tries: int) -> tuple[float, float]:
    """Between what the chance lies: Wilson's score interval (E. B. Wilson, JASA 22, 1927)."""
    chance, square = often / tries, DEVIATIONS**2
    centre = (chance + square / (2 * tries)) / (1 + square / tries)
    spread = chance * (1 - chance) / tries + square / (4 * tries**2)
    half = DEVIATIONS * math.sqrt(spread) / (1 + square / tries)
    return centre - half, centre + half


def mean(found: Iterable[tuple[int, int]], tries: int) -> Estimate:
    """The mean of figures, each with the number of tries that had it; a try that is not among them has 0."""
    total = squares = 0
    for figure, often in found:
        total += figure * often
        squares += figure * figure * often
    variance = max(0.0, squares / tries - (total / tries) ** 2)
    return Estimate(total / tries, DEVIATIONS * math.sqrt(variance / tries))


def quantile(found: Mapping[int, int], share: float) -> int:
    """The least figure that is not exceeded in at least this share (0 to 1) of the tries: figure → tries.

    ``ValueError`` where nothing was tried.
    """
    reached, due = 0, share * sum(found.values())
    for figure, often in sorted(found.items()):
        reached += often
        if reached >= due:
            return figure
    return max(found)
