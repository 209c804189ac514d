"""The columns of a result list; what is wrong in one, and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.i18n import Text

#: The columns and what each is called. The first two are needed.
HEADINGS: Mapping[str, Text] = {
    "event": Text("event", "Turnier"),
    "result": Text("result", "Ergebnis"),
    "season": Text("season", "Saison"),
    "date": Text("date", "Datum"),
    "format": Text("format", "Format"),
    "rules": Text("rules", "Regeln"),
    "level": Text("level", "Stufe"),
    "settings": Text("settings", "Einstellungen"),
    "game": Text("game", "Spiel"),
    "players": Text("players", "Spieler"),
    "pawns": Text("pawns", "Figuren"),
    "minutes": Text("minutes", "Minuten"),
}
#: What a column may be called in the headings: its name in any of the languages.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    column: tuple(dict.fromkeys(heading.map(str.lower).as_json().values()))
    for column, heading in HEADINGS.items()
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of a result list: its line (from 1, the headings; 0: the whole file), its column, what would be right."""

    line: int
    column: str
    message: Text

    @property
    def told(self) -> Text:
        """The fault with its place."""
        if not self.line:
            return self.message
        if not self.column:
            return Text(f"line {self.line}: {self.message.en}", f"Zeile {self.line}: {self.message.de}")
        column = HEADINGS[self.column]
        return Text(
            f"line {self.line}, {column.en}: {self.message.en}",
            f"Zeile {self.line}, {column.de}: {self.message.de}",
        )


class WrongError(Exception):
    """A cell that cannot be meant; whoever knows its line makes a ``Problem`` of it."""

    def __init__(self, column: str, en: str, de: str) -> None:
        self.column, self.message = column, Text(en, de)
        super().__init__(str(self.message))
