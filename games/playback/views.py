"""The page on which a game is played back: any event has an address of its own."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.access.decorators import caller_of
from games.access.permissions import is_allowed
from games.access.scopes import scope_of_game
from games.analysis.presenters import offer_analysis
from games.drawing.layout import layout
from games.drawing.svg_builder import PITCH
from games.enums import Action
from games.models import Game
from games.playback.presenters import Frame, Playback
from games.playback.queries import boards_of
from games.presenters.game import GamePresenter
from games.visibility.snapshots import first_displayed
from games.visibility.viewers import game_for, vary_by_viewer

#: What an event's board is kept for by a browser, in seconds: it never changes, but a player may take a nickname.
_KEPT = 60


@require_safe
def replay_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A game after event ``?number=``, the first with a board if untold, with the means to go on from there."""
    game = game_for(request, pk)
    playback = Playback(game, _first(game))
    asked = request.GET.get("number", "")
    number = playback.first
    if asked.isdecimal() and len(asked) < 9:
        number = min(max(int(asked), playback.first), game.number)
    caller, where = caller_of(request), scope_of_game(pk)
    context = {
        **_context(playback, number),
        "now": GamePresenter(game),
        "turns": playback.turns_around(number),
        "jumps": playback.jumps_from(number),
        "found": playback.analysis,
    }
    if game.is_over and playback.analysis is None:
        context["offer"] = offer_analysis(game, may_organise=is_allowed(caller, Action.ORGANISE, where))
    return vary_by_viewer(game, render(request, "games/replay.html", context))


@require_safe
@cache_control(max_age=_KEPT)
def replay_frame(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """The part of that page that changes; 404 for an event that has no board."""
    game = game_for(request, pk)
    playback = Playback(game, _first(game))
    if not playback.first <= number <= game.number:
        raise Http404
    context = _context(playback, number)
    return vary_by_viewer(game, render(request, "games/replay_frame.html", context))


@require_safe
@gzip_page
@cache_control(max_age=_KEPT)
def replay_moves(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The whole list of moves, for the page's script."""
    game = game_for(request, pk)
    playback = Playback(game, _first(game))
    context = {"turns": playback.turns, "game": game}
    return vary_by_viewer(game, render(request, "games/move_list.html", context))


@require_safe
@gzip_page
@cache_control(max_age=_KEPT)
def replay_boards(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Every board as it is written (rulebook §3), and what the page needs to draw them quickly by itself."""
    game = game_for(request, pk)
    first = _first(game)
    board = game.rules.layout()
    dice = [[round(arm.die.real * PITCH), round(arm.die.imag * PITCH)] for arm in layout(board).arms]
    boards = {
        "colours": board.colours,
        "letters": board.letters,
        "dice": dice,
        "first": first,
        "positions": boards_of(game, first),
    }
    return vary_by_viewer(game, JsonResponse(boards))


def _first(game: Game) -> int:
    first = first_displayed(game)
    if first is None:
        raise Http404
    return first


def _context(playback: Playback, number: int) -> dict[str, Any]:
    event = playback.game.events.get(number=number)
    return {"game": playback.game, "playback": playback, "frame": Frame(playback, event)}
