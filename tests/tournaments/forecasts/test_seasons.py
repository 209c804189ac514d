"""Forecasts of seasons: asked for by tables and organisers, worked out part by part, shown to whom they may be."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.enums import Role
from games.models import Player
from tests.games.conftest import client_with
from tests.games.pages import assert_is_sound
from tests.games.requests import refused
from tests.tournaments.conftest import NOW, new_event, start, win
from tests.tournaments.forecasts.conftest import LATER, swept, worked_off
from tournaments import services
from tournaments.forecasting.request import run_request
from tournaments.forecasting.season_request import SeasonForecastRequest
from tournaments.forecasts.queue import hand_out, is_anything_due, work_on
from tournaments.forecasts.requests import ask_where_changed
from tournaments.forecasts.season_subject import SeasonState, SeasonSubject, forecast_of
from tournaments.forecasts.store import MOST_WAITING
from tournaments.forecasts.subject import BOARDS_ANEW
from tournaments.models import Event, ForecastPart, ForecastRun, Season, Strengths

pytestmark = pytest.mark.django_db
State = ForecastRun.State
FORECAST, PAGE, FRAGMENT = "/api/v1/seasons/2026/forecast/", "/seasons/2026/", "/seasons/2026/forecast/"
RUNS = 20


@pytest.fixture(autouse=True)
def few_runs(settings: LazySettings) -> None:
    settings.SEASON_FORECAST_RUNS = RUNS


@pytest.fixture
def organiser(db: None) -> APIClient:
    return client_with(Role.ORGANISER, "season:2026")


def looked() -> int:
    """What the background does when tables of seasons have changed."""
    return ask_where_changed(SeasonSubject, now=LATER)


def runs(**which: Any) -> list[ForecastRun]:
    return list(ForecastRun.objects.exclude(season=None).filter(**which).order_by("pk"))


def read(client: Any) -> dict[str, Any]:
    answer = client.get(FORECAST)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def page(client: Client, language: str = "en") -> str:
    text = assert_is_sound(client.get(PAGE, headers={"accept-language": language}), language)
    return re.sub(r"\s+", " ", text)


def event_under_way(season: Season, slug: str, players: list[Player]) -> Event:
    event = new_event(season, slug=slug, name=slug.title())
    for player in players:
        services.enter(event_id=event.pk, player=player, actor="test", now=NOW)
    services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
    win(start(event, override=services.Override("red", "agreed")).game, "red")
    return event


# -- asked for -------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_season_whose_table_has_changed_is_forecast_by_both_strengths(under_way: Event) -> None:
    assert is_anything_due(now=LATER)
    assert ask_where_changed(SeasonSubject, now=NOW) == 0
    assert looked() == 1
    equal, ratings = runs()
    assert [equal.strengths, ratings.strengths] == ["equal", "ratings"]
    assert (equal.season, equal.event, equal.results) == (under_way.season, None, 1)
    assert (equal.version, equal.runs, equal.asked_by) == (under_way.version, RUNS, "")
    assert looked() == 0


@pytest.mark.both_databases
def test_all_parts_together_are_the_forecast_without_workers(under_way: Event) -> None:
    looked()
    assert worked_off() == 2
    for run in runs():
        assert (run.state, run.done) == (State.FINISHED, RUNS)
        assert run.tallies == run_request(run.question, range(RUNS))
    course = SeasonState.load(under_way.season, boards=lambda course: {}, now=NOW)
    same = forecast_of(course, range(RUNS), strengths=Strengths.EQUAL, seed=1, assume={})
    assert SeasonForecastRequest.read(runs()[0].question).run(range(RUNS)) == same


def test_nothing_is_forecast_where_that_is_switched_off_or_nothing_is_played(
    under_way: Event, settings: LazySettings
) -> None:
    settings.SEASON_FORECAST_RUNS = 0
    assert looked() == 0
    settings.SEASON_FORECAST_RUNS = RUNS
    for changed in ({"forecasts": False}, {"hold": Event.Hold.CALLED_OFF}, {"status": Event.Status.DRAWN}):
        kept = {name: getattr(under_way, name) for name in changed}
        Event.objects.filter(pk=under_way.pk).update(**changed)
        assert looked() == 0
        Event.objects.filter(pk=under_way.pk).update(**kept)
    assert looked() == 1


def test_only_the_newest_tables_are_worked_on_whichever_event_has_changed(
    under_way: Event, players: list[Player]
) -> None:
    looked()
    (part,) = hand_out(now=LATER, most=1)
    event_under_way(under_way.season, "second", players)
    assert looked() == 1
    assert [run.state for run in runs()] == [State.REPLACED] * 2 + [State.RUNNING] * 2
    work_on(part)
    assert runs()[0].done == 0
    worked_off()
    assert [(run.state, run.results) for run in runs()] == [(State.FINISHED, 2)] * 2


def test_boards_are_looked_at_anew_after_a_while(under_way: Event) -> None:
    looked()
    assert ask_where_changed(SeasonSubject, now=LATER + BOARDS_ANEW) == 0
    start(under_way)
    looked()
    questions = [SeasonForecastRequest.read(run.question) for run in runs(state=State.RUNNING)]
    assert [list(each.ahead.events[0].boards) for each in questions] == [[2], [2]]
    assert looked() == 0
    assert ask_where_changed(SeasonSubject, now=LATER + BOARDS_ANEW) == 1


def test_looking_costs_one_query_however_many_seasons_there_are(
    under_way: Event, players: list[Player]
) -> None:
    looked()

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert looked() == 0
        return len(found)

    assert queries() == 1
    for slug in ("2027", "2028"):
        season = services.create_season(
            slug=slug,
            name=slug,
            starts_on=under_way.season.starts_on,
            ends_on=under_way.season.ends_on,
            actor="test",
            now=NOW,
        )
        event_under_way(season, f"cup-{slug}", players)
    assert looked() == 2
    assert queries() == 1


@pytest.mark.both_databases
def test_what_is_asked_for_goes_first_and_seasons_after_events(
    under_way: Event, organiser: APIClient
) -> None:
    swept()
    looked()
    asked = organiser.post(FORECAST, {"runs": 30}).json()["id"]
    order = [
        ForecastPart.objects.select_related("run").get(pk=part).run for part in hand_out(now=LATER, most=99)
    ]
    assert order[0].pk == asked
    assert [run.season_id is None for run in order[1:]] == [True] * 12 + [False] * 2


def test_a_forecast_is_of_an_event_or_of_a_season(under_way: Event) -> None:
    looked()
    for columns in ({"event": under_way}, {"season": None}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ForecastRun.objects.update(**columns)


# -- by REST ---------------------------------------------------------------------------------------


def test_what_has_been_found_is_read(client: Client, under_way: Event) -> None:
    new_event(under_way.season, slug="open", name="Open")
    assert read(client) == {"season": "2026", "version": under_way.version + 1, "as_it_stands": []}
    looked()
    worked_off()
    found = read(client)["as_it_stands"]
    assert [(each["strengths"], each["done"], each["runs"]) for each in found] == [
        ("equal", RUNS, RUNS),
        ("ratings", RUNS, RUNS),
    ]
    told = found[0]
    (cup,) = told["events"]
    assert (cup["event"], cup["over"], cup["title"][0]["name"]) == ("cup", False, "Änne Öhler")
    assert sum(each["chance"] for each in cup["title"]) == pytest.approx(1)
    assert [each["list"] for each in told["lists"]] == ["3t", "2t", "medal-race-2026"]
    first = told["lists"][0]["players"][0]
    assert (first["name"], first["places"][0]["chance"]) == ("Änne Öhler", cup["title"][0]["chance"])
    assert [(each["event"], each["why"]["en"]) for each in told["events_left_out"]] == [
        ("open", "nobody is entered")
    ]


def test_a_reader_who_has_it_gets_304_until_there_is_more(client: Client, under_way: Event) -> None:
    looked()
    for path in (FORECAST, FRAGMENT):
        (part,) = hand_out(now=LATER, most=1)
        tag = client.get(path)["ETag"]
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
        work_on(part)
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_it_is_asked_for_once(organiser: APIClient, under_way: Event) -> None:
    asked = {"strengths": "equal", "runs": 30}
    first = organiser.post(FORECAST, asked)
    assert (first.status_code, first.json()["asked"], first.json()["done"]) == (202, 30, 0)
    again = organiser.post(FORECAST, asked)
    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    worked_off()
    assert read(organiser)["as_it_stands"][0]["runs"] == 30


def test_only_organisers_of_the_season_ask_and_what_cannot_be_is_refused(under_way: Event) -> None:
    refused(APIClient().post(FORECAST, {}), 401, "not-authenticated")
    refused(client_with(Role.ORGANISER, "event:cup").post(FORECAST, {}), 403, "permission-denied")
    organiser = client_with(Role.ORGANISER, "season:2026")
    assert "runs" in str(refused(organiser.post(FORECAST, {"runs": 0}), 400, "bad-value"))
    assert "strengths" in str(refused(organiser.post(FORECAST, {"strengths": "luck"}), 400, "bad-value"))
    refused(organiser.get("/api/v1/seasons/none/forecast/"), 404, "not-found")
    assert not ForecastRun.objects.exists()
    for number in range(1, MOST_WAITING + 1):
        assert organiser.post(FORECAST, {"runs": number}).status_code == 202
    refused(organiser.post(FORECAST, {"runs": 99}), 409, "event-state")
    Event.objects.update(hold=Event.Hold.CALLED_OFF)
    refused(organiser.post(FORECAST, {"runs": 1}), 409, "event-state")


@pytest.mark.parametrize("path", [FORECAST, PAGE, FRAGMENT])
def test_a_season_costs_as_many_queries_with_three_as_with_one(
    client: Client, under_way: Event, organiser: APIClient, path: str
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert client.get(path).status_code == 200
        assert all(query["sql"].startswith("SELECT") for query in found)
        return len(found)

    organiser.post(FORECAST, {"runs": 5})
    worked_off()
    one = queries()
    assert one <= (7 if path == "/seasons/2026/" else 6)  # the names of its rankings, and the medals
    for number in (6, 7):
        organiser.post(FORECAST, {"runs": number, "strengths": "equal"})
    for slug in ("second", "third"):
        new_event(under_way.season, slug=slug)
    worked_off()
    assert queries() == one


# -- on the page -----------------------------------------------------------------------------------


def test_chances_stand_on_the_page_of_the_season(client: Client, under_way: Event) -> None:
    new_event(under_way.season, slug="open", name="Open")
    assert "Chances" not in page(client)
    looked()
    worked_off()
    text = page(client)
    for heading in ("<h3>Cup</h3>", "<h3>3T World Rankings</h3>", "<h3>Medal Race 2026</h3>"):
        assert text.count(heading) == 2
    assert f"{RUNS} simulations, strengths by ratings" in text
    assert "Based on 1 game with a result." in text
    assert "Not simulated: Open (nobody is entered)." in text
    shares = [
        int(share) for share in re.findall(r'Wins the event</span>.*?<span class="share">(\d+) %', text)
    ]
    assert 99 <= sum(shares) / 2 <= 101
    assert text.count("Number one</span>") == 12
    german = page(client, "de")
    assert "Nummer eins" in german
    assert "3T-Weltrangliste" in german


def test_chances_of_earlier_tables_say_so_and_go_with_the_last_event(
    client: Client, under_way: Event
) -> None:
    looked()
    worked_off()
    assert "something has changed since" not in page(client)
    win(start(under_way).game, "red")
    assert "After 1 game of the season; something has changed since." in page(client)
    event = Event.objects.get(pk=under_way.pk)
    win(start(event).game, "yellow")
    assert "Chances" not in page(client)
    assert client.get(FRAGMENT).status_code == 404
    assert read(client)["as_it_stands"] == []
