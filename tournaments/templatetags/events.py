"""Template words for what belongs to events."""

from __future__ import annotations

from django import template

from games.models import Game
from games.presenters.game import GamePresenter
from tournaments.models import EventGame
from tournaments.recaps.queries import StoredRecap, published_about_game
from tournaments.standings.queries import event_game_of

register = template.Library()


@register.simple_tag
def event_game(shown: GamePresenter) -> EventGame | None:
    """Which game of which event this is. One query."""
    played = event_game_of(shown.game)
    return None if played is None else played.with_names(shown.names)


@register.simple_tag
def written_about(game: Game) -> StoredRecap | None:
    """What is published about this game, as it is shown. Three queries at most, one where there is nothing."""
    return published_about_game(game)
