"""The columns of a result list; what is wrong in one, and where."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules import Text

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
