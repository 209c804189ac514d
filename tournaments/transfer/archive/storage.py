"""Keeping a row that a part of a file tells."""

from collections.abc import Mapping
from typing import TypeVar

from django.db.models import Model

from games.errors import BadRequest
from games.validation.json_value import JsonValue
from rules.i18n import Text
from tournaments.db import check_row, save_row
from tournaments.models import Entry
from tournaments.player_refs import insert_refs

RowType = TypeVar("RowType", bound=Model)


def save_part(row: RowType, part: JsonValue, actor: str) -> RowType:
    """The row, checked and saved; ``BadRequest`` that names the part."""
    try:
        check_row(row)
    except BadRequest as error:
        raise part.refused(error.message) from error
    save_row(row, actor)
    return row


def read_text(entries: Mapping[str, Entry], part: JsonValue) -> Text:
    """A sentence of the file, the players of the event called by their ids."""
    return insert_refs(part.localized(), [entry.player for entry in entries.values()])
