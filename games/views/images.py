"""Boards for elsewhere: pictures of games and of any position, SVG and PNG; and frames for other sites."""

import importlib.resources
from collections.abc import Callable
from functools import cache, lru_cache, wraps
from hashlib import sha256
from typing import Any
from uuid import UUID

import resvg_py
from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.access import DRAWING, address_of
from games.api import problems, query_params
from games.api.etags import unless_known
from games.drawing import BoardState, draw
from games.errors import BadRequest
from games.models import Game
from games.presenters.game import GamePresenter
from games.visibility.snapshots import first_displayed, snapshot_at
from games.visibility.viewers import game_for, public_game, vary_by_viewer
from rules import Position, RuleSet, Text, rule_set
from rules.position import LONGEST_TEXT, read
from rules.rule_sets import read_changes
from rules.seating import Seating

#: How wide a picture may be, in dots.
WIDTHS = range(64, 2049)
USUAL_WIDTH = 800
#: The letters come along, so that a picture is the same on every machine.
_FAMILY = "Fira Sans"


# A picture takes some hundredths of a second, and many ask for the same one at the same time.
@lru_cache(maxsize=64)
def png(svg: str, width: int) -> bytes:
    """The picture that ``svg`` describes as PNG, ``width`` dots wide (one of ``WIDTHS``), on transparent ground.

    Only for what ``games.drawing`` has drawn: pictures of strangers may name files.
    """
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[_letters()],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )


@cache
def _letters() -> str:
    return str(importlib.resources.files("fontpkg_fira_sans") / "files" / "FiraSans-Bold.ttf")


SVG, PNG = "image/svg+xml", "image/png"
#: A position is always drawn in the same way, until the program changes.
_FOR_A_DAY = 24 * 3600


class _TooMany(Exception):
    """More pictures than one address may have drawn in a minute; ``seconds`` until the next one."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def _picture(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A view that hands out a picture; too many requests, or one for what cannot be, get an error."""

    @require_safe
    @wraps(view)
    def answering(request: HttpRequest, **address: Any) -> HttpResponseBase:
        try:
            return query_params.handle_bad_query(view)(request, **address)
        except _TooMany as error:
            return problems.too_many(error.seconds)

    return answering


# -- of games --------------------------------------------------------------------------------------


@_picture
@cache_control(no_cache=True)
def game_svg(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The board of a game, now or after the event ``?number=``; in words too, in ``?language=`` or the reader's."""
    game, language = _asked_game(request, pk), query_params.language(request.GET)
    etag = f'"{game.number}-{language}"'
    with override(language):
        return vary_by_viewer(game, _unless_known(request, etag, SVG, lambda: _board(game).encode()))


@_picture
@cache_control(no_cache=True)
def game_png(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same in dots, ``?width=`` of them wide."""
    game, width = _asked_game(request, pk), _width(request)
    etag = f'"{game.number}-{width}"'
    return vary_by_viewer(game, _unless_known(request, etag, PNG, lambda: png(_board(game), width)))


def _asked_game(request: HttpRequest, pk: UUID) -> Game:
    """Return the game as the caller may see it, after the event they ask for if they name one."""
    game = game_for(request, pk)
    if "number" not in request.GET:
        return game
    known = range(first_displayed(game) or game.number, game.number + 1)
    number = query_params.read_number(request.GET, "number", known, default=game.number)
    return snapshot_at(game, game.log.get(number=number)) if number < game.number else game


def _board(game: Game) -> str:
    shown = GamePresenter(game)
    if shown.is_result_alone:
        raise Http404
    return shown.board


# -- of positions ----------------------------------------------------------------------------------


@_picture
@cache_control(public=True, max_age=_FOR_A_DAY)
def position_svg(request: HttpRequest) -> HttpResponse:
    """The board of ``?position=`` (rulebook §3), played by ``?rules=`` with ``?options=`` changed."""
    drawn = draw(
        BoardState.from_position(_asked_position(request)), language=query_params.language(request.GET)
    )
    return _unless_known(request, _fingerprint(drawn), SVG, drawn.encode)


@_picture
@cache_control(public=True, max_age=_FOR_A_DAY)
def position_png(request: HttpRequest) -> HttpResponse:
    """The same in dots, ``?width=`` of them wide."""
    drawn, width = draw(BoardState.from_position(_asked_position(request))), _width(request)
    return _unless_known(request, _fingerprint(f"{width} {drawn}"), PNG, lambda: png(drawn, width))


def _asked_position(request: HttpRequest) -> Position:
    rules = read_changes(rule_set(_needed(request, "rules")), request.GET.get("options", ""))
    text = _needed(request, "position")
    return read(text, rules, _as_written(text, rules))


def _as_written(text: str, rules: RuleSet) -> Seating:
    """All who have pawns on the board, each alone: a picture does not show who leads several colours."""
    written = text[:LONGEST_TEXT].split()[1:2]
    pawns_of = zip(rules.layout().colours, "".join(written).split("/"), strict=False)
    present = [colour for colour, pawns in pawns_of if pawns != "-" and colour != rules.neutral]
    return Seating(tuple((colour, (colour,)) for colour in present))


def _needed(request: HttpRequest, name: str) -> str:
    found = request.GET.get(name, "")
    if not found:
        raise BadRequest(
            Text(
                "{name}: is missing; needed are position (rulebook §3) and rules, such as xmadn-3t", name=name
            ),
            field=name,
        )
    return found


# -- handed out ------------------------------------------------------------------------------------


def _width(request: HttpRequest) -> int:
    return query_params.read_number(request.GET, "width", WIDTHS, default=USUAL_WIDTH)


def _fingerprint(drawn: str) -> str:
    return f'"{sha256(drawn.encode()).hexdigest()[:32]}"'


def _unless_known(
    request: HttpRequest, etag: str, content_type: str, drawn: Callable[[], bytes]
) -> HttpResponse:
    """Return the picture, or 304 where the reader has it already; only what this reader may see counts."""
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        if seconds := DRAWING.wait(address_of(request), settings.PICTURES_PER_MINUTE):
            raise _TooMany(seconds)
        answer = HttpResponse(drawn(), content_type=content_type)
    answer["ETag"] = etag
    return answer


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

    def page() -> HttpResponse:
        about = {
            "etag": etag,
            "asked": request.GET.urlencode(),
            # Light or dark as the address asks for; empty: as the reader's system has it.
            "theme": query_params.read_choice(request.GET, "theme", query_params.THEMES, default=""),
        }
        return render(request, template, {**context(), **about})

    return unless_known(request, etag, page)


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
