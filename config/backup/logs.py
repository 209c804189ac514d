"""The logs of many games read at once, past most of what Django does for each row of a model.

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

from config.backup.tables import column
from config.backup.values import Convert, to_neutral
from games.models import Game, GameEvent

_FIELDS = GameEvent._meta.concrete_fields
_GAME = [field.attname for field in _FIELDS].index("game_id")


def logs_of(games: Iterable[Game]) -> Iterator[tuple[Game, list[GameEvent]]]:
    """Yield each game with its events in order; those of a game that has none are an empty list. One query."""
    known = {game.pk: game for game in games}
    read = {game: list(rows) for game, rows in groupby(_rows(list(known)), key=itemgetter(_GAME))}
    owner = GameEvent._meta.get_field("game")
    for pk, game in known.items():
        events = [GameEvent(*row) for row in read.get(pk, ())]  # type: ignore[misc]
        for event in events:
            owner.set_cached_value(event, game)
        yield game, events


def _rows(games: list[uuid.UUID]) -> Iterator[list[Any]]:
    found = GameEvent.objects.filter(game__in=games).order_by("game_id", "number")
    command, told = found.values_list(*(field.attname for field in _FIELDS)).query.sql_with_params()
    convert = [(place, how) for place, field in enumerate(_FIELDS) if (how := _how(column(field).kind))]
    with connection.cursor() as cursor:
        cursor.execute(command, told)
        for row in cursor.fetchall():
            values = list(row)
            for place, how in convert:
                if values[place] is not None:
                    values[place] = how(values[place])
            yield values


def _how(kind: str) -> Convert | None:
    return _in_utc if kind == "moment" else to_neutral(kind)


def _in_utc(moment: datetime) -> datetime:
    """SQLite says no zone."""
    return moment.replace(tzinfo=UTC)
