"""Webhooks at the desk of their event: made, changed, tested, removed; their messages read."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.tournaments.admin_forms import messages, part
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.event_state import everything
from tests.tournaments.webhooks.conftest import send_all, subscribed
from tests.tournaments.webhooks.receiving import Receiver
from tournaments.models import Event, Webhook

pytestmark = pytest.mark.django_db
PUBLIC = "https://league.example/hook"


def hooks_of(event: Event) -> str:
    return reverse("tournaments:webhooks", args=[event.slug])


def page_of(hook: Webhook) -> str:
    assert hook.event is not None
    return reverse("tournaments:webhook", args=[hook.event.slug, hook.pk])


def press(client: Client, hook: Webhook, button: str, **entered: Any) -> Any:
    return client.post(page_of(hook), {"do": button, **entered}, follow=True)


def test_a_webhook_is_made_and_its_secret_shown_once(organiser: Client, cup: Event) -> None:
    assert hooks_of(cup) in organiser.get(part("files", cup)).content.decode()
    form = {"url": PUBLIC, "kinds": ["game.ended", "event.finished"]}
    answer = organiser.post(hooks_of(cup), form, follow=True)
    hook = Webhook.objects.get()
    assert (hook.event, hook.kinds, hook.created_by) == (
        cup,
        ["game.ended", "event.finished"],
        f"user:{User.objects.get().pk}",
    )
    assert any(hook.secret in message for message in messages(answer))
    for page in (hooks_of(cup), page_of(hook)):
        shown = organiser.get(page).content.decode()
        assert PUBLIC in shown
        assert "whsec_" not in shown
    (told,) = messages(press(organiser, hook, "secret"))
    hook.refresh_from_db()
    assert hook.secret in told


def test_a_webhook_that_cannot_be_is_refused_at_its_fields(organiser: Client, cup: Event) -> None:
    before = everything()
    page = organiser.post(hooks_of(cup), {"url": "http://10.0.0.1/", "kinds": ["ping"]}).content.decode()
    assert "public addresses only" in page
    assert "ping is not one of the available choices" in page
    assert "This field is required" in organiser.post(hooks_of(cup), {}).content.decode()
    assert everything() == before


def test_messages_are_read_with_their_faults(organiser: Client, cup: Event, receiver: Receiver) -> None:
    receiver.answer, receiver.statuses = b"<b>not</b> now", [500]
    hook = subscribed(cup, receiver.url)
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    send_all()
    page = organiser.get(page_of(hook)).content.decode()
    for said in ("answered with 500", "Table changed", "&lt;b&gt;not&lt;/b&gt; now", "standings.changed"):
        assert said in page, said


def test_a_button_that_is_none_is_not_found(organiser: Client, cup: Event) -> None:
    hook = subscribed(cup, PUBLIC)
    before = everything()
    for button in ("", "dance", "again"):
        assert press(organiser, hook, button).status_code == 404, button
    assert everything() == before
