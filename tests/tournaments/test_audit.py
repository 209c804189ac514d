"""Who did what when in an event: everything in one list, for those who may read it."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.access import COMMAND, audit_log, services
from games.enums import EventKind, Role
from games.models import Game, Permit, SecurityEvent
from games.services import recorder
from games.services.commands import EventCommand
from tests.games.conftest import client_with, random_throws
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start
from tournaments import services as conduct
from tournaments.models import Event, Season
from tournaments.webhooks import services as subscribing

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def evening(cup: Event) -> Event:
    """The cup with a game of some throws, a change of its name and a token for its board."""
    game = start(cup, rounds=YELLOW_STARTS, board="3").game
    recorder.record_throws(
        game_id=game.pk, throws=random_throws(game, 5), expected=game.number, actor="token:77", now=LATER
    )
    conduct.change_event(
        event_id=cup.pk, changes={"name": "Grand Cup"}, note="new sponsor", actor="user:9", now=LATER
    )
    services.issue_token(name="board 3", role=Role.RECORDER, place="board:cup:3", by=COMMAND, now=LATER)
    return Event.objects.get(pk=cup.pk)


@pytest.fixture
def organiser(evening: Event) -> Client:
    person = User.objects.create_user("orga")
    Permit.objects.create(person=person, role=Role.ORGANISER, place="event:cup", granted_at=NOW)
    client = Client()
    client.force_login(person)
    return client


def told(client: Any, query: str = "", slug: str = "cup") -> list[dict[str, Any]]:
    answer = client.get(f"/api/v1/events/{slug}/audit/?limit=200{query}")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["results"]
    assert answer.json()["count"] == len(found)
    return found


def test_everything_stands_in_one_list_the_latest_first(organiser: Client) -> None:
    found = told(organiser)
    assert [line["at"] for line in found] == sorted((line["at"] for line in found), reverse=True)
    kinds = [line["kind"] for line in found]
    assert kinds.count("throw") == 5
    assert kinds.count("entry") == 3
    assert {"created", "start", "event", "draw", "game of the event", "token issued"} <= set(kinds)
    assert all(line["what"]["en"] and line["what"]["de"] for line in found)


def test_a_change_tells_what_it_changed_and_why(organiser: Client) -> None:
    line = next(line for line in told(organiser, "&kind=event") if line["actor"] == "user:9")
    assert line["what"] == {"en": "event changed", "de": "Turnier geändert"}
    assert line["details"] == {"note": "new sponsor", "name": {"from": "Cup", "to": "Grand Cup"}}


def test_actors_are_called_by_the_names_they_have_now(organiser: Client, evening: Event) -> None:
    user = User.objects.get()
    conduct.change_event(event_id=evening.pk, changes={"level": 2}, actor=f"user:{user.pk}", now=LATER)
    assert {"orga"} == {line["name"] for line in told(organiser, f"&who=user:{user.pk}")}
    assert [line["kind"] for line in told(organiser, "&who=ORGA")] == ["event"]


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("&who=token:77", {"throw"}),
        ("&who=user:9", {"event"}),
        ("&who=board 3", {"token issued"}),
        ("&who=nobody", set()),
        ("&kind=entry", {"entry"}),
        ("&kind=throw&game=1", {"throw"}),
        ("&game=2", set()),
        ("&since=2030-01-01T00:00:00Z", set()),
        ("&until=2020-01-01T00:00:00Z", set()),
        ("&since=2026-11-21T20:45:00Z&until=2026-11-21T21:30:00Z&kind=throw", {"throw"}),
    ],
)
def test_the_list_is_filtered(organiser: Client, query: str, kinds: set[str]) -> None:
    assert {line["kind"] for line in told(organiser, query)} == kinds


def test_a_filter_that_cannot_be_is_refused(organiser: Client) -> None:
    for query in ("game=none", "since=yesterday", "kind=nonsense"):
        assert organiser.get(f"/api/v1/events/cup/audit/?{query}").status_code == 400
        assert organiser.get(f"/events/cup/audit/?{query}").status_code == 400
        assert organiser.get(f"/events/cup/audit.csv?{query}").status_code == 400


def test_another_event_tells_nothing_of_this_one(organiser: Client, evening: Event, season: Season) -> None:
    with time_machine.travel(NOW - timedelta(minutes=1), tick=False):
        new_event(season, slug="open", name="Open")
    services.issue_token(name="x", role=Role.RECORDER, place="board:open:3", by=COMMAND, now=NOW)
    assert organiser.get("/api/v1/events/open/audit/").status_code == 403
    assert not [line for line in told(organiser) if line["details"].get("place") == "board:open:3"]
    found = told(client_with(Role.ORGANISER), slug="open")
    assert [line["kind"] for line in found] == ["token issued", "event"]


def test_what_was_played_before_a_game_was_begun_again_stays_in_the_list(
    organiser: Client, evening: Event
) -> None:
    game = Game.objects.get()
    recorder.record(
        game_id=game.pk,
        wanted=EventCommand(EventKind.ABANDON, {"reason": "power cut"}),
        expected=game.number,
        actor="user:9",
        now=LATER,
    )
    start(evening, rounds=YELLOW_STARTS)
    found = told(organiser, "&game=1")
    assert [line["kind"] for line in found].count("created") == 2
    assert "power cut" in [line["details"].get("reason") for line in found]


def test_what_people_write_is_escaped_and_no_formula(organiser: Client, evening: Event) -> None:
    conduct.change_event(event_id=evening.pk, changes={"name": "<script>x</script>"}, actor="=1+1", now=LATER)
    assert_is_sound(organiser.get("/events/cup/audit/"), "en")
    text = organiser.get("/events/cup/audit.csv").content.decode("utf-8-sig")
    found = list(csv.DictReader(io.StringIO(text)))
    assert "'=1+1" in [line["actor"] for line in found]
    assert len(found) == len(told(organiser))
    assert organiser.get("/events/cup/audit.json").json()["lines"] == told(organiser)


@pytest.mark.parametrize("throws", [1, 150])
def test_the_list_costs_the_same_queries_for_few_lines_and_for_many(
    organiser: Client, evening: Event, throws: int
) -> None:
    game = Game.objects.get()
    recorder.record_throws(
        game_id=game.pk,
        throws=random_throws(game, throws, seed=3),
        expected=game.number,
        actor="test",
        now=NOW,
    )
    with CaptureQueriesContext(connection) as page:
        organiser.get("/events/cup/audit/")
    with CaptureQueriesContext(connection) as file:
        organiser.get("/events/cup/audit.json")
    # Session, account, permits, event, games of the place; rows, six kinds of them, numbers of games, names.
    assert len(file) == 15
    # Beside it, what sentences call by name: seasons, entries and their players, places; and how many lines there are.
    assert len(page) <= 21


def test_addresses_stand_in_it_as_networks(organiser: Client) -> None:
    audit_log.note(
        SecurityEvent.Kind.LINK_OPENED, actor="token:1", now=NOW, place="event:cup", address="203.0.113.77"
    )
    found = told(organiser, "&kind=link opened")
    assert [line["details"]["network"] for line in found] == ["203.0.113.0/24"]


def test_who_made_a_webhook_and_who_changed_it_is_told_and_no_secret(
    organiser: Client, evening: Event
) -> None:
    webhook = subscribing.subscribe(
        event_id=evening.pk, url="https://league.example/", kinds=["game.ended"], actor="user:9", now=LATER
    )
    subscribing.rotate_secret(webhook_id=webhook.pk, actor="user:10", now=LATER)
    subscribing.change_webhook(webhook_id=webhook.pk, changes={"active": False}, actor="user:9", now=LATER)
    off, rotated, made = told(organiser, "&kind=webhook")
    assert (off["actor"], off["details"]) == ("user:9", {"active": {"from": True, "to": False}})
    assert (rotated["actor"], rotated["details"]) == ("user:10", {"note": "new secret"})
    assert made["details"]["url"] == "https://league.example/"
    assert "whsec_" not in str((off, rotated, made))


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        ("2724-04-27T07:49:15%2B19:55", 200),
        ("2026-11-21T20:15:00-23:00", 200),
        ("0001-01-01T00:00:00%2B23:00", 400),
        ("9999-12-31T23:59:00-23:00", 400),
    ],
)
def test_a_moment_of_any_zone_and_year_is_asked_for_or_refused(
    organiser: APIClient, cup: Event, moment: str, status: int
) -> None:
    for name in ("since", "until"):
        assert organiser.get(f"/api/v1/events/cup/audit/?{name}={moment}").status_code == status
