"""Sentences, stored in every language of the catalogue."""

from typing import Any

from django.db import models

from rules import Literal, Text


class SaidField(models.JSONField):
    """A ``Text``: stored as ``{"en", "de"}``, with a member for every further language there is."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Text | None:
        found = super().from_db_value(value, expression, connection)
        return None if found is None else Literal(**found)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(_plain(value), connection, prepared)

    def validate(self, value: Any, model_instance: models.Model | None) -> None:
        super().validate(_plain(value), model_instance)


def _plain(value: Any) -> Any:
    return value.as_json() if isinstance(value, Text) else value
