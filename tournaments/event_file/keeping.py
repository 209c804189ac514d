"""Keeping a row that a part of a file tells."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model

from games.errors import BadRequest
from games.parts import Part
from tournaments.conduct.writing import checked, saved

RowType = TypeVar("RowType", bound=Model)


def kept(row: RowType, part: Part, actor: str) -> RowType:
    """The row, checked and saved; ``BadRequest`` that names the part."""
    try:
        checked(row)
    except BadRequest as error:
        raise part.refused(error.message.en, error.message.de) from error
    saved(row, actor)
    return row
