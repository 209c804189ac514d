"""``throw.recorded``: every event of every game once, in order, in few messages."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import orjson
import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Game
from games.services import recorder
from games.services.commands import ThrowCommand
from tests.tournaments.conftest import YELLOW_STARTS, start, undo_result, win
from tests.tournaments.webhooks.conftest import subscribed
from tournaments.models import Delivery, Event, Webhook
from tournaments.webhooks import services
from tournaments.webhooks.game_events import EVERY, MOST_EVENTS, collect

pytestmark = pytest.mark.django_db
PUBLIC = "https://league.example/hook"
KIND = "throw.recorded"


def throw(game: Game, number: int = 1) -> None:
    """So many throws with which nothing can be moved."""
    recorder.record_throws(
        game_id=game.pk,
        throws=[ThrowCommand(1)] * number,
        expected=Game.objects.get(pk=game.pk).number,
        actor="test",
        now=timezone.now(),
    )


def messages(webhook: Webhook) -> list[dict[str, Any]]:
    """What the messages tell, in order."""
    bodies = webhook.deliveries.filter(kind=KIND).order_by("pk").values_list("body", flat=True)
    return [orjson.loads(body)["data"] for body in bodies]


def numbers(webhook: Webhook, game: Game) -> list[list[int]]:
    """The numbers of the events in the messages about a game."""
    return [
        [event["number"] for event in told["events"]]
        for told in messages(webhook)
        if told["game"] == str(game.pk)
    ]


def all_numbers(webhook: Webhook, game: Game) -> list[int]:
    return [number for message in numbers(webhook, game) for number in message]


def all_arrive() -> None:
    Delivery.objects.update(state=Delivery.State.DELIVERED)


def up_to(last: int, first: int = 1) -> list[int]:
    return list(range(first, last + 1))


@pytest.mark.both_databases
def test_what_was_recorded_since_the_last_message_is_in_the_next(cup: Event) -> None:
    webhook, now = subscribed(cup, PUBLIC, KIND), timezone.now()
    game = start(cup, rounds=YELLOW_STARTS).game
    throw(game, 3)
    began = Game.objects.get(pk=game.pk).number
    collect(now=now)
    all_arrive()
    throw(game, 2)
    collect(now=now + EVERY)
    assert numbers(webhook, game) == [up_to(began), up_to(began + 2, began + 1)]
    first = messages(webhook)[0]
    assert (first["event"], first["number"]) == ("cup", 1)
    assert first["events"][-1]["payload"] == {"die": 1, "move": None}


@pytest.mark.both_databases
def test_a_game_is_told_of_at_most_once_a_second(cup: Event) -> None:
    webhook, now = subscribed(cup, PUBLIC, KIND), timezone.now()
    game = start(cup, rounds=YELLOW_STARTS).game
    collect(now=now)
    all_arrive()
    throw(game)
    collect(now=now + EVERY / 2)
    assert len(messages(webhook)) == 1
    collect(now=now + EVERY)
    assert len(messages(webhook)) == 2


@pytest.mark.both_databases
def test_the_next_message_waits_until_the_one_before_has_arrived_or_was_given_up(cup: Event) -> None:
    webhook, now = subscribed(cup, PUBLIC, KIND), timezone.now()
    game = start(cup, rounds=YELLOW_STARTS).game
    collect(now=now)
    began = Game.objects.get(pk=game.pk).number
    for seconds in range(2, 6):
        throw(game)
        collect(now=now + timedelta(seconds=seconds))
    assert len(messages(webhook)) == 1
    webhook.deliveries.update(state=Delivery.State.GIVEN_UP)
    collect(now=now + timedelta(seconds=6))
    assert numbers(webhook, game) == [up_to(began), up_to(began + 4, began + 1)]


def test_a_whole_game_comes_in_few_messages_each_of_bounded_size(cup: Event) -> None:
    webhook, now = subscribed(cup, PUBLIC, KIND), timezone.now()
    game = start(cup, rounds=YELLOW_STARTS).game
    throw(game, 1000)
    last = Game.objects.get(pk=game.pk).number
    for seconds in range(5):
        collect(now=now + timedelta(seconds=seconds))
        all_arrive()
    told = numbers(webhook, game)
    assert [len(each) for each in told] == [MOST_EVENTS, MOST_EVENTS, last - 2 * MOST_EVENTS]
    assert all_numbers(webhook, game) == up_to(last)


def test_take_backs_and_the_end_are_told_too(cup: Event) -> None:
    webhook = subscribed(cup, PUBLIC, KIND)
    game = undo_result(win(start(cup, rounds=YELLOW_STARTS).game, "red"))
    game = win(game, "red")
    now: datetime = timezone.now()
    while Delivery.objects.filter(kind=KIND).count() * MOST_EVENTS < game.number:
        collect(now=now)
        all_arrive()
        now += EVERY
    kinds = [event["kind"] for told in messages(webhook) for event in told["events"]]
    assert (kinds.count("take back"), kinds.count("end"), kinds[-1]) == (1, 2, "end")
    assert all_numbers(webhook, game) == up_to(game.number)


@pytest.mark.both_databases
def test_who_comes_later_is_told_from_then_on(cup: Event) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game
    throw(game, 5)
    before = Game.objects.get(pk=game.pk).number
    webhook = subscribed(cup, PUBLIC, KIND)
    collect(now=timezone.now())
    assert messages(webhook) == []
    throw(game)
    collect(now=timezone.now())
    assert numbers(webhook, game) == [[before + 1]]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("off", "on"),
    [({"active": False}, {"active": True}), ({"kinds": ["game.ended"]}, {"kinds": [KIND, "game.ended"]})],
)
def test_what_happens_while_it_is_off_is_not_told(cup: Event, off: Any, on: Any) -> None:
    webhook, now = subscribed(cup, PUBLIC, KIND), timezone.now()
    game = start(cup, rounds=YELLOW_STARTS).game
    collect(now=now)
    all_arrive()
    began = Game.objects.get(pk=game.pk).number
    services.change_webhook(webhook_id=webhook.pk, changes=off, actor="test", now=now)
    throw(game, 3)
    collect(now=now + EVERY)
    services.change_webhook(webhook_id=webhook.pk, changes=on, actor="test", now=now)
    throw(game)
    collect(now=now + 2 * EVERY)
    assert numbers(webhook, game) == [up_to(began), [began + 4]]


def test_a_change_of_the_address_loses_nothing(cup: Event) -> None:
    webhook, now = subscribed(cup, PUBLIC, KIND), timezone.now()
    game = start(cup, rounds=YELLOW_STARTS).game
    throw(game)
    services.change_webhook(webhook_id=webhook.pk, changes={"url": f"{PUBLIC}2"}, actor="test", now=now)
    collect(now=now)
    assert all_numbers(webhook, game) == up_to(Game.objects.get(pk=game.pk).number)


HAPPENINGS = st.one_of(
    st.tuples(st.just("throw"), st.integers(1, 3)),
    st.tuples(st.just("collect"), st.integers(0, 2)),
    st.tuples(st.sampled_from(["arrive", "give up"]), st.just(0)),
)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(HAPPENINGS, max_size=20))
def test_however_it_goes_every_event_is_told_once_and_in_order(
    cup: Event, happenings: list[tuple[str, int]]
) -> None:
    with transaction.atomic():
        webhook, now = subscribed(cup, PUBLIC, KIND), timezone.now()
        game = start(cup, rounds=YELLOW_STARTS).game
        for what, number in happenings:
            match what:
                case "throw":
                    throw(game, number)
                case "collect":
                    now += number * EVERY
                    collect(now=now)
                case "arrive":
                    all_arrive()
                case "give up":
                    webhook.deliveries.update(state=Delivery.State.GIVEN_UP)
        all_arrive()
        collect(now=now + EVERY)
        assert all_numbers(webhook, game) == up_to(Game.objects.get(pk=game.pk).number)
        transaction.set_rollback(True)
