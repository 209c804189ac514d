"""The events of a result list as values: what was played when, by whom, and how each game ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from rules import Text
from tournaments.formats import EntrantSeating, Format, Result


@dataclass(frozen=True, slots=True)
class TypedGame:
    """A game as it was typed: its line, its day, its rules, who led which colours, and how it ended.

    ``winner`` is given where the places do not show it. ``assumed`` says what was not given and had to be assumed.
    """

    line: int
    day: date
    rules: str
    seats: Mapping[str, tuple[str, ...]]
    places: tuple[str, ...] = ()
    winner: str | None = None
    pawns: Mapping[str, int] = field(default_factory=dict)
    seconds: int | None = None
    assumed: Text | None = None

    def result(self, number: int) -> Result:
        """The game as its format judges it, with its number."""
        return Result(
            number,
            self.rules,
            EntrantSeating.from_leaders(self.seats),
            self.places,
            self.winner,
            self.pawns,
            self.seconds,
        )


@dataclass
class TypedEvent:
    """An event as it was typed; ``roster`` are its players in the order in which they were first named.

    It is not whole where a row of it could not be read.
    """

    line: int
    season: str
    name: str
    day: date
    format: Format[Any]
    rules: str
    level: int
    settings: dict[str, Any]
    roster: list[str] = field(default_factory=list)
    games: list[TypedGame] = field(default_factory=list)
    is_whole: bool = True
