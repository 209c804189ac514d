"""The embargo of an event holds for its table and its games; every table is kept, without names of yesterday."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import orjson
import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.domain.embargo import Delay, Embargo, Until
from games.enums import Role
from games.models import Game, Player
from tests.games.conftest import client_with
from tests.tournaments.admin_forms import event_form, messages, opened, particulars
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, undo_result, win
from tournaments import services
from tournaments.models import Event, EventTable, Season
from tournaments.standings.history import kept_tables, with_names
from tournaments.standings.queries import load_standings
from tournaments.transfer.archive import export_event, import_event
from tournaments.visibility import public_versions

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
TABLE = "/api/v1/events/cup/standings/"


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW + 5 * MINUTE, tick=False) as traveller:
        yield traveller


@pytest.fixture
def organiser(db: None) -> APIClient:
    return client_with(Role.ORGANISER)


def withheld(event: Event, embargo: Embargo | None) -> Event:
    return services.change_event(event_id=event.pk, changes={"embargo": embargo}, actor="test", now=NOW)


def public(event: Event, minute: float = 5) -> Event:
    return public_versions([Event.objects.get(pk=event.pk)], NOW + minute * MINUTE)[0]


def embargoes(event: Event) -> set[Embargo | None]:
    return {game.embargo for game in Game.objects.filter(event_game__event=event)}


# -- its games -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("embargo", "of_games"), [(Delay(10), Delay(10)), (Until.END, Until.EVENT), (None, None)]
)
def test_games_have_the_embargo_of_their_event_from_the_first_moment(
    cup: Event, embargo: Embargo | None, of_games: Embargo | None
) -> None:
    withheld(cup, embargo)
    assert start(cup, rounds=YELLOW_STARTS).game.embargo == of_games


def test_another_embargo_of_the_event_holds_for_games_that_have_begun(cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    for embargo in (Delay(10), Until.END, Delay(3), None):
        withheld(cup, embargo)
        assert embargoes(cup) == {Until.EVENT if embargo is Until.END else embargo}


def test_a_game_of_an_event_has_no_other_embargo_than_that(cup: Event, organiser: APIClient) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game
    answer = organiser.put(f"/api/v1/games/{game.pk}/embargo/", {"minutes": 10})
    assert (answer.status_code, answer.json()["field"], answer.json()["event"]) == (409, "embargo", "cup")
    assert "Turnier" in answer.json()["messages"]["de"]
    assert embargoes(cup) == {None}


@pytest.mark.both_databases
def test_with_the_end_of_the_event_the_embargo_is_gone_for_good(cup: Event, client: Client) -> None:
    withheld(cup, Until.END)
    first = start(cup, rounds=YELLOW_STARTS).game
    win(first, "red")
    win(start(cup).game, "red")
    event = Event.objects.get(pk=cup.pk)
    assert (event.status, event.embargo, embargoes(cup)) == ("finished", None, {None})
    assert client.get(TABLE).json() == load_standings(event)
    undo_result(Game.objects.exclude(pk=first.pk).get())
    event = Event.objects.get(pk=cup.pk)
    assert (event.status, event.embargo) == ("running", None)
    assert client.get(TABLE).json()["version"] == event.version


def test_whoever_records_while_the_event_ends_withholds_nothing_afterwards(cup: Event) -> None:
    """His row is locked and keeps its embargo; the public learns from the event that it is over."""
    withheld(cup, Until.END)
    game = start(cup, rounds=YELLOW_STARTS).game
    Event.objects.filter(pk=cup.pk).update(embargo="")
    client = Client()
    assert client.get(f"/api/v1/games/{game.pk}/").json()["number"] == game.number


def test_a_decided_event_has_no_end_left_to_wait_for(cup: Event, organiser: APIClient) -> None:
    for _ in range(2):
        win(start(cup, **({} if cup.games.count() else {"rounds": YELLOW_STARTS})).game, "red")
    answer = organiser.patch("/api/v1/events/cup/", {"embargo": {"until": "end"}})
    assert (answer.status_code, answer.json()["field"]) == (409, "embargo")


# -- its table -------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_every_version_of_the_table_is_kept_with_the_moment_it_was_made(cup: Event) -> None:
    versions = list(EventTable.objects.filter(event=cup).values_list("version", flat=True))
    assert versions == list(range(1, cup.version + 1))
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    event = Event.objects.get(pk=cup.pk)
    last = kept_tables(event).filter(made_at__lte=NOW).last()
    assert last is not None
    assert with_names([last])[event.pk] == event.projection
    assert not kept_tables(event).filter(made_at__lte=NOW - MINUTE).exists()


@pytest.mark.both_databases
def test_the_public_gets_the_last_table_that_is_old_enough(cup: Event) -> None:
    withheld(cup, Delay(10))
    data = {0: load_standings(public(cup, 10))}
    for minute in (3, 5, 8):
        changes = {"name": f"Cup {minute}"}
        services.change_event(event_id=cup.pk, changes=changes, actor="test", now=NOW + minute * MINUTE)
        data[minute] = load_standings(Event.objects.get(pk=cup.pk))
    for minute, then in data.items():
        assert load_standings(public(cup, minute + 10)) == load_standings(public(cup, minute + 10.9)) == then
    assert load_standings(public(cup, 9))["version"] == 1


@pytest.mark.both_databases
def test_until_the_end_the_public_gets_the_table_before_the_first_result(cup: Event) -> None:
    withheld(cup, Until.END)
    game = start(cup, rounds=YELLOW_STARTS).game
    before = public(cup)
    assert load_standings(before)["games"][0]["state"] == "running"
    undo_result(win(game, "red"))
    after = public(cup)
    assert (after.version, after.status, after.projection) == (before.version, "running", before.projection)


def test_kept_tables_show_people_by_the_names_of_today(cup: Event, players: list[Player]) -> None:
    withheld(cup, Delay(10))
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    players[0].nickname = 'The "Blitz" ⟦1⟧'
    players[0].save()
    for table in EventTable.objects.filter(event=cup):
        assert "Öhler" not in table.projection
    told = public(cup, 11)
    assert "Öhler" not in told.projection
    assert load_standings(told)["entries"][0]["name"] == 'The "Blitz" ⟦1⟧'


def test_the_table_says_that_the_public_waits(cup: Event, client: Client) -> None:
    assert client.get(TABLE).json()["embargo"] is None
    withheld(cup, Delay(10))
    answer = client.get(TABLE)
    assert answer.json()["embargo"] == {"minutes": 10}
    assert "private" in answer["Cache-Control"]
    assert {"Authorization", "Cookie"} <= {each.strip() for each in answer["Vary"].split(",")}
    news = client.get("/api/v1/events/cup/events/").json()
    assert news["standings"] == answer.json()
    assert client.get("/api/v1/events/cup/").json()["embargo"] == {"minutes": 10}
    for page in ("/events/cup/", "/events/cup/live/"):
        assert (
            "10 Minuten Verzögerung" in client.get(page, headers={"accept-language": "de"}).content.decode()
        )


def test_a_token_that_is_not_valid_is_refused(cup: Event, client: Client) -> None:
    withheld(cup, Delay(10))
    wrong = {"authorization": "Bearer rauswurf_nonsense"}
    for path, status in ((TABLE, 401), ("/api/v1/events/cup/events/", 401), ("/events/cup/", 403)):
        assert client.get(path, headers=wrong).status_code == status


@pytest.mark.both_databases
@pytest.mark.parametrize("status", ["drawn", "running"])
def test_events_are_found_by_the_status_in_which_they_are_seen(
    cup: Event, client: Client, organiser: APIClient, clock: Any, status: str
) -> None:
    withheld(cup, Delay(10))
    clock.shift(10 * MINUTE)
    with time_machine.travel(NOW + 14 * MINUTE, tick=False):
        services.start_next_game(event_id=cup.pk, rounds=YELLOW_STARTS, actor="test", now=NOW + 14 * MINUTE)
    found = [each.get(f"/api/v1/events/?status={status}").json()["count"] for each in (client, organiser)]
    assert found == ([1, 0] if status == "drawn" else [0, 1])


# -- setting it ------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_organisers_set_it_by_rest(organiser: APIClient, season: Season) -> None:
    body = {"season": "2026", "slug": "cup", "name": "Cup", "format": "championship", "rules": "xmadn-3t",
            "starts_on": "2026-11-21", "embargo": {"minutes": 10}}  # fmt: skip
    assert organiser.post("/api/v1/events/", body).json()["embargo"] == {"minutes": 10}
    for wanted in ({"until": "end"}, None):
        assert organiser.patch("/api/v1/events/cup/", {"embargo": wanted}).json()["embargo"] == wanted
    assert organiser.patch("/api/v1/events/cup/", {"name": "C", "embargo": {"minutes": 0}}).status_code == 400
    assert Event.objects.get().name == "Cup"
    changes = list(Event.objects.get().history.values_list("embargo", flat=True))
    assert changes == [None, Until.END, Delay(10)]


@pytest.mark.both_databases
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_audit_tells_who_changed_it(cup: Event, organiser: APIClient, language: str) -> None:
    for wanted in (Delay(10), Until.END, None):
        withheld(cup, wanted)
    told = organiser.get("/api/v1/events/cup/audit/").json()["results"]
    changes = [line["details"]["embargo"] for line in told if "embargo" in line["details"]]
    ten, end = {"minutes": 10}, {"until": "end"}
    told_by = [{"from": end, "to": None}, {"from": ten, "to": end}, {"from": None, "to": ten}]
    assert [each for each in changes if each is not None] == told_by
    page = Client(headers={"accept-language": language})
    page.force_login(User.objects.create_superuser("organiser"))
    for kind in ("audit/", "audit.csv", "audit.json"):
        assert page.get(f"/events/cup/{kind}").status_code == 200


@pytest.mark.parametrize(
    ("entered", "embargo"), [("10", Delay(10)), (" end ", Until.END), ("Ende", Until.END), ("", None)]
)
def test_organisers_set_it_in_the_admin(season: Season, entered: str, embargo: Embargo | None) -> None:
    client = Client(headers={"accept-language": "de"})
    client.force_login(User.objects.create_superuser("organiser"))
    form = event_form(season, embargo=entered) | {"entries-TOTAL_FORMS": 0, "entries-INITIAL_FORMS": 0}
    assert client.post(particulars(opened(season)), form).status_code == 302
    event = Event.objects.get()
    assert event.embargo == embargo
    page = client.get(particulars(event)).content.decode()
    shown = {Until.END: "Ende", Delay(10): "10"}.get(embargo, "")
    assert (f'name="embargo" value="{shown}"' in page) == (embargo is not None)
    again = client.post(particulars(event), form | {"embargo": "3"}, follow=True)
    assert messages(again)
    assert Event.objects.get().embargo == Delay(3)


@pytest.mark.parametrize("entered", ["0", "10081", "-1", "soon", "1.5"])
def test_what_is_no_embargo_is_said_in_the_form(season: Season, entered: str) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("organiser"))
    form = event_form(season, embargo=entered) | {"entries-TOTAL_FORMS": 0, "entries-INITIAL_FORMS": 0}
    answer = client.post(particulars(opened(season)), form)
    assert (answer.status_code, Event.objects.get().embargo) == (200, None)
    assert "Whole minutes" in answer.content.decode()


@pytest.mark.parametrize("embargo", [Delay(10), Until.END, None])
def test_the_event_file_takes_it_along(cup: Event, embargo: Embargo | None, client: Client) -> None:
    withheld(cup, embargo)
    start(cup, rounds=YELLOW_STARTS)
    text = export_event(Event.objects.get(pk=cup.pk))
    told = orjson.loads(text)["event"]
    assert told.get("embargo") == (None if embargo is None else embargo.as_json())
    told_again = orjson.loads(text.replace('"slug": "cup"', '"slug": "cup-2"'))
    told_again["games"] = []
    copied = import_event(orjson.dumps(told_again).decode(), actor="test", now=NOW)
    assert copied.embargo == embargo
    assert ("embargo" in told) == (embargo is not None)


def test_games_that_are_taken_over_are_withheld_like_their_event(season: Season, cup: Event) -> None:
    withheld(cup, Until.END)
    start(cup, rounds=YELLOW_STARTS)
    text = export_event(Event.objects.get(pk=cup.pk))
    other = orjson.loads(text)
    game = other["games"][0]
    del game["game"]
    seats = load_standings(Event.objects.get(pk=cup.pk))["games"][0]["seating"]
    game["result"] = {"seats": seats, "places": [], "starter": "yellow"}
    game["awarded_to"] = next(iter(seats))
    other["event"]["slug"] = "cup-2"
    event = import_event(orjson.dumps(other).decode(), actor="test", now=NOW)
    assert embargoes(event) == {Until.EVENT}
    assert load_standings(public(event))["games"] == []


# -- what it costs ---------------------------------------------------------------------------------


def statements(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


@pytest.mark.parametrize(
    ("path", "most"), [(TABLE, 1), ("/api/v1/events/cup/events/", 1), ("/api/v1/events/cup/", 1),
                       ("/api/v1/events/", 2), ("/events/cup/", 2), ("/", 3)],
)  # fmt: skip
def test_without_embargo_nothing_is_asked_for_it(cup: Event, client: Client, path: str, most: int) -> None:
    # The page of the event asks for its chances.
    assert statements(client, path) <= most


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(("path", "most"), [("/api/v1/events/", 7), ("/", 6), ("/seasons/2026/", 8)])
def test_lists_of_delayed_events_cost_the_same_for_one_and_for_three(
    season: Season, client: Client, path: str, most: int, number: int
) -> None:
    for each in range(number):
        new_event(season, slug=f"cup-{each}", embargo=Delay(10))
    assert statements(client, path) <= most


@pytest.mark.parametrize("embargo", [Delay(10), Until.END])
def test_of_a_game_that_was_prepared_the_public_is_not_told_how_it_began(
    cup: Event, client: Client, clock: Any, embargo: Embargo
) -> None:
    withheld(cup, embargo)
    prepared = services.prepare_next_game(event_id=cup.pk, actor="test", now=NOW).played
    clock.shift(15 * MINUTE)
    paths = [f"/api/v1/games/{prepared.game_id}/", "/api/v1/events/cup/games/", TABLE]
    before = [client.get(path).json() for path in paths]
    assert before[0]["state"] == before[1]["results"][0]["game"]["state"] == "created"
    services.start_next_game(event_id=cup.pk, rounds=YELLOW_STARTS, actor="test", now=NOW + (15 * MINUTE))
    after = [client.get(path).json() for path in paths]
    if embargo is Until.END:  # it began before the first result: that may be known
        assert after[1]["results"][0]["throws"] == YELLOW_STARTS
    else:
        assert after == before
