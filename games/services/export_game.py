"""Exporting a game with its whole log as plain values; ``games.services.import_game`` reads them back
(docs/reference/event-file.md).
"""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from games.models import Game
from games.services.import_game import EVENT_MEMBERS


def game_as_plain(game: Game) -> dict[str, Any]:
    """Serialise everything stored of a game except the names of its players, with the hash of every event."""
    return {
        "id": str(game.pk),
        "title": game.title,
        "rules": game.rules_name,
        "options": game.options,
        "seats": seats_of(game),
        "created_at": format_datetime(game.created_at),
        "events": [
            {name: _plain(getattr(event, name)) for name in EVENT_MEMBERS} for event in game.events.all()
        ],
    }


def seats_of(game: Game) -> list[dict[str, Any]]:
    """List the players by id with their colours, in the order of the seats."""
    led: dict[str, list[str]] = {}
    for seat in game.seats.all():
        led.setdefault(str(seat.player_id), []).append(seat.colour)
    return [{"player": player, "colours": colours} for player, colours in led.items()]


def format_datetime(when: datetime) -> str:
    """Format a time as files hold it: UTC, with microseconds."""
    return when.astimezone(UTC).isoformat(timespec="microseconds")


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return format_datetime(value)
    return str(value) if isinstance(value, UUID) else value
