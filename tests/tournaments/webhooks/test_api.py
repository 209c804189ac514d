"""Webhooks by REST: for organisers only, secrets shown once, the log to be read."""

import pytest
from rest_framework.test import APIClient

from games.enums import Role
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.conftest import YELLOW_STARTS, start, win, with_role
from tests.tournaments.query_counts import queries
from tests.tournaments.webhooks.conftest import ALL_KINDS, ping, send_all, subscribed
from tests.tournaments.webhooks.receiving import Receiver
from tournaments.models import Delivery, Event, Webhook

pytestmark = pytest.mark.django_db
HOOKS = "/api/v1/events/cup/webhooks/"
PUBLIC = "https://league.example/hook"


@pytest.fixture
def organiser(db: None) -> APIClient:
    return client_with(Role.ORGANISER, "event:cup")


def log(webhook: Webhook) -> str:
    return f"{HOOKS}{webhook.pk}/deliveries/"


def test_a_webhook_from_the_beginning_to_the_end(
    organiser: APIClient, cup: Event, receiver: Receiver
) -> None:
    made = organiser.post(HOOKS, {"url": receiver.url, "kinds": ["game.ended"]})
    assert made.status_code == 201
    secret, hook = made.json()["secret"], f"{HOOKS}{made.json()['id']}/"
    assert organiser.post(f"{hook}ping/").status_code == 202
    send_all()
    assert receiver.received[0].signed_by(secret)
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    receiver.statuses = [500]
    send_all()

    told, pinged = organiser.get(f"{hook}deliveries/").json()["results"]
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
    whole = organiser.get(f"{hook}deliveries/{told['id']}/").json()
    assert (whole["body"], whole["last_answer"]) == (receiver.received[1].body, "thank you")

    new = organiser.post(f"{hook}rotate/").json()
    assert new["secret"] != secret
    assert new["previous_secret_until"] is not None
    assert organiser.delete(hook).status_code == 204
    assert organiser.get(HOOKS).json()["count"] == 0
    refused(organiser.get(f"{hook}deliveries/"), 404, "not-found")


def test_a_secret_is_shown_when_it_is_made_and_never_again(organiser: APIClient, cup: Event) -> None:
    made = organiser.post(HOOKS, {"url": PUBLIC, "kinds": list(ALL_KINDS)}).json()
    hook = f"{HOOKS}{made['id']}/"
    answers = [organiser.get(HOOKS), organiser.get(hook), organiser.patch(hook, {"active": False})]
    rotated = organiser.post(f"{hook}rotate/").json()["secret"]
    answers.append(organiser.get(hook))
    for answer in answers:
        assert answer.status_code == 200
        assert "whsec_" not in answer.content.decode()
    webhook = Webhook.objects.get()
    assert (webhook.previous_secret, webhook.secret) == (made["secret"], rotated)


def test_deliveries_are_found_by_state_and_kind(organiser: APIClient, cup: Event) -> None:
    webhook = subscribed(cup, PUBLIC)
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    Delivery.objects.filter(pk=ping(webhook).pk).update(state="given up")

    def kinds(query: str) -> list[str]:
        return [each["kind"] for each in organiser.get(f"{log(webhook)}?{query}").json()["results"]]

    assert kinds("state=given up") == ["ping"]
    assert kinds("kind=standings.changed") == ["standings.changed"] * 2
    refused(organiser.get(f"{log(webhook)}?state=lost"), 400, "bad-value")


def test_lists_and_the_desk_cost_as_many_queries_for_three_rows_as_for_one(
    organiser: APIClient, cup: Event
) -> None:
    webhook, desk = subscribed(cup, PUBLIC), with_role(Role.ORGANISER, "event:cup")
    page = f"/organise/events/cup/webhooks/{webhook.pk}/"

    def asked() -> list[int]:
        return [queries(*each) for each in ((organiser, HOOKS), (organiser, log(webhook)), (desk, page))]

    ping(webhook)
    one = asked()
    for _ in range(2):
        subscribed(cup, PUBLIC)
        ping(webhook)
    assert asked() == one
