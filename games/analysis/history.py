"""The course of a game: the boards that stood, and what led from each to the next."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules import Game, Move


@dataclass(frozen=True, slots=True)
class RecordedThrow:
    """A valid throw: the board before it, and what was moved."""

    #: The number of its event.
    number: int
    before: Game
    die: int
    move: Move | None

    @property
    def after(self) -> Game:
        """The board after it."""
        return self.before.play(self.die, self.move)

    @property
    def others(self) -> tuple[Move, ...]:
        """The legal moves that were not played; none where nothing was moved, also not by choice ([D14])."""
        return (
            ()
            if self.move is None
            else tuple(each for each in self.before.moves(self.die) if each is not self.move)
        )


@dataclass(frozen=True, slots=True)
class Jump:
    """What changed the board, or the result, and was no throw: neither luck nor a decision."""

    number: int
    kind: str
    after: Game


@dataclass(frozen=True, slots=True)
class GameHistory:
    """A game from its first board to its result."""

    begin: Game
    steps: tuple[RecordedThrow | Jump, ...]
    #: Who has won, and the number and kind of the event that decided it otherwise than at the board; 0 if none did.
    winner: str
    decided_at: int = 0
    decided_by: str = ""

    @property
    def throws(self) -> Iterable[RecordedThrow]:
        """The throws alone."""
        return (step for step in self.steps if isinstance(step, RecordedThrow))
