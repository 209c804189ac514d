"""A webhook of an event, of a season or of the site: what each is told of which event."""

from datetime import date
from typing import Any

import orjson
import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.enums import Role
from games.models import Player
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.conftest import NOW, YELLOW_STARTS, _drawn, new_event, start, win, with_role
from tests.tournaments.event_state import undone
from tests.tournaments.webhooks.conftest import ping, send_all
from tests.tournaments.webhooks.receiving import Receiver
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.models import Delivery, Event, Receiving, Season, Webhook
from tournaments.webhooks import services as subscribing
from tournaments.webhooks.services import Place

pytestmark = pytest.mark.django_db
PUBLIC = "https://league.example/hook"
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


def hook(scope: Place, *kinds: str, **more: Any) -> Webhook:
    wanted: dict[str, Any] = {"url": PUBLIC, "kinds": list(kinds or ALL), **more}
    return subscribing.subscribe(**scope, **wanted, actor="test", now=timezone.now())


def pair(scope: Place) -> tuple[Webhook, Webhook]:
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
    places: list[Place] = [{"event_id": cup.pk}, {"season_id": season.pk}, {}]
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

AT = {
    "event": "/api/v1/events/cup/webhooks/",
    "season": "/api/v1/seasons/2026/webhooks/",
    "site": "/api/v1/webhooks/",
}
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
    body = {"url": PUBLIC, "kinds": ["game.ended"]}
    for scope, address in AT.items():
        if scope not in MAY[place]:
            refused(client.get(address), 403, "permission-denied")
            refused(client.post(address, body), 403, "permission-denied")
            continue
        made = client.post(address, body)
        assert made.status_code == 201, made.content
        one = f"{address}{made.json()['id']}/"
        assert [each["id"] for each in client.get(address).json()["results"]] == [made.json()["id"]]
        assert client.patch(one, {"active": False}).json()["active"] is False
        assert client.post(f"{one}ping/").status_code == 202
        assert client.get(f"{one}deliveries/").json()["count"] == 1
        assert client.delete(one).status_code == 204
    assert not Webhook.objects.exists()


def test_a_webhook_is_found_in_its_own_place_only(season: Season, cup: Event, far: Season) -> None:
    client = client_with(Role.ORGANISER)
    hooks = {
        "event": hook({"event_id": cup.pk}),
        "season": hook({"season_id": season.pk}),
        "site": hook({}),
    }
    for scope, address in {**AT, "elsewhere": "/api/v1/seasons/2027/webhooks/"}.items():
        for of, webhook in hooks.items():
            expected = 200 if of == scope else 404
            assert client.get(f"{address}{webhook.pk}/").status_code == expected, (scope, of)
            assert client.get(f"{address}{webhook.pk}/deliveries/").status_code == expected, (scope, of)
    refused(client.get("/api/v1/seasons/2031/webhooks/"), 404, "not-found")


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
