"""The curve of the chances in a game as SVG: a line for each player, marked by colour, by dashes and by the shape and
letter of their first colour at its end; turning points are numbered."""

from collections.abc import Mapping, Sequence

from games.chances.turning_points import ChancesPoint, TurningPoint
from games.drawing import symbols
from games.drawing.chart import HEIGHT, TOP, WIDTH, Chart
from games.drawing.svg_builder import tag

#: How the lines are dashed, in the order of the seats.
DASHES = ("none", "8 3", "2 2.5", "9 3 2 3", "5 5", "14 3 2 3 2 3")
#: Room for the shapes at the ends, and the least distance from one to the next.
_MARKS, _APART = 24, 14
_PER_CENT = 100


def curve(
    course: Sequence[ChancesPoint],
    turns: Sequence[TurningPoint],
    colours: Mapping[str, str],
    words: tuple[str, str, str],
) -> str:
    """The picture of a course; ``colours`` has the first colour of each player, in the order of the seats.

    ``words`` are its title and what is written below its ends.
    """
    title, first, last = words
    chart = Chart(course[0].throw, course[-1].throw, 0, _PER_CENT, right=_MARKS)
    lines = [
        symbols.line_of(
            colour, dashes, " ".join(chart.path((p.throw, _PER_CENT * p.chances[player]) for p in course))
        )
        for (player, colour), dashes in zip(colours.items(), DASHES, strict=False)
    ]
    ends = {player: chart.y(_PER_CENT * course[-1].chances[player]) for player in colours}
    return chart.render(
        title,
        *chart.lines_across((0, 25, 50, 75, 100)),
        *(part for number, turn in enumerate(turns, 1) for part in _marked(chart, number, turn)),
        *lines,
        *(
            symbols.badge_at(colours[player], f"{WIDTH - _MARKS + 12:.1f} {y:.1f}")
            for player, y in _spread(ends).items()
        ),
        *chart.words_below(first, last),
    )


def sample(colour: str, dashes: str) -> str:
    """A piece of a player's line, for the legend."""
    return tag(
        "svg",
        symbols.line_of(colour, dashes, "2,8 38,8"),
        viewBox="0 0 40 16",
        class_="chance-sample",
        aria_hidden="true",
    )


def _marked(chart: Chart, number: int, turn: TurningPoint) -> list[str]:
    """A line down where the chances turned, with its number."""
    x = f"{chart.x(turn.after.throw):.1f}"
    return [
        tag("line", x1=x, x2=x, y1=TOP + 6, y2=f"{chart.y(0):.1f}", class_="chance-turn"),
        tag("text", str(number), x=x, y=TOP + 3, text_anchor="middle", class_="chance-number"),
    ]


def _spread(ends: Mapping[str, float]) -> dict[str, float]:
    """The heights of the marks, moved apart where two would lie on one another, and none below the picture."""
    spread: dict[str, float] = {}
    above: float = TOP - _APART
    for player, y in sorted(ends.items(), key=lambda end: end[1]):
        above = max(y, above + _APART)
        spread[player] = above
    below: float = HEIGHT - 24 + _APART
    for player in reversed(spread):
        below = min(spread[player], below - _APART)
        spread[player] = below
    return spread
