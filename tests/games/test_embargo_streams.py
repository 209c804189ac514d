"""Streams of games under an embargo: the public is told every event once and in order, only later."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import PermissionDenied
from django.db import connections
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from games.api.game_stream import GAMES
from games.domain.embargo import Delay
from games.enums import Role
from games.models import Game, Permit
from games.services import recorder
from games.services.embargo import withhold
from games.streams.hub import Hub
from games.streams.messages import Media
from games.streams.quota import Limits
from games.streams.sources import database_tail
from games.streams.stream import Stream
from games.streams.topics import opening
from tests.games.conftest import NOW, random_throws, token_with
from tests.games.viewing import NDJSON, SSE, Referee, Viewer, token_of
from tests.servers import Site

MINUTE = timedelta(minutes=1)
UNTIL_THE_END = {"until": "end"}


@pytest.fixture(scope="module")
def site_token(live_asgi_server: Site) -> str:
    return token_of(live_asgi_server)


@pytest.fixture
def referee(live_asgi_server: Site, site_token: str) -> Referee:
    return Referee(live_asgi_server, site_token)


def withheld(referee: Referee) -> None:
    referee.ask("PUT", referee.path + "embargo/", UNTIL_THE_END)


def everything(referee: Referee) -> dict[str, str]:
    return {"Authorization": f"Bearer {referee.token}"}


# -- until the end, on a running site --------------------------------------------------------------


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_the_public_is_told_the_start_and_with_the_end_everything_once(referee: Referee, accept: str) -> None:
    start = referee.number
    withheld(referee)
    referee.throw(2)
    with (
        Viewer(referee.site, referee.stream, accept) as public,
        Viewer(referee.site, referee.stream, accept, **everything(referee)) as recorder_,
    ):
        referee.throw(2)
        recorder_.wait_for(start + 4)
        assert [told.number for told in recorder_.told] == [start + 2, start + 3, start + 4]
        assert [(told.name, told.number) for told in public.told] == [("state", start)]
        assert public.told[0].data["embargo"] == UNTIL_THE_END
        referee.play_to_the_end()
        public.wait_for_the_end()
        recorder_.wait_for_the_end()
    assert public.numbers == list(range(start + 1, referee.number + 1))
    assert [told.data for told in public.told[1:-1]] == referee.log()[start:]
    assert public.told[-1].name == recorder_.told[-1].name == "end"


def test_who_watches_when_an_embargo_is_laid_is_sent_away_and_waits_with_the_others(referee: Referee) -> None:
    with Viewer(referee.site, referee.stream) as early:
        referee.throw(2)
        early.wait_for(referee.number)
        seen = referee.number
        withheld(referee)
        referee.throw(2)
        early.wait_for_the_end()
    assert (early.told[-1].name, early.numbers[-1]) == ("resync", seen)
    # They know more than is public by now: nothing is said to that, and the rest comes when it is time.
    with Viewer(referee.site, referee.stream, **{"Last-Event-ID": str(seen)}) as again:
        assert again.status == 200
        referee.play_to_the_end()
        again.wait_for_the_end()
    assert again.numbers == list(range(seen + 1, referee.number + 1))


def test_with_a_token_that_is_not_valid_nobody_is_told_anything(referee: Referee) -> None:
    withheld(referee)
    with Viewer(referee.site, referee.stream, **{"Authorization": "Bearer rauswurf_nonsense"}) as viewer:
        assert (viewer.status, viewer.problem["type"]) == (403, "urn:rauswurf:problem:permission-denied")


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_who_loses_his_role_is_told_nothing_more_of_what_is_not_public(referee: Referee, accept: str) -> None:
    withheld(referee)
    place = f"game:{referee.path.split('/')[-2]}"
    token = referee.ask("POST", "/api/v1/tokens/", {"name": "board", "role": "recorder", "place": place})
    with Viewer(
        referee.site, referee.stream, accept, **{"Authorization": f"Bearer {token['token']}"}
    ) as board:
        referee.throw(1)
        board.wait_for(referee.number)
        seen = referee.number
        referee.ask("DELETE", f"/api/v1/tokens/{token['id']}/")
        referee.throw(2)
        board.wait_for_the_end()
    assert board.told[-1].name == "resync"
    assert board.numbers[-1] == seen


# -- by minutes, with the clock in our hands ---------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_every_event_is_told_once_and_none_before_its_time(game: Game) -> None:
    begun = game.number
    last = begun + 15
    # Who comes again has an event that is public already, the last that is, or one that is not yet.
    resumed = (0, 1, begun, begun + 1, 5, last - 1)
    watchers = [watcher(game, after, last) for after in (None, *resumed)]
    withhold(game_id=game.pk, embargo=Delay(10), actor="test", now=NOW)

    async def evening(clock: Any) -> list[list[tuple[str, int]]]:
        hub = Hub(lambda: [partial(database_tail, every=0.01)], lambda: Limits(10))
        viewers = [asyncio.create_task(watch(hub)) for watch in watchers]
        for minute in range(1, 6):
            await asyncio.to_thread(record, game, 3, NOW + minute * MINUTE)
        while timezone.now() < NOW + 16 * MINUTE:
            clock.shift(MINUTE)
            await asyncio.sleep(0.05)
        found = await asyncio.gather(*viewers)
        await hub.close()
        return found

    with time_machine.travel(NOW + 10 * MINUTE, tick=False) as clock:
        by_state, *from_a_number = asyncio.run(evening(clock))
    assert by_state == [("state", begun), *(("event", number) for number in range(begun + 1, last + 1))]
    for after, told in zip(resumed, from_a_number, strict=True):
        assert told == [("event", number) for number in range(after + 1, last + 1)], after


@pytest.mark.django_db
def test_what_is_public_after_a_number_is_all_of_it_and_nothing_else(game: Game) -> None:
    begun = game.number
    withhold(game_id=game.pk, embargo=Delay(10), actor="test", now=NOW)
    for minute in (1, 2):
        latest = Game.objects.get(pk=game.pk)
        recorder.record_throws(
            game_id=game.pk,
            throws=random_throws(latest, 3),
            expected=latest.number,
            actor="test",
            now=NOW + minute * MINUTE,
        )
    # Laying the embargo is no event of the log: so much is public, minute by minute.
    for minute, public in ((10, begun), (11, begun + 3), (12, begun + 6)):
        with time_machine.travel(NOW + minute * MINUTE, tick=False):
            assert GAMES.delayed.numbers([str(game.pk)]) == {str(game.pk): public}
            for after in range(begun + 8):
                told = GAMES.delayed.since(str(game.pk), after)
                assert [message.number for message in told] == list(range(after + 1, public + 1))
                opened = opening(GAMES.delayed, str(game.pk), after)
                assert opened is not None
                assert (opened.number, list(opened.messages)) == (public, list(told))


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_who_comes_again_with_a_public_number_is_told_what_is_public_after_it_at_once(
    referee: Referee, accept: str
) -> None:
    start = referee.number
    withheld(referee)
    referee.throw(2)
    for after in range(start + 2):
        with Viewer(referee.site, referee.stream, accept, **{"Last-Event-ID": str(after)}) as viewer:
            assert viewer.status == 200
            if after < start:
                viewer.wait_for(start)
            assert viewer.numbers == list(range(after + 1, start + 1))


def record(game: Game, throws: int, now: datetime) -> None:
    try:
        game = Game.objects.get(pk=game.pk)
        batch = random_throws(game, throws)
        recorder.record_throws(game_id=game.pk, throws=batch, expected=game.number, actor="test", now=now)
    finally:
        connections.close_all()


def watcher(game: Game, after: int | None, last: int) -> Callable[[Hub], Any]:
    """A viewer of the delayed game, who leaves after its last event; every event that they are told is old enough."""

    async def watch(hub: Hub) -> list[tuple[str, int]]:
        topic, key = GAMES.delayed, str(game.pk)
        subscription = hub.subscribe(topic, key)
        opened = await hub.read(opening, topic, key, after)
        assert opened is not None
        hub.settle(subscription, opened.number)
        found: list[tuple[str, int]] = []
        async for chunk in Stream(hub, subscription, opened, after, Media.NDJSON):
            for line in chunk.splitlines():
                message = json.loads(line)
                found.append((message["message"], message["number"]))
                if message["message"] == "event":
                    recorded = datetime.fromisoformat(message["data"]["recorded_at"])
                    assert recorded + 10 * MINUTE <= timezone.now()
            if found and found[-1][1] == last:
                break
        return found

    return watch


@pytest.mark.django_db
def test_a_viewer_is_led_to_what_he_may_see(game: Game, django_user_model: Any) -> None:
    key = str(game.pk)
    withhold(game_id=game.pk, embargo=Delay(10), actor="test", now=NOW)
    assert GAMES.open.state(key) is None
    assert GAMES.open.since(key, 0) == []
    assert GAMES.open.numbers([key]) == {}

    def asks(user: Any = None, token: str = "") -> HttpRequest:
        request = HttpRequest()
        request.user, request.session = user or AnonymousUser(), SessionStore()
        request.META["HTTP_AUTHORIZATION"] = f"Bearer {token}" if token else ""
        return request

    referee = django_user_model.objects.create_superuser("referee")
    reader = django_user_model.objects.create_user("reader")
    assert GAMES.under_embargo(asks(), key) is GAMES.delayed
    assert GAMES.under_embargo(asks(reader), key) is GAMES.delayed
    assert GAMES.under_embargo(asks(referee), key) is GAMES.full
    assert GAMES.under_embargo(asks(token=token_with(Role.VIEWER, f"game:{key}")), key) is GAMES.full
    assert GAMES.under_embargo(asks(token=token_with(Role.REFEREE, f"game:{uuid4()}")), key) is GAMES.delayed
    with pytest.raises(PermissionDenied):
        GAMES.under_embargo(asks(token="rauswurf_nonsense"), key)


@pytest.mark.django_db
@pytest.mark.parametrize("ends", ["permit", "account", "login"])
def test_a_login_watches_what_is_not_public_as_long_as_its_role(
    game: Game, client: Client, django_user_model: Any, ends: str
) -> None:
    key = str(game.pk)
    withhold(game_id=game.pk, embargo=Delay(10), actor="test", now=NOW)
    person = django_user_model.objects.create_user("referee")
    permit = Permit.objects.create(person=person, role=Role.REFEREE, place=f"game:{key}", granted_at=NOW)
    client.force_login(person)
    request = HttpRequest()
    request.session = client.session
    request.user = get_user(request)
    assert GAMES.under_embargo(request, key) is GAMES.full
    assert GAMES.may_stay(request, key)
    if ends == "permit":
        Permit.objects.filter(pk=permit.pk).update(revoked_at=NOW)
    elif ends == "account":
        django_user_model.objects.update(is_active=False)
    else:
        client.logout()
    assert not GAMES.may_stay(request, key)
