"""The columns in which somebody's name can stand: one list, from which *erase* takes a name out.

A text column that is not listed here has to be named as free of names in ``tests/tournaments/test_erase_player.py``.
"""

from collections.abc import Callable, Collection, Iterator
from importlib import import_module
from itertools import chain
from typing import Any

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import models

from games.domain.events.redaction import words_of
from games.domain.player_names import replacing
from games.models import AccessToken, Game, Player, RememberedAnswer, SecondFactor
from games.services.redaction import worded_events
from rules import Literal, Text

Columns = dict[type[models.Model], tuple[str, ...]]
Change = Callable[[str], str]

#: Where the name is replaced. The history of a model has the same columns. ``tournaments`` adds its own at startup; the
#: words of games' logs have a way of their own (``games.services.redaction``).
REPLACED: Columns = {
    Game: ("title",),
    AccessToken: ("name",),
    SecondFactor: ("name",),
    LogEntry: ("object_repr", "change_message"),
}
#: Where it is replaced too: texts made from those above, so that they need no review of their own.
COPIED: Columns = {}
#: Rows that go where they have the name: stored for days, and useless once changed.
DROPPED: Columns = {RememberedAnswer: ("request", "headers", "body")}


def texts_of_columns(listed: Columns = REPLACED) -> Iterator[tuple[Any, dict[str, Any]]]:
    for model, columns in _with_histories(listed):
        for row in model._default_manager.order_by("pk").only("pk", *columns).iterator(chunk_size=500):
            yield row, {name: getattr(row, name) for name in columns}


def replace_names(change: Change) -> None:
    """Change the texts in all listed columns, without a line in any history."""
    for row, values in texts_of_columns(REPLACED | COPIED):
        changed = {
            name: _fitting(row, name, new)
            for name, old in values.items()
            if (new := rewritten(old, change)) != old
        }
        if changed:
            type(row)._default_manager.filter(pk=row.pk).update(**changed)


def drop_named(is_named: Callable[[str], bool]) -> None:
    """Delete the rows that cannot be changed, and sessions, which are signed, where they have the name."""
    for model, columns in DROPPED.items():
        for row in model._default_manager.order_by("pk").iterator(chunk_size=50):
            if any(is_named(text) for name in columns for text in _readings(getattr(row, name))):
                row.delete()
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    for session in Session.objects.iterator():
        if is_named(str(store.decode(session.session_data))):
            session.delete()


def rewritten(value: Any, change: Change) -> Any:
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


def _with_histories(listed: Columns) -> Iterator[tuple[type[models.Model], tuple[str, ...]]]:
    for model, columns in listed.items():
        yield model, columns
        if hasattr(model._meta, "simple_history_manager_attribute"):
            yield model.history.model, (*columns, "history_change_reason")  # type: ignore[attr-defined]


def _fitting(row: models.Model, name: str, value: Any) -> Any:
    longest = getattr(row._meta.get_field(name), "max_length", None)
    return value[:longest] if longest and isinstance(value, str) else value


def _readings(value: Any) -> list[str]:
    """Return a value as text; bytes in both encodings in which lists of results come."""
    if isinstance(value, bytes | memoryview):
        return [bytes(value).decode(encoding, "replace") for encoding in ("utf-8", "cp1252")]
    return [str(value)]


def texts_naming(player: Player, names: Collection[str]) -> list[tuple[str, str]]:
    """Return the texts with one of these names of a player, which no other player has, each after its place."""
    without = replacing(names, all_names(Player.objects.exclude(pk=player.pk)), "")
    words = ((event, words_of(event.payload)) for event in worded_events())
    return [
        (f"{row._meta.verbose_name} {row.pk}", text)
        for row, values in chain(texts_of_columns(), words)
        for text in map(str, values.values())
        if without(text) != text
    ]


def all_names(players: models.QuerySet[Player]) -> set[str]:
    """Return all names and nicknames of these players. One query."""
    return {name for names in players.values_list("name", "nickname") for name in names if name}
