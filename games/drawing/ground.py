"""What is printed on the board: ground, yards, track, homes, arrows and badges (design §7)."""

from __future__ import annotations

from games.drawing import figures
from games.drawing.figures import FRAME, GROUND, INK, PAINTS, TRACK, WAY, YARD_PLATE
from games.drawing.layout import PLATE, Layout
from games.drawing.markup import PITCH, at, centred, moved, outline, tag
from games.drawing.state import BoardState
from rules.board import HOME_LETTERS, YARD

#: Radius of a field without the outer half of its line.
_FIELD = 34
_LINE = 4


def ground(layout: Layout) -> str:
    """The board itself with its frame, and the way along the track."""
    board = outline(layout.frame)
    return (
        tag(
            "path",
            d=board,
            fill=FRAME,
            stroke=FRAME,
            stroke_width=26,
            stroke_linejoin="round",
            class_="board-frame",
        )
        + tag(
            "path",
            d=board,
            fill=GROUND,
            stroke=GROUND,
            stroke_width=8,
            stroke_linejoin="round",
            class_="board-ground",
        )
        + tag(
            "path", d=outline(layout.track), fill="none", stroke=WAY, stroke_width=_LINE, class_="board-way"
        )
    )


def plate(layout: Layout, colour: int) -> str:
    """The round plate under a yard."""
    return tag(
        "circle",
        **centred(layout.arms[colour].yard_middle),
        r=_plate_radius(),
        fill=YARD_PLATE,
        stroke=INK,
        stroke_width=2,
        class_="board-plate",
    )


def to_throw(layout: Layout, colour: int) -> str:
    """A broad ring in the player's colour around the yard, and a die before it."""
    arm, name = layout.arms[colour], layout.board.colours[colour]
    ring: dict[str, str | int] = {**centred(arm.yard_middle), "r": _plate_radius(), "fill": "none"}
    return tag(
        "g",
        tag("circle", **ring, stroke=INK, stroke_width=14),
        tag("circle", **ring, stroke=PAINTS[name].fill, stroke_width=7),
        tag("g", figures.die(), transform=moved(arm.die)),
        class_="board-to-throw",
        data_colour=name,
    )


def track(layout: Layout) -> str:
    """The white fields; the starting fields are drawn with their colours."""
    starts = {layout.board.start(colour) for colour in range(layout.board.arms)}
    fields = (
        tag("circle", **centred(point), r=_FIELD, data_absolute=field)
        for field, point in enumerate(layout.track)
        if field not in starts
    )
    return tag("g", *fields, fill=TRACK, stroke=INK, stroke_width=_LINE, class_="board-track")


def colour_fields(state: BoardState, layout: Layout, colour: int) -> str:
    """Starting field, yard and home of a colour, its arrow and badge; faded if it does not play."""
    name = layout.board.colours[colour]
    plays = state.pawns[colour] is not None
    paint = PAINTS[name] if plays else figures.faded(name)
    fields = _named_fields(layout, colour)
    letters = (tag("text", field, **at(point + 0.12j)) for field, point in fields)
    return tag(
        "g",
        tag("path", d=_arrow(layout, colour)),
        tag("g", figures.badge(name, paint), transform=moved(layout.arms[colour].badge)),
        *(_field(layout, colour, field, point) for field, point in fields),
        tag("g", *letters, fill=paint.letter, stroke="none", font_size=32, class_="board-letters"),
        fill=paint.fill,
        stroke=INK if plays else WAY,
        stroke_width=_LINE,
        class_=f"board-fields board-{name}" if plays else f"board-fields board-{name} board-absent",
    )


def _named_fields(layout: Layout, colour: int) -> list[tuple[str, complex]]:
    arm = layout.arms[colour]
    return [
        ("A", layout.track[layout.board.start(colour)]),
        *((YARD, point) for point in arm.yard),
        *zip(HOME_LETTERS, arm.home, strict=True),
    ]


def _field(layout: Layout, colour: int, field: str, point: complex) -> str:
    absolute = {"data_absolute": layout.board.start(colour)} if field == "A" else {}
    return tag(
        "circle",
        **centred(point),
        r=_FIELD,
        data_colour=layout.board.colours[colour],
        data_field=field,
        **absolute,
    )


def _arrow(layout: Layout, colour: int) -> str:
    """A triangle that leads into the starting field."""
    arm = layout.arms[colour]
    length, breadth = 0.26 * arm.heading, 0.2j * arm.heading
    return outline([arm.arrow + length, arm.arrow - length + breadth, arm.arrow - length - breadth])


def _plate_radius() -> int:
    return round(PLATE * PITCH) - 8
