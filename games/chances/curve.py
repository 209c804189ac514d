"""The curve of the chances in a game as SVG: a line for each player, marked by colour, by dashes and by the shape and
letter of their first colour at its end; turning points are numbered."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.drawing import symbols
from games.drawing.chart import BOTTOM, HEIGHT, TOP, WIDTH, Chart
from games.drawing.svg_builder import tag

#: The most that are shown, the greatest, and the least move of a chance that counts.
MOST, LEAST = 5, 0.05


@dataclass(frozen=True, slots=True)
class ChancesPoint:
    """The chances to win after a valid event, which is throw number ``throw``; player → 0 to 1."""

    number: int
    throw: int
    chances: dict[str, float]
    margin: float
    #: Whether it is a result that was ruled and not played: no throw has turned the game there.
    is_ruled: bool = False


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """From ``before`` to ``after`` the chance of ``player`` has moved more than that of any other."""

    before: ChancesPoint
    after: ChancesPoint
    player: str

    @property
    def moved(self) -> float:
        """By how much, up or down."""
        return abs(self.after.chances[self.player] - self.before.chances[self.player])

    @property
    def is_one_throw(self) -> bool:
        """Whether it was a single throw; between chances that were counted there may be several."""
        return self.after.throw - self.before.throw == 1


def turning_points(course: Sequence[ChancesPoint]) -> list[TurningPoint]:
    """The greatest moves from one point of the course to the next, in the order in which they came.

    What may be nothing but the uncertainty of both figures is none; neither is a result that was ruled.
    """
    found = sorted(_turns(course), key=lambda turn: -turn.moved)[:MOST]
    return sorted(found, key=lambda turn: turn.after.number)


def _turns(course: Sequence[ChancesPoint]) -> Iterator[TurningPoint]:
    for before, after in pairwise(course):
        if after.is_ruled:
            continue
        player = max(after.chances, key=lambda each: abs(after.chances[each] - before.chances[each]))
        turn = TurningPoint(before, after, player)
        if turn.moved >= max(LEAST, before.margin + after.margin):
            yield turn


def thinned(course: Sequence[ChancesPoint], most: int, turns: Sequence[TurningPoint]) -> list[ChancesPoint]:
    """About ``most`` points of a course, evenly spread; the first, the last and both ends of every turn stay."""
    last = len(course) - 1
    chosen = {round(last * at / max(most - 1, 1)) for at in range(most)}
    marked = {point.number for turn in turns for point in (turn.before, turn.after)}
    return [point for at, point in enumerate(course) if at in chosen or point.number in marked]


#: How the lines are dashed, in the order of the seats.
DASHES = ("none", "8 3", "2 2.5", "9 3 2 3", "5 5", "14 3 2 3 2 3")
#: Room for the shapes at the ends, and the least distance from one to the next.
_MARKS, _APART = 24, 14
_PER_CENT = 100


def lines_of(seating: Mapping[str, Sequence[str]]) -> list[tuple[str, str, str]]:
    """The players in the order of the seats, their first colours, and how their lines are dashed."""
    return [
        (player, colours[0], dashes)
        for (player, colours), dashes in zip(seating.items(), DASHES, strict=False)
    ]


def curve(
    course: Sequence[ChancesPoint],
    turns: Sequence[TurningPoint],
    seating: Mapping[str, Sequence[str]],
    words: tuple[str, str, str],
) -> str:
    """The picture of a course; ``words`` are its title and what is written below its ends."""
    players = lines_of(seating)
    title, first, last = words
    chart = Chart(course[0].throw, course[-1].throw, 0, _PER_CENT, right=_MARKS)
    lines = [
        symbols.line_of(
            colour, dashes, " ".join(chart.path((p.throw, _PER_CENT * p.chances[player]) for p in course))
        )
        for player, colour, dashes in players
    ]
    heights = _spread({player: chart.y(_PER_CENT * course[-1].chances[player]) for player in seating})
    return chart.render(
        title,
        *chart.lines_across((0, 25, 50, 75, 100)),
        *(part for number, turn in enumerate(turns, 1) for part in _marked(chart, number, turn)),
        *lines,
        *(
            symbols.badge_at(colour, f"{WIDTH - _MARKS + 12:.1f} {heights[player]:.1f}")
            for player, colour, _ in players
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
    below: float = HEIGHT - BOTTOM + _APART
    for player in reversed(spread):
        below = min(spread[player], below - _APART)
        spread[player] = below
    return spread
