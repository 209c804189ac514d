"""Webhooks in the admin: rows that are read by whoever organises the event."""

import pytest
from django.test import Client

from games.enums import Role
from tests.tournaments.conftest import new_event, with_role
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.webhooks.conftest import subscribed
from tournaments.models import Event, Webhook

pytestmark = pytest.mark.django_db
HOOKS = "/admin/tournaments/webhook/"
PUBLIC = "https://league.example/hook"


def test_they_can_only_be_looked_at(organiser: Client, cup: Event) -> None:
    hook = f"{HOOKS}{subscribed(cup, PUBLIC).pk}/"
    assert organiser.post(f"{hook}change/", {"url": "https://spy.example/"}).status_code == 403
    assert organiser.post(f"{hook}delete/", {"post": "yes"}).status_code == 403


def test_whoever_organises_an_event_keeps_its_webhooks_and_nobody_else(cup: Event) -> None:
    pages = (HOOKS, f"{HOOKS}{subscribed(cup, PUBLIC).pk}/change/")
    for role, status in ((Role.ORGANISER, 200), (Role.REFEREE, 403)):
        client = with_role(role, "event:cup")
        assert {client.get(page).status_code for page in pages} == {status}


def test_nobody_sees_or_touches_the_webhooks_of_an_event_that_others_organise(cup: Event) -> None:
    new_event(cup.season, slug="other", name="Other")
    hook = subscribed(cup, PUBLIC)
    stranger = with_role(Role.ORGANISER, "event:other")
    text = stranger.get(HOOKS).content.decode()
    assert PUBLIC not in text
    assert "event__id__exact=" not in text
    for page in (f"{HOOKS}{hook.pk}/change/", f"{HOOKS}{hook.pk}/delete/"):
        assert stranger.post(page, {"post": "yes", "active": ""}).status_code in (302, 403)
    assert Webhook.objects.get() == hook
    assert Webhook.objects.values().get()["secret"] == hook.secret
