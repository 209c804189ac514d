"""What is to be drawn: where the pawns stand, and what is to be pointed out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules import Board, Position


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn named by its colour and its progress (-1 = yard): those of one field are interchangeable."""

    colour: int
    progress: int


@dataclass(frozen=True, slots=True)
class LastMove:
    """A pawn of ``colour`` went from progress ``origin`` to progress ``target`` (-1 = yard)."""

    colour: int
    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class BoardState:
    """A position as far as it can be seen (rulebook §3).

    ``pawns`` holds for every colour in board order the progress of its pawns, -1 for the yard, or
    ``None`` if the colour does not play. Furniture lies on absolute fields. Whether the rules allow
    the position is not asked: whatever stood on a real board can be drawn.
    """

    board: Board
    pawns: Sequence[Sequence[int] | None]
    to_throw: int | None = None
    trapdoors: Sequence[int] = ()
    wormholes: Sequence[tuple[int, int]] = ()

    @classmethod
    def from_position(cls, position: Position) -> BoardState:
        furniture = position.furniture
        return cls(position.board, position.pawns, position.colour, furniture.trapdoors, furniture.wormholes)
