"""A whole season created in one step: by the conduct, by command, by REST, in the admin – all of it or nothing."""

from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.test import APIClient

from games.enums import Role
from games.errors import BadRequest
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, new_event
from tournaments import services
from tournaments.models import Event, Season
from tournaments.season_templates import XMADN

pytestmark = pytest.mark.django_db
TEMPLATE = "/api/v1/season-templates/xmadn/"
PAGE = "/organise/seasons/template/"
PLAN = XMADN.plan(2027)


def count() -> tuple[int, int]:
    return Season.objects.count(), Event.objects.count()


def test_the_season_and_its_thirteen_events_are_open_for_entries() -> None:
    season = services.create_planned_season(plan=PLAN, actor="test", now=NOW)
    assert (season.slug, season.name) == ("xmadn-2027", "XMädn 2027")
    events = list(season.events.order_by("starts_on"))
    assert [(each.slug, each.level, each.starts_on) for each in events] == [
        (each.slug, each.level, each.starts_on) for each in PLAN.events
    ]
    assert {each.status for each in events} == {Event.Status.OPEN}
    assert Event.objects.get(slug="xleague-2027").settings["drrs"] == 6
    assert events[0].history.get().history_change_reason == "test"


def test_an_event_that_cannot_be_created_leaves_nothing(season: Season) -> None:
    new_event(season, slug="gp-world-series-2027")
    with pytest.raises(BadRequest) as refused:
        services.create_planned_season(plan=PLAN, actor="test", now=NOW)
    assert refused.value.details["field"] == "events.gp-world-series"
    assert count() == (1, 1)
    wrong = PLAN.changed({"challengers": {"settings": {"wins": 0}}})
    with pytest.raises(BadRequest, match="challengers: a whole number from 1"):
        services.create_planned_season(plan=wrong.without({"gp-world-series"}), actor="test", now=NOW)
    assert count() == (1, 1)


# -- by command ------------------------------------------------------------------------------------


def said(*arguments: str) -> str:
    call_command("create_season", *arguments, stdout=(out := StringIO()))
    return out.getvalue()


def test_the_command_shows_and_creates() -> None:
    told = said("2027", "--preview")
    assert "2027-11-27  World Championship 2027: championship, xmadn-3t, level 4" in told
    assert "Nothing has been created." in told
    assert count() == (0, 0)
    told = said("2027", "--first-day", "2027-09-01", "--without", "xleague", "challengers")
    assert "XMädn 2027 (xmadn-2027): 2027-09-01 – 2028-08-31" in told
    assert count() == (1, 11)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1700"], "year: 1900 to 2999"),
        (["2027", "--without", "chess"], "there is no chess"),
        (["2027"], "There is a season XMädn 2027 already"),
    ],
)
def test_the_command_says_what_is_wrong(arguments: list[str], message: str) -> None:
    if "already" in message:
        said("2027")
    before = count()
    with pytest.raises(CommandError, match=message):
        call_command("create_season", *arguments)
    assert count() == before


# -- by REST ---------------------------------------------------------------------------------------


def test_what_a_template_gives_is_there_for_everybody_to_see(client: Client) -> None:
    data = client.get(f"{TEMPLATE}?year=2027").json()
    assert data["season"] == {
        "slug": "xmadn-2027",
        "name": "XMädn 2027",
        "starts_on": "2027-01-01",
        "ends_on": "2027-12-31",
    }
    assert data["events"][0] == {
        "key": "spring-3t-open",
        "stretch": {"en": "Spring", "de": "Frühjahr"},
        "slug": "spring-3t-open-2027",
        "name": "Spring 3T Open 2027",
        "format": "championship",
        "rules": "xmadn-3t",
        "settings": {"wins": 2},
        "level": 1,
        "starts_on": "2027-01-16",
    }
    moved = client.get(f"{TEMPLATE}?year=2027&first_day=2027-07-01").json()
    assert moved["season"]["ends_on"] == "2028-06-30"
    assert count() == (0, 0)


@pytest.mark.parametrize(("query", "status"), [("", 400), ("?year=1", 400), ("?year=x", 400)])
def test_a_year_is_needed(client: Client, query: str, status: int) -> None:
    assert client.get(f"{TEMPLATE}{query}").status_code == status
    assert client.get("/api/v1/season-templates/chess/?year=2027").status_code == 404


def test_a_season_is_created_with_what_is_wanted_otherwise() -> None:
    wanted = {
        "year": 2027,
        "name": "The league 2027",
        "slug": "league-2027",
        "events": [
            {
                "key": "spring-3t-open",
                "name": "Opening 2027",
                "starts_on": "2027-02-06",
                "settings": {"wins": 4},
            },
            {"key": "b-day-league", "left_out": True},
        ],
    }
    answer = client_with(Role.ORGANISER, "site").post(TEMPLATE, wanted)
    assert answer.status_code == 201, answer.content
    data = answer.json()
    assert (data["season"]["slug"], len(data["events"])) == ("league-2027", 12)
    assert data["events"][0]["settings"]["wins"] == 4
    assert Event.objects.get(name="Opening 2027").starts_on == date(2027, 2, 6)


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({}, "year"),
        ({"year": 2027, "events": [{"key": "chess"}]}, "events"),
        ({"year": 2027, "events": [{"key": "xleague", "level": 9}]}, "events"),
        ({"year": 2027, "events": [{"key": "xleague", "settings": {"drrs": 0}}]}, "events.xleague"),
        ({"year": 2027, "events": [{"key": "xleague", "rules": "chess"}]}, "events.xleague"),
    ],
)
def test_what_cannot_be_created_is_named_and_leaves_nothing(wanted: dict[str, Any], field: str) -> None:
    answer = client_with(Role.ORGANISER, "site").post(TEMPLATE, wanted)
    assert answer.status_code == 400
    assert field in answer.content.decode()
    assert count() == (0, 0)


def test_only_organisers_create_seasons() -> None:
    assert APIClient().post(TEMPLATE, {"year": 2027}).status_code == 401
    assert client_with(Role.REFEREE, "site").post(TEMPLATE, {"year": 2027}).status_code == 403


# -- at the desk ----------------------------------------------------------------------------------


@pytest.fixture
def organiser() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("organiser"))
    return client


def entered() -> dict[str, Any]:
    """What the browser sends for the calendar as it is offered."""
    form: dict[str, Any] = {"season-name": PLAN.name, "season-slug": PLAN.slug}
    for event in PLAN.events:
        form |= {
            f"{event.key}-taken": "on",
            f"{event.key}-name": event.name,
            f"{event.key}-level": event.level,
            f"{event.key}-starts_on": event.starts_on.isoformat(),
        }
    return form


def test_the_calendar_is_looked_through_changed_and_created(organiser: Client) -> None:
    page = organiser.get(f"{PAGE}?template=xmadn&year=2027").content.decode()
    assert 'value="World Masters 2027"' in page
    assert 'value="2027-03-27"' in page
    form = entered() | {"world-masters-starts_on": "2027-04-03", "season-name": "Our year"}
    del form["b-day-league-taken"]
    answer = organiser.post(f"{PAGE}?template=xmadn&year=2027", form, follow=True)
    assert "Our year has been created with 12 events." in answer.content.decode()
    assert Event.objects.get(slug="world-masters-2027").starts_on == date(2027, 4, 3)


def test_the_page_says_what_is_wrong_and_creates_nothing(organiser: Client, season: Season) -> None:
    asked = f"{PAGE}?template=xmadn&year=2027"
    page = organiser.post(asked, entered() | {"xleague-starts_on": "some day"}).content.decode()
    assert "Enter a valid date." in page
    new_event(season, slug="xleague-2027")
    page = organiser.post(asked, entered()).content.decode()
    assert "xleague: slug: there is one already" in page
    assert count() == (1, 1)
    page = organiser.get(f"{PAGE}?template=chess&year=1").content.decode()
    assert "Create the season" not in page


def test_the_page_speaks_german_and_is_found(organiser: Client) -> None:
    german = {"Accept-Language": "de"}
    assert "Saison nach Vorlage" in organiser.get("/organise/seasons/new/", headers=german).content.decode()
    page = organiser.get(PAGE, headers=german).content.decode()
    assert "Saison anlegen" in page
    assert "Nötige Siege: 2" in page


def test_whoever_may_not_add_events_does_not_see_the_page() -> None:
    client = Client()
    client.force_login(User.objects.create_user("somebody", is_staff=True))
    assert client.get(PAGE).status_code == 403
