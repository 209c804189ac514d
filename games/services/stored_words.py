"""The words that our tables keep: columns are known by what they are, not by a list of places.

So whatever a later model keeps as text is looked through as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import models

from games.domain.events import kinds_that
from games.models import GameEvent, Player, SecurityEvent
from rules.i18n import Literal, Text

Model = type[models.Model]

#: Logs have a way of their own to be rewritten, security events hold no names.
SEALED = (GameEvent, SecurityEvent)
#: Columns derived from other rows and logs, numeric, or without words.
_FOLLOWING = frozenset(
    [
        "projection",
        "question",
        "tallies",
        "search_key",
        "names_key",
        "position",
        "head",
        "hash",
        "previous",
        "digest",
        "data",
        "secret",
        "previous_secret",
        "seated",
        "starter",
        "finished",
        "places",
        "ranking",
        "told",
        "dice",
        "clock",
        "calls",
        "confirmations",
        "seed",
        "whose",
        "fingerprint",
        "engine",
        "figures",
        "found",
        "network",
        "colour",
        "rules_name",
    ]
)


def kept_models() -> Iterator[Model]:
    """Yield our models and their histories; not those of players, which are dealt with by id."""
    for room in ("games", "tournaments"):
        for model in apps.get_app_config(room).get_models():
            if model not in (Player, Player.history.model):
                yield model
    yield LogEntry


def word_columns(model: Model) -> list[str]:
    """List the columns that hold words."""
    return [
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField)
        and not (field.choices or field.primary_key or field.name in _FOLLOWING)
    ]


def table_columns(model: Model) -> list[str]:
    """List the columns that hold tables."""
    return [field.name for field in model._meta.concrete_fields if field.name == "projection"]


def byte_columns(model: Model) -> list[str]:
    """List the columns that hold bytes."""
    return [field.name for field in model._meta.concrete_fields if isinstance(field, models.BinaryField)]


def rows_of(model: Model, columns: Sequence[str]) -> Iterator[Any]:
    """Yield the rows of a model with these columns loaded; of events those whose kind has words."""
    rows = model._default_manager.order_by("pk").only("pk", *columns)
    if model is GameEvent:
        rows = rows.filter(kind__in=kinds_that(lambda each: each.has_words))
    return rows.iterator(chunk_size=500)


def stored_words() -> Iterator[tuple[Any, str]]:
    """Yield every row with each of its columns that holds words."""
    for model in kept_models():
        columns = word_columns(model)
        for row in rows_of(model, columns) if columns else ():
            for column in columns:
                yield row, column


def rewritten(value: Any, change: Callable[[str], str]) -> Any:
    """Return a value with every text in it changed, the names of members too."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Text):
        return Literal(**{language: change(words) for language, words in value.as_json().items()})
    if isinstance(value, list):
        return [rewritten(each, change) for each in value]
    if isinstance(value, dict):
        return {rewritten(name, change): rewritten(each, change) for name, each in value.items()}
    return value
