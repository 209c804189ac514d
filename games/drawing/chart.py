"""A small chart as SVG: where values lie in it, lines across at round figures, words below; no colours of its own.

Its colours come from the classes ``curve…`` of the style sheet.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.drawing.svg_builder import escape_text, tag

#: Small enough to be read on a phone.
WIDTH, HEIGHT = 360, 180
TOP, BOTTOM, LEFT = 10, 24, 34


@dataclass(frozen=True, slots=True)
class Chart:
    """The room between the least and the greatest value, across and upwards; ``right`` is left free for marks."""

    first: float
    last: float
    low: float
    high: float
    right: float = 8

    def x(self, value: float) -> float:
        return LEFT + (WIDTH - LEFT - self.right) * (value - self.first) / ((self.last - self.first) or 1)

    def y(self, value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / (self.high - self.low)

    def path(self, points: Iterable[tuple[float, float]]) -> list[str]:
        return [f"{self.x(across):.1f},{self.y(up):.1f}" for across, up in points]

    def lines_across(self, values: Sequence[int]) -> list[str]:
        """Lines at these values, with the figure beside them."""
        drawn = []
        for value in values:
            at = f"{self.y(value):.1f}"
            drawn.append(
                tag("line", x1=LEFT, x2=f"{WIDTH - self.right:g}", y1=at, y2=at, class_="curve-grid")
            )
            figure, below = f"{value}".replace("-", "−"), f"{self.y(value) + 4:.1f}"
            drawn.append(tag("text", figure, x=LEFT - 6, y=below, text_anchor="end", class_="curve-words"))
        return drawn

    def words_below(self, first: str, last: str) -> list[str]:
        y = HEIGHT - 6
        return [
            tag("text", escape_text(first), x=LEFT, y=y, class_="curve-words"),
            tag(
                "text",
                escape_text(last),
                x=f"{WIDTH - self.right:g}",
                y=y,
                text_anchor="end",
                class_="curve-words",
            ),
        ]

    def render(self, title: str, *content: str) -> str:
        """The picture; ``title`` describes it."""
        return tag(
            "svg",
            tag("title", escape_text(title)),
            *content,
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            class_="curve",
            role="img",
        )
