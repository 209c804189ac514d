"""Games shown elsewhere: in pages of others, and over the picture of a video stream.

Whoever embeds something shows it to everybody, so this is always what everybody may see, whoever is logged in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from games.chances.presenters import chances_now
from games.chances.queries import now_in
from games.models import Chances, Game
from games.presenters.game import GamePresenter
from games.visibility.viewers import public_game

View = Callable[..., HttpResponseBase]
#: Any page may have it in a frame. Nothing can be done there, so nobody can be made to do it unawares.
_ANYWHERE = {"frame-ancestors": ["*"], "form-action": [NONE]}


def embeddable(view: View) -> View:
    """A page of which nothing is kept between: in the language that the address asks for."""

    @require_safe
    @cache_control(no_cache=True)
    @query_params.handle_bad_query
    @wraps(view)
    def answering(request: HttpRequest, **address: Any) -> HttpResponseBase:
        with override(query_params.language(request.GET)):
            return view(request, **address)

    return answering


def framed(view: View) -> View:
    """A page that may stand in a frame of any other; all other pages may in none."""
    return csp_replace(_ANYWHERE)(xframe_options_exempt(embeddable(view)))


def theme(data: Mapping[str, str]) -> str:
    """Light or dark as the address asks for; empty: as the reader's system has it."""
    return query_params.read_choice(data, "theme", query_params.THEMES, default="")


def etag_of(request: HttpRequest, *numbers: int) -> str:
    """The ETag of what follows from these numbers and the language that is asked for.

    As everywhere the number of the last event stands first: a page that follows asks the stream for what comes
    after it.
    """
    text = "-".join(map(str, numbers))
    return f'"{text}-{query_params.language(request.GET)}"'


def tagged(
    request: HttpRequest, numbers: Sequence[int], template: str, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """A page, or a part of one, that is another only when one of the numbers or what is asked for is; else 304.

    A page hands on the first number alone as the ETag of its live part.
    """
    etag = etag_of(request, *numbers)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        about = {
            "etag": etag_of(request, numbers[0]),
            "asked": request.GET.urlencode(),
            "theme": theme(request.GET),
        }
        answer = render(request, template, {**context(), **about})
    answer["ETag"] = etag
    return answer


@framed
def embedded(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A game in a frame of somebody else's page."""
    return _page(request, pk, "games/embeds/game.html")


@framed
def embedded_live(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of it that changes."""
    return _live(request, pk, "games/embeds/game_live.html")


@embeddable
def overlay(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A game on transparent ground, for the picture of a video stream; without the board where ``?board=no``."""
    return _page(request, pk, "games/embeds/overlay.html")


@embeddable
def overlay_live(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of it that changes."""
    return _live(request, pk, "games/embeds/overlay_live.html")


@embeddable
def embedded_chances(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of both that says who is likely to win; empty where that is not known, not asked for, or decided."""
    game = public_game(pk)
    counted = _chances(request, game)
    return tagged(
        request,
        [_key(counted)],
        "games/embeds/chances.html",
        lambda: {"chances_now": chances_now(GamePresenter(game), counted)},
    )


def _page(request: HttpRequest, pk: UUID, template: str) -> HttpResponse:
    game, board = public_game(pk), _wants(request, "board")
    counted = _chances(request, game)

    def context() -> dict[str, Any]:
        about = _context(game, board)
        return {
            **about,
            "with_chances": _wants(request, "chances") and not game.is_over,
            "chances_now": chances_now(about["shown"], counted),
            "chances_etag": etag_of(request, _key(counted)),
        }

    return tagged(request, [game.number, _key(counted)], template, context)


def _live(request: HttpRequest, pk: UUID, template: str) -> HttpResponse:
    game, board = public_game(pk), _wants(request, "board")
    return tagged(request, [game.number], template, lambda: _context(game, board))


def _context(game: Game, board: bool) -> dict[str, Any]:
    return {"shown": GamePresenter(game), "is_over": game.is_over, "with_board": board}


def _wants(request: HttpRequest, part: str) -> bool:
    """Whether a part is to be shown: each is, unless the address says ``no``."""
    return (
        query_params.read_choice(
            request.GET, part, (query_params.YES, query_params.NO), default=query_params.YES
        )
        == query_params.YES
    )


def _chances(request: HttpRequest, game: Game) -> Chances | None:
    """The chances that are to be shown."""
    return now_in([game]).get(game.pk) if _wants(request, "chances") else None


def _key(counted: Chances | None) -> int:
    """What changes with everything that is shown of chances."""
    return counted.pk if counted else 0
