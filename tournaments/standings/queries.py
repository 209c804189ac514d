"""Reading the stored projection of events, never a table computed for a reader."""

from collections.abc import Mapping
from typing import Any

import orjson

from games.access import values_of
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


def event_game_of(game: Game) -> EventGame | None:
    """Return the game's place in an event, None for a single game. One query."""
    return EventGame.objects.filter(game=game).select_related("event").first()


def load_stored_table(slug: str) -> tuple[int, str] | None:
    """Return version and stored projection of a public event, None if there is none. One query.

    In plain SQL: this is what is read most, and building the query would take as long as all the rest.
    """
    for version, projection in values_of(_STORED_TABLE, slug):
        return version, projection
    return None


def table_version(slug: str) -> int | None:
    """Return the version of the stored projection of a public event, None if there is none.

    One query, as small as can be.
    """
    for (version,) in values_of(_TABLE_VERSION, slug):
        return int(version)
    return None


_STORED_TABLE = f"SELECT version, projection FROM {Event._meta.db_table} WHERE slug = %s AND is_public"
_TABLE_VERSION = f"SELECT version FROM {Event._meta.db_table} WHERE slug = %s AND is_public"
