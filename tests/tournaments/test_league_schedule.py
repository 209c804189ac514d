"""The schedule of a League: every pairing that is drawn, who plays next, when, and what the games brought."""

import csv
import io
from datetime import UTC, datetime
from typing import Any

import icalendar
import pytest
from django.test import Client
from django.utils import timezone

from games.errors import BadRequest
from games.models import Player
from tests.tournaments.conftest import NOW, _drawn, new_event, start
from tests.tournaments.dashboard import league, organiser as organiser
from tests.tournaments.event_state import assert_fresh, everything, table
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.models import Event, Season
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.schedule import folded, schedule

pytestmark = pytest.mark.django_db
assert league  # a fixture
#: The pairings of three players by the published order, #1 Änne, #2 Bert, #3 Cora.
PAIRINGS = ["Änne–Bert", "Cora–Änne", "Bert–Cora", "Bert–Änne", "Änne–Cora", "Cora–Bert"]
SATURDAY = datetime(2026, 11, 28, 14, 50, tzinfo=UTC)
TIMES = "/organise/events/league/times/"


def plan(event: Event, times: dict[int, datetime | None]) -> Event:
    return services.plan_times(event_id=event.pk, times=times, actor="test", now=NOW)


# -- what is known ---------------------------------------------------------------------------------


def test_all_pairings_and_times_of_a_drawn_round_robin_stand_on_the_page_and_in_every_file(
    league: Event, client: Client
) -> None:
    shown = schedule(EventPresenter(plan(league, {5: SATURDAY})))
    assert ["–".join(seat.name.split()[0] for seat in game.seats) for game in shown] == PAIRINGS
    assert_fresh(league)
    local = timezone.localtime(SATURDAY)
    page = client.get("/events/league/schedule/").content.decode()
    assert page.count("Game 6") == 1
    assert f"{local:%H:%M}</time>" in page
    text = client.get("/events/league/schedule.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [f"{row['Player 1'].split()[0]}–{row['Player 2'].split()[0]}" for row in rows] == PAIRINGS
    assert rows[4]["Planned for"] == f"{local:%Y-%m-%d %H:%M:%S}"
    found: Any = icalendar.Calendar.from_ical(client.get("/events/league/calendar.ics").content)
    entries = found.walk("VEVENT")
    (game,) = [each for each in entries if str(each["UID"]).startswith("game-5.")]
    assert game["DTSTART"].dt == SATURDAY
    assert len(entries) == 3, "the day of the event, the game that can begin, and the one that has a time"
    assert client.get("/events/league/schedule.pdf").status_code == 200


def test_games_that_are_not_drawn_share_a_line(season: Season, players: list[Player], client: Client) -> None:
    settings = {"drrs": 2}
    event = new_event(season, slug="two", format_key="league", rules_name="xmadn-2t", settings=settings)
    lines = folded(schedule(EventPresenter(_drawn(event, players))))
    assert [line.title for line in lines][-2:] == ["Game 6", "Games 7 to 12"]
    page = client.get("/events/two/schedule/").content.decode()
    assert "Games 7 to 12" in page
    assert "not drawn yet" in page


# -- times -----------------------------------------------------------------------------------------


def test_a_time_travels_in_the_file_of_the_event(league: Event) -> None:
    text = export_event(plan(league, {5: SATURDAY}))
    changed = text.replace('"slug": "league"', '"slug": "copy"')
    copy = import_event(changed, actor="test", now=NOW)
    assert copy.game_times == {"5": "2026-11-28T14:50:00+00:00"}
    assert "game_times" not in export_event(plan(league, {5: None}))


@pytest.mark.parametrize("number", [1, 0, 7, 10**9])
def test_no_time_is_set_for_a_game_that_has_begun_or_that_there_is_not(league: Event, number: int) -> None:
    start(league)
    before = everything()
    with pytest.raises(BadRequest, match="not in the schedule"):
        plan(league, {number: SATURDAY})
    assert everything() == before


@pytest.mark.parametrize("name", ["first", "2.0", "²", "-1", "1234567"])
def test_times_by_rest_are_of_numbers_of_games(league: Event, organiser: Client, name: str) -> None:
    sent = {"times": {"2": SATURDAY.isoformat(), name: None}}
    answer = organiser.patch("/api/v1/events/league/times/", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["field"]) == (400, "times")
    assert "Numbers of games are needed" in answer.json()["messages"]["en"]
    assert table(league)["times"] == {}


def test_the_organiser_sets_times_and_takes_them_away(league: Event, organiser: Client) -> None:
    answer = organiser.post(TIMES, {"game-2": "2026-11-28T15:50", "game-3": ""})
    assert (answer.status_code, answer["Location"]) == (302, TIMES)
    assert table(league)["times"] == {"2": "2026-11-28T14:50:00Z"}
    assert 'value="2026-11-28T15:50"' in organiser.get(TIMES).content.decode()
    organiser.post(TIMES, {"game-2": ""})
    assert table(league)["times"] == {}


def test_empty_times_are_filled_in_and_kept_only_when_they_are_saved(
    league: Event, organiser: Client
) -> None:
    plan(league, {2: SATURDAY})
    sent = {"fill": "1", "first": "2026-12-01T19:00", "days": "7", "minutes": "45"}
    page = organiser.post(TIMES, sent).content.decode()
    for value in ("2026-12-01T19:00", "2026-11-28T15:50", "2026-12-01T20:30"):
        assert f'value="{value}"' in page
    assert table(league)["times"] == {"2": "2026-11-28T14:50:00Z"}


@pytest.mark.parametrize(
    "sent",
    [
        {"game-2": "soon"},
        {"game-2": "0001-01-01T00:00"},
        {"fill": "1", "first": "", "days": "-1"},
        {"fill": "1", "first": "9999-12-31T23:59", "days": "7", "minutes": "0"},
        {"fill": "1", "first": "0001-01-01T00:00", "days": "7", "minutes": "0"},
    ],
)
def test_odd_times_are_told_and_change_nothing(
    league: Event, organiser: Client, sent: dict[str, str]
) -> None:
    before = everything()
    answer = organiser.post(TIMES, sent)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert everything() == before
