"""The special fields and pawns on the board, each at its place."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from games.drawing import symbols
from games.drawing.layout import Layout
from games.drawing.scene import BoardState, Pawn
from games.drawing.svg_builder import at, moved, tag
from games.drawing.symbols import INK, LIGHT
from rules import PAWNS

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


def pawns(state: BoardState, layout: Layout, movable: Collection[Pawn], prefix: str) -> Iterator[str]:
    """The pawns; those in ``movable`` within a double ring."""
    for one in place_pawns(state, layout):
        name = state.board.colours[one.pawn.colour]
        can_move = one.pawn in movable
        yield tag(
            "g",
            symbols.choice() if can_move else "",
            tag("use", href=f"#{prefix}-{name}"),
            transform=moved(one.point) + ("" if one.alone else f" scale({SHARED_SCALE})"),
            class_=f"board-pawn board-{name} board-movable" if can_move else f"board-pawn board-{name}",
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


def yard_left(state: BoardState, layout: Layout, colour: int) -> complex:
    """The field of the yard that a pawn of ``colour`` has just left: the first that is free."""
    return layout.arms[colour].yard[min(_waiting(state, colour), PAWNS - 1)]


def yard_reached(state: BoardState, layout: Layout, colour: int) -> complex:
    """The field of the yard to which a pawn of ``colour`` has just come: the last that is taken."""
    return layout.arms[colour].yard[max(_waiting(state, colour) - 1, 0)]


def _waiting(state: BoardState, colour: int) -> int:
    return sum(progress < 0 for progress in state.pawns[colour] or ())
