"""Webhooks in the admin: made, tested, looked after; deliveries read and sent again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.enums import Role
from tests.tournaments.admin_forms import messages, part
from tests.tournaments.conftest import YELLOW_STARTS, new_event, start, win, with_role
from tests.tournaments.webhooks.conftest import kinds_put, ping, send_all, subscribed
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


def act(client: Client, page: str, action: str, *rows: Any) -> Any:
    chosen = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(page, chosen, follow=True)


def test_a_webhook_is_made_and_its_secret_shown_once(organiser: Client, cup: Event) -> None:
    assert f"{HOOKS}?event__id__exact={cup.pk}" in organiser.get(part("files", cup)).content.decode()
    form = {"event": cup.pk, "url": PUBLIC, "kinds": ["game.ended", "throw.recorded"]}
    answer = organiser.post(f"{HOOKS}add/", form, follow=True)
    webhook = Webhook.objects.get()
    assert (webhook.kinds, webhook.created_by) == (
        ["game.ended", "throw.recorded"],
        f"user:{User.objects.get().pk}",
    )
    assert any(webhook.secret in message for message in messages(answer))
    for page in (HOOKS, f"{HOOKS}{webhook.pk}/change/", f"{HOOKS}{webhook.pk}/history/"):
        answer = organiser.get(page)
        assert answer.status_code == 200
        assert "whsec_" not in answer.content.decode()


def test_a_webhook_that_cannot_be_is_refused_in_the_form(organiser: Client, cup: Event) -> None:
    page = organiser.post(f"{HOOKS}add/", {"event": cup.pk, "url": "http://10.0.0.1/", "kinds": ["ping"]})
    text = page.content.decode()
    assert "public addresses only" in text
    assert "ping is not one of the available choices" in text
    assert not Webhook.objects.exists()


def test_a_webhook_is_changed_and_deleted_by_the_writer_functions(organiser: Client, cup: Event) -> None:
    webhook = subscribed(cup, PUBLIC)
    organiser.post(f"{HOOKS}{webhook.pk}/change/", {"url": f"{PUBLIC}/2", "kinds": ["game.ended"]})
    webhook.refresh_from_db()
    assert (webhook.url, webhook.kinds, webhook.active) == (f"{PUBLIC}/2", ["game.ended"], False)
    organiser.post(f"{HOOKS}{webhook.pk}/delete/", {"post": "yes"})
    other = subscribed(cup, PUBLIC)
    act(organiser, HOOKS, "delete_selected", other)
    organiser.post(HOOKS, {"action": "delete_selected", "_selected_action": [other.pk], "post": "yes"})
    assert not Webhook.objects.exists()
    assert [record.history_type for record in Webhook.history.order_by("history_id")] == list("+~-+-")


def test_a_test_is_sent_and_a_new_secret_made(organiser: Client, cup: Event, receiver: Receiver) -> None:
    webhook = subscribed(cup, receiver.url)
    answer = act(organiser, HOOKS, "ping", webhook)
    assert messages(answer) == ["The tests are being sent; the log tells how it went."]
    send_all()
    assert receiver.received[0].kind == "ping"
    (told,) = messages(act(organiser, HOOKS, "rotate", webhook))
    webhook.refresh_from_db()
    assert webhook.secret in told


def test_the_log_is_read_filtered_and_sent_again(organiser: Client, cup: Event, receiver: Receiver) -> None:
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
    number = len(kinds_put())
    first, second = Delivery.objects.order_by("pk")[:2]
    assert messages(act(organiser, LOG, "send_again", second, first)) == ["2 messages are sent again."]
    again = Delivery.objects.order_by("pk")[number:]
    assert [each.replay_of for each in again] == [first, second]


def test_the_log_can_only_be_looked_at(organiser: Client, cup: Event) -> None:
    delivery = ping(subscribed(cup, PUBLIC))
    assert organiser.get(f"{LOG}add/").status_code == 403
    assert organiser.post(f"{LOG}{delivery.pk}/change/", {"state": "delivered"}).status_code == 403
    assert organiser.post(f"{LOG}{delivery.pk}/delete/", {"post": "yes"}).status_code == 403


def test_whoever_organises_an_event_keeps_its_webhooks_and_nobody_else(cup: Event) -> None:
    delivery = ping(subscribed(cup, PUBLIC))
    pages = (HOOKS, f"{HOOKS}add/", LOG, f"{LOG}{delivery.pk}/change/")
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
    for page, action, row in ((HOOKS, "ping", hook), (HOOKS, "rotate", hook), (LOG, "send_again", delivery)):
        act(stranger, page, action, row)
    new = {"event": str(cup.pk), "url": "https://spy.example/", "kinds": ["game.ended"]}
    assert b"errorlist" in stranger.post(f"{HOOKS}add/", new).content
    assert Webhook.objects.get() == hook
    assert Webhook.objects.values().get()["secret"] == hook.secret
    assert Delivery.objects.count() == 1


def test_the_admin_of_webhooks_speaks_german(organiser: Client, cup: Event) -> None:
    ping(subscribed(cup, PUBLIC))
    for page in (HOOKS, f"{HOOKS}add/", LOG):
        text = organiser.get(page, headers={"Accept-Language": "de"}).content.decode()
        assert "Webhook" in text
        assert "unsafe" not in organiser.get(page)["Content-Security-Policy"]
    assert "Noch einmal senden" in text


def test_a_history_of_a_webhook_is_read(organiser: Client, cup: Event) -> None:
    webhook = subscribed(cup, PUBLIC)
    record = webhook.history.first()
    url = reverse("admin:tournaments_webhook_simple_history", args=[webhook.pk, record.pk])
    answer = organiser.get(url)
    assert answer.status_code == 200
    assert "whsec_" not in answer.content.decode()
