"""An event that is being read from a file: what its rows are taken to mean here."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model

from games.errors import BadRequest
from games.validation.json_value import JsonValue
from games.validation.members import Members, values_in
from rules import Text
from tournaments.db import check_row, save_row
from tournaments.models import Entry, Event
from tournaments.player_refs import insert_refs

RowType = TypeVar("RowType", bound=Model)


@dataclass(frozen=True, slots=True)
class Reading:
    """The event, who reads it, and its entries by their keys in the file.

    ``signed`` says who somebody is here who has made something by the file (``games.domain.actors.elsewhere``).
    """

    event: Event
    actor: str
    now: datetime
    signed: Callable[[str], str]
    entries: dict[str, Entry] = field(default_factory=dict)

    def values(self, part: JsonValue, members: Members) -> dict[str, Any]:
        """What the part says of a row; in sentences the players of the event are called by their ids."""
        values = values_in(part, members)
        for name, value in values.items():
            if name == "made_by":
                values[name] = self.signed(value)
            elif isinstance(value, Text):
                values[name] = insert_refs(value, [entry.player for entry in self.entries.values()])
        return values

    def entry(self, key: str, part: JsonValue) -> Entry:
        """The entry of that key in the file."""
        if key not in self.entries:
            raise part.refused(Text("entered are {known}", known=", ".join(self.entries)))
        return self.entries[key]


def save_part(row: RowType, part: JsonValue, actor: str) -> RowType:
    """The row, checked and saved; ``BadRequest`` that names the part."""
    try:
        check_row(row)
    except BadRequest as error:
        raise part.refused(error.message) from error
    save_row(row, actor)
    return row
