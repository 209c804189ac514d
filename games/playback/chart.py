"""The curve of chances behind a slider, as SVG as wide as its place: a line for each player, and marks below."""

from collections.abc import Iterable, Mapping, Sequence

from games.chances.curve import DASHES, ChancesPoint
from games.drawing import symbols
from games.drawing.svg_builder import escape_text, tag
from games.playback.move_list import ListedEvent, Mark

#: The curve is stretched to its place, so only proportions count.
WIDTH, HEIGHT = 1000, 100
#: Where the signs of each kind stand, from the top, in per cent of the lane below the curve.
_LANES: Mapping[Mark, str] = {
    Mark.TURNING_POINT: "34%",
    Mark.RULING: "34%",
    Mark.HOME: "66%",
    Mark.CAPTURE: "97%",
}


def curve_behind_slider(
    course: Sequence[ChancesPoint], colours: Mapping[str, str], first: int, last: int, title: str
) -> str:
    """The chances by the numbers of events, from ``first`` to ``last``; ``colours``: player → first colour."""
    lines = [
        symbols.line_of(
            colour, dashes, _points(course, player, first, last), vector_effect="non-scaling-stroke"
        )
        for (player, colour), dashes in zip(colours.items(), DASHES, strict=False)
    ]
    return tag(
        "svg",
        tag("title", escape_text(title)),
        tag("line", x1=0, x2=WIDTH, y1=HEIGHT // 2, y2=HEIGHT // 2, class_="curve-grid"),
        *lines,
        viewBox=f"0 -2 {WIDTH} {HEIGHT + 4}",
        preserveAspectRatio="none",
        class_="slider-curve",
        role="img",
    )


def signs_below_slider(events: Iterable[ListedEvent], first: int, last: int) -> str:
    """The signs of the marked events, each below its place on the slider; the list says the same in words."""
    drawn = [
        tag("text", mark.value, x=f"{_along(event.number, first, last):.2f}%", y=_LANES[mark])
        for event in events
        for mark in Mark
        if mark in event.marks
    ]
    return tag("svg", *drawn, class_="slider-marks", aria_hidden="true", text_anchor="middle")


def _points(course: Sequence[ChancesPoint], player: str, first: int, last: int) -> str:
    return " ".join(
        f"{_along(at.number, first, last) * WIDTH / 100:.1f},{HEIGHT * (1 - at.chances[player]):.1f}"
        for at in course
    )


def _along(number: int, first: int, last: int) -> float:
    """Where an event lies from left to right, in per cent."""
    return 100 * (number - first) / ((last - first) or 1)
