"""Who sees what is not public: those with a role there. For all others there is no such thing."""

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from typing import Protocol, TypeVar
from uuid import UUID

from django.contrib.auth import get_user
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.access import (
    AccessTokenAuthentication,
    Principal,
    Scope,
    decorators,
    is_allowed,
    rest_caller_of,
    rights_by_personal_links,
    rows_where,
    scope_of_game,
    with_token,
)
from games.enums import Action
from games.models import Game, Player

ResponseType = TypeVar("ResponseType", bound=HttpResponseBase)


class Publishable(Protocol):
    """A thing that is public or not."""

    is_public: bool


def viewer_of(request: HttpRequest | Request) -> Principal:
    """Return the viewer, by token, link or session, and what personal links let this browser read; looked up once.

    Raises ``PermissionDenied`` for an invalid token: a client that shows one does not mean to be anonymous.
    """
    plain = request._request if isinstance(request, Request) else request
    known: Principal | None = getattr(plain, "viewer", None)
    if known is None:
        found = rest_caller_of(request) if isinstance(request, Request) else _caller(request)
        known = replace(found, rights=(*found.rights, *rights_by_personal_links(plain)))
        plain.viewer = known  # type: ignore[attr-defined]
    return known


def _caller(request: HttpRequest) -> Principal:
    try:
        shown = AccessTokenAuthentication().authenticate(Request(request))
    except AuthenticationFailed as error:
        raise PermissionDenied from error
    return decorators.caller_of(request) if shown is None else with_token(shown[1])


def may_see(viewer: Principal, where: Scope) -> bool:
    """Check whether the viewer sees what is there although it is not public."""
    return is_allowed(viewer, Action.SEE_UNPUBLISHED, where)


def may_still_see(request: HttpRequest, where: Scope) -> bool:
    """Check whether the caller still sees what is there: token, link, login and roles are looked up again."""
    now = copy(request)
    for known in ("caller", "viewer"):
        now.__dict__.pop(known, None)
    now.session = type(request.session)(request.session.session_key)
    now.user = get_user(now)
    try:
        return may_see(viewer_of(now), where)
    except PermissionDenied:
        return False


def check_visible(request: HttpRequest | Request, thing: Publishable, where: Scope) -> None:
    """Raise ``Http404`` unless the thing is public or the caller sees it, as for one that does not exist."""
    if not thing.is_public and not may_see(viewer_of(request), where):
        raise Http404


def _game(pk: UUID) -> Game:
    for game in rows_where(Game, "id = %s", pk):
        return game
    raise Http404


def game_for(request: HttpRequest | Request, pk: UUID) -> Game:
    """Return the game, if the caller may see it. Raises ``Http404``."""
    game = _game(pk)
    check_visible(request, game, scope_of_game(pk))
    return game


def public_game(pk: UUID) -> Game:
    """Return the game, if it is public. Raises ``Http404``."""
    game = _game(pk)
    if not game.is_public:
        raise Http404
    return game


def player_for(request: HttpRequest | Request, pk: UUID) -> Player:
    """Return the player, if the caller may know of them. Raises ``Http404``."""
    return get_object_or_404(Player.objects.visible_to(viewer_of(request)), pk=pk)


def for_this_viewer(response: ResponseType) -> ResponseType:
    """Mark the response as depending on the caller, so that no shared cache serves it to anybody else."""
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Authorization", "Cookie"])
    return response


def vary_by_viewer(thing: Publishable, response: ResponseType) -> ResponseType:
    """Mark the response as depending on the caller where the thing is not public."""
    return vary_by_things([thing], response)


def vary_by_things(things: Iterable[Publishable], response: ResponseType) -> ResponseType:
    """Mark the response as depending on the caller where one of the things is not public."""
    return response if all(thing.is_public for thing in things) else for_this_viewer(response)
