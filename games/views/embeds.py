"""Games in frames of other pages.

What is embedded is shown to all, so this is always what is public, whatever the login.
"""

from collections.abc import Callable
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

from games.api import query_params
from games.presenters.game import GamePresenter
from games.visibility.viewers import public_game

View = Callable[..., HttpResponseBase]
#: Any page may have it in a frame. Nothing can be done there, so no person can be made to do it unawares.
_ANYWHERE = {"frame-ancestors": ["*"], "form-action": [NONE]}


def framed(view: View) -> View:
    """A page that may stand in a frame of any other, in the language that the address asks for."""

    @csp_replace(_ANYWHERE)
    @xframe_options_exempt
    @require_safe
    @cache_control(no_cache=True)
    @query_params.handle_bad_query
    @wraps(view)
    def answering(request: HttpRequest, **address: Any) -> HttpResponseBase:
        with override(query_params.language(request.GET)):
            return view(request, **address)

    return answering


def tagged(
    request: HttpRequest, number: int, template: str, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """A page, or a part of one, that is another only when the number or the request is; else 304.

    As everywhere the number of the last event is first in the ETag: a page that follows asks the stream for what
    comes after it.
    """
    etag = f'"{number}-{query_params.language(request.GET)}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        about = {
            "etag": etag,
            "asked": request.GET.urlencode(),
            # Light or dark as the address asks for; empty: as the reader's system has it.
            "theme": query_params.read_choice(request.GET, "theme", query_params.THEMES, default=""),
        }
        answer = render(request, template, {**context(), **about})
    answer["ETag"] = etag
    return answer


@framed
def embedded(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A game in a frame of somebody else's page."""
    return _game(request, pk, "games/embeds/game.html")


@framed
def embedded_live(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of it that changes."""
    return _game(request, pk, "games/embeds/game_live.html")


def _game(request: HttpRequest, pk: UUID, template: str) -> HttpResponse:
    game = public_game(pk)
    return tagged(
        request, game.number, template, lambda: {"shown": GamePresenter(game), "is_over": game.is_over}
    )
