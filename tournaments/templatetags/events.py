"""Template words for what belongs to events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template

from games.enums import GameState
from games.models import Game
from games.presenters.game import GamePresenter
from tournaments.models import Event, EventGame
from tournaments.recaps.queries import StoredRecap, published_about_game
from tournaments.standings.presenters import EventPresenter, SeatCard
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


@dataclass(frozen=True, slots=True)
class AfterGame:
    """What an ended game gave its players, and what its event goes on with.

    ``running`` is a game that can be recorded already, at the same board where boards have names; ``due`` one that can
    be started.
    """

    event: Event
    points_name: dict[str, str]
    seats: list[SeatCard]
    winner: str | None
    running: EventGame | None
    due: dict[str, Any] | None

    @property
    def has_points(self) -> bool:
        """Whether the game gave anybody anything to count."""
        return any(seat.points is not None for seat in self.seats)


@register.simple_tag
def after_game(shown: GamePresenter) -> AfterGame | None:
    """What comes after this game in its event; None where it is of none. Two queries."""
    played = event_game_of(shown.game)
    if played is None:
        return None
    event = EventPresenter(played.event)
    counted = [game for game in event.games if game["number"] == played.number]
    others = EventGame.objects.filter(
        event=played.event, board=played.board, game__state__in=(GameState.CREATED, GameState.RUNNING)
    )
    running = others.order_by("number").first()
    columns = event.projection["columns"]
    return AfterGame(
        played.event,
        columns[0]["name"] if columns else {},
        counted[0]["seats"] if counted else [],
        event.winner,
        None if running is None else running.with_names(event.names),
        next(iter(event.next_games), None),
    )
