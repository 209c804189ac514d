"""Reading the stored projection of events, never a table computed for a reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import orjson
from django.db import connection

from games.compiled_query import CompiledQuery
from games.models import Game
from tournaments.models import Event, EventGame


def load_standings(event: Event) -> dict[str, Any]:
    """Return the stored projection of an event (docs/reference/events.md); sentences are ``{"en", "de"}``. No
    query.
    """
    found: dict[str, Any] = orjson.loads(event.projection)
    return found


def entry_names(data: Mapping[str, Any]) -> dict[str, str]:
    """Map player id to name, of all entered players, from a stored projection. No query."""
    return {entry["player"]: entry["name"] for entry in data["entries"]}


_OF_GAME = CompiledQuery(
    lambda game: EventGame.objects.filter(game=game).select_related("event").order_by(), sample=UUID(int=1)
)


def event_game_of(game: Game) -> EventGame | None:
    """Return the game's place in an event, None for a single game. One query."""
    return next(iter(_OF_GAME.rows(game.pk)), None)


def load_stored_table(slug: str) -> tuple[int, str] | None:
    """Return version and stored projection of a public event, None if there is none. One query.

    In plain SQL: this is what is read most, and building the query would take as long as all the rest.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STORED_TABLE, [slug])
        row: tuple[int, str] | None = cursor.fetchone()
    return row


def table_version(slug: str) -> int | None:
    """Return the version of the stored projection of a public event, None if there is none.

    One query, as small as can be.
    """
    cursor = _kept_cursor()
    cursor.execute(_TABLE_VERSION, [slug])
    rows: list[tuple[int]] = cursor.fetchall()
    return rows[0][0] if rows else None


def _kept_cursor() -> Any:
    """Return a cursor that the connection of this thread keeps as long as it is open: to make one takes half the time.

    All rows are to be read: SQLite would go on reading what there was then.
    """
    opened, cursor = getattr(connection, "kept_cursor", (None, None))
    if cursor is None or opened is not connection.connection:
        cursor = connection.cursor()
        connection.kept_cursor = (connection.connection, cursor)  # type: ignore[attr-defined]
    return cursor


_STORED_TABLE = f"SELECT version, projection FROM {Event._meta.db_table} WHERE slug = %s AND is_public"
_TABLE_VERSION = f"SELECT version FROM {Event._meta.db_table} WHERE slug = %s AND is_public"
