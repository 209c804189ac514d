"""A board drawn with characters: the formula of the site's own drawing, each colour by letter, shape and colour.

The plane is that of complex numbers, the distance of two neighbouring fields being 1, y downwards; a character is
half as wide as it is high.
"""

from __future__ import annotations

import cmath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from math import cos, pi, radians, sin, tan

#: Colours clockwise, by number of arms.
COLOURS = {
    4: ("yellow", "green", "red", "black"),
    6: ("yellow", "black", "blue", "red", "green", "violet"),
}
LETTERS = {"yellow": "Y", "green": "G", "red": "R", "black": "K", "blue": "U", "violet": "V"}
SHAPES = {"yellow": "●", "green": "▲", "red": "■", "black": "◆", "blue": "⬟", "violet": "★"}
#: Background and letters, of the 256 colours of terminals.
INKS = {
    "yellow": (226, 16),
    "green": (28, 231),
    "red": (160, 231),
    "black": (16, 231),
    "blue": (21, 231),
    "violet": (91, 231),
}
PAWNS = 4
#: Characters from one field to the next: down, less where there are not as many lines, and across by number of arms,
#: so that the innermost fields of six colours stand clear of each other.
DOWN, LEAST_DOWN = 2.0, 1.25
ACROSS = {4: 4.0, 6: 4.6}
FIRST_ARM = 270.0
CLEARANCE = 0.36


@dataclass(frozen=True)
class Pen:
    """What a terminal can show."""

    has_shapes: bool = True
    has_colours: bool = False

    def pawn(self, colour: str) -> str:
        """A pawn, two characters wide: its shape and its letter."""
        drawn = (SHAPES[colour] if self.has_shapes else "@") + LETTERS[colour]
        if not self.has_colours:
            return drawn
        ground, ink = INKS[colour]
        return f"\x1b[48;5;{ground};38;5;{ink};1m{drawn}\x1b[0m"

    def field(self, kind: str, colour: str | None = None) -> str:
        """An empty field, two characters wide."""
        signs = {"track": "·.", "start": "○o", "home": "◦-", "yard": " _", "trapdoor": "╳x", "wormhole": "≈~"}
        return signs[kind][0 if self.has_shapes else 1] + (LETTERS[colour].lower() if colour else " ")


@dataclass(frozen=True)
class Standing:
    """A position, read: `4x10 B,B,B,A/-/B,B,B,B/- Y0 T5,13,21,29`."""

    arms: int
    fields: int
    pawns: Mapping[str, tuple[str, ...]]
    to_throw: str | None
    trapdoors: tuple[int, ...] = ()
    wormholes: tuple[int, ...] = ()

    @property
    def track(self) -> int:
        """How many fields the track has."""
        return self.arms * self.fields


def read(position: str) -> Standing:
    """A position from its notation; ValueError where it is none."""
    board, pawns, turn, *furniture = position.split(" ")
    arms, fields = map(int, board.split("x"))
    colours = COLOURS[arms]
    told = {
        colour: tuple(each.split(","))
        for colour, each in zip(colours, pawns.split("/"), strict=True)
        if each != "-"
    }
    letters = {LETTERS[colour]: colour for colour in colours}
    laid: dict[str, tuple[int, ...]] = {"T": (), "W": ()}
    for each in furniture:
        laid[each[0]] = tuple(map(int, each[1:].replace("-", ",").split(",")))
    return Standing(arms, fields, told, letters.get(turn[0]), laid["T"], laid["W"])


@dataclass(frozen=True)
class Places:
    """Where everything lies, in rows and columns."""

    track: tuple[tuple[int, int], ...]
    home: tuple[tuple[tuple[int, int], ...], ...]
    yard: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def all(self) -> list[tuple[int, int]]:
        """Every place once."""
        return [*self.track, *(place for each in (*self.home, *self.yard) for place in each)]


@cache
def places(arms: int, fields: int, lines: int | None = None) -> Places:
    """The places of a board: arms and lanes, or a ring where the arms are odd or too short.

    It is drawn flatter where there are so many `lines` only.
    """
    tip = 1 / tan(pi / arms) + (fields - 2) / 2
    clear = CLEARANCE / sin(pi / arms)
    is_star = fields % 2 == 0 and tip - PAWNS >= clear
    if not is_star:
        tip = max(1 / (2 * sin(pi / (arms * fields))), PAWNS + clear + 0.1)
    track = _star(arms, fields, tip) if is_star else _ring(arms, fields, tip)
    if not is_star:
        away = tip + 2.3
    else:
        away = (tip - 0.5) / cos(pi / 4) if arms == 4 else tip + 0.62
    home = [[(tip - step) * _way(arms, arm) for step in range(1, PAWNS + 1)] for arm in range(arms)]
    yard = [_yard(arms, arm, away) for arm in range(arms)]
    half = max(point.imag for each in (track, *home, *yard) for point in each)
    down = DOWN if lines is None else max(LEAST_DOWN, min(DOWN, (lines - 1) // 2 / half))
    grid = partial(_grid, across=ACROSS[arms], down=down)
    return Places(grid(track), tuple(map(grid, home)), tuple(map(grid, yard)))


def _way(arms: int, arm: float) -> complex:
    """The unit vector outwards on an arm."""
    return -1j * cmath.exp(1j * radians(FIRST_ARM + arm * 360 / arms))


def _star(arms: int, fields: int, tip: float) -> list[complex]:
    lane = (fields - 2) // 2
    track: list[complex] = []
    for arm in range(arms):
        here, there = _way(arms, arm), _way(arms, arm + 1)
        track += [(tip - step) * here + here * 1j for step in range(lane + 1)]
        track += [(tip - lane + step) * there - there * 1j for step in range(1, lane + 1)]
        track.append(tip * there)
    return track


def _ring(arms: int, fields: int, tip: float) -> list[complex]:
    return [tip * _way(arms, (field + 1) / fields) for field in range(arms * fields)]


def _yard(arms: int, arm: int, away: float) -> list[complex]:
    middle = away * _way(arms, arm + 0.5)
    # Upright on the grid of characters, however the arm lies.
    side = _way(arms, arm) if arms == 4 else 1
    return [middle + side * corner for corner in (0.5 - 0.5j, 0.5 + 0.5j, -0.5 - 0.5j, -0.5 + 0.5j)]


def _grid(points: Iterable[complex], across: float, down: float) -> tuple[tuple[int, int], ...]:
    return tuple((round(point.imag * down), round(point.real * across)) for point in points)


def draw(position: str, pen: Pen, lines: int | None = None) -> str:
    """The board of a position, line by line; in so many lines at most, where it can be told from them."""
    standing = read(position)
    where = places(standing.arms, standing.fields, lines)
    shown = _empty(standing, pen, where)
    for arm, colour in enumerate(COLOURS[standing.arms]):
        waiting = 0
        for pawn in standing.pawns.get(colour, ()):
            if pawn == "B":
                shown[where.yard[arm][waiting]] = pen.pawn(colour)
                waiting += 1
            elif pawn in "abcd":
                shown[where.home[arm]["abcd".index(pawn)]] = pen.pawn(colour)
            else:
                progress = 0 if pawn == "A" else int(pawn)
                shown[where.track[(arm * standing.fields + progress) % standing.track]] = pen.pawn(colour)
    return _lines(shown)


def _empty(standing: Standing, pen: Pen, where: Places) -> dict[tuple[int, int], str]:
    shown = dict.fromkeys(where.track, pen.field("track"))
    for arm, colour in enumerate(COLOURS[standing.arms]):
        if colour in standing.pawns:
            shown[where.track[arm * standing.fields]] = pen.field("start", colour)
            shown |= dict.fromkeys(where.home[arm], pen.field("home", colour))
            shown |= dict.fromkeys(where.yard[arm], pen.field("yard", colour))
    shown |= {where.track[field]: pen.field("trapdoor") for field in standing.trapdoors}
    shown |= {where.track[field]: pen.field("wormhole") for field in standing.wormholes}
    return shown


def _lines(shown: Mapping[tuple[int, int], str]) -> str:
    left = min(column for _, column in shown)
    rows: dict[int, str] = dict.fromkeys(range(min(shown)[0], max(shown)[0] + 1), "")
    ends = dict.fromkeys(rows, left)
    for row, column in sorted(shown):
        rows[row] += " " * (column - ends[row]) + shown[row, column]
        ends[row] = column + 2
    return "\n".join(line.rstrip() for line in rows.values())
