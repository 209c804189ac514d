"""Chances on the event's page: in figures and bars, read without script and without colour, in both languages."""

import re
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.enums import Role
from rules import Estimate
from tests.games.conftest import client_with
from tests.games.pages import assert_is_sound
from tests.games.requests import refused
from tests.tournaments.admin_forms import step, whole_desk
from tests.tournaments.conftest import KEYS, start, win
from tests.tournaments.dashboard import staff
from tests.tournaments.forecasts.conftest import asked, due_parts, swept, worked_off
from tests.tournaments.query_counts import queries
from tournaments.forecasts.presenters import ChanceCard
from tournaments.forecasts.queue import work_on
from tournaments.forecasts.requests import SEED, EventSnapshot
from tournaments.models import Event, ForecastRun, Strengths
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db
ANNE, BERT, CORA = KEYS
PLANNING = "/api/v1/events/cup/planning/"
FORECAST = "/api/v1/events/cup/forecast/"


def page(client: Client, language: str = "en") -> str:
    text = assert_is_sound(
        client.get("/events/cup/chances/", headers={"accept-language": language}), language
    )
    return re.sub(r"\s+", " ", text)


def test_chances_are_told_in_figures_and_bars(client: Client, under_way: Event) -> None:
    swept()
    worked_off()
    text = page(client)
    assert "300 simulations, strengths by ratings" in text
    assert "Assuming equal strength" in text
    shares = [int(share) for share in re.findall(r'class="chance"><span.*?<span class="share">(\d+) %', text)]
    assert len(shares) == 6
    assert shares[:3] == sorted(shares[:3], reverse=True)
    assert 99 <= sum(shares[:3]) <= 101
    assert text.count('class="chance-bar"') == 6
    assert text.count('class="place-columns"') == 6
    assert "300 Simulationen" in page(client, "de")


def test_how_many_games_an_earlier_table_had_left_is_not_told_as_of_today(
    client: Client, under_way: Event
) -> None:
    swept()
    worked_off()
    organiser = staff("boss", is_superuser=True)
    assert re.search(r"games? left", page(client))
    assert "all games one after the other" in whole_desk(organiser, under_way)
    assert client.get(PLANNING).json()["games_to_play"] is not None
    win(start(under_way).game, "red")
    text = page(client)
    assert not re.search(r"games? left|Extra games:", text)
    assert "From the table after 1 game; an update follows." in text
    late = whole_desk(organiser, under_way)
    assert "all games one after the other" not in late
    assert "has not been forecast yet for this table" in late
    data = client.get(PLANNING).json()
    assert (data["games_to_play"], data["extra_games"], data["over_in"]) == (None, None, [])
    assert {each["is_of_earlier_table"] for each in client.get(FORECAST).json()["as_it_stands"]} == {True}


def test_with_and_without_stand_side_by_side(client: Client, under_way: Event) -> None:
    asked(under_way, {2: ANNE})
    assert "Being computed." in page(client)
    worked_off()
    text = page(client)
    assert "If Änne Öhler wins Game 2" in text
    now, then = re.findall(r'(?:as it stands|if so)</span>.*?<span class="share">(?:&gt; )?(\d+) %', text)[:2]
    # In every simulation; that is no proof.
    assert (int(then), f"+{100 - int(now)}" in text) == (99, True)
    assert "Wenn Änne Öhler Spiel 2 gewinnt" in page(client, "de")


def test_what_did_not_come_about_and_what_failed_is_said(client: Client, under_way: Event) -> None:
    # The cup is over with Änne's second win.
    asked(under_way, {2: ANNE, 3: BERT})
    worked_off()
    assert "It never happened in the simulations." in page(client)
    ForecastRun.objects.exclude(assumed={}).update(
        state=ForecastRun.State.FAILED, why={"en": "no end", "de": "kein Ende"}
    )
    assert "no end" in page(client)


def test_the_part_that_changes_is_fetched_by_itself(client: Client, under_way: Event) -> None:
    swept()
    tag = re.search(r"data-etag='([^']+)'", client.get("/events/cup/chances/").content.decode())
    assert tag is not None
    fetch = {"If-None-Match": tag[1]}
    assert client.get("/events/cup/forecast/", headers=fetch).status_code == 304
    worked_off()
    answer = client.get("/events/cup/forecast/", headers=fetch)
    assert (answer.status_code, b"Chances" in answer.content) == (200, True)
    assert client.get("/events/cup/forecast/", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    german = client.get(
        "/events/cup/forecast/", headers={"If-None-Match": answer["ETag"], "accept-language": "de"}
    )
    assert german.status_code == 200
    win(start(under_way).game, "yellow")
    assert client.get("/events/cup/forecast/").status_code == 404


def test_at_the_desk_somebody_asks_what_if(under_way: Event) -> None:
    organiser = staff("organiser", is_superuser=True)
    url = step("askif", under_way)
    assert url in whole_desk(organiser, under_way)
    form = organiser.get(url).content.decode()
    assert "Game 2" in form
    assert "Bert Übel" in form
    answer = organiser.post(url, {"number": 2, "winner": BERT, "strengths": "equal", "runs": 60})
    assert answer.status_code == 302
    then, now = ForecastRun.objects.order_by("pk")
    assert (then.assumed, then.runs, now.assumed) == ({"2": BERT}, 60, {})
    assert then.asked_by.startswith("user:")
    wrong = organiser.post(url, {"number": 1, "winner": BERT, "strengths": "equal", "runs": 60})
    assert wrong.status_code == 200
    assert ForecastRun.objects.count() == 2
    win(start(under_way).game, "yellow")
    assert organiser.get(url).status_code == 302


def test_a_chance_that_is_not_certain_is_neither_0_nor_100_per_cent() -> None:
    written = [
        ChanceCard.from_estimate(Estimate(value, margin)).text
        for value, margin in ((0.003, 0.002), (0.42, 0.03), (0.998, 0.002), (1.0, 0.0))
    ]
    assert written == ["< 1 %", "42 %", "> 99 %", "100 %"]


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
