"""The picture of the board, and the board in words: pure functions of a position."""

from games.drawing.state import BoardState, LastMove, Pawn
from games.drawing.svg import draw
from games.drawing.words import board_in_words, colour_in_words, move_in_words

__all__ = [
    "BoardState",
    "LastMove",
    "Pawn",
    "board_in_words",
    "colour_in_words",
    "draw",
    "move_in_words",
]
