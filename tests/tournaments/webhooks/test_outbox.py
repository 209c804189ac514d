"""What is to be told is written in the transaction in which it happens: never lost, never invented."""

import threading
from concurrent.futures import ThreadPoolExecutor

import orjson
import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.services import recorder
from games.services.commands import throw_command
from games.work.claims import take
from tests.endurance.size import sized
from tests.tournaments.conftest import YELLOW_STARTS, brought_home, start, undo_result, win
from tests.tournaments.event_state import undone
from tests.tournaments.webhooks.conftest import ALL_KINDS, kinds_put, subscribed
from tournaments.models import Delivery, Event
from tournaments.webhooks import dispatch, services as subscribing
from tournaments.webhooks.services import Place

pytestmark = pytest.mark.django_db
PUBLIC = "https://league.example/hook"


def of_kind(kind: str) -> list[Delivery]:
    return list(Delivery.objects.filter(kind=kind).order_by("pk"))


def data_of(delivery: Delivery) -> dict[str, object]:
    data: dict[str, object] = orjson.loads(delivery.body)["data"]
    return data


def test_an_evening_is_told_in_order(cup: Event) -> None:
    subscribed(cup, PUBLIC)
    first = start(cup, rounds=YELLOW_STARTS)
    assert kinds_put() == ["standings.changed"]
    win(first.game, "red")
    assert kinds_put()[1:] == ["game.ended", "standings.changed", "event.match_point"]
    win(start(cup).game, "red")
    assert kinds_put()[4:] == ["standings.changed", "game.ended", "standings.changed", "event.finished"]


@pytest.mark.both_databases
def test_a_message_says_what_it_tells_and_when(cup: Event) -> None:
    subscribed(cup, PUBLIC)
    game = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    event = Event.objects.get(pk=cup.pk)
    (ended,) = of_kind("game.ended")
    data = orjson.loads(ended.body)
    assert (data["type"], data["data"]["event"], data["data"]["number"]) == ("game.ended", "cup", 1)
    assert data["timestamp"].endswith("Z")
    assert data["data"]["game"]["id"] == str(game.pk)
    assert data["data"]["game"]["state"] == "ended"
    assert data["data"]["game"]["winner"]["name"] == "Bert Übel"
    table = data_of(of_kind("standings.changed")[-1])
    assert (table["version"], table["running"]) == (event.version, [])
    assert table["standings"] == orjson.loads(event.projection)


def test_a_winner_is_told_once_and_again_when_the_event_was_open_meanwhile(cup: Event) -> None:
    subscribed(cup, PUBLIC, "event.finished")
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    last = win(start(cup).game, "red")
    (told,) = of_kind("event.finished")
    assert data_of(told)["finished"]["winner"] == "entry-2"  # type: ignore[index]
    player = cup.entries.get(key="entry-3").player
    player.nickname = "Coco"
    player.save()
    assert len(of_kind("event.finished")) == 1
    last = undo_result(last)
    assert len(of_kind("event.finished")) == 1
    win(last, "red")
    assert len(of_kind("event.finished")) == 2


def test_a_result_that_is_taken_back_is_told_by_the_table_and_a_new_one_by_both(cup: Event) -> None:
    subscribed(cup, PUBLIC, "game.ended", "standings.changed")
    game = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    number = len(kinds_put())
    game = undo_result(game)
    assert kinds_put()[number:] == ["standings.changed"]
    win(game, "red")
    assert kinds_put()[number + 1 :] == ["game.ended", "standings.changed"]


@pytest.mark.both_databases
def test_what_is_rolled_back_is_not_told(cup: Event) -> None:
    subscribed(cup, PUBLIC)
    game = start(cup, rounds=YELLOW_STARTS).game
    before = kinds_put()
    with undone():
        win(game, "red")
        assert len(kinds_put()) > len(before)
    assert kinds_put() == before


@pytest.mark.both_databases
def test_each_webhook_is_told_what_it_has_chosen_of_its_own_event(cup: Event, series: Event) -> None:
    some = subscribed(cup, PUBLIC, "game.ended")
    other = subscribed(series, PUBLIC)
    off = subscribed(cup, PUBLIC)
    subscribing.change_webhook(webhook_id=off.pk, changes={"active": False}, actor="test", now=timezone.now())
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    assert list(some.deliveries.values_list("kind", flat=True)) == ["game.ended"]
    assert not other.deliveries.exists()
    assert not off.deliveries.exists()


def test_recording_a_throw_costs_nothing_for_however_many_webhooks(cup: Event) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game

    def statements() -> int:
        number = type(game).objects.get(pk=game.pk).number
        with CaptureQueriesContext(connection) as found:
            recorder.record_throws(
                game_id=game.pk, throws=[throw_command(1)], expected=number, actor="test", now=timezone.now()
            )
        return len(found)

    without = statements()
    for _ in range(3):
        subscribed(cup, PUBLIC)
    assert statements() == without


@pytest.mark.both_databases
def test_all_messages_of_a_change_are_one_statement(cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    for _ in range(2):
        subscribed(cup, PUBLIC)
    last = start(cup)
    Delivery.objects.all().delete()
    with CaptureQueriesContext(connection) as statements:
        win(last.game, "red")
    assert kinds_put() == [kind for kind in ALL_KINDS if kind != "event.match_point" for _ in range(2)]
    assert sum('INTO "tournaments_delivery"' in each["sql"] for each in statements) == 1


@pytest.mark.both_databases
def test_to_look_for_messages_without_webhooks_costs_one_query(cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    with CaptureQueriesContext(connection) as found:
        assert take(dispatch.WORK, timezone.now()) is None
    assert len(found) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scope", ["event", "season", "site"])
def test_results_and_webhooks_that_come_and_go_at_the_same_time_do_each_other_no_harm(
    cup: Event, scope: str
) -> None:
    places: dict[str, Place] = {
        "event": {"event_id": cup.pk},
        "season": {"season_id": cup.season_id},
        "site": {},
    }
    place = places[scope]
    game = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    last = brought_home(undo_result(game).play(), ("red",))
    over = threading.Event()

    def come_and_go() -> None:
        try:
            while not over.is_set():
                webhook = subscribing.subscribe(
                    **place, url=PUBLIC, kinds=list(ALL_KINDS), actor="test", now=timezone.now()
                )
                subscribing.unsubscribe(webhook_id=webhook.pk, actor="test", now=timezone.now())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        coming = [pool.submit(come_and_go) for _ in range(2)]
        try:
            for _ in range(sized(4, 10, thorough=10)):
                number = type(game).objects.get(pk=game.pk).number
                recorder.record_throws(
                    game_id=game.pk, throws=last, expected=number, actor="test", now=timezone.now()
                )
                undo_result(game)
        finally:
            over.set()
        for each in coming:
            each.result()
    assert not Delivery.objects.exists()
