"""How points are written: halves as people write them."""

from collections.abc import Mapping
from fractions import Fraction

from tournaments.formats import Points

_SIGNS: Mapping[Fraction, str] = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}


def format_points(points: Points) -> str:
    """``3``, ``2½``, ``½``, ``−2½``; what has no sign as ``5/4``."""
    if points < 0:
        return f"−{format_points(-points)}"
    whole, rest = divmod(Fraction(points), 1)
    if not rest:
        return str(whole)
    sign = _SIGNS.get(rest)
    if sign is None:
        return str(Fraction(points))
    return f"{whole or ''}{sign}"
