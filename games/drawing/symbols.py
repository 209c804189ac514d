"""The pictures on the board – pawns, shapes, furniture, die – and the colours they are painted in.

Each is drawn around the middle of its field in hundredths of the distance between two fields, y down.
Every colour of the game has a letter (``rules.board.LETTERS``) and a shape of its own, the head of its
pawns, so that no one needs to see colours.
"""

from cmath import exp, pi
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from games.drawing.svg_builder import outline, tag
from rules import LETTERS

#: Outlines, marks, and letters on light ground.
INK = "#2a1e12"
#: Letters on dark ground, and the rim that sets a pawn or a mark off from whatever lies below.
LIGHT = "#fffdf6"
FRAME = "#8a2b1c"
GROUND = "#fbeab8"
YARD_PLATE = "#f3d995"
WAY = "#6e5a3c"
TRACK = "#ffffff"
#: The ring around a pawn that can move.
CHOICE = "#0b57d0"


@dataclass(frozen=True, slots=True)
class Paint:
    """The colour of a player's things, and that of the letters on it (contrast at least 4.5 : 1)."""

    fill: str
    letter: str


PAINTS = {
    "yellow": Paint("#ffce00", INK),
    "green": Paint("#177a37", LIGHT),
    "red": Paint("#c81e1e", LIGHT),
    "black": Paint("#2b2b2b", LIGHT),
    "blue": Paint("#1c5fb8", LIGHT),
    "violet": Paint("#7b2f9b", LIGHT),
}


def faded(colour: str) -> Paint:
    """The paint of a colour that does not play: mostly ground, letters in ink."""
    mixed = (
        round(
            0.25 * int(PAINTS[colour].fill[place : place + 2], 16) + 0.75 * int(GROUND[place : place + 2], 16)
        )
        for place in (1, 3, 5)
    )
    return Paint("#" + "".join(f"{part:02x}" for part in mixed), WAY)


def _around(radii: Sequence[float]) -> tuple[complex, ...]:
    """A corner at each of ``radii``, evenly around the middle, the first one upwards."""
    return tuple(-1j * radius * exp(2j * pi * turn / len(radii)) for turn, radius in enumerate(radii))


#: The corners of each colour's shape, in distances between two fields around its middle, about 0.4 across.
CORNERS: Mapping[str, Sequence[complex]] = {
    "green": (-0.23j, 0.22 + 0.17j, -0.22 + 0.17j),
    "red": (-0.17 - 0.17j, 0.17 - 0.17j, 0.17 + 0.17j, -0.17 + 0.17j),
    "black": (-0.24j, 0.22, 0.24j, -0.22),
    "blue": _around([0.22] * 5),
    "violet": _around([0.26, 0.12] * 5),
}
#: The radius of the circle, the shape of the one colour without corners.
CIRCLE = 0.19
#: Outline of each colour's shape.
SHAPES = {
    "yellow": "M-19 0a19 19 0 1 1 38 0a19 19 0 1 1-38 0Z",
    **{colour: outline(corners) for colour, corners in CORNERS.items()},
}
_SKIRT = "M-11-22Q-16 10-36 30Q-34 41 0 41Q34 41 36 30Q16 10 11-22Z"


@cache
def pawn(colour: str) -> str:
    """A pawn: its letter on the skirt, its shape as head; 72 wide, from 57 above to 41 below the middle."""
    paint = PAINTS[colour]
    figure = tag("path", d=_SKIRT) + tag("path", d=SHAPES[colour], transform="translate(0 -31)")
    return (
        tag("g", figure, fill=LIGHT, stroke=LIGHT, stroke_width=14, stroke_linejoin="round")
        + tag("g", figure, fill=paint.fill, stroke=INK, stroke_width=5, stroke_linejoin="round")
        + tag("text", LETTERS[colour], y=30, font_size=37, fill=paint.letter)
    )


def badge(colour: str, paint: Paint) -> str:
    """The shape of a colour with its letter: whose arm this is. Fill and outline are inherited."""
    letter = tag(
        "text", LETTERS[colour], y=10, font_size=28, fill=paint.letter, stroke="none", class_="board-letters"
    )
    return tag("path", d=SHAPES[colour], transform="scale(1.4)") + letter


def badge_at(colour: str, place: str) -> str:
    """The badge of a colour in a chart; ``place`` are the coordinates of its middle."""
    paint = PAINTS[colour]
    return tag(
        "g",
        badge(colour, paint),
        transform=f"translate({place}) scale(0.2)",
        fill=paint.fill,
        stroke=INK,
        stroke_width=4,
        stroke_linejoin="round",
        text_anchor="middle",
        font_weight="bold",
    )


def line_of(colour: str, dashes: str, points: str, **how: str) -> str:
    """The line of a player in a curve, by their first colour: marked by its dashes too, with a rim of its own."""
    path = {"points": points, "stroke_dasharray": dashes, **how}
    rim = tag("polyline", **path, class_="chance-rim")
    return rim + tag("polyline", **path, class_="chance-line", stroke=PAINTS[colour].fill)


def trapdoor() -> str:
    """Two leaves over a hole, and a ``T``."""
    return (
        tag("path", d="M-40-40H40V40H-40Z", fill=INK, stroke=LIGHT, stroke_width=4)
        + tag("path", d="M-32-32H-3V32H-32ZM3-32H32V32H3Z", fill="#8d7a63")
        + tag("text", "T", y=15, font_size=42, fill=LIGHT, stroke=INK, stroke_width=8, paint_order="stroke")
    )


def wormhole() -> str:
    """Rings that lead into the dark; ``W`` and the number of the pair are written over them."""
    return (
        tag("circle", r=44, fill=INK, stroke=LIGHT, stroke_width=4)
        + tag("circle", r=37, fill="none", stroke="#9fd8d2", stroke_width=4)
        + tag("circle", r=29, fill="none", stroke="#5fa8a2", stroke_width=4)
    )


def die() -> str:
    """A die seen from a corner: it lies before the yard of the colour to throw, whatever was thrown."""
    pips = "".join(
        tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, transform=f"rotate({turn} {x} {y})")
        for x, y, rx, ry, turn in (
            (0, -22, 8, 5, 0),
            (-27, 4, 5, 7, -15),
            (-11, 26, 5, 7, -15),
            (28, 0, 5, 7, 15),
            (19, 15, 5, 7, 15),
            (10, 30, 5, 7, 15),
        )
    )
    cube = "M0-46L40-23V23L0 46L-40 23V-23ZM-40-23L0 0L40-23M0 0V46"
    return tag("path", d=cube, fill=LIGHT, stroke=INK, stroke_width=4, stroke_linejoin="round") + tag(
        "g", pips, fill=INK
    )


def choice() -> str:
    """The double ring around a pawn that can move; also what a finger may hit."""
    return tag("circle", r=47, fill=LIGHT, fill_opacity="0.4", stroke=LIGHT, stroke_width=15) + tag(
        "circle", r=47, fill="none", stroke=CHOICE, stroke_width=8, class_="board-choice"
    )
