"""Throws for the start of a game."""

from typing import Any

from rest_framework.test import APIClient

from tournaments.models import Event


def row(event: Event, number: int) -> dict[str, Any]:
    """The game of that number in the public table."""
    games = APIClient().get(f"/api/v1/events/{event.slug}/standings/").json()["games"]
    found: dict[str, Any] = next(game for game in games if game["number"] == number)
    return found
