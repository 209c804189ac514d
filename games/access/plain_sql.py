"""What throws, results, the page of a game and its stream ask, in plain SQL: the ORM needs several times as long to
write it as the database to answer it.

Measured with `python -m bench.recording` and `python -m bench.pages`; everything else asks the ORM.
"""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import Model, UUIDField

from games.models import AccessToken, Game, Player, Seat, ShownSeat

Row = TypeVar("Row", bound=Model)
_ID: UUIDField[UUID, UUID] = UUIDField()
_SEATS = f"""
    SELECT seat.player_id, seat.colour, seat.role, COALESCE(NULLIF(player.nickname, ''), player.name)
    FROM {Seat._meta.db_table} seat JOIN {Player._meta.db_table} player ON player.id = seat.player_id
    WHERE seat.game_id = %s ORDER BY seat."order"
"""  # names of tables


def rows_where(model: type[Row], condition: str, *values: Any) -> list[Row]:
    """Return whole rows of a model; the condition has a placeholder for each value."""
    return rows_of(model, f"SELECT * FROM {model._meta.db_table} WHERE {condition}", *values)


def rows_of(model: type[Row], sql: str, *values: Any) -> list[Row]:
    """Return the rows of a model that a statement reads; further columns become attributes of them."""
    return list(model._default_manager.raw(sql, [*map(_prepared, values)]))


def locked_game(game_id: UUID) -> Game:
    """Return a game, its row locked until the transaction ends; on SQLite the transaction itself is the lock.

    Raises ``Game.DoesNotExist``.
    """
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    for game in rows_where(Game, f"id = %s{lock}", game_id):
        return game
    raise Game.DoesNotExist


def token_of_digest(digest: str) -> AccessToken | None:
    """Return the token of that digest."""
    return next(iter(rows_where(AccessToken, "digest = %s", digest)), None)


def seats_of_game(game_id: UUID) -> list[ShownSeat]:
    """Return the seats of a game in their order, as the public sees them."""
    read = values_of(_SEATS, game_id)
    return [ShownSeat(str(_ID.to_python(player)), colour, role, name) for player, colour, role, name in read]


def values_of(sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return what a statement reads, as the database gives it."""
    with connection.cursor() as cursor:
        cursor.execute(sql, [*map(_prepared, values)])
        return cursor.fetchall()


def _prepared(value: Any) -> Any:
    return _ID.get_db_prep_value(value, connection) if isinstance(value, UUID) else value
