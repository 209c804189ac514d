"""Where everything lies on a board: field centres, yards, arrows, frame (docs/develop/drawing.md).

The plane is that of complex numbers, the distance of two neighbouring fields being 1, the centre of
the board 0, x to the right and y *down* as on a screen: multiplying by ``1j`` turns a quarter
clockwise. Angles are in degrees, clockwise from the top.

Boards lie as most people know them: yellow waits in the top left corner, the other colours follow
clockwise. As the yard lies clockwise of its arm, yellow's arm points to the left, on both boards.
"""

import cmath
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, radians, sin, tan

from rules import PAWNS, Board

#: Radius of a field, its outline included.
FIELD = 0.36
#: Radius of the round plate on which the four fields of a yard lie.
PLATE = 1.2
#: Yellow's arm points to the left.
FIRST_ARM = 270.0
#: From the middle of a starting field outwards to the arrow that leads in, and of a tip to its badge.
BEYOND_TIP = 0.68
#: Ground between whatever lies outermost and the frame.
MARGIN = 0.15


@dataclass(frozen=True, slots=True)
class Arm:
    """What belongs to one colour: its home from ``a`` to ``d``, its yard and the signs around them."""

    home: tuple[complex, ...]
    yard: tuple[complex, ...]
    yard_middle: complex
    die: complex
    badge: complex
    arrow: complex
    heading: complex


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a board; ``track`` is indexed by absolute field, ``arms`` by colour."""

    board: Board
    track: tuple[complex, ...]
    arms: tuple[Arm, ...]
    frame: tuple[complex, ...]

    def place(self, colour: int, progress: int) -> complex:
        """Centre of the field at ``progress`` (0 or more) of a colour."""
        if progress < self.board.track:
            return self.track[self.board.absolute(colour, progress)]
        return self.arms[colour].home[progress - self.board.track]


@lru_cache(maxsize=64)
def layout(board: Board) -> Layout:
    """The places of ``board``: the star of docs/develop/drawing.md, or a ring where the arms are odd or too short."""
    has_arms = board.fields % 2 == 0 and _tip(board) - PAWNS >= _clearance(board)
    return _star(board) if has_arms else _ring(board)


def outward(angle: float) -> complex:
    """The unit vector from the centre of the board in that direction."""
    return -1j * cmath.exp(1j * radians(angle))


def _direction(board: Board, colour: float) -> complex:
    return outward(FIRST_ARM + colour * 360 / board.arms)


def _clearance(board: Board) -> float:
    """How far from the centre the ``d`` fields must stay so that they clear each other."""
    return FIELD / sin(pi / board.arms)


def _tip(board: Board) -> float:
    """*R* of docs/develop/drawing.md: from the centre to the middle of an arm's tip."""
    return 1 / tan(pi / board.arms) + (board.fields - 2) / 2


def _star(board: Board) -> Layout:
    tip = _tip(board)
    lane = (board.fields - 2) // 2
    corner = tip - lane
    track: list[complex] = []
    for colour in range(board.arms):
        here, there = _direction(board, colour), _direction(board, colour + 1)
        track += [(tip - step) * here + here * 1j for step in range(lane + 1)]
        track += [(corner + step) * there - there * 1j for step in range(1, lane + 1)]
        track.append(tip * there)
    # On the cross the yards lie in the corners of the grid, on the star just beyond the arms.
    yard_distance = (tip - 0.5) / cos(pi / 4) if board.arms == 4 else tip + 0.62
    arms = tuple(
        Arm(
            home=_home(board, colour, tip),
            yard=_yard(board, colour, yard_distance),
            yard_middle=yard_distance * _direction(board, colour + 0.5),
            die=(yard_distance - PLATE - 0.5) * _direction(board, colour + 0.5),
            badge=(tip + BEYOND_TIP) * _direction(board, colour),
            arrow=(tip + BEYOND_TIP + 1j) * _direction(board, colour),
            heading=-_direction(board, colour),
        )
        for colour in range(board.arms)
    )
    return Layout(board, tuple(track), arms, _frame(board, tip, yard_distance))


def _ring(board: Board) -> Layout:
    """A plain ring; each home leads to the centre from the field on which the colour leaves the track."""
    tip = max(1 / (2 * sin(pi / board.track)), PAWNS + _clearance(board) + 0.1)
    track = tuple(tip * _direction(board, (field + 1) / board.fields) for field in range(board.track))
    yard_distance = tip + 1.1 + PLATE
    arms = tuple(
        Arm(
            home=_home(board, colour, tip),
            yard=_yard(board, colour, yard_distance),
            yard_middle=yard_distance * _direction(board, colour + 0.5),
            die=(tip - 1) * _direction(board, colour + 0.5),
            badge=(tip + BEYOND_TIP) * _direction(board, colour),
            arrow=(tip + BEYOND_TIP) * _direction(board, colour + 1 / board.fields),
            heading=_direction(board, colour + 1 / board.fields) * 1j,
        )
        for colour in range(board.arms)
    )
    return Layout(board, track, arms, _frame(board, tip, yard_distance))


def _home(board: Board, colour: int, tip: float) -> tuple[complex, ...]:
    return tuple((tip - step) * _direction(board, colour) for step in range(1, PAWNS + 1))


def _yard(board: Board, colour: int, distance: float) -> tuple[complex, ...]:
    """Four fields in a square: along the arms on the cross, facing the centre on the star."""
    middle = distance * _direction(board, colour + 0.5)
    side = _direction(board, colour) if board.arms == 4 else _direction(board, colour + 0.5)
    return tuple(middle + side * corner for corner in (0.5 - 0.5j, 0.5 + 0.5j, -0.5 - 0.5j, -0.5 + 0.5j))


def _frame(board: Board, tip: float, yard_distance: float) -> tuple[complex, ...]:
    """Corners of the board: one beside every yard, the middle of each edge before an arm's tip."""
    half = cos(pi / board.arms)
    edge = max(tip + BEYOND_TIP + 0.25, yard_distance * half + PLATE) + MARGIN
    return tuple(edge / half * _direction(board, colour + 0.5) for colour in range(board.arms))
