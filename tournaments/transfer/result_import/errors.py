"""The columns of a result list; what is wrong in one, and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.i18n import Text

#: The columns: what each is called in the headings, in both languages. The first two are needed.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "event": ("event", "turnier"),
    "result": ("result", "ergebnis"),
    "season": ("season", "saison"),
    "date": ("date", "datum"),
    "format": ("format",),
    "rules": ("rules", "regeln"),
    "level": ("level", "stufe"),
    "settings": ("settings", "einstellungen"),
    "game": ("game", "spiel"),
    "players": ("players", "spieler"),
    "pawns": ("pawns", "figuren"),
    "minutes": ("minutes", "minuten"),
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
        en, *_, de = (*COLUMNS[self.column], *COLUMNS[self.column]) if self.column else ("", "")
        comma = ", " if self.column else ""
        return Text(
            f"line {self.line}{comma}{en}: {self.message.en}",
            f"Zeile {self.line}{comma}{de.capitalize()}: {self.message.de}",
        )


class WrongError(Exception):
    """A cell that cannot be meant; whoever knows its line makes a ``Problem`` of it."""

    def __init__(self, column: str, en: str, de: str) -> None:
        super().__init__(en)
        self.column, self.message = column, Text(en, de)
