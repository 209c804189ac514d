"""The curve of a rating: a line within the band of its uncertainty, as SVG."""

from collections.abc import Sequence

from games.drawing.chart import Chart
from games.drawing.svg_builder import tag

#: The band is this number of sigmas wide on either side: nineteen of twenty lie within.
BAND = 2
#: From one line across to the next.
_STEP = 5


def curve(points: Sequence[tuple[float, float]], title: str, first: str, last: str) -> str:
    """The picture of the ratings ``(mu, sigma)`` after one game each, the earliest first; ``title`` says it in words.

    ``first`` and ``last`` are written below the ends.
    """
    low = min(mu - BAND * sigma for mu, sigma in points) // _STEP * _STEP
    high = -(-max(mu + BAND * sigma for mu, sigma in points) // _STEP) * _STEP
    chart = Chart(0, len(points) - 1, low, high)
    above = chart.path(enumerate(mu + BAND * sigma for mu, sigma in points))
    below = chart.path(enumerate(mu - BAND * sigma for mu, sigma in points))
    middle = chart.path(enumerate(mu for mu, _ in points))
    end_x, end_y = middle[-1].split(",")
    # At most about six lines across.
    step = _STEP * int(-(-(high - low) // (6 * _STEP)))
    return chart.render(
        title,
        *chart.lines_across(range(int(low), int(high) + 1, step)),
        tag("polygon", points=" ".join(above + below[::-1]), class_="curve-band"),
        tag("polyline", points=" ".join(middle), class_="curve-line"),
        tag("circle", cx=end_x, cy=end_y, r=4, class_="curve-end"),
        *chart.words_below(first, last),
    )
