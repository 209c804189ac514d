"""Template words for what belongs to events."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context

from games.access import caller_of, scope_of_game
from games.enums import GameState
from games.presenters.game import GamePresenter
from games.visibility.viewers import may_see, viewer_of
from rules import Text
from tournaments.formats import HALLS, phrases
from tournaments.models import Event, EventGame
from tournaments.players.update import event_winners
from tournaments.scopes import around_event
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.queries import entry_names, event_game_of, load_standings
from tournaments.web.entry import DueGame, games_due_in, place_to_start

register = template.Library()


@register.simple_tag
def event_game(shown: GamePresenter) -> EventGame | None:
    """The game's place in an event. One query."""
    played = event_game_of(shown.game)
    return None if played is None else played.with_names(shown.names)


@register.simple_tag
def event_outcome(shown: GamePresenter) -> Text | None:
    """Who has won a game by the points of its event; None where these do not decide it. One query once it has ended."""
    played = event_game_of(shown.game) if shown.game.state == GameState.ENDED else None
    winners = event_winners(played.event, shown.game) if played else ()
    if played is None or not winners:
        return None
    entered = entry_names(load_standings(played.event))
    return phrases.won_by([shown.names[player] for player in entered if player in winners])


@register.simple_tag
def due_here(place: str) -> list[DueGame]:
    """The games that can begin in a place. One query."""
    return games_due_in(place)


@register.simple_tag
def is_hall(place: str) -> bool:
    """Whether a place is a hall, whose desk no link opens. One query."""
    kind, _, slug = place.partition(":")
    return kind == "event" and Event.objects.filter(slug=slug, format_key__in=HALLS).exists()


@register.simple_tag(takes_context=True)
def after_game(context: Context, shown: GamePresenter) -> dict[str, Any] | None:
    """What this game gave its players, and what its event goes on with, as far as the viewer may know of it.

    ``running`` is a game that can be recorded already, at the same board where boards have names; ``due`` one that can
    be started. None where it is of no event. Three queries at most, some more where the event is not public.
    """
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
    due = next(iter(event.next_games), None)
    caller = caller_of(context["request"])
    may_start = due is not None and bool(place_to_start(caller, played.event.slug, due["number"]))
    sees_table = _sees(context, played.event)
    sees_running = running and (sees_table or may_see(caller, scope_of_game(running.game_id)))
    seats = counted[0]["seats"] if counted else []
    return {
        "event": played.event,
        "points_name": columns[0]["name"] if columns else {},
        "seats": seats,
        "has_points": any(seat.points is not None for seat in seats),
        "winner": event.winner if sees_table else None,
        "running": running.with_names(entry_names(event.projection)) if running and sees_running else None,
        "due": due if sees_table or may_start else None,
        "may_start": may_start,
        "sees_table": sees_table,
    }


def _sees(context: Context, event: Event) -> bool:
    return event.is_public or may_see(viewer_of(context["request"]), around_event(event.slug))


@register.simple_tag(takes_context=True)
def games_beside(context: Context, played: EventGame) -> Mapping[str, Any]:
    """The game before this one in its event and the one after it, as far as the viewer may know of them. No query.

    ``previous`` and ``following``: None where there is none.
    """
    if not _sees(context, played.event):
        return {"previous": None, "following": None}
    games = sorted(EventPresenter(played.event).projection["games"], key=lambda game: game["number"])
    before = [game for game in games if game["number"] < played.number]
    after = [game for game in games if game["number"] > played.number]
    return {"previous": before[-1] if before else None, "following": after[0] if after else None}
