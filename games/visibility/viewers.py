"""What a viewer sees under an embargo: everything with the permission for it, the public version otherwise."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from datetime import datetime
from typing import Any, Protocol, TypeVar
from uuid import UUID

from django.contrib.auth import get_user
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.access import decorators, scopes
from games.access.authentication import AccessTokenAuthentication, caller_of
from games.access.event_of_game import event_beside, set_event
from games.access.permissions import is_allowed
from games.access.principal import Principal, with_token
from games.access.scopes import EVERYWHERE, Scope
from games.compiled_query import CompiledQuery
from games.enums import Action
from games.models import Game
from games.visibility.public import is_withheld, public_versions

ResponseType = TypeVar("ResponseType", bound=HttpResponseBase)


class EmbargoedThing(Protocol):
    """A thing on which an embargo may lie."""

    embargo: Any


def viewer_of(request: HttpRequest | Request) -> Principal:
    """Return the viewer, by token, link or session; looked up only where something is under an embargo.

    Raises ``PermissionDenied`` for an invalid token: a client that shows one does not mean to be anonymous.
    """
    if isinstance(request, Request):
        return caller_of(request)
    try:
        shown = AccessTokenAuthentication().authenticate(Request(request))
    except AuthenticationFailed as error:
        raise PermissionDenied from error
    return decorators.caller_of(request) if shown is None else with_token(shown[1])


def still_sees_everything(request: HttpRequest, where: Scope) -> bool:
    """Check whether the caller still sees everything there: token, link, login and roles are looked up anew."""
    now = copy(request)
    now.__dict__.pop("caller", None)
    now.session = type(request.session)(request.session.session_key)
    now.user = get_user(now)
    try:
        return sees_everything(viewer_of(now), where)
    except PermissionDenied:
        return False


def sees_everything(viewer: Principal, where: Scope) -> bool:
    """Check whether the viewer sees the current state, whatever embargo lies on it."""
    return is_allowed(viewer, Action.SEE_EMBARGOED, where)


def games_for(request: HttpRequest | Request, games: Sequence[Game], now: datetime) -> list[Game]:
    """Return the games as the caller may see them, in the same order, without those they may not know of."""
    withheld = [game.pk for game in games if is_withheld(game, now)]
    whole = _seen_whole(viewer_of(request), withheld) if withheld else set()
    public = iter(public_versions([game for game in games if game.pk not in whole], now))
    shown = [game if game.pk in whole else next(public) for game in games]
    return [game for game in shown if game is not None]


def _seen_whole(viewer: Principal, games: Collection[UUID]) -> set[UUID]:
    """Return the ids of the games the viewer sees whole; one query for each place in which they have a role."""
    if sees_everything(viewer, EVERYWHERE):
        return set(games)
    there = [scopes.games_in(place).filter(pk__in=games) for place in viewer.places_to(Action.SEE_EMBARGOED)]
    return {game for found in there for game in found.values_list("pk", flat=True)}


_GAME = CompiledQuery(
    lambda game: Game.objects.filter(pk=game).annotate(**event_beside()).order_by(), sample=UUID(int=1)
)


def _game(pk: UUID) -> Game:
    found = _GAME.joined(pk)
    if found is None:
        raise Http404
    game, [event] = found
    set_event(game, event)
    return game


def game_for(request: HttpRequest | Request, pk: UUID) -> Game:
    """Return the game as the caller may see it. Raises ``Http404`` also where they may not know that it exists."""
    game = _game(pk)
    if game.embargo is None:
        return game
    for shown in games_for(request, [game], timezone.now()):
        return shown
    raise Http404


def public_game(pk: UUID) -> Game:
    """Return the game as everybody may see it, whoever asks. Raises ``Http404`` as ``game_for``."""
    (shown,) = public_versions([_game(pk)], timezone.now())
    if shown is None:
        raise Http404
    return shown


def listed_for(
    request: HttpRequest | Request, games: QuerySet[Game], state: str, now: datetime
) -> QuerySet[Game]:
    """Filter the games that the caller may know of and, where ``state`` is not empty, sees in that state."""
    withheld = games.filter(withheld_until__gt=now)
    shown = [game.pk for game in games_for(request, list(withheld), now) if state in ("", game.state)]
    others = Q(state=state) if state else Q()
    return games.filter(others & ~Q(withheld_until__gt=now) | Q(pk__in=shown))


def for_this_viewer(response: ResponseType) -> ResponseType:
    """Mark the response as depending on the caller, so that no shared cache serves it to anybody else."""
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Authorization", "Cookie"])
    return response


def vary_by_viewer(thing: EmbargoedThing, response: ResponseType) -> ResponseType:
    """Mark the response as depending on the caller where an embargo lies on the thing."""
    return response if thing.embargo is None else for_this_viewer(response)
