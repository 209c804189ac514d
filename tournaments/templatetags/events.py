"""Template words for what belongs to events."""

from __future__ import annotations

from django import template

from games.models import Game
from games.presenters.game import GameShown
from tournaments.models import EventGame
from tournaments.recaps.queries import Written, published_about_game
from tournaments.standings.queries import place_of

register = template.Library()


@register.simple_tag
def event_game(shown: GameShown) -> EventGame | None:
    """Which game of which event this is. One query."""
    played = place_of(shown.game)
    return None if played is None else played.called(shown.names)


@register.simple_tag
def written_about(game: Game) -> Written | None:
    """What is published about this game, as it is shown. Three queries at most, one where there is nothing."""
    return published_about_game(game)
