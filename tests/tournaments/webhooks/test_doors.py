"""Webhooks by REST: for organisers only, secrets shown once, the log to be read."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from games.enums import Role
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.admin_forms import messages, part
from tests.tournaments.conftest import YELLOW_STARTS, new_event, start, win, with_role
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.query_counts import queries
from tests.tournaments.webhooks.conftest import ALL_KINDS, ping, send_all, subscribed
from tests.tournaments.webhooks.receiving import Receiver
from tournaments.models import Delivery, Event, Webhook

pytestmark = pytest.mark.django_db
HOOKS = "/api/v1/webhooks/"
OF_CUP = f"{HOOKS}?event=cup"
PUBLIC = "https://league.example/hook"


@pytest.fixture
def program(db: None) -> APIClient:
    return client_with(Role.ORGANISER, "event:cup")


def log(webhook: Webhook) -> str:
    return f"{HOOKS}{webhook.pk}/deliveries/"


def test_a_webhook_from_the_beginning_to_the_end(program: APIClient, cup: Event, receiver: Receiver) -> None:
    made = program.post(HOOKS, {"event": "cup", "url": receiver.url, "kinds": ["game.ended"]})
    assert made.status_code == 201
    secret, hook = made.json()["secret"], f"{HOOKS}{made.json()['id']}/"
    assert program.post(f"{hook}ping/").status_code == 202
    send_all()
    assert receiver.received[0].signed_by(secret)
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    receiver.statuses = [500]
    send_all()

    told, pinged = program.get(f"{hook}deliveries/").json()["results"]
    assert (pinged["kind"], pinged["state"], pinged["last_error"]) == ("ping", "delivered", None)
    assert pinged["next_attempt_at"] is None
    assert (told["kind"], told["state"], told["attempts"], told["last_status"]) == (
        "game.ended",
        "waiting",
        1,
        500,
    )
    assert told["last_error"] == {"en": "answered with 500", "de": "mit 500 beantwortet"}
    assert told["next_attempt_at"] is not None
    whole = program.get(f"{hook}deliveries/{told['id']}/").json()
    assert (whole["body"], whole["last_answer"]) == (receiver.received[1].body, "thank you")

    new = program.post(f"{hook}rotate/").json()
    assert new["secret"] != secret
    assert new["previous_secret_until"] is not None
    assert program.delete(hook).status_code == 204
    assert program.get(OF_CUP).json()["count"] == 0
    refused(program.get(f"{hook}deliveries/"), 404, "not-found")


def test_each_kind_is_told_once(program: APIClient, cup: Event) -> None:
    wanted = {"event": "cup", "url": PUBLIC, "kinds": ["game.ended", "game.ended"]}
    problem = refused(program.post(HOOKS, wanted), 400, "bad-value")
    assert (problem["field"], problem["messages"]["en"]) == ("kinds", "kinds: Each kind is named once.")
    assert not Webhook.objects.exists()


def test_a_secret_is_shown_when_it_is_made_and_never_again(program: APIClient, cup: Event) -> None:
    made = program.post(HOOKS, {"event": "cup", "url": PUBLIC, "kinds": list(ALL_KINDS)}).json()
    hook = f"{HOOKS}{made['id']}/"
    answers = [program.get(OF_CUP), program.get(hook), program.patch(hook, {"active": False})]
    rotated = program.post(f"{hook}rotate/").json()["secret"]
    answers.append(program.get(hook))
    for answer in answers:
        assert answer.status_code == 200
        assert "whsec_" not in answer.content.decode()
    webhook = Webhook.objects.get()
    assert (webhook.previous_secret, webhook.secret) == (made["secret"], rotated)


def test_deliveries_are_found_by_state_and_kind(program: APIClient, cup: Event) -> None:
    webhook = subscribed(cup, PUBLIC)
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    Delivery.objects.filter(pk=ping(webhook).pk).update(state="given up")

    def kinds(query: str) -> list[str]:
        return [each["kind"] for each in program.get(f"{log(webhook)}?{query}").json()["results"]]

    assert kinds("state=given up") == ["ping"]
    assert kinds("kind=standings.changed") == ["standings.changed"] * 2
    refused(program.get(f"{log(webhook)}?state=lost"), 400, "bad-value")


def test_lists_and_the_desk_cost_as_many_queries_for_three_rows_as_for_one(
    program: APIClient, cup: Event
) -> None:
    webhook, desk = subscribed(cup, PUBLIC), with_role(Role.ORGANISER, "event:cup")
    page = f"/organise/events/cup/webhooks/{webhook.pk}/"

    def asked() -> list[int]:
        return [queries(*each) for each in ((program, OF_CUP), (program, log(webhook)), (desk, page))]

    ping(webhook)
    one = asked()
    for _ in range(2):
        subscribed(cup, PUBLIC)
        ping(webhook)
    assert asked() == one


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


def test_messages_are_read_with_their_faults(organiser: Client, cup: Event, receiver: Receiver) -> None:
    receiver.answer, receiver.statuses = b"<b>not</b> now", [500]
    hook = subscribed(cup, receiver.url)
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    send_all()
    page = organiser.get(page_of(hook)).content.decode()
    for said in ("answered with 500", "Table changed", "&lt;b&gt;not&lt;/b&gt; now", "standings.changed"):
        assert said in page, said


ADMIN = "/admin/tournaments/webhook/"


def test_they_can_only_be_looked_at(organiser: Client, cup: Event) -> None:
    hook = f"{ADMIN}{subscribed(cup, PUBLIC).pk}/"
    assert organiser.post(f"{hook}change/", {"url": "https://spy.example/"}).status_code == 403
    assert organiser.post(f"{hook}delete/", {"post": "yes"}).status_code == 403


def test_whoever_organises_an_event_keeps_its_webhooks_and_nobody_else(cup: Event) -> None:
    pages = (ADMIN, f"{ADMIN}{subscribed(cup, PUBLIC).pk}/change/")
    for role, status in ((Role.ORGANISER, 200), (Role.REFEREE, 403)):
        client = with_role(role, "event:cup")
        assert {client.get(page).status_code for page in pages} == {status}


def test_nobody_sees_or_touches_the_webhooks_of_an_event_that_others_organise(cup: Event) -> None:
    new_event(cup.season, slug="other", name="Other")
    hook = subscribed(cup, PUBLIC)
    stranger = with_role(Role.ORGANISER, "event:other")
    text = stranger.get(ADMIN).content.decode()
    assert PUBLIC not in text
    assert "event__id__exact=" not in text
    for page in (f"{ADMIN}{hook.pk}/change/", f"{ADMIN}{hook.pk}/delete/"):
        assert stranger.post(page, {"post": "yes", "active": ""}).status_code in (302, 403)
    assert Webhook.objects.get() == hook
    assert Webhook.objects.values().get()["secret"] == hook.secret
