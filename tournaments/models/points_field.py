"""Points, halves included, stored exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.db import models

from tournaments.formats import Points


class PointsField(models.CharField):
    """Points: stored as ``3`` or ``5/2``, handled as whole numbers and fractions."""

    if TYPE_CHECKING:
        # Not texts, for type checkers.
        _pyi_private_set_type: Any
        _pyi_private_get_type: Any

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"max_length": 20, **options})

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Points | None:
        return None if value is None else exact(value)

    def get_prep_value(self, value: Any) -> Any:
        return None if value is None else str(Fraction(value))


def exact(value: str | int | Fraction) -> Points:
    """Parse points: a whole number as such, anything else as a fraction."""
    points = Fraction(value)
    return points.numerator if points.denominator == 1 else points
