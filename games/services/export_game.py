"""Exporting a game with its whole log as plain values; ``games.services.import_game`` reads them back
(docs/reference/event-file.md).
"""

from datetime import UTC, datetime
from typing import Any

from games.models import Game, GameEvent


def game_as_plain(game: Game) -> dict[str, Any]:
    """Serialise everything stored of a game except the names of its players, with the hash of every event."""
    return {
        "id": str(game.pk),
        "title": game.title,
        "rules": game.rules_name,
        "options": game.options,
        "seats": seats_of(game),
        "created_at": format_datetime(game.created_at),
        "events": [_event(event) for event in game.events.all()],
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


def _event(event: GameEvent) -> dict[str, Any]:
    return {
        "number": event.number,
        "kind": event.kind,
        "payload": event.payload,
        "position": event.position,
        "finished": event.finished,
        "actor": event.actor,
        "client_id": None if event.client_id is None else str(event.client_id),
        "happened_at": None if event.happened_at is None else format_datetime(event.happened_at),
        "recorded_at": format_datetime(event.recorded_at),
        "hash": event.hash,
    }
