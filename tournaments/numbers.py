"""How points are written for people and spreadsheets: whole, or with a decimal point or comma."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from tournaments.formats.verdict import Points

#: Thirds have to end somewhere.
_DIGITS = Decimal("0.0001")


def points_of(told: int | str) -> Points:
    """Points as the stored table tells them: whole ones as a number, others as ``"5/2"``."""
    found = Fraction(told)
    return found.numerator if found.denominator == 1 else found


def decimal(points: Points, language: str) -> str:
    """``12``; ``2.5`` in English, ``2,5`` in German. Never ``5/2``, which spreadsheets take for a day in May."""
    if points == int(points):
        return str(int(points))
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    written = f"{exact.quantize(_DIGITS).normalize():f}"
    return written.replace(".", ",") if language == "de" else written
