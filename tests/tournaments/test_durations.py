"""How long an event takes: by its own seconds per throw, as a page of the desk and by REST."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.enums import Decision, GameState, Role
from games.errors import BadRequest
from games.models import Game
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.conftest import NOW, new_event
from tests.tournaments.forecasts.conftest import swept, under_way as under_way, worked_off
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.forecasting import Forecast
from tournaments.forecasting.planning import lengths_of
from tournaments.forecasts.durations import Taken, planning_of, seconds_per_throw, sentences
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
PLANNING = "/api/v1/events/cup/planning/"


def game(throws: int, seconds: int | None, **wanted: Any) -> Game:
    """A game that was played to its end."""
    data: dict[str, Any] = {"state": GameState.ENDED, "decided_by": Decision.PLAY, **wanted}
    if seconds is not None:
        data["clock"] = {"played_ms": 1_000 * seconds, "since": None, "limit_reached": False}
    tallies = {"colours": {"yellow": {"faces": {"1": throws - 1, "6": 1}}}} if throws else {}
    return Game(tallies=tallies, **data)


def set_to(event: Event, seconds: int | None) -> Event:
    return services.change_event(
        event_id=event.pk, changes={"seconds_per_throw": seconds}, actor="anna", now=NOW
    )


def forecast_of(games: dict[int, int], extra: int | None = None) -> Forecast:
    return Forecast(sum(games.values()), 0, {}, {}, None, games, extra)


# -- seconds per throw -----------------------------------------------------------------------------


def test_what_the_organiser_has_set_wins(cup: Event) -> None:
    measured = [game(100, 300)] * 3
    assert seconds_per_throw(set_to(cup, 7), measured).value == 7
    assert seconds_per_throw(set_to(cup, 7), measured).taken is Taken.SET
    assert seconds_per_throw(set_to(cup, None), measured).taken is Taken.MEASURED


def test_the_median_of_three_games_is_taken_and_five_seconds_before(cup: Event) -> None:
    games = [game(100, 430), game(100, 300), game(200, 2_000)]
    two = seconds_per_throw(cup, games[:2])
    assert (two.value, two.taken) == (5, Taken.USUAL)
    three = seconds_per_throw(cup, games)
    assert three.value == 4.3
    assert three.source.en == "4.3 seconds per throw: the median of 3 games of this event"
    assert three.source.de == "4,3 Sekunden pro Wurf: der Median von 3 Spielen dieses Turniers"


def test_without_a_clock_a_game_took_from_its_beginning_to_its_end(cup: Event) -> None:
    timed = game(100, None, started_at=NOW, ended_at=NOW + timedelta(seconds=600))
    assert seconds_per_throw(cup, [timed] * 3).value == 6


@pytest.mark.parametrize(
    "left_out",
    [
        game(0, 600),
        game(100, None),
        game(100, 50),
        game(100, 100_000),
        game(100, 600, decided_by=Decision.ADJUDICATION),
        game(100, 600, state=GameState.RUNNING, decided_by=""),
    ],
    ids=["no throws", "no time", "written down later", "left to lie", "broken off", "being played"],
)
def test_games_that_do_not_tell_how_fast_is_played_are_left_out(cup: Event, left_out: Game) -> None:
    assert seconds_per_throw(cup, [game(100, 300)] * 2 + [left_out]).taken is Taken.USUAL


@pytest.mark.parametrize("seconds", [0, 121])
def test_seconds_that_cannot_be_are_refused_and_change_nothing(cup: Event, seconds: int) -> None:
    with pytest.raises(BadRequest, match="seconds_per_throw"):
        set_to(cup, seconds)
    assert Event.objects.get(pk=cup.pk).seconds_per_throw is None
    answer = client_with(Role.ORGANISER, "event:cup").patch(
        "/api/v1/events/cup/", {"seconds_per_throw": seconds}, format="json"
    )
    assert refused(answer, 400, "bad-value")["errors"]["seconds_per_throw"]


def test_they_are_in_the_rest_interface_and_in_the_event_file(cup: Event) -> None:
    assert "seconds_per_throw" not in export_event(cup)
    organiser = client_with(Role.ORGANISER, "event:cup")
    answer = organiser.patch("/api/v1/events/cup/", {"seconds_per_throw": 4}, format="json")
    assert answer.json()["seconds_per_throw"] == 4
    text = export_event(Event.objects.get(pk=cup.pk))
    Event.objects.get(pk=cup.pk).delete()
    assert import_event(text, actor="anna", now=NOW).seconds_per_throw == 4


# -- the figures -----------------------------------------------------------------------------------


def test_an_event_is_over_when_its_games_are(cup: Event) -> None:
    planned = planning_of(set_to(cup, 6), [], forecast_of({2: 1}), entered=3)
    mean = lengths_of("xmadn-3t").in_minutes(6).mean
    assert list(planned.evenings) == [1]
    assert planned.evenings[1].mean == pytest.approx(2 * mean, rel=0.03)


def test_where_more_can_play_at_once_there_are_more_boards(season: Season) -> None:
    league = new_event(season, slug="league", format_key="league", rules_name="xmadn-2t", settings={})
    planned = planning_of(league, [], forecast_of({12: 1}), entered=6)
    assert list(planned.evenings) == [1, 2, 3]
    assert planned.evenings[3].mean < planned.evenings[2].mean < planned.evenings[1].mean


def test_games_by_other_rules_than_were_played_out_are_not_guessed(cup: Event) -> None:
    cup.options = {"barriers": True}
    planned = planning_of(cup, [], forecast_of({2: 1}), entered=3)
    assert (planned.lengths, planned.evenings) == (None, {})
    assert "is not known" in [told.en for told in sentences(planned)][-1]


# -- where they are read ---------------------------------------------------------------------------


def test_by_rest_from_the_stored_forecast(client: Client, under_way: Event) -> None:
    before = client.get(PLANNING).json()
    assert (before["games_to_play"], before["over_in"]) == (None, [])
    swept()
    worked_off()
    with CaptureQueriesContext(connection) as queries:
        found = client.get(PLANNING).json()
    assert len(queries) == 3
    assert found["seconds_per_throw"]["source"] == "usual"
    assert found["game"]["minutes"]["mean"] == pytest.approx(found["game"]["throws"]["mean"] / 12, abs=0.01)
    ((boards, minutes),) = [(each["boards"], each["minutes"]) for each in found["over_in"]]
    assert boards == 1
    games = found["games_to_play"]["mean"]
    assert minutes["mean"] == pytest.approx(games * found["game"]["minutes"]["mean"], rel=0.05)
    assert minutes["median"] <= minutes["percentile_90"]
