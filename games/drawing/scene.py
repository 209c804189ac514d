"""What is to be drawn: where the pawns stand, and what is to be pointed out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules import COLOUR_NAMES, PAWNS, Board, Position, PositionError, Text


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
    the position is not asked: whatever stood on a real board can be drawn. What no board has room
    for raises ``PositionError``.
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

    def __post_init__(self) -> None:
        arms = self.board.arms
        if len(self.pawns) != arms:
            raise PositionError(
                Text(
                    "pawns: {board} has {arms} colours, not {pawns} (rulebook §2)",
                    board=self.board,
                    arms=arms,
                    pawns=len(self.pawns),
                )
            )
        for colour, progresses in zip(self.board.colours, self.pawns, strict=True):
            self._check_pawns(COLOUR_NAMES[colour], progresses or ())
        self._check_furniture("trapdoors", self.trapdoors)
        self._check_furniture("wormholes", [end for pair in self.wormholes for end in pair])
        if self.to_throw is not None and not 0 <= self.to_throw < arms:
            raise PositionError(
                Text(
                    "to_throw: {board} has colours 0 to {arms}, not {to_throw} (rulebook §2)",
                    board=self.board,
                    arms=arms - 1,
                    to_throw=self.to_throw,
                )
            )

    def _check_pawns(self, name: Text, progresses: Sequence[int]) -> None:
        last = self.board.track + PAWNS - 1
        if len(progresses) > PAWNS or not all(-1 <= progress <= last for progress in progresses):
            raise PositionError(
                Text(
                    "pawns: {name} has at most {pawns} pawns, each from -1 (yard) to {last} (home d), not "
                    "{progresses} (rulebook §2)",
                    name=name,
                    pawns=PAWNS,
                    last=last,
                    progresses=list(progresses),
                )
            )

    def _check_furniture(self, name: str, fields: Sequence[int]) -> None:
        last = self.board.track - 1
        if not all(0 <= field <= last for field in fields):
            raise PositionError(
                Text(
                    "{name}: the track of {board} has fields 0 to {last}, not {fields} (rulebook §3)",
                    name=name,
                    board=self.board,
                    last=last,
                    fields=list(fields),
                )
            )
