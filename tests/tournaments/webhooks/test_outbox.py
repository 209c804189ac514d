"""What is to be told is written in the transaction in which it happens: never lost, never invented."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import orjson
import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.enums import Role
from games.models import Player
from games.services import recorder
from games.services.commands import throw_command
from games.work.claims import take
from tests.endurance.size import sized
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.servers import ROOT
from tests.tournaments.conftest import (
    NOW,
    YELLOW_STARTS,
    _drawn,
    brought_home,
    new_event,
    start,
    undo_result,
    win,
    with_role,
)
from tests.tournaments.event_state import undone
from tests.tournaments.webhooks.conftest import ALL_KINDS, kinds_put, ping, send_all, subscribed
from tests.tournaments.webhooks.receiving import Receiver
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.models import Delivery, Event, Kind, Receiving, Season, Webhook
from tournaments.webhooks import dispatch, services as subscribing

pytestmark = pytest.mark.django_db
PUBLIC = "https://league.example/hook"


def of_kind(kind: str) -> list[Delivery]:
    return list(Delivery.objects.filter(kind=kind).order_by("pk"))


def data_of(delivery: Delivery) -> dict[str, object]:
    data: dict[str, object] = orjson.loads(delivery.body)["data"]
    return data


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
    places: dict[str, dict[str, Any]] = {
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


DISCORD = "https://discord.com/api/webhooks/1234/abcdefgh"
ALL = ["event.finished", "event.match_point", "game.ended", "standings.changed"]
NOTHING: list[str] = []

#: Event and what is private about it → scope → what a program is told, what a chat is told.
TOLD: dict[tuple[str, str], dict[str, tuple[list[str], list[str]]]] = {
    ("cup", "public"): {"event": (ALL, ALL), "season": (ALL, ALL), "site": (ALL, ALL)},
    ("far", "public"): {"event": (NOTHING, NOTHING), "season": (NOTHING, NOTHING), "site": (ALL, ALL)},
    ("cup", "hidden"): dict.fromkeys(("event", "season", "site"), (NOTHING, NOTHING)),
    ("far", "hidden"): dict.fromkeys(("event", "season", "site"), (NOTHING, NOTHING)),
}


@pytest.fixture
def far(db: None) -> Season:
    return services.create_season(
        slug="2027",
        name="2027",
        starts_on=date(2027, 1, 1),
        ends_on=date(2027, 12, 31),
        actor="test",
        now=NOW,
    )


def hook(scope: dict[str, Any], *kinds: str, **more: Any) -> Webhook:
    wanted: dict[str, Any] = {"url": PUBLIC, "kinds": list(kinds or ALL), **more}
    return subscribing.subscribe(**scope, **wanted, actor="test", now=timezone.now())


def pair(scope: dict[str, Any]) -> tuple[Webhook, Webhook]:
    """A program and a chat that are told all they can be."""
    return hook(scope), hook(scope, url=DISCORD, receiver=Receiving.DISCORD)


def kinds_of(webhook: Webhook) -> list[str]:
    return sorted(set(webhook.deliveries.values_list("kind", flat=True)))


def messages_of(webhook: Webhook) -> list[tuple[str, Any]]:
    found = webhook.deliveries.order_by("pk").values_list("kind", "body")
    return [(kind, orjson.loads(body)["data"]) for kind, body in found]


def play(event: Event) -> None:
    win(start(event, rounds=YELLOW_STARTS).game, "red")
    win(start(event).game, "red")


@pytest.mark.both_databases
@pytest.mark.parametrize(("where", "private"), TOLD, ids=str)
def test_every_scope_is_told_of_its_events_and_of_no_other(
    season: Season, far: Season, players: list[Player], where: str, private: str
) -> None:
    events = {"cup": new_event(season), "far": new_event(far, slug="far", starts_on=date(2027, 11, 21))}
    hooks = {
        "event": pair({"event_id": events["cup"].pk}),
        "season": pair({"season_id": season.pk}),
        "site": pair({}),
    }
    event = events[where]
    if private == "hidden":
        services.change_event(event_id=event.pk, changes={"is_public": False}, actor="test", now=NOW)
    play(_drawn(event, players))
    told = {scope: (kinds_of(program), kinds_of(chat)) for scope, (program, chat) in hooks.items()}
    assert told == TOLD[where, private]


@pytest.mark.both_databases
def test_a_wider_webhook_is_told_the_same_in_the_same_order_once(
    season: Season, players: list[Player]
) -> None:
    """Also of an event that is made after it, of which nothing is told before people enter it."""
    wide = [hook({"season_id": season.pk}), hook({})]
    event = new_event(season)
    assert not Delivery.objects.exists()
    narrow = hook({"event_id": event.pk})
    play(_drawn(event, players))
    expected = messages_of(narrow)
    assert len(expected) > 10
    assert [messages_of(each) for each in wide] == [expected, expected]


def test_an_event_that_is_imported_is_no_news(cup: Event) -> None:
    with undone():
        play(cup)
        file = export_event(Event.objects.get(pk=cup.pk))
    copy = orjson.loads(file)
    copy["event"]["slug"] = "copy"
    site = hook({})
    assert import_event(orjson.dumps(copy).decode(), actor="test", now=NOW).status == Event.Status.FINISHED
    assert messages_of(site) == []


def test_what_is_sent_arrives_by_the_one_way_and_says_where_it_is_from(
    season: Season, cup: Event, receiver: Receiver
) -> None:
    places: list[dict[str, Any]] = [{"event_id": cup.pk}, {"season_id": season.pk}, {}]
    for scope in places:
        ping(hook(scope, url=receiver.url))
    send_all()
    assert sorted(str(each.data) for each in receiver.received) == [
        "{'event': 'cup'}",
        "{'season': '2026'}",
        "{}",
    ]


def test_one_webhook_has_one_place(season: Season, cup: Event) -> None:
    narrow = hook({"event_id": cup.pk})
    with pytest.raises(IntegrityError), transaction.atomic():
        Webhook.objects.filter(pk=narrow.pk).update(season=season)


# -- who may ------------------------------------------------------------------------------------------

HOOKS = "/api/v1/webhooks/"
#: How a place is named.
AT = {"event": {"event": "cup"}, "season": {"season": "2026"}, "site": {}}
#: Place of an organiser → at which addresses they may.
MAY = {
    "event:cup": ["event"],
    "season:2026": ["event", "season"],
    "season:2027": [],
    "site": ["event", "season", "site"],
}


@pytest.mark.parametrize("place", MAY)
def test_whoever_organises_a_place_keeps_its_webhooks(cup: Event, far: Season, place: str) -> None:
    client = client_with(Role.ORGANISER, place)
    for scope, named in AT.items():
        if scope not in MAY[place]:
            refused(client.get(HOOKS, named), 403, "permission-denied")
            refused(
                client.post(HOOKS, {"url": PUBLIC, "kinds": ["game.ended"], **named}),
                403,
                "permission-denied",
            )
            continue
        made = client.post(HOOKS, {"url": PUBLIC, "kinds": ["game.ended"], **named})
        assert made.status_code == 201, made.content
        assert {each: slug for each in ("event", "season") if (slug := made.json()[each])} == named
        one = f"{HOOKS}{made.json()['id']}/"
        assert [each["id"] for each in client.get(HOOKS, named).json()["results"]] == [made.json()["id"]]
        assert client.patch(one, {"active": False}).json()["active"] is False
        assert client.post(f"{one}ping/").status_code == 202
        assert client.get(f"{one}deliveries/").json()["count"] == 1
        assert client.delete(one).status_code == 204
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("place", MAY)
def test_a_webhook_belongs_to_the_organisers_of_its_own_place(cup: Event, far: Season, place: str) -> None:
    client = client_with(Role.ORGANISER, place)
    hooks = {
        "event": hook({"event_id": cup.pk}),
        "season": hook({"season_id": cup.season_id}),
        "site": hook({}),
    }
    for scope, webhook in hooks.items():
        one = f"{HOOKS}{webhook.pk}/"
        sent = f"{one}deliveries/{ping(webhook).uuid}/"
        for method, address in (
            *(("get", each) for each in (one, f"{one}deliveries/", sent)),
            *(("post", f"{one}{each}/") for each in ("ping", "rotate")),
            ("patch", one),
            ("delete", one),
        ):
            answer = getattr(client, method)(address, {})
            if scope in MAY[place]:
                assert answer.status_code in (200, 202, 204), (method, address, answer.content)
            else:
                refused(answer, 403, "permission-denied")
        assert Webhook.objects.filter(pk=webhook.pk).exists() == (scope not in MAY[place])


def test_a_list_has_the_webhooks_of_one_place(season: Season, cup: Event, far: Season) -> None:
    client = client_with(Role.ORGANISER)
    hooks = {
        "event": hook({"event_id": cup.pk}),
        "season": hook({"season_id": season.pk}),
        "site": hook({}),
    }
    for scope, named in AT.items():
        assert [each["id"] for each in client.get(HOOKS, named).json()["results"]] == [hooks[scope].pk]
    assert client.get(HOOKS, {"season": "2027"}).json()["count"] == 0
    body = {"url": PUBLIC, "kinds": ["game.ended"]}
    for named, field in (
        ({"season": "2031"}, "season"),
        ({"event": "2026"}, "event"),
        ({"event": "cup", "season": "2026"}, "season"),
    ):
        for answer in (client.get(HOOKS, named), client.post(HOOKS, {**body, **named})):
            assert (answer.status_code, answer.json()["field"]) == (400, field)


# -- at the desk --------------------------------------------------------------------------------------

PAGES = {
    "event": "/organise/events/cup/webhooks/",
    "season": "/organise/seasons/2026/webhooks/",
    "site": "/organise/webhooks/",
}


@pytest.mark.parametrize("place", MAY)
def test_each_place_has_its_page_for_its_organisers(cup: Event, far: Season, place: str) -> None:
    client = with_role(Role.ORGANISER, place)
    for scope, page in PAGES.items():
        if scope not in MAY[place]:
            assert client.get(page).status_code == 403, scope
            assert client.post(page, {"url": PUBLIC, "kinds": ["game.ended"]}).status_code == 403, scope
            continue
        made = client.post(page, {"url": PUBLIC, "kinds": ["game.ended"]})
        webhook = Webhook.objects.get()
        assert webhook.place == {"event": "event:cup", "season": "season:2026", "site": "site"}[scope]
        assert made["Location"] == f"{page}{webhook.pk}/"
        shown = client.get(page).content.decode()
        assert f'href="{page}{webhook.pk}/"' in shown
        ways = {each for each, address in PAGES.items() if f'href="{address}"' in shown}
        larger = list(PAGES)[list(PAGES).index(scope) :]
        wanted = {each for each in MAY[place] if each in larger}
        assert ways == (wanted if len(wanted) > 1 else set())
        assert client.post(f"{page}{webhook.pk}/", {"do": "test"}).status_code == 302
        assert "Test" in client.get(f"{page}{webhook.pk}/").content.decode()
        assert client.post(f"{page}{webhook.pk}/", {"do": "remove"})["Location"] == page
        assert not Webhook.objects.exists()


@pytest.mark.parametrize("place", MAY)
def test_whoever_organises_a_place_is_shown_what_did_not_arrive(cup: Event, far: Season, place: str) -> None:
    hooks = {
        "event": hook({"event_id": cup.pk}),
        "season": hook({"season_id": cup.season_id}),
        "site": hook({}),
    }
    for webhook in hooks.values():
        Delivery.objects.filter(pk=ping(webhook).pk).update(attempts=1)
    shown = with_role(Role.ORGANISER, place).get("/organise/").content.decode()
    assert [scope for scope, webhook in hooks.items() if f"{PAGES[scope]}{webhook.pk}/" in shown] == MAY[
        place
    ]


def test_every_kind_has_its_row_in_the_documentation() -> None:
    text = (ROOT / "docs/reference/webhooks.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z._]+)` \|", text, re.MULTILINE) == ["type", *Kind.values]
