"""The schedule of a League: every pairing that is drawn, who plays next, when, and what the games brought."""

import csv
import io
from datetime import UTC, datetime
from typing import Any

import icalendar
import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.enums import Role
from games.errors import BadRequest
from games.models import Player
from tests.games.conftest import client_with
from tests.tournaments.conftest import NAMES, NOW, _drawn, new_event, start
from tests.tournaments.dashboard import league, organiser as organiser
from tests.tournaments.event_state import assert_fresh, everything, table
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.models import Event, Season
from tournaments.services import Slip
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


def pairings(event: Event) -> list[str]:
    shown = schedule(EventPresenter(Event.objects.get(pk=event.pk)))
    return ["–".join(seat.name.split()[0] for seat in game.seats) for game in shown]


def calendar(client: Client) -> list[Any]:
    found: Any = icalendar.Calendar.from_ical(client.get("/events/league/calendar.ics").content)
    entries: list[Any] = found.walk("VEVENT")
    return entries


def won_by_first(event: Event, number: int, pawns: tuple[int, int] = (2, 0)) -> None:
    due = next(game for game in table(event)["next_games"] if game["number"] == number)
    winning, losing = due["seating"].values()
    enter(event, number, Slip(places=(winning[0],), pawns=dict(zip(losing, pawns, strict=True))))


def two_rounds(season: Season, players: list[Player]) -> Event:
    event = new_event(season, slug="two", format_key="league", rules_name="xmadn-2t", settings={"drrs": 2})
    return _drawn(event, players)


# -- what is known ---------------------------------------------------------------------------------


def test_all_pairings_of_a_drawn_round_robin_are_known_before_they_are_played(
    league: Event, client: Client
) -> None:
    assert pairings(league) == PAIRINGS
    page = client.get("/events/league/schedule/").content.decode()
    assert page.count("Game 6") == 1
    assert "Double round-robin 1" in page
    assert "No. " not in page
    rows = csv.DictReader(io.StringIO(client.get("/events/league/schedule.csv").content.decode("utf-8-sig")))
    told = [f"{row['Player 1'].split()[0]}–{row['Player 2'].split()[0]}" for row in rows]
    assert told == PAIRINGS
    day = calendar(client)[0]
    assert f"Game 6: {NAMES[2]} – {NAMES[1]}" in day["DESCRIPTION"]
    assert "xmadn-2t" not in day["DESCRIPTION"]


def test_games_that_are_not_drawn_share_a_line(season: Season, players: list[Player], client: Client) -> None:
    event = two_rounds(season, players)
    lines = folded(schedule(EventPresenter(event)))
    assert [line.title for line in lines][-2:] == ["Game 6", "Games 7 to 12"]
    page = client.get("/events/two/schedule/").content.decode()
    assert "Games 7 to 12" in page
    assert "not drawn yet" in page


def test_who_plays_next_is_told_for_everybody(league: Event, client: Client) -> None:
    won_by_first(league, 1)
    page = client.get("/events/league/schedule/").content.decode()
    upcoming = page.partition("Next games")[2].partition("</section>")[0]
    for name, game in zip(NAMES, ("Game 2", "Game 3", "Game 2"), strict=True):
        assert game in upcoming.partition(f"<dt>{name}</dt>")[2].partition("</div>")[0]


# -- the cross table -------------------------------------------------------------------------------


def test_the_cross_table_shows_each_game_with_its_pawns_and_leads_to_it(
    league: Event, client: Client
) -> None:
    assert "Cross table" not in client.get("/events/league/").content.decode()
    won_by_first(league, 1, pawns=(2, 1))
    (game,) = table(league)["games"]
    assert game["counted_pawns"] == {"entry-1": 4, "entry-2": 2}
    page = client.get("/events/league/").content.decode()
    assert f'<a href="/games/{game["game"]}/"><strong>4–2</strong></a>' in page
    assert f'<a href="/games/{game["game"]}/">2–4</a>' in page


# -- times -----------------------------------------------------------------------------------------


def test_a_time_stands_on_the_page_and_in_every_file(league: Event, client: Client) -> None:
    plan(league, {5: SATURDAY})
    assert_fresh(league)
    local = timezone.localtime(SATURDAY)
    assert f"{local:%H:%M}</time>" in client.get("/events/league/schedule/").content.decode()
    rows = list(
        csv.DictReader(io.StringIO(client.get("/events/league/schedule.csv").content.decode("utf-8-sig")))
    )
    assert rows[4]["Planned for"] == f"{local:%Y-%m-%d %H:%M:%S}"
    (game,) = [each for each in calendar(client) if str(each["UID"]).startswith("game-5.")]
    assert game["DTSTART"].dt == SATURDAY
    assert client.get("/events/league/schedule.pdf").status_code == 200


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


def test_the_organiser_sets_times_and_takes_them_away(league: Event, organiser: Client) -> None:
    answer = organiser.post(TIMES, {"game-2": "2026-11-28T15:50", "game-3": ""})
    assert (answer.status_code, answer["Location"]) == (302, TIMES)
    assert table(league)["times"] == {"2": SATURDAY.isoformat()}
    assert 'value="2026-11-28T15:50"' in organiser.get(TIMES).content.decode()
    organiser.post(TIMES, {"game-2": ""})
    assert table(league)["times"] == {}


def test_a_program_sets_times(league: Event) -> None:
    organiser, address = client_with(Role.ORGANISER), "/api/v1/events/league/times/"
    answer = organiser.patch(address, {"times": {"2": "2026-11-28T15:50:00+01:00", "3": None}}, format="json")
    assert answer.status_code == 200, answer.content
    assert list(answer.json()["times"]) == ["2"]
    assert table(league)["times"] == {"2": SATURDAY.isoformat()}
    before = everything()
    odd: list[Any] = [{"x": None}, {"²": None}, {"9" * 20: None}, {"2": "soon"}, []]
    for times in (*odd, {"99": "2026-11-28T15:50:00Z"}):
        assert organiser.patch(address, {"times": times}, format="json").status_code == 400
    assert everything() == before


def test_empty_times_are_filled_in_and_kept_only_when_they_are_saved(
    league: Event, organiser: Client
) -> None:
    plan(league, {2: SATURDAY})
    sent = {"fill": "1", "first": "2026-12-01T19:00", "days": "7", "minutes": "45"}
    page = organiser.post(TIMES, sent).content.decode()
    for value in ("2026-12-01T19:00", "2026-11-28T15:50", "2026-12-01T20:30"):
        assert f'value="{value}"' in page
    assert table(league)["times"] == {"2": SATURDAY.isoformat()}


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


# -- the page of results ---------------------------------------------------------------------------


def opened(page: str) -> list[str]:
    return [
        part.partition('"')[0] for part in page.split('id="game-')[1:] if " open" in part.partition(">")[0]
    ]


def test_the_address_of_a_game_opens_it(league: Event, organiser: Client) -> None:
    for number in (1, 2, 3):
        won_by_first(league, number)
    assert opened(organiser.get("/events/league/results/?game=5").content.decode()) == ["5"]
    ended = organiser.get("/events/league/results/?game=1").content.decode()
    assert "Game 1: won by Änne Öhler" in ended
    assert opened(ended) == ["4"]


@pytest.mark.parametrize("number", ["", "x", "-1", "1e3", "9" * 40, "²"])
def test_an_odd_number_opens_the_first_game(league: Event, organiser: Client, number: str) -> None:
    answer = organiser.get("/events/league/results/", {"game": number})
    assert answer.status_code == 200
    assert opened(answer.content.decode()) == ["1"]


def test_the_pages_ask_the_database_a_few_things_only(
    league: Event, organiser: Client, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    won_by_first(league, 1)
    addresses: list[tuple[Any, str]] = [
        (client, "/events/league/"),
        (client, "/events/league/schedule/"),
        (organiser, TIMES),
        (organiser, "/events/league/results/"),
    ]
    for who, address in addresses:
        who.get(address)
        with django_assert_max_num_queries(22):
            assert who.get(address).status_code == 200
