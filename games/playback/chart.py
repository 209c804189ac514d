"""The curve of chances behind a slider, as SVG as wide as its place: a line for each player."""

from collections.abc import Mapping, Sequence

from games.chances.curve import ChancesPoint, lines_of
from games.drawing import symbols
from games.drawing.svg_builder import escape_text, tag

#: The curve is stretched to its place, so only proportions count.
WIDTH, HEIGHT = 1000, 100


def curve_behind_slider(
    course: Sequence[ChancesPoint], seating: Mapping[str, Sequence[str]], first: int, last: int, title: str
) -> str:
    """The chances by the numbers of events, from ``first`` to ``last``."""
    lines = [
        symbols.line_of(
            colour, dashes, _points(course, player, first, last), vector_effect="non-scaling-stroke"
        )
        for player, colour, dashes in lines_of(seating)
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


def _points(course: Sequence[ChancesPoint], player: str, first: int, last: int) -> str:
    return " ".join(
        f"{WIDTH * (at.number - first) / ((last - first) or 1):.1f},{HEIGHT * (1 - at.chances[player]):.1f}"
        for at in course
    )
