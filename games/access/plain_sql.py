"""What every throw asks, in plain SQL: the ORM writes these statements in several times what the database takes.

Measured with `python -m bench.recording`; everything else asks the ORM.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import UUIDField

from games.models import AccessToken, Game, Player, Seat

_ID: UUIDField[UUID, UUID] = UUIDField()
_GAME = f"SELECT * FROM {Game._meta.db_table} WHERE id = %s"
_TOKEN = f"SELECT * FROM {AccessToken._meta.db_table} WHERE digest = %s"
_SEATS = f"""
    SELECT seat.*, COALESCE(NULLIF(player.nickname, ''), player.name) AS player_name
    FROM {Seat._meta.db_table} seat JOIN {Player._meta.db_table} player ON player.id = seat.player_id
    WHERE seat.game_id = %s ORDER BY seat."order"
"""  # names of tables


def locked_game(game_id: UUID) -> Game:
    """Return a game, its row locked until the transaction ends; on SQLite the transaction itself is the lock.

    Raises ``Game.DoesNotExist``.
    """
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    for game in Game.objects.raw(_GAME + lock, [_prepared(game_id)]):
        return game
    raise Game.DoesNotExist


def token_of_digest(digest: str) -> AccessToken | None:
    """Return the token of that digest."""
    return next(iter(AccessToken.objects.raw(_TOKEN, [digest])), None)


def seats_of_game(game_id: UUID) -> Iterable[Seat]:
    """Return the seats of a game in their order, each with the ``player_name`` that the public sees."""
    return Seat.objects.raw(_SEATS, [_prepared(game_id)])


def _prepared(value: UUID) -> Any:
    return _ID.get_db_prep_value(value, connection)
