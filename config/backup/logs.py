"""The logs of many games read at once, past what Django does for each row of a model.

Only a proof reads every event that there is; for it that would be half of the time.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection
from django.db.models.base import ModelState

from config.backup.tables import column
from config.backup.values import Convert, loaded
from games.models import Game, GameEvent

_FIELDS = GameEvent._meta.concrete_fields
_NAMES = [field.attname for field in _FIELDS]
_GAME = _NAMES.index("game_id")


def logs_of(games: Iterable[Game]) -> Iterator[tuple[Game, list[GameEvent]]]:
    """Yield each game with its events in order; those of a game that has none are an empty list. One query."""
    known = {game.pk: game for game in games}
    read = {_as_id(game): list(rows) for game, rows in groupby(_rows(list(known)), key=itemgetter(_GAME))}
    for pk, game in known.items():
        yield game, _events(game, read.get(pk, ()))


def _rows(games: list[uuid.UUID]) -> list[Any]:
    found = GameEvent.objects.filter(game__in=games).order_by("game_id", "number")
    command, told = found.values_list(*_NAMES).query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(command, told)
        return cursor.fetchall()


def _events(game: Game, rows: Iterable[Any]) -> list[GameEvent]:
    """Make events of rows, all with one state, as ``GameEvent()`` would one by one, column by column."""
    state = ModelState()
    state.adding, state.db = False, connection.alias
    state.fields_cache["game"] = game
    events = []
    for row in rows:
        values = dict(zip(_NAMES, row, strict=True))
        for name, how in _CONVERT:
            if values[name] is not None:
                values[name] = how(values[name])
        values["game_id"], values["_state"] = game.pk, state
        event = GameEvent.__new__(GameEvent)
        event.__dict__ = values
        events.append(event)
    return events


def _as_id(value: str | uuid.UUID) -> uuid.UUID:
    return value if isinstance(value, uuid.UUID) else uuid.UUID(value)


def _in_utc(moment: datetime) -> datetime:
    """SQLite says no zone."""
    return moment.replace(tzinfo=UTC)


#: What a model has otherwise than the rows of one database or the other.
_HOW: dict[str, Convert] = {"json": loaded, "moment": _in_utc, "uuid": _as_id}
_CONVERT = [(field.attname, how) for field in _FIELDS if (how := _HOW.get(column(field).kind))]
