"""The board as a picture (docs/develop/drawing.md): one SVG, readable without colour, script or style sheet.

The picture is complete as a file. Embedded in a page it takes its colours from the classes ``board-…``
(``games/static/games/board.css``), as presentation attributes give way to any rule of a style sheet; there
is no ``style`` attribute and no ``<style>``, so a strict content security policy needs no exception.

For scripts: the fields of the track carry ``data-absolute``; starting, home and yard fields and every pawn
carry ``data-colour`` and ``data-field`` (``B``, ``A``, ``7``, ``c``, as in a position).
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.drawing import symbols
from games.drawing.alt_text import board_in_words, board_title
from games.drawing.layout import PLATE, Layout, layout
from games.drawing.scene import BoardState, LastMove, Pawn
from games.drawing.svg_builder import PITCH, at, centred, escape_text, line, moved, outline, tag
from games.drawing.symbols import FRAME, GROUND, INK, LIGHT, PAINTS, TRACK, WAY, YARD_PLATE
from rules import HOME_LETTERS, PAWNS, YARD, Board, Text, spoken

#: From the corners of the frame, in the middle of its line, to the edge of the picture.
_EDGE = 0.15


def draw(
    state: BoardState,
    *,
    last_move: LastMove | None = None,
    title: Text | None = None,
    language: str = "en",
    prefix: str = "board",
) -> str:
    """The board as the text of an SVG element that fills whatever room it is given.

    ``last_move`` is drawn as a dashed ring where it began, an arrow, and a frame around where it ended.
    ``title`` names the picture (otherwise the board does) and a description lists everything on it, both
    in ``language``, a code such as ``"de"``. ``prefix`` begins every id: each board of a page needs its own.
    """
    places = layout(state.board)
    right = round((max(corner.real for corner in places.frame) + _EDGE) * PITCH)
    bottom = round((max(corner.imag for corner in places.frame) + _EDGE) * PITCH)
    return tag(
        "svg",
        tag("title", escape_text((title or board_title(state.board)).of(language)), id=f"{prefix}-title"),
        tag("desc", escape_text(board_in_words(state, last_move).of(language)), id=f"{prefix}-desc"),
        tag("defs", *_definitions(state, prefix)),
        render_board(state.board, tuple(own is not None for own in state.pawns)),
        to_throw(places, state.to_throw) if state.to_throw is not None else "",
        way(state, places, last_move) if last_move is not None else "",
        *trapdoors(state, places, prefix),
        *wormholes(state, places, prefix),
        ends(state, places, last_move) if last_move is not None else "",
        *pawns(state, places, prefix),
        *covered_wormholes(state, places),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{-right} {-bottom} {2 * right} {2 * bottom}",
        class_="board",
        role="img",
        lang=spoken(language),
        aria_labelledby=f"{prefix}-title",
        aria_describedby=f"{prefix}-desc",
        font_family="Verdana, DejaVu Sans, Arial, sans-serif",
        font_weight="bold",
        text_anchor="middle",
    )


def _definitions(state: BoardState, prefix: str) -> Iterator[str]:
    """What is drawn more than once."""
    for colour in state.board.colours:
        yield tag("g", symbols.pawn(colour), id=f"{prefix}-{colour}")
    if state.trapdoors:
        yield tag("g", symbols.trapdoor(), id=f"{prefix}-trapdoor")
    if state.wormholes:
        yield tag("g", symbols.wormhole(), id=f"{prefix}-wormhole")


# -- the empty board: ground, yards, track, homes, arrows and badges -------------------------------


#: Radius of a field without the outer half of its line.
_FIELD = 34
_LINE = 4
#: Radius of the plate under a yard, and of the ring around it.
_PLATE = round(PLATE * PITCH) - 8
THROW_RING = round(PLATE * PITCH) - 4
THROW_RIM, THROW_WIDTH = 14, 7


@lru_cache(maxsize=64)
def render_board(board: Board, playing: tuple[bool, ...]) -> str:
    """The empty board; ``playing`` says for each colour whether it takes part; the others are faded."""
    places = layout(board)
    colours = range(board.arms)
    return "".join(
        (
            _ground(places),
            *(
                tag(
                    "circle",
                    **centred(arm.yard_middle),
                    r=_PLATE,
                    fill=YARD_PLATE,
                    stroke=INK,
                    stroke_width=2,
                    class_="board-plate",
                )
                for arm in places.arms
            ),
            _track(places),
            *(_colour_fields(places, colour, playing[colour]) for colour in colours),
        )
    )


def to_throw(places: Layout, colour: int) -> str:
    """A broad ring in the player's colour around the yard, and a die before it."""
    arm, name = places.arms[colour], places.board.colours[colour]
    ring: dict[str, str | int] = {**centred(arm.yard_middle), "r": THROW_RING, "fill": "none"}
    return tag(
        "g",
        tag("circle", **ring, stroke=INK, stroke_width=THROW_RIM),
        tag("circle", **ring, stroke=PAINTS[name].fill, stroke_width=THROW_WIDTH),
        tag("g", symbols.die(), transform=moved(arm.die)),
        class_="board-to-throw",
        data_colour=name,
    )


def places_of_die(board: Board) -> list[list[int]]:
    """Where the die of each colour lies, for those that draw it by themselves."""
    return [[round(arm.die.real * PITCH), round(arm.die.imag * PITCH)] for arm in layout(board).arms]


def _ground(places: Layout) -> str:
    board, way = outline(places.frame), outline(places.track)
    frame: dict[str, str | int] = {"stroke_width": 26, "stroke_linejoin": "round", "class_": "board-frame"}
    inside: dict[str, str | int] = {"stroke_width": 8, "stroke_linejoin": "round", "class_": "board-ground"}
    return (
        tag("path", d=board, fill=FRAME, stroke=FRAME, **frame)
        + tag("path", d=board, fill=GROUND, stroke=GROUND, **inside)
        + tag("path", d=way, fill="none", stroke=WAY, stroke_width=_LINE, class_="board-way")
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


# -- special fields and pawns, each at its place ---------------------------------------------------


#: Pawns that share a field stand smaller, side by side, this far apart.
SHARED_SCALE = "0.8"
SHARED_STEP = 0.5
#: The number of a wormhole: its size, and how far below the middle it is.
NUMBER_SIZE, NUMBER_DROP = 27, 0.1


@dataclass(frozen=True, slots=True)
class PlacedPawn:
    """A pawn at its place on the picture; ``alone`` on its field or not."""

    pawn: Pawn
    point: complex
    alone: bool


def place_pawns(state: BoardState, layout: Layout) -> list[PlacedPawn]:
    """Every pawn of the position once, those farther up first, so that nearer ones stand before them."""
    fields: dict[complex, list[Pawn]] = defaultdict(list)
    for colour, progresses in enumerate(state.pawns):
        waiting = iter(layout.arms[colour].yard)
        for progress in progresses or ():
            place = next(waiting) if progress < 0 else layout.place(colour, progress)
            fields[place].append(Pawn(colour, progress))
    all_standing = [
        PlacedPawn(pawn, place + (turn - (len(pawns) - 1) / 2) * SHARED_STEP, len(pawns) == 1)
        for place, pawns in fields.items()
        for turn, pawn in enumerate(pawns)
    ]
    return sorted(all_standing, key=lambda one: (one.point.imag, one.point.real))


def pawns(state: BoardState, layout: Layout, prefix: str) -> Iterator[str]:
    for one in place_pawns(state, layout):
        name = state.board.colours[one.pawn.colour]
        yield tag(
            "g",
            tag("use", href=f"#{prefix}-{name}"),
            transform=moved(one.point) + ("" if one.alone else f" scale({SHARED_SCALE})"),
            class_=f"board-pawn board-{name}",
            data_colour=name,
            data_field=state.board.field_name(one.pawn.progress),
        )


def trapdoors(state: BoardState, layout: Layout, prefix: str) -> Iterator[str]:
    for field in state.trapdoors:
        yield tag("use", href=f"#{prefix}-trapdoor", **at(layout.track[field]), data_trapdoor=field)


def wormholes(state: BoardState, layout: Layout, prefix: str) -> Iterator[str]:
    """Both ends of each wormhole with its number."""
    for number, field in _wormhole_ends(state):
        point = layout.track[field]
        yield tag("use", href=f"#{prefix}-wormhole", **at(point), data_wormhole=number)
        yield tag("text", f"W{number}", **at(point + NUMBER_DROP * 1j), font_size=NUMBER_SIZE, fill=LIGHT)


def covered_wormholes(state: BoardState, layout: Layout) -> Iterator[str]:
    """The numbers of the ends on which pawns stand, once more above those pawns' shoulders."""
    taken = {
        state.board.absolute(colour, progress)
        for colour, progresses in enumerate(state.pawns)
        for progress in progresses or ()
        if 0 <= progress < state.board.track
    }
    for number, field in _wormhole_ends(state):
        if field in taken:
            place = at(layout.track[field] + 0.42 - 0.32j)
            rim: dict[str, str | int] = {"stroke": LIGHT, "stroke_width": 9, "paint_order": "stroke"}
            yield tag("text", f"W{number}", **place, font_size=NUMBER_SIZE, fill=INK, **rim)


def _wormhole_ends(state: BoardState) -> Iterator[tuple[int, int]]:
    """Number of the pair and absolute field of every end."""
    for number, ends in enumerate(state.wormholes, start=1):
        for field in ends:
            yield number, field


# -- the trace of the last move: where it began, its way, where it ended ---------------------------


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
    yard = layout.arms[move.colour].yard
    waiting = sum(progress < 0 for progress in state.pawns[move.colour] or ())
    # It has left the first field of the yard that is free, or come to the last that is taken.
    left, reached = yard[min(waiting, PAWNS - 1)], yard[max(waiting - 1, 0)]
    origin = left if move.origin < 0 else layout.place(move.colour, move.origin)
    target = reached if move.target < 0 else layout.place(move.colour, move.target)
    if min(move.origin, move.target) < 0 or abs(move.target - move.origin) > LONGEST_WAY:
        return [origin, target]
    step = 1 if move.target > move.origin else -1
    between = (layout.place(move.colour, field) for field in range(move.origin + step, move.target, step))
    return [origin, *between, target]


def _shaft(way: list[complex]) -> str:
    first = way[0] + RING * _unit(way[1] - way[0])
    return line([first, *way[1:-1], way[-1] + HEAD_BEGINS * _unit(way[-2] - way[-1])])


def _head(way: list[complex]) -> str:
    back = _unit(way[-2] - way[-1])
    broad = way[-1] + HEAD_BEGINS * back
    return outline([way[-1] + HEAD_ENDS * back, broad + HEAD_HALF * 1j * back, broad - HEAD_HALF * 1j * back])


def _unit(way: complex) -> complex:
    return way / abs(way)
