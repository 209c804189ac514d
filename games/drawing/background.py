"""What is printed on the board: ground, yards, track, homes, arrows and badges (docs/develop/drawing.md)."""

from functools import lru_cache

from games.drawing import symbols
from games.drawing.layout import PLATE, Layout, layout
from games.drawing.svg_builder import PITCH, at, centred, moved, outline, tag
from games.drawing.symbols import FRAME, GROUND, INK, PAINTS, TRACK, WAY, YARD_PLATE
from rules import Board
from rules.board import HOME_LETTERS, YARD

#: Radius of a field without the outer half of its line.
_FIELD = 34
_LINE = 4
#: Radius of the plate under a yard, and of the ring around it.
_PLATE = round(PLATE * PITCH) - 8
RING = round(PLATE * PITCH) - 4
RING_RIM, RING_WIDTH = 14, 7


@lru_cache(maxsize=64)
def render_board(board: Board, playing: tuple[bool, ...]) -> str:
    """The empty board; ``playing`` says for each colour whether it takes part; the others are faded."""
    places = layout(board)
    colours = range(board.arms)
    return "".join(
        (
            _ground(places),
            *(_plate(places, colour) for colour in colours),
            _track(places),
            *(_colour_fields(places, colour, playing[colour]) for colour in colours),
        )
    )


def to_throw(places: Layout, colour: int) -> str:
    """A broad ring in the player's colour around the yard, and a die before it."""
    arm, name = places.arms[colour], places.board.colours[colour]
    ring: dict[str, str | int] = {**centred(arm.yard_middle), "r": RING, "fill": "none"}
    return tag(
        "g",
        tag("circle", **ring, stroke=INK, stroke_width=RING_RIM),
        tag("circle", **ring, stroke=PAINTS[name].fill, stroke_width=RING_WIDTH),
        tag("g", symbols.die(), transform=moved(arm.die)),
        class_="board-to-throw",
        data_colour=name,
    )


def _ground(places: Layout) -> str:
    board, way = outline(places.frame), outline(places.track)
    frame: dict[str, str | int] = {"stroke_width": 26, "stroke_linejoin": "round", "class_": "board-frame"}
    inside: dict[str, str | int] = {"stroke_width": 8, "stroke_linejoin": "round", "class_": "board-ground"}
    return (
        tag("path", d=board, fill=FRAME, stroke=FRAME, **frame)
        + tag("path", d=board, fill=GROUND, stroke=GROUND, **inside)
        + tag("path", d=way, fill="none", stroke=WAY, stroke_width=_LINE, class_="board-way")
    )


def _plate(places: Layout, colour: int) -> str:
    return tag(
        "circle",
        **centred(places.arms[colour].yard_middle),
        r=_PLATE,
        fill=YARD_PLATE,
        stroke=INK,
        stroke_width=2,
        class_="board-plate",
    )


def _track(places: Layout) -> str:
    """The white fields; the starting fields are drawn with their colours."""
    starts = {places.board.start(colour) for colour in range(places.board.arms)}
    fields = (
        tag("circle", **centred(point), r=_FIELD, data_absolute=field)
        for field, point in enumerate(places.track)
        if field not in starts
    )
    return tag("g", *fields, fill=TRACK, stroke=INK, stroke_width=_LINE, class_="board-track")


def _colour_fields(places: Layout, colour: int, plays: bool) -> str:
    """Starting field, yard and home of a colour with their letters, its arrow and its badge."""
    name = places.board.colours[colour]
    paint = PAINTS[name] if plays else symbols.faded(name)
    fields = _named_fields(places, colour)
    letters = (tag("text", field, **at(point + 0.12j)) for field, point in fields)
    return tag(
        "g",
        tag("path", d=_arrow(places, colour)),
        tag("g", symbols.badge(name, paint), transform=moved(places.arms[colour].badge)),
        *(_field(places, colour, field, point) for field, point in fields),
        tag("g", *letters, fill=paint.letter, stroke="none", font_size=32, class_="board-letters"),
        fill=paint.fill,
        stroke=INK if plays else WAY,
        stroke_width=_LINE,
        class_=f"board-fields board-{name}" if plays else f"board-fields board-{name} board-absent",
    )


def _named_fields(places: Layout, colour: int) -> list[tuple[str, complex]]:
    arm = places.arms[colour]
    return [
        ("A", places.track[places.board.start(colour)]),
        *((YARD, point) for point in arm.yard),
        *zip(HOME_LETTERS, arm.home, strict=True),
    ]


def _field(places: Layout, colour: int, field: str, point: complex) -> str:
    absolute = {"data_absolute": places.board.start(colour)} if field == "A" else {}
    return tag(
        "circle",
        **centred(point),
        r=_FIELD,
        data_colour=places.board.colours[colour],
        data_field=field,
        **absolute,
    )


def _arrow(places: Layout, colour: int) -> str:
    """A triangle that leads into the starting field."""
    arm = places.arms[colour]
    length, breadth = 0.26 * arm.heading, 0.2j * arm.heading
    return outline([arm.arrow + length, arm.arrow - length + breadth, arm.arrow - length - breadth])
