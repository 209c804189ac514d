"""What is entered in a form, or on a command line, and can be nothing that is meant, is said to whoever entered it."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import AccessToken
from tests.tournaments import dashboard
from tests.tournaments.admin_forms import step
from tests.tournaments.conftest import new_event
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db


staff = dashboard.organiser


def details(**otherwise: str) -> dict[str, Any]:
    return {"name": "Cup", "rules_name": "xmadn-3t", "level": "1", "starts_on": "2026-11-21", **otherwise}


@pytest.mark.parametrize(
    ("option", "entered"),
    [
        ("pawns_on_start", "\u0000"),
        ("pawns_on_start", "9" * 5000),
        ("die_faces", "1,2,x"),
        ("die_faces", "9" * 900),
        ("board", "4x" + "9" * 900),
        ("board", "\ud7ff"),
        ("three_throws", "maybe"),
    ],
)
def test_an_option_of_an_event_that_cannot_be_read_is_shown_again_with_why(
    staff: Client, season: Season, option: str, entered: str
) -> None:
    made = new_event(season)
    answer = staff.post(step("changedetails", made), details(**{f"option.{option}": entered}))
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [f"option.{option}"]
    assert Event.objects.get().options == {}
    assert staff.post(step("changedetails", made), details()).status_code == 302


@pytest.mark.both_databases
@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_no_event_is_on_a_day_with_which_calendars_cannot_count(
    staff: Client, season: Season, day: str
) -> None:
    made = new_event(season)
    answer = staff.post(step("changedetails", made), details(starts_on=day))
    assert list(answer.context["form"].errors) == ["starts_on"]
    assert Event.objects.get().starts_on == made.starts_on


@pytest.mark.both_databases
def test_no_season_begins_where_the_years_end(staff: Client) -> None:
    sent = {"name": "Late", "starts_on": "3000-01-01", "ends_on": "9999-12-31", "like": "xmadn.json"}
    answer = staff.post("/organise/seasons/new/", sent)
    assert list(answer.context["form"].errors) == ["starts_on", "ends_on"]
    assert not Season.objects.exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["create_token", "board", "--days=nan"], "--days"),
        (["create_token", "board", "--days=1e300"], "--days"),
        (["create_token", "board", "--days=-1"], "--days"),
        (["play", "cup", "--on=9999-12-31"], "--on"),
        (["play", "cup", "--throws=-1"], "--throws"),
        (["export_event", "cup", "--output=/proc/no/such/folder/cup.json"], "--output"),
        (["export_season", "2026", "--output=/proc/no/such/folder/2026.json"], "--output"),
    ],
)
def test_a_command_says_which_of_its_arguments_is_wrong(season: Season, line: list[str], said: str) -> None:
    new_event(season)
    with pytest.raises(CommandError, match=said):
        call_command(*line)
    assert not AccessToken.objects.exists()
    assert Season.objects.count() == 1


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '{"a": 1e400}', '"\\ud800"', "[" * 100_000])
def test_a_file_that_cannot_be_read_in_one_way_is_not_taken_over(tmp_path: Path, text: str) -> None:
    file = tmp_path / "event.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("import_event", str(file))
    assert not Season.objects.exists()
