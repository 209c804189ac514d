"""Chances on the event's page: in figures and bars, read without script and without colour, in both languages."""

import re
from typing import Any

import pytest
from django.test import Client

from rules import Estimate
from tests.games.pages import assert_is_sound
from tests.tournaments.admin_forms import whole_desk
from tests.tournaments.conftest import KEYS, start, win
from tests.tournaments.dashboard import staff
from tests.tournaments.forecasts.conftest import asked, due_forecasts, swept, work_on, worked_off
from tests.tournaments.query_counts import queries
from tournaments.forecasts.presenters import ChanceCard
from tournaments.forecasts.requests import SEED, EventSnapshot
from tournaments.models import Event, ForecastRun, Strengths
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db
ANNE, BERT, CORA = KEYS
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
    win(start(under_way).game, "red")
    text = page(client)
    assert not re.search(r"games? left|Extra games:", text)
    assert "From the table after 1 game; an update follows." in text
    late = whole_desk(organiser, under_way)
    assert "all games one after the other" not in late
    assert "has not been forecast yet for this table" in late
    assert {each["is_of_earlier_table"] for each in client.get(FORECAST).json()["as_it_stands"]} == {True}


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


def test_a_chance_that_is_not_certain_is_neither_0_nor_100_per_cent() -> None:
    written = [
        ChanceCard.from_estimate(Estimate(value, margin)).text
        for value, margin in ((0.003, 0.002), (0.42, 0.03), (0.998, 0.002), (1.0, 0.0))
    ]
    assert written == ["< 1 %", "42 %", "> 99 %", "100 %"]


def read(client: Any) -> dict[str, Any]:
    answer = client.get(FORECAST)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_what_has_been_found_so_far_is_read(client: Client, under_way: Event) -> None:
    assert read(client) == {"event": "cup", "version": under_way.version, "as_it_stands": []}
    swept()
    work_on(due_forecasts()[0])
    (told,) = read(client)["as_it_stands"]
    assert (told["state"], told["wanted"], told["done"]) == ("running", 300, 50)
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
    run = asked(under_way)
    for _ in range(2):
        tag = client.get(FORECAST)["ETag"]
        assert client.get(FORECAST, headers={"If-None-Match": tag}).status_code == 304
        work_on(run.pk)
        assert client.get(FORECAST, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("path", [FORECAST, "/events/cup/chances/", "/events/cup/forecast/"])
def test_two_forecasts_cost_as_many_queries_as_one(client: Client, under_way: Event, path: str) -> None:
    asked(under_way)
    worked_off()
    one = queries(client, path)
    ForecastRun.objects.all().delete()
    swept()
    worked_off()
    assert queries(client, path) == one
    assert one <= 4
