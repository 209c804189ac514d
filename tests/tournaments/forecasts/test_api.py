"""Forecasts by REST: what is stored is read, what is asked is stored, and nobody sees more than they may."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.enums import Role
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.conftest import KEYS, start, win
from tests.tournaments.forecasts.conftest import asked, due_parts, swept, worked_off
from tests.tournaments.query_counts import queries
from tournaments.forecasts.queue import work_on
from tournaments.forecasts.requests import SEED, EventSnapshot
from tournaments.models import Event, ForecastRun, Strengths
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db
ANNE, BERT, CORA = KEYS
FORECAST = "/api/v1/events/cup/forecast/"
IF_ANNE = {"assumed": [{"number": 2, "winner": ANNE}], "strengths": "equal", "runs": 60}


@pytest.fixture
def organiser(db: None) -> APIClient:
    return client_with(Role.ORGANISER, "event:cup")


def read(client: Any) -> dict[str, Any]:
    answer = client.get(FORECAST)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_what_has_been_found_so_far_is_read(client: Client, under_way: Event) -> None:
    assert read(client) == {"event": "cup", "version": under_way.version, "as_it_stands": [], "if": []}
    swept()
    work_on(due_parts()[0])
    (told,) = read(client)["as_it_stands"]
    assert (told["state"], told["wanted"], told["done"], told["runs"]) == ("running", 300, 50, 50)
    worked_off()
    found = read(client)["as_it_stands"]
    assert [each["strengths"] for each in found] == ["equal", "ratings"]
    assert [(each["state"], each["done"], each["results"]) for each in found] == [("finished", 300, 1)] * 2
    assert found[0]["seed"] == SEED
    same = EventSnapshot(EventState.load(under_way), {}).question(Strengths.EQUAL).run(range(300))
    anne = found[0]["players"][0]
    assert (anne["entrant"], anne["name"], anne["playoffs"]) == (ANNE, "Änne Öhler", None)
    assert anne["title"] == {"chance": same.title(ANNE).value, "margin": same.title(ANNE).margin}
    assert [each["place"] for each in anne["places"]] == [1, 2, 3]


def test_a_reader_who_has_it_gets_304_until_there_is_more(client: Client, under_way: Event) -> None:
    asked(under_way)
    for part in due_parts()[:2]:
        tag = client.get(FORECAST)["ETag"]
        assert client.get(FORECAST, headers={"If-None-Match": tag}).status_code == 304
        work_on(part)
        assert client.get(FORECAST, headers={"If-None-Match": tag}).status_code == 200


def test_what_if_is_asked_once_and_found_beside_what_is(organiser: APIClient, under_way: Event) -> None:
    first = organiser.post(FORECAST, IF_ANNE)
    assert (first.status_code, first.json()["state"], first.json()["done"]) == (202, "running", 0)
    assert first.json()["assumed"] == [{"number": 2, "winner": ANNE, "name": "Änne Öhler"}]
    again = organiser.post(FORECAST, IF_ANNE)
    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    worked_off()
    found = read(organiser)
    (then,), (now,) = found["if"], found["as_it_stands"]
    assert (then["state"], then["runs"], then["players"][0]["title"]["chance"]) == ("finished", 60, 1.0)
    assert now["players"][0]["title"]["chance"] < 1
    assert organiser.get(f"{FORECAST}{then['id']}/").json() == then


def test_of_an_earlier_table_no_if_is_shown_but_it_can_be_read(
    organiser: APIClient, under_way: Event
) -> None:
    number = organiser.post(FORECAST, IF_ANNE).json()["id"]
    win(start(under_way).game, "red")
    swept()
    worked_off()
    assert read(organiser)["if"] == []
    assert organiser.get(f"{FORECAST}{number}/").json()["state"] == "replaced"


@pytest.mark.parametrize(
    ("body", "status", "kind", "field"),
    [
        ({"assumed": [{"number": 1, "winner": ANNE}]}, 422, "format", "assume[1]"),
        ({"assumed": [{"number": 2, "winner": "dora"}]}, 422, "format", "assume[2]"),
        ({"assumed": [{"number": 2, "winner": ANNE}] * 2}, 400, "bad-value", "assumed"),
        ({"assumed": [{"number": "two", "winner": ANNE}]}, 400, "bad-value", "assumed"),
        ({"strengths": "luck"}, 400, "bad-value", "strengths"),
        ({"runs": 0}, 400, "bad-value", "runs"),
        ({"runs": 1_000_000}, 400, "bad-value", "runs"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_changes_nothing(
    organiser: APIClient, under_way: Event, body: Any, status: int, kind: str, field: str
) -> None:
    found = refused(organiser.post(FORECAST, body), status, kind)
    assert field in str(found)
    assert not ForecastRun.objects.exists()


@pytest.mark.parametrize("path", [FORECAST, "/events/cup/chances/", "/events/cup/forecast/"])
def test_three_forecasts_cost_as_many_queries_as_one(client: Client, under_way: Event, path: str) -> None:
    asked(under_way)
    worked_off()
    one = queries(client, path)
    for name in (ANNE, BERT, CORA):
        asked(under_way, {2: name})
    worked_off()
    assert queries(client, path) == one
    assert one <= 4
