"""The quick page for results: the open games of an event, of each the colours to tap in finishing order."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import Principal, caller_of, require_permission
from games.domain.counters import count_throws
from games.domain.known_result import missing_pawns
from games.enums import Action, GameState
from games.models import Game
from games.services.undoable import can_undo
from rules import PAWNS
from tournaments.formats import phrases
from tournaments.models import Event, game_number
from tournaments.organiser.permissions import may_do
from tournaments.scopes import around_event
from tournaments.standings.presenters import EventPresenter


@require_safe
@require_permission(Action.RULE, around_event)
@never_cache
def results_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The games of an event that wait for a result, those at the boards first, and one that has its result.

    ``?game=`` names the game that is opened, whether it waits or has its result; else the first that waits is open, and
    the last that has ended is shown.
    """
    shown = EventPresenter(get_object_or_404(Event.objects.select_related("season"), slug=slug))
    asked = _asked(request)
    games = _open_games(shown)
    waits = any(game["number"] == asked for game in games)
    entered = _entered(shown, caller_of(request), asked)
    context = {
        "shown": shown,
        "games": games,
        "opened": asked if waits else next((game["number"] for game in games), None),
        "entered": entered,
        "not_due": None if waits or (entered and entered["number"] == asked) else asked,
        "counts_pawns": shown.event.format.counts_pawns,
        "pawns": range(PAWNS + 1),
        "rounds": range(2),
        "may_draw": may_do(request, Action.ORGANISE, shown.event),
    }
    return render(request, "tournaments/results.html", context)


def _asked(request: HttpRequest) -> int | None:
    """Return the number of the game that the address names; None where it names none."""
    return game_number(request.GET.get("game", ""))


def _open_games(shown: EventPresenter) -> list[dict[str, Any]]:
    """List the games that wait for a result: of each when it is over, and what is recorded of it. One query."""
    begun = [game for game in shown.games if game["state"] == GameState.RUNNING]
    recorded = {str(game.pk): game for game in Game.objects.filter(pk__in=[game["game"] for game in begun])}
    running = [_running(game, recorded[game["game"]]) for game in reversed(begun)]
    return running + [_due(shown, game) for game in shown.next_games]


def _running(game: Mapping[str, Any], recorded: Game) -> dict[str, Any]:
    return {**game, "ends": recorded.rules.ends, "throws": count_throws(recorded.tallies), "is_due": False}


def _due(shown: EventPresenter, game: Mapping[str, Any]) -> dict[str, Any]:
    colours = [colour for seat in game["seats"] for colour in seat.colours]
    return {
        **game,
        "ends": shown.event.rules_of(game["rules"]).ends,
        "is_due": True,
        "colours": colours,
        "to_throw": [] if game["starter"] else game["to_throw"] or colours,
        "faces": sorted(set(shown.event.rules_of(game["rules"]).die_faces)),
    }


def _entered(shown: EventPresenter, caller: Principal, asked: int | None) -> dict[str, Any] | None:
    """The game asked for if it has ended, else the last that has: what is missing, and whether to undo it alone."""
    ended = [game for game in shown.games if game["state"] == GameState.ENDED]
    game_data = next((game for game in ended if game["number"] == asked), ended[0] if ended else None)
    if game_data is None:
        return None
    game = Game.objects.get(pk=game_data["game"])
    winners = [seat.name for seat in game_data["seats"] if seat.won]
    return {
        **game_data,
        "log": game.number,
        "outcome": phrases.won_by(winners) if winners else None,
        "missing": missing_pawns(game) if game_data["number"] in shown.unfinished_games else [],
        "is_confirmed": bool(game.confirmations),
        "may_undo": can_undo(game, caller.actor, timezone.now()),
    }
