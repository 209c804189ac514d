"""The trace of the last move: where it began, its way, where it ended."""

from games.drawing.layout import Layout
from games.drawing.pieces import yard_left, yard_reached
from games.drawing.scene import BoardState, LastMove
from games.drawing.svg_builder import PITCH, centred, line, moved, outline, tag
from games.drawing.symbols import INK, LIGHT

#: A move no longer than this is drawn from field to field, any other as a straight line.
LONGEST_WAY = 6
#: The way begins at the ring around its first field and ends before the frame around the last.
RING = 0.41
HEAD_BEGINS = 0.86
HEAD_ENDS = 0.6
HEAD_HALF = 0.13
#: Widths of the lines and of the light rim beneath them, and how the ring is dashed.
PEN, RIM, DASHES = 7, 15, "13 8"
#: The frame, around 0.
BRACKETS = "M-50-28V-50H-28M28-50H50V-28M50 28V50H28M-28 50H-50V28"


def way(state: BoardState, layout: Layout, move: LastMove) -> str:
    """The way of the pawn as a line; what lies on the fields between is drawn over it, so that it stays legible."""
    fields = _fields(state, layout, move)
    if fields[0] == fields[-1]:
        return ""
    line_along = tag("path", d=_shaft(fields))
    return _stroked(
        tag("g", line_along, stroke=LIGHT, stroke_width=RIM), line_along, class_="board-way-moved"
    )


def ends(state: BoardState, layout: Layout, move: LastMove) -> str:
    """A dashed ring where the pawn was, the head of an arrow and a frame of four corners where it came to."""
    fields = _fields(state, layout, move)
    frame = tag("path", d=BRACKETS, transform=moved(fields[-1]))
    head = tag("path", d=_head(fields), fill=INK) if fields[0] != fields[-1] else ""
    ring = {**centred(fields[0]), "r": round(RING * PITCH)}
    return _stroked(
        tag("g", tag("circle", **ring), frame, stroke=LIGHT, stroke_width=RIM),
        tag("circle", **ring, stroke_dasharray=DASHES),
        frame,
        head,
        class_="board-last-move",
        data_colour=layout.board.colours[move.colour],
    )


def _stroked(*content: str, **attributes: str) -> str:
    pen: dict[str, str | int] = {
        "fill": "none",
        "stroke": INK,
        "stroke_width": PEN,
        "stroke_linejoin": "round",
    }
    return tag("g", *content, **pen, **attributes)


def _fields(state: BoardState, layout: Layout, move: LastMove) -> list[complex]:
    """From origin to target, over the fields between them if the pawn can have walked there."""
    if move.origin < 0:
        origin = yard_left(state, layout, move.colour)
    else:
        origin = layout.place(move.colour, move.origin)
    if move.target < 0:
        target = yard_reached(state, layout, move.colour)
    else:
        target = layout.place(move.colour, move.target)
    if min(move.origin, move.target) < 0 or abs(move.target - move.origin) > LONGEST_WAY:
        return [origin, target]
    step = 1 if move.target > move.origin else -1
    between = (layout.place(move.colour, field) for field in range(move.origin + step, move.target, step))
    return [origin, *between, target]


def _shaft(way: list[complex]) -> str:
    first = way[0] + RING * _unit(way[1] - way[0])
    last = way[-1] + HEAD_BEGINS * _unit(way[-2] - way[-1])
    return line([first, *way[1:-1], last])


def _head(way: list[complex]) -> str:
    back = _unit(way[-2] - way[-1])
    broad = way[-1] + HEAD_BEGINS * back
    return outline([way[-1] + HEAD_ENDS * back, broad + HEAD_HALF * 1j * back, broad - HEAD_HALF * 1j * back])


def _unit(way: complex) -> complex:
    return way / abs(way)
