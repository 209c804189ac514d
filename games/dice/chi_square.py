"""The chi-square distribution and the waits for a face: how often chance alone gives what was counted.

Pure mathematics in closed form for whole degrees of freedom; no approximation but that of the test itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable


def chi_square(counted: Iterable[int], expected: Iterable[float]) -> float:
    """Pearson's statistic: the sum of (counted - expected)² / expected."""
    return math.fsum((there - due) ** 2 / due for there, due in zip(counted, expected, strict=True))


def survival(statistic: float, degrees: int) -> float:
    """How often chance alone gives this statistic or a higher one: P(X ≥ statistic), from 0 to 1.

    ``degrees`` of freedom are a whole number from 1 on. For an even number the sum of the Poisson
    probabilities of less than half of it; for an odd one the same with halves, and the normal
    distribution's tail (Abramowitz & Stegun 26.4.4, 26.4.5).
    """
    if degrees < 1:
        raise ValueError(f"degrees: a whole number from 1 on, not {degrees}")
    half = statistic / 2
    if half <= 0:
        return 1.0
    odd = degrees % 2
    first = 0.5 if odd else 0.0
    # By logarithms: with hundreds of degrees the powers would overflow before the exponential shrinks them.
    terms = [
        math.exp((first + step) * math.log(half) - half - math.lgamma(first + step + 1))
        for step in range(degrees // 2)
    ]
    tail = math.erfc(math.sqrt(half)) if odd else 0.0
    return min(1.0, math.fsum((tail, *terms)))


def chance_of_wait(wait: int, throws: Iterable[int], share: float) -> float:
    """How often somewhere ``wait`` throws in a row, or more, are without a face of this ``share``.

    ``throws`` are the lengths of independent series of throws. Worked out exactly, throw by throw: a
    first wait of that length ends at throw n if the throw before it showed the face (or there was none)
    and no such wait came earlier.
    """
    lengths = list(throws)
    if wait < 1:
        return 1.0
    first = (1 - share) ** wait
    without = [1.0] * wait  # without[n]: no such wait in n throws
    for length in range(wait, max(lengths, default=0) + 1):
        before = without[length - wait - 1] * share if length > wait else 1.0
        without.append(without[-1] - first * before)
    return min(1.0, max(0.0, 1.0 - math.prod(without[length] for length in lengths)))
