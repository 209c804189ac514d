"""Boards: colours around a track (rulebook §2).

A board is named ``4x10`` or ``6x8``: how many colours, and how many fields from one starting field
to the next. Colours are numbers from 0 in playing direction; *progress* counts the fields a pawn has
moved from its own ``A`` (0), the home fields ``a b c d`` being ``track`` … ``track + 3``.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from rules.errors import OptionError
from rules.i18n import Text, quote_value

#: Pawns of a colour, and home fields.
PAWNS = 4
#: The home fields, from the entrance to the innermost.
HOME_LETTERS = "abcd"
#: The yard, and what a pawn that falls through a trapdoor returns to.
YARD = "B"
#: The starting field.
START = "A"
#: More fields between two starting fields than this are refused: no table holds such a board.
LONGEST_ARM = 100

COLOURS = {
    4: ("yellow", "green", "red", "black"),
    6: ("yellow", "black", "blue", "red", "green", "violet"),
}
LETTERS = {"yellow": "Y", "green": "G", "red": "R", "black": "K", "blue": "U", "violet": "V"}
COLOURS_OF_LETTERS = {letter: colour for colour, letter in LETTERS.items()}
_LETTERS = {arms: "".join(LETTERS[colour] for colour in colours) for arms, colours in COLOURS.items()}
COLOUR_NAMES = {
    "yellow": Text("yellow"),
    "green": Text("green"),
    "red": Text("red"),
    "black": Text("black"),
    "blue": Text("blue"),
    "violet": Text("violet"),
}


def field_name(progress: int, track: int) -> str:
    """The name of the field at ``progress`` on a board with ``track`` track fields (rulebook §2)."""
    if progress < 0:
        return YARD
    if progress == 0:
        return START
    return str(progress) if progress < track else HOME_LETTERS[progress - track]


class Board(NamedTuple):
    """A board with ``arms`` colours and ``fields`` track fields from one starting field to the next."""

    arms: int
    fields: int

    @property
    def track(self) -> int:
        """Number of track fields, *L* of the rulebook."""
        return self.arms * self.fields

    @property
    def colours(self) -> tuple[str, ...]:
        return COLOURS[self.arms]

    @property
    def letters(self) -> str:
        return _LETTERS[self.arms]

    def start(self, colour: int) -> int:
        """Absolute field of the starting field of a colour."""
        return colour * self.fields

    def absolute(self, colour: int, progress: int) -> int:
        """Absolute field of a pawn of ``colour`` that is on the track at ``progress``."""
        return (colour * self.fields + progress) % self.track

    def field_name(self, progress: int) -> str:
        """``B`` (for -1), ``A``, ``1`` …, ``a`` … ``d`` (rulebook §2)."""
        return field_name(progress, self.track)

    def __str__(self) -> str:
        return f"{self.arms}x{self.fields}"


@lru_cache(maxsize=256)
def _read(text: str) -> Board:
    match = re.fullmatch(r"([46])x([1-9][0-9]{0,2})", text, re.ASCII)
    if match is None or int(match[2]) > LONGEST_ARM:
        raise OptionError(
            Text(
                "board: {text} is no board; write 4x10 or 6x8: four or six colours, 1 to {longest_arm} "
                "fields from one starting field to the next (rulebook §2)",
                text=quote_value(text),
                longest_arm=LONGEST_ARM,
            ),
            "options.board",
        )
    return Board(int(match[1]), int(match[2]))


def board(text: str) -> Board:
    """The board of that name; raises ``OptionError`` if there is none (rulebook §2)."""
    if not isinstance(text, str):
        raise OptionError(
            Text("board: a name such as 4x10 is needed, not {text}", text=quote_value(text)), "options.board"
        )
    return _read(text)
