"""Games shown elsewhere: in pages of others, and over the picture of a video stream.

Whoever embeds something shows it to everybody, so this is always what everybody may see, whoever is logged in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from uuid import UUID

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games import wanted
from games.models import Game
from games.showing import GameShown
from games.viewers import public_game

View = Callable[..., HttpResponseBase]
#: Any page may have it in a frame. Nothing can be done there, so nobody can be made to do it unawares.
_ANYWHERE = {"frame-ancestors": ["*"], "form-action": [NONE]}


def shown_elsewhere(view: View) -> View:
    """A page of which nothing is kept between: in the language that the address asks for."""

    @require_safe
    @cache_control(no_cache=True)
    @wanted.refusing
    @wraps(view)
    def answering(request: HttpRequest, **address: Any) -> HttpResponseBase:
        with override(wanted.language(request.GET)):
            return view(request, **address)

    return answering


def framed(view: View) -> View:
    """A page that may stand in a frame of any other; all other pages may in none."""
    return csp_replace(_ANYWHERE)(xframe_options_exempt(shown_elsewhere(view)))


def theme(told: Mapping[str, str]) -> str:
    """Light or dark as the address asks for; empty: as the reader's system has it."""
    return wanted.chosen(told, "theme", wanted.THEMES, default="")


def tagged(
    request: HttpRequest, number: int, template: str, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """A page, or its live part, that is another one only when the number or what is asked for is; else 304."""
    asked = request.GET.urlencode()
    language = wanted.language(request.GET)
    # As everywhere the number stands first: a page that follows asks the stream for what comes after it.
    etag = f'"{number}-{language}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = render(
            request, template, {**context(), "etag": etag, "asked": asked, "theme": theme(request.GET)}
        )
    answer["ETag"] = etag
    return answer


@framed
def embedded(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A game in a frame of somebody else's page."""
    return _game(request, pk, "games/elsewhere/game.html")


@framed
def embedded_live(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of it that changes."""
    return _game(request, pk, "games/elsewhere/game_live.html")


@shown_elsewhere
def overlay(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A game on transparent ground, for the picture of a video stream; the board only where ``?board=yes``."""
    return _game(request, pk, "games/elsewhere/overlay.html")


@shown_elsewhere
def overlay_live(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of it that changes."""
    return _game(request, pk, "games/elsewhere/overlay_live.html")


def _game(request: HttpRequest, pk: UUID, template: str) -> HttpResponse:
    game = public_game(pk)
    board = wanted.chosen(request.GET, "board", (wanted.YES, wanted.NO), default=wanted.YES)
    return tagged(request, game.number, template, lambda: _context(game, board))


def _context(game: Game, board: str) -> dict[str, Any]:
    return {"shown": GameShown(game), "is_over": game.is_over, "with_board": board == wanted.YES}
