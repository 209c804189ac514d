"""Keeping a row that a part of a file tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from django.db.models import Model

from games.errors import BadRequest
from games.validation.json_value import Part
from rules.i18n import Text
from tournaments.db import checked, saved
from tournaments.models import Entry
from tournaments.player_refs import called_by_ids

RowType = TypeVar("RowType", bound=Model)


def kept(row: RowType, part: Part, actor: str) -> RowType:
    """The row, checked and saved; ``BadRequest`` that names the part."""
    try:
        checked(row)
    except BadRequest as error:
        raise part.refused(error.message) from error
    saved(row, actor)
    return row


def said(entries: Mapping[str, Entry], part: Part) -> Text:
    """A sentence of the file, the players of the event called by their ids."""
    return called_by_ids(part.said(), [entry.player for entry in entries.values()])
