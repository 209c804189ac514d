"""A result list as values: its columns, its events and games, what is wrong in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from rules import Text
from tournaments.formats import EntrantSeating, Format, Result

#: The columns and what each is called. The first two are needed.
HEADINGS: Mapping[str, Text] = {
    "event": Text("event"),
    "result": Text("result"),
    "season": Text("season"),
    "date": Text("date"),
    "format": Text("format"),
    "rules": Text("rules"),
    "level": Text("level"),
    "settings": Text("settings"),
    "game": Text("game"),
    "players": Text("players"),
    "pawns": Text("pawns"),
    "minutes": Text("minutes"),
}
#: What a column may be called in the headings: its name in any of the languages.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    column: tuple(dict.fromkeys(heading.map(str.lower).as_json().values()))
    for column, heading in HEADINGS.items()
}


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """A fault of a result list: its line (from 1, the headings; 0: the whole file), its column, what would be right."""

    line: int
    column: str
    message: Text

    @property
    def text(self) -> Text:
        """The fault with its place."""
        if not self.line:
            return self.message
        if not self.column:
            return Text("line {line}: {message}", line=self.line, message=self.message)
        column = HEADINGS[self.column]
        return Text("line {line}, {column}: {message}", line=self.line, column=column, message=self.message)


class WrongError(Exception):
    """A cell that cannot be meant; the caller who knows its line makes an ``ImportProblem`` of it."""

    def __init__(self, column: str, message: Text) -> None:
        self.column, self.message = column, message
        super().__init__(str(self.message))


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
    #: The cells of its first row.
    head: Mapping[str, str]
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
