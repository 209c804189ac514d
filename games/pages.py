"""The pages of games: for everybody to read, for referees to record on."""

from __future__ import annotations

from random import SystemRandom
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.access import places
from games.access.asking import caller_of, guarded
from games.access.deciding import may
from games.access.places import Where
from games.access.roles import Action
from games.desk import Desk
from games.models import Game
from games.showing import GameShown
from games.viewers import game_for, told_of
from rules.furniture import drawn


def _of_game(pk: UUID, **_: Any) -> Where:
    """The places of the game in a page's address."""
    return places.of_game(pk)


@require_safe
def game_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The public page of a game."""
    shown = GameShown(game_for(request, pk))
    caller, where = caller_of(request), places.of_game(pk)
    context = {
        "shown": shown,
        "etag": _etag(shown.game),
        "may_record": may(caller, Action.RECORD, where),
        "may_rule": may(caller, Action.RULE, where),
    }
    return told_of(shown.game, render(request, "games/game.html", context))


@require_safe
@cache_control(no_cache=True)
def live(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of the public page that changes with every event; 304 while nothing has happened."""
    game = game_for(request, pk)
    if unchanged := get_conditional_response(request, etag=_etag(game)):
        return told_of(game, unchanged)
    return _tagged(render(request, "games/live.html", {"shown": GameShown(game)}), game)


@require_safe
@cache_control(no_cache=True)
def board_svg(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The board as a picture of its own."""
    game = game_for(request, pk)
    if unchanged := get_conditional_response(request, etag=_etag(game)):
        return told_of(game, unchanged)
    shown = GameShown(game)
    if shown.is_result_alone:
        raise Http404
    return _tagged(HttpResponse(shown.board, content_type="image/svg+xml"), game)


@require_safe
@guarded(Action.RECORD, _of_game)
def referee(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The page on which a game is recorded."""
    return render(request, "games/referee.html", _desk(_game(pk)))


@require_safe
@guarded(Action.RECORD, _of_game)
@cache_control(no_cache=True)
def desk(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of the referee's page that changes with every event; 304 while nothing has happened."""
    game = _game(pk)
    if unchanged := get_conditional_response(request, etag=_etag(game)):
        return unchanged
    return _tagged(render(request, "games/desk.html", _desk(game)), game)


@require_safe
@guarded(Action.RECORD, _of_game)
def moves_after(request: HttpRequest, pk: UUID, origin: int, target: int) -> HttpResponse:
    """The moves offered after a trapdoor or wormhole end has been moved with a 1."""
    offers = Desk(_game(pk)).offers_after(origin, target)
    return render(request, "games/offers.html", {"offers": offers})


def _game(pk: UUID) -> Game:
    return get_object_or_404(Game, pk=pk)


def _desk(game: Game) -> dict[str, Any]:
    """The context of the referee's templates; before the start with places for furniture drawn by lot."""
    context: dict[str, Any] = {"shown": Desk(game), "etag": _etag(game)}
    if game.state == Game.State.CREATED:
        context["lots"] = drawn(game.rules, SystemRandom())
    return context


def _etag(game: Game) -> str:
    return f'"{game.number}-{get_language()}"'


def _tagged(response: HttpResponse, game: Game) -> HttpResponse:
    response["ETag"] = _etag(game)
    return told_of(game, response)
