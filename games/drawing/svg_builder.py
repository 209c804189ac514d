"""Writing SVG: elements as text, everything escaped, and points of the plane as coordinates."""

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

#: Units of the picture from one field to the next: every measure is a whole number.
PITCH = 100
#: Characters that XML 1.0 forbids, even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape_text(text: str) -> str:
    """``text`` as content of an element; characters that XML does not know are left out."""
    return escape(_FORBIDDEN.sub("", text))


def tag(name: str, *content: str, **attributes: str | int) -> str:
    """An element around ``content``, which is markup already.

    Attributes are written in the order given, ``class_`` and ``data_field`` as ``class`` and ``data-field``.
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(str(value))}" for key, value in attributes.items()
    )
    inside = "".join(content)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def at(point: complex) -> dict[str, int]:
    """``x`` and ``y`` of a point of the plane."""
    return {"x": _units(point.real), "y": _units(point.imag)}


def centred(point: complex) -> dict[str, int]:
    """``cx`` and ``cy`` of a circle around a point of the plane."""
    return {"cx": _units(point.real), "cy": _units(point.imag)}


def moved(point: complex) -> str:
    """The ``transform`` that brings what is drawn around 0 to a point of the plane."""
    return f"translate({_units(point.real)} {_units(point.imag)})"


def line(points: Sequence[complex]) -> str:
    """Data of the open path through ``points`` of the plane."""
    return "M" + "L".join(f"{_units(point.real)} {_units(point.imag)}" for point in points)


def outline(points: Sequence[complex]) -> str:
    """Data of the closed path through ``points`` of the plane."""
    return line(points) + "Z"


def _units(distance: float) -> int:
    return round(distance * PITCH)
