"""Streams of games that are not public: for those who may see them, as long as they may; others get 404."""

import asyncio
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import PermissionDenied
from django.db import connections
from django.http import HttpRequest
from django.test import Client

from games.api.streams import GAMES
from games.enums import Role
from games.models import Game, Permit
from games.services.publish import publish_game, set_public
from games.streams.hub import Hub
from games.streams.quota import Limits
from games.streams.sources import database_tail
from tests.games.conftest import NOW, token_with


@pytest.fixture
def hidden(game: Game) -> Game:
    set_public(Game.objects.filter(pk=game.pk), False)
    return game


def asks(token: str = "") -> HttpRequest:
    request = HttpRequest()
    request.user, request.session = AnonymousUser(), SessionStore()
    request.META["HTTP_AUTHORIZATION"] = f"Bearer {token}" if token else ""
    return request


@pytest.mark.django_db
@pytest.mark.both_databases
def test_a_viewer_watches_what_they_may_see(hidden: Game) -> None:
    key = str(hidden.pk)
    assert (GAMES.open.state(key), GAMES.open.since(key, 0), GAMES.open.numbers([key])) == (None, [], {})
    assert len(GAMES.full.since(key, 0)) == hidden.number
    assert not GAMES.may_watch(asks(), key)
    assert GAMES.may_watch(asks(token_with(Role.VIEWER, f"game:{key}")), key)
    assert not GAMES.may_watch(asks(token_with(Role.REFEREE, f"game:{uuid4()}")), key)
    with pytest.raises(PermissionDenied):
        GAMES.may_watch(asks("rauswurf_nonsense"), key)
    publish_game(game_id=hidden.pk, actor="test")
    assert GAMES.open.since(key, 0) == GAMES.full.since(key, 0)


@pytest.mark.django_db
@pytest.mark.parametrize("ends", ["permit", "account", "login"])
def test_a_login_watches_what_is_not_public_as_long_as_its_role(
    hidden: Game, client: Client, django_user_model: Any, ends: str
) -> None:
    key = str(hidden.pk)
    person = django_user_model.objects.create_user("referee")
    permit = Permit.objects.create(person=person, role=Role.REFEREE, place=f"game:{key}", granted_at=NOW)
    client.force_login(person)
    request = HttpRequest()
    request.session = client.session
    request.user = get_user(request)
    assert GAMES.may_watch(request, key)
    assert GAMES.may_stay(request, key)
    if ends == "permit":
        Permit.objects.filter(pk=permit.pk).update(revoked_at=NOW)
    elif ends == "account":
        django_user_model.objects.update(is_active=False)
    else:
        client.logout()
    assert not GAMES.may_stay(request, key)


@pytest.mark.django_db(transaction=True)
def test_whoever_watches_when_it_stops_being_public_is_sent_away(game: Game) -> None:
    key = str(game.pk)

    def hide() -> None:
        set_public(Game.objects.filter(pk=game.pk), False)
        connections.close_all()  # of this thread, which nobody else would

    async def evening() -> tuple[Any, Any]:
        hub = Hub(lambda: [partial(database_tail, every=0.01)], lambda: Limits(10))
        stranger, referee = hub.subscribe(GAMES.open, key), hub.subscribe(GAMES.full, key)
        for each in (stranger, referee):
            hub.settle(each, game.number)
        await asyncio.to_thread(hide)
        sent_away = await asyncio.wait_for(stranger.take(), 10)
        left_alone = not referee.waits
        await hub.close()
        return sent_away, left_alone

    assert asyncio.run(evening()) == (None, True)
