"""Results entered from slips, and what the table says of a game."""

from typing import Any

from rest_framework.test import APIClient

from tests.tournaments.conftest import NOW
from tournaments import services
from tournaments.models import Event, EventGame
from tournaments.services import Slip

RED = Slip(places=("red",))


def enter(event: Event, number: int, slip: Slip = RED, **wanted: Any) -> EventGame:
    return services.enter_slip(event_id=event.pk, number=number, slip=slip, actor="user:1", now=NOW, **wanted)


def row(event: Event, number: int) -> dict[str, Any]:
    """The game of that number in the public table."""
    games = APIClient().get(f"/api/v1/events/{event.slug}/standings/").json()["games"]
    found: dict[str, Any] = next(game for game in games if game["number"] == number)
    return found
