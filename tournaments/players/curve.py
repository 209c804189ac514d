"""The curve of a rating: a line within the band of its uncertainty, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.drawing.markup import tag, words

#: The picture, in its own units: small enough to be read on a phone.
WIDTH, HEIGHT = 360, 180
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 8, 10, 24
#: The band is so many sigmas wide on either side: nineteen of twenty lie within.
_BAND = 2
#: From one line across to the next.
_STEP = 5


def curve(points: Sequence[tuple[float, float]], title: str, first: str, last: str) -> str:
    """The picture of the ratings ``(mu, sigma)`` after one game each, the earliest first; ``title`` tells it in words.

    ``first`` and ``last`` are written below the ends.
    """
    low = min(mu - _BAND * sigma for mu, sigma in points) // _STEP * _STEP
    high = -(-max(mu + _BAND * sigma for mu, sigma in points) // _STEP) * _STEP

    def x(number: int) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * number / max(len(points) - 1, 1)

    def y(value: float) -> float:
        return _TOP + (HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low)

    def path(values: Sequence[float]) -> list[str]:
        return [f"{x(number):.1f},{y(value):.1f}" for number, value in enumerate(values)]

    above = path([mu + _BAND * sigma for mu, sigma in points])
    below = path([mu - _BAND * sigma for mu, sigma in points])
    middle = path([mu for mu, _ in points])
    end_x, end_y = middle[-1].split(",")
    return tag(
        "svg",
        tag("title", words(title)),
        *_lines_across(int(low), int(high), y),
        tag("polygon", points=" ".join(above + below[::-1]), class_="curve-band"),
        tag("polyline", points=" ".join(middle), class_="curve-line"),
        tag("circle", cx=end_x, cy=end_y, r=4, class_="curve-end"),
        tag("text", words(first), x=_LEFT, y=HEIGHT - 6, class_="curve-words"),
        tag("text", words(last), x=WIDTH - _RIGHT, y=HEIGHT - 6, text_anchor="end", class_="curve-words"),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="curve",
        role="img",
    )


def _lines_across(low: int, high: int, y: Callable[[float], float]) -> list[str]:
    """Lines at round figures, at most about six, with the figure beside them."""
    step = _STEP * -(-(high - low) // (6 * _STEP))
    drawn = []
    for value in range(low, high + 1, step):
        at = f"{y(value):.1f}"
        drawn.append(tag("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=at, y2=at, class_="curve-grid"))
        figure = str(value).replace("-", "−")
        drawn.append(
            tag("text", figure, x=_LEFT - 6, y=f"{y(value) + 4:.1f}", text_anchor="end", class_="curve-words")
        )
    return drawn
