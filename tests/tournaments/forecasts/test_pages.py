"""Chances on the event's page: in figures and bars, read without script and without colour, in both languages."""

import re

import pytest
from django.test import Client

from rules import Estimate
from tests.games.pages import assert_is_sound
from tests.tournaments.admin_forms import step, whole_desk
from tests.tournaments.conftest import KEYS, start, win
from tests.tournaments.dashboard import staff
from tests.tournaments.forecasts.conftest import asked, swept, worked_off
from tournaments.forecasts.presenters import ChanceCard
from tournaments.models import Event, ForecastRun

pytestmark = pytest.mark.django_db
ANNE, BERT, CORA = KEYS
PLANNING, FORECAST = "/api/v1/events/cup/planning/", "/api/v1/events/cup/forecast/"


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


def test_chances_of_an_earlier_table_say_so(client: Client, under_way: Event) -> None:
    swept()
    worked_off()
    assert "Worked out for the table" not in page(client)
    win(start(under_way).game, "red")
    assert "From the table after 1 game; an update follows." in page(client)
    swept()
    worked_off()
    assert "Worked out for the table" not in page(client)


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
    assert not re.search(r"games? left|Extra games:", page(client))
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
