"""The embargo of a thing, as its row keeps it."""

from __future__ import annotations

from typing import Any

from django.db import models

from games.domain.embargo import Embargo, embargo_of


class EmbargoField(models.Field):
    """An ``Embargo`` or ``None``; kept as the minutes, ``end``, ``event``, or empty."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"max_length": 10, "blank": True, "default": None, **kwargs})

    def get_internal_type(self) -> str:
        """A short text."""
        return "CharField"

    def from_db_value(self, value: str, expression: Any, connection: Any) -> Embargo | None:
        """The embargo as the program handles it."""
        return embargo_of(value)

    def to_python(self, value: Any) -> Embargo | None:
        """The embargo, also from a file of Django's."""
        return embargo_of(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> str:
        """The embargo as the database keeps it."""
        if value is None:
            return ""
        return value if isinstance(value, str) else value.stored

    def value_to_string(self, obj: models.Model) -> str:
        """The embargo in a file of Django's."""
        return self.get_prep_value(self.value_from_object(obj))
