"""Games of past events as they were typed in: in the order in which they were played, without numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from tournaments.formats.contest import DrawOutcome, Result
from tournaments.formats.verdict import DrawNeeded


class PastGame(Protocol):
    """A game as it was typed: who led which colours, and how it ended; ``winner`` where the places do not tell it."""

    @property
    def seats(self) -> Mapping[str, tuple[str, ...]]: ...

    @property
    def winner(self) -> str | None: ...

    @property
    def pawns(self) -> Mapping[str, int]: ...

    def result(self, number: int) -> Result:
        """Return the game as its format judges it."""
        ...


@dataclass(frozen=True, slots=True)
class NumberedGames:
    """The numbers of the games, in the order in which they were typed; the draws with what was drawn."""

    numbers: tuple[int, ...]
    draws: tuple[tuple[DrawNeeded, DrawOutcome], ...] = ()
