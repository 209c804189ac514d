"""A season with the events of another, or of the XMädn season: what is set comes along, nothing that was played."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Game
from tests.servers import ROOT
from tests.tournaments.admin_forms import messages
from tests.tournaments.conftest import NOW, new_event
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.played_events import decided_by_the_organiser
from tournaments.files.season_file import (
    XMADN_FILE,
    copy_season,
    model_of,
    weeks_later,
    xmadn_season,
)
from tournaments.hall import services as hall
from tournaments.models import Event, Ranking, Season
from tournaments.rankings.services import change_ranking

pytestmark = pytest.mark.django_db
PAGE = "/organise/seasons/new/"
YEAR_2027: dict[str, Any] = {"starts_on": date(2027, 1, 1), "ends_on": date(2027, 12, 31)}
XMADN: list[dict[str, Any]] = [part["event"] for part in xmadn_season()["events"]]
BY: dict[str, Any] = {"actor": "test", "now": NOW}


def copied(season: Season, **days: date) -> Season:
    return copy_season(model_of(season), slug="copy", name="Copy", **(YEAR_2027 | days), **BY)


# -- what is copied --------------------------------------------------------------------------------


def test_what_is_set_comes_along_and_nothing_that_was_played(season: Season) -> None:
    played = decided_by_the_organiser()
    Event.objects.filter(pk=played.pk).update(
        level=2,
        ranked=False,
        seconds_per_throw=9,
        options={"pawns_on_start": 1},
        game_times={"3": NOW.isoformat()},
    )
    change_ranking(key="medal-race-2026", settings={"counts": "3T"}, reason="agreed", **BY)
    games = Game.objects.count()
    copy = copied(season)
    event = copy.events.get()
    assert (event.format_key, event.settings, event.options) == (
        "league",
        Event.objects.get(pk=played.pk).settings,
        {"pawns_on_start": 1},
    )
    assert (event.level, event.ranked, event.seconds_per_throw) == (2, False, 9)
    assert (event.status, event.hold, event.ended_on, event.game_times) == ("open", "", None, {})
    for rows in (event.entries, event.draws, event.games, event.report):
        assert not rows.exists()
    assert Game.objects.count() == games
    assert Ranking.objects.get(key="medal-race-copy").settings == {"counts": "3T"}
    assert event.history.get().history_change_reason == "test"


def test_registration_comes_along_closed(season: Season) -> None:
    event = new_event(season, format_key="open", rules_name="mhd", settings={"rounds": 2})
    told = {"is_open": True, "closes_at": NOW, "most_waiting": 7, "conditions": "5 €, cake included"}
    hall.set_up_registration(event_id=event.pk, changes=told, **BY)
    registration = copied(season).events.get().registration
    assert (registration.is_open, registration.closes_at) == (False, None)
    assert (registration.most_waiting, registration.conditions) == (7, "5 €, cake included")


def test_days_keep_their_weekday_and_their_distances_and_years_in_names_move(season: Season) -> None:
    Season.objects.filter(pk=season.pk).update(starts_on=date(2026, 9, 1), ends_on=date(2027, 8, 31))
    season.refresh_from_db()
    days = {"a-2026": date(2026, 9, 19), "b-2027": date(2027, 2, 14), "since-1998": date(2027, 8, 31)}
    for slug, day in days.items():
        new_event(season, slug=slug, name=f"The {slug}", starts_on=day)
    events = copied(season, starts_on=date(2029, 9, 1), ends_on=date(2030, 8, 31)).events
    made = list(events.order_by("starts_on").values_list("slug", "name", "starts_on"))
    assert [(slug, name) for slug, name, _ in made] == [
        ("a-2029", "The a-2029"),
        ("b-2030", "The b-2030"),
        ("since-1998-2", "The since-1998"),
    ]
    # The third Saturday of September.
    assert made[0][2] == date(2029, 9, 15)
    assert {day - before for (*_, day), before in zip(made, days.values(), strict=True)} == {
        made[0][2] - days["a-2026"]
    }


# -- the XMädn season ------------------------------------------------------------------------------


def test_in_every_year_its_events_are_on_the_same_saturdays_of_the_year() -> None:
    weeks = (3, 7, 10, 13, 16, 20, 24, 30, 34, 37, 41, 44, 48)
    for year in (1900, 2026, 2027, 2028, 2029, 2030, 2031, 2032, 2999):
        first_saturday = next(
            day for day in (date(year, 1, 1) + timedelta(more) for more in range(7)) if day.weekday() == 5
        )
        later = weeks_later(xmadn_season(), date(year, 1, 1))
        assert [date.fromisoformat(event["starts_on"]) + later for event in XMADN] == [
            first_saturday + timedelta(weeks=week - 1) for week in weeks
        ]


def test_its_file_can_be_imported_and_its_calendar_is_documented() -> None:
    call_command("import_season", str(XMADN_FILE))
    page = (ROOT / "docs/reference/season-file.md").read_text(encoding="utf-8")
    events = Season.objects.get().events.order_by("starts_on")
    assert events.count() == 13
    for event in events:
        assert f"| {event.starts_on:%d %B} | {event.name.removesuffix(' 2026')} | {event.level} |" in page


# -- at the desk -----------------------------------------------------------------------------------


def test_the_xmadn_season_is_one_choice_of_a_new_season(organiser: Client) -> None:
    assert "as in the XMädn season" in organiser.get(PAGE).content.decode()
    sent = {"name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31", "like": "xmadn.json"}
    answer = organiser.post(PAGE, sent, follow=True)
    assert answer.redirect_chain == [("/seasons/2027/", 302)]
    assert "2027 has been created with 13 events." in answer.content.decode()
    assert Event.objects.get(slug="xleague-2027").settings["drrs"] == 6
    assert Event.objects.get(slug="world-masters-2027").starts_on == date(2027, 3, 27)


@pytest.mark.parametrize(
    ("name", "days", "proposed"),
    [
        ("2026", ("2026-01-01", "2026-12-31"), ("2027", "2027-01-01", "2027-12-31")),
        ("Club 2026/27", ("2026-09-01", "2027-08-31"), ("Club 2027/28", "2027-09-01", "2028-08-31")),
        ("Winter 2027/2028", ("2027-11-01", "2028-02-29"), ("Winter 2028/2029", "2028-11-01", "2029-02-28")),
        ("Cup 12/34", ("2026-01-01", "2026-01-01"), ("Cup 12/34", "2027-01-01", "2027-01-01")),
    ],
)
def test_a_copy_is_proposed_a_year_later(
    organiser: Client, season: Season, name: str, days: tuple[str, str], proposed: tuple[str, str, str]
) -> None:
    Season.objects.update(name=name, starts_on=days[0], ends_on=days[1])
    new_event(season)
    initial = organiser.get(f"{PAGE}?like=2026").context["form"].initial
    assert initial == {**dict(zip(("name", "starts_on", "ends_on"), proposed, strict=True)), "like": "2026"}
    organiser.post(PAGE, initial)
    assert Event.objects.filter(season__name=proposed[0]).count() == 1
    # A name that is taken is not taken twice.
    assert Event.objects.count() == len({name, proposed[0]})


def test_a_season_without_events_leads_to_its_first_event(organiser: Client) -> None:
    sent = {"name": "2027", "starts_on": "2027-12-31", "ends_on": "2027-01-01"}
    form = organiser.post(PAGE, sent).context["form"]
    assert form.errors == {"ends_on": ["The last day is not before the first."]}
    assert not Season.objects.exists()
    answer = organiser.post(PAGE, {**sent, "starts_on": "2027-01-01"}, follow=True)
    assert (answer.redirect_chain, messages(answer)) == ([("/organise/new/", 302)], ["2027 is created."])
