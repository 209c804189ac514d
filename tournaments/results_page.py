"""The quick page for results: the open games of an event, of each the colours to tap in finishing order."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.asking import guarded
from games.access.roles import Action
from games.models import Game
from tournaments.models import Event
from tournaments.places import around_event
from tournaments.showing import EventShown


@require_safe
@guarded(Action.RULE, around_event)
@never_cache
def results_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The games of an event that wait for a result, those at the boards first, and the last result entered."""
    shown = EventShown(get_object_or_404(Event.objects.select_related("season"), slug=slug))
    context = {"shown": shown, "games": _open_games(shown), "entered": _entered(shown)}
    return render(request, "tournaments/results.html", context)


def _open_games(shown: EventShown) -> list[dict[str, Any]]:
    running = [game for game in shown.games if game["state"] == Game.State.RUNNING]
    return [*reversed(running), *shown.next_games]


def _entered(shown: EventShown) -> dict[str, Any] | None:
    """The last game that has ended."""
    return next((game for game in shown.games if game["state"] == Game.State.ENDED), None)
