"""Template words for what belongs to events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context
from django.utils import timezone

from games.models import Game
from games.presenters.game import GamePresenter
from tournaments.models import EventGame
from tournaments.recaps.queries import StoredRecap, published_about_game
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.queries import event_game_of
from tournaments.visibility import visible_events

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


@register.simple_tag(takes_context=True)
def games_beside(context: Context, played: EventGame) -> Mapping[str, Any]:
    """The game before this one in its event and the one after it, as far as whoever looks may know of them. No query.

    ``previous`` and ``following``: None where there is none.
    """
    (event,) = visible_events(context["request"], [played.event], timezone.now())
    games = sorted(EventPresenter(event).projection["games"], key=lambda game: game["number"])
    before = [game for game in games if game["number"] < played.number]
    after = [game for game in games if game["number"] > played.number]
    return {"previous": before[-1] if before else None, "following": after[0] if after else None}
