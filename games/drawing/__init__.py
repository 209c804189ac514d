"""The picture of the board, and the board in words: pure functions of a position."""

from games.drawing.alt_text import board_in_words, colour_in_words, move_in_words
from games.drawing.scene import BoardState, LastMove
from games.drawing.svg import draw

__all__ = [
    "BoardState",
    "LastMove",
    "board_in_words",
    "colour_in_words",
    "draw",
    "move_in_words",
]
