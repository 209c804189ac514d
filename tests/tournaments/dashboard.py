"""The dashboard of an event and those who use it."""

from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.enums import Role
from games.models import Permit, Player
from tests.replay import once
from tests.tournaments.admin_forms import desk, messages
from tests.tournaments.conftest import NOW, _drawn, new_event
from tests.tournaments.event_state import everything
from tournaments import services
from tournaments.models import Event, Season


@pytest.fixture
def organiser(db: None) -> Client:
    return staff("organiser", is_superuser=True)


def staff(name: str, **fields: Any) -> Client:
    client = Client()
    client.cookies = once(_logged_in, name, {"is_staff": True, **fields}, told=(name, fields))
    return client


def staff_with(role: Role, place: str = "event:cup") -> Client:
    client = Client()
    client.cookies = once(_logged_in, role.value, {}, told=(role.value, "no staff"))
    person = User.objects.get(username=role.value)
    Permit.objects.create(person=person, role=role, place=place, granted_at=NOW)
    return client


def _logged_in(name: str, fields: dict[str, Any]) -> SimpleCookie:
    """The cookies of somebody new: a session is a number by lot, and kept with what is kept of a test."""
    client = Client()
    client.force_login(User.objects.create_user(name, **fields))
    return client.cookies


def tried(client: Client, url: str, body: dict[str, Any]) -> str:
    """The page that shows what would follow; nothing has changed."""
    before = everything()
    answer = client.post(url, body)
    page: str = answer.content.decode()
    assert answer.status_code == 200
    assert "Please check before saving" in page, page
    assert everything() == before
    return page


def confirmed(client: Client, url: str, body: dict[str, Any], event: Event) -> list[str]:
    """What is said once a step has been tried and confirmed."""
    tried(client, url, body)
    seen = Event.objects.get(pk=event.pk).version
    answer = client.post(url, {**body, "confirmed": "yes", "seen": seen}, follow=True)
    assert [status for _, status in answer.redirect_chain] == [302], answer.content.decode()
    assert answer.redirect_chain[0][0].startswith(desk(event))
    return messages(answer)


def done(client: Client, url: str, body: dict[str, Any], event: Event) -> list[str]:
    """What is said once a step is done at once, as it changes no more than it says."""
    answer = client.post(url, body, follow=True)
    assert [status for _, status in answer.redirect_chain] == [302], answer.content.decode()
    assert answer.redirect_chain[0][0].startswith(desk(event))
    return messages(answer)


def refused(client: Client, url: str, body: dict[str, Any], about: str) -> None:
    """The same page again with what is wrong; nothing has changed, whether it was confirmed or not."""
    before = everything()
    for sent in (body, {**body, "confirmed": "yes", "seen": "1"}):
        answer = client.post(url, sent)
        assert answer.status_code == 200
        assert about in answer.content.decode().replace("&#x27;", "'")
        assert everything() == before


def actor(name: str = "organiser") -> str:
    return f"user:{User.objects.get(username=name).pk}"


def expected(event: Event, number: int = 1) -> dict[str, Any]:
    return {"expected": event.games.select_related("game").get(number=number).game.number}


@pytest.fixture
def league(season: Season, players: list[Player]) -> Event:
    """A League of one double round-robin, first game Änne against Bert."""
    return once(_new_league, season, players, told=(season.pk, [player.pk for player in players]))


def _new_league(season: Season, players: list[Player]) -> Event:
    event = new_event(season, slug="league", format_key="league", rules_name="xmadn-2t", settings={"drrs": 1})
    return _drawn(event, players)


@pytest.fixture
def entered(season: Season, players: list[Player]) -> Event:
    """The cup before its draw."""
    event = new_event(season)
    services.enter_all(event_id=event.pk, players=players, actor="test", now=NOW)
    return Event.objects.get(pk=event.pk)
