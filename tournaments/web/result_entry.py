"""The quick page for results: the open games of an event, of each the colours to tap in finishing order."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.decorators import caller_of, require_permission
from games.access.principal import Principal
from games.domain.known_result import missing_pawns
from games.enums import Action, GameState
from games.models import Game
from games.services.undoable import can_undo
from tournaments.models import Event
from tournaments.scopes import around_event
from tournaments.services.undo import resting_on
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.queries import event_game_of


@require_safe
@require_permission(Action.RULE, around_event)
@never_cache
def results_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The games of an event that wait for a result, those at the boards first, and the last result entered."""
    shown = EventPresenter(get_object_or_404(Event.objects.select_related("season"), slug=slug))
    context = {
        "shown": shown,
        "games": _open_games(shown),
        "entered": _entered(shown, caller_of(request)),
        "counts_pawns": shown.event.format.counts_pawns,
    }
    return render(request, "tournaments/results.html", context)


def _open_games(shown: EventPresenter) -> list[dict[str, Any]]:
    running = [game for game in shown.games if game["state"] == GameState.RUNNING]
    return [*reversed(running), *shown.next_games]


def _entered(shown: EventPresenter, caller: Principal) -> dict[str, Any] | None:
    """The last game that has ended: what is missing of it, and whether whoever looks may undo it alone."""
    told = next((game for game in shown.games if game["state"] == GameState.ENDED), None)
    if told is None:
        return None
    game = Game.objects.get(pk=told["game"])
    played = event_game_of(game)
    is_free = can_undo(game, caller.actor, timezone.now())
    return {
        **told,
        "log": game.number,
        "missing": missing_pawns(game) if told["number"] in shown.unfinished_games else [],
        "may_undo": is_free and played is not None and resting_on(played) is None,
    }
