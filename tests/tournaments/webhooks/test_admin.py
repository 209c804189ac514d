"""Webhooks and deliveries in the admin: rows that are read by whoever organises the event."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.enums import Role
from tests.tournaments.conftest import YELLOW_STARTS, new_event, start, win, with_role
from tests.tournaments.webhooks.conftest import ping, send_all, subscribed
from tests.tournaments.webhooks.receiving import Receiver
from tournaments.models import Delivery, Event, Webhook

pytestmark = pytest.mark.django_db
HOOKS, LOG = "/admin/tournaments/webhook/", "/admin/tournaments/delivery/"
PUBLIC = "https://league.example/hook"


@pytest.fixture
def organiser(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("organiser"))
    return client


def test_the_log_is_read_and_filtered(organiser: Client, cup: Event, receiver: Receiver) -> None:
    receiver.answer = b"<b>not</b> now"
    receiver.statuses = [500]
    webhook = subscribed(cup, receiver.url)
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    send_all()
    page = organiser.get(f"{LOG}?webhook__id__exact={webhook.pk}&state__exact=waiting").content.decode()
    assert "answered with 500" in page
    assert "table changed" in page
    failed = Delivery.objects.order_by("pk").first()
    assert failed is not None
    page = organiser.get(f"{LOG}{failed.pk}/change/").content.decode()
    assert "&lt;b&gt;not&lt;/b&gt; now" in page
    assert "standings.changed" in page
    assert re.search(r'<pre class="sent">\{', page)
    assert 'name="_save"' not in page


def test_both_can_only_be_looked_at(organiser: Client, cup: Event) -> None:
    delivery = ping(subscribed(cup, PUBLIC))
    hook = f"{HOOKS}{delivery.webhook_id}/"
    assert organiser.post(f"{hook}change/", {"url": "https://spy.example/"}).status_code == 403
    assert organiser.post(f"{hook}delete/", {"post": "yes"}).status_code == 403
    assert organiser.get(f"{LOG}add/").status_code == 403
    assert organiser.post(f"{LOG}{delivery.pk}/change/", {"state": "delivered"}).status_code == 403
    assert organiser.post(f"{LOG}{delivery.pk}/delete/", {"post": "yes"}).status_code == 403


def test_whoever_organises_an_event_keeps_its_webhooks_and_nobody_else(cup: Event) -> None:
    delivery = ping(subscribed(cup, PUBLIC))
    pages = (HOOKS, LOG, f"{LOG}{delivery.pk}/change/")
    for role, status in ((Role.ORGANISER, 200), (Role.REFEREE, 403)):
        client = with_role(role, "event:cup")
        assert {client.get(page).status_code for page in pages} == {status}


def test_nobody_sees_or_touches_the_webhooks_of_an_event_that_others_organise(cup: Event) -> None:
    new_event(cup.season, slug="other", name="Other")
    hook = subscribed(cup, PUBLIC)
    delivery = ping(hook)
    stranger = with_role(Role.ORGANISER, "event:other")
    for page in (HOOKS, LOG):
        text = stranger.get(page).content.decode()
        assert PUBLIC not in text
        assert "event__id__exact=" not in text
        assert "webhook__id__exact=" not in text
    for page in (f"{HOOKS}{hook.pk}/change/", f"{HOOKS}{hook.pk}/delete/", f"{LOG}{delivery.pk}/change/"):
        assert stranger.post(page, {"post": "yes", "active": ""}).status_code in (302, 403)
    assert Webhook.objects.get() == hook
    assert Webhook.objects.values().get()["secret"] == hook.secret
    assert Delivery.objects.count() == 1


def test_the_admin_of_webhooks_speaks_german(organiser: Client, cup: Event) -> None:
    ping(subscribed(cup, PUBLIC))
    for page in (HOOKS, LOG):
        text = organiser.get(page, headers={"Accept-Language": "de"}).content.decode()
        assert "Webhook" in text
        assert "unsafe" not in organiser.get(page)["Content-Security-Policy"]


def test_a_history_of_a_webhook_is_read(organiser: Client, cup: Event) -> None:
    webhook = subscribed(cup, PUBLIC)
    record = webhook.history.first()
    url = reverse("admin:tournaments_webhook_simple_history", args=[webhook.pk, record.pk])
    answer = organiser.get(url)
    assert answer.status_code == 200
    assert "whsec_" not in answer.content.decode()
