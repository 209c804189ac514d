"""What pages read of events: the stored projection, never a table worked out for a reader."""

from __future__ import annotations

from typing import Any

import orjson

from games.models import Game
from tournaments.models import Event, EventGame


def overview(event: Event) -> dict[str, Any]:
    """The stored projection of an event (docs/events.md); sentences are ``{"en", "de"}``. No query."""
    found: dict[str, Any] = orjson.loads(event.projection)
    return found


def place_of(game: Game) -> EventGame | None:
    """Which game of which event this is, None for a game by itself. One query."""
    return EventGame.objects.filter(game=game).select_related("event").first()
