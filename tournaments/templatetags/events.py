"""Template words for what belongs to events."""

from __future__ import annotations

from django import template

from games.models import Game
from tournaments.models import EventGame
from tournaments.reading import place_of

register = template.Library()


@register.simple_tag
def event_game(game: Game) -> EventGame | None:
    """Which game of which event this is. One query."""
    return place_of(game)
