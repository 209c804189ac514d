"""A season is told from others by its name; what of a name stands in an address."""

import html
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.enums import Role
from games.errors import BadRequest
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, new_event
from tests.tournaments.dashboard import organiser as organiser
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.files.season_file import XMADN_FILE, export_season, import_season
from tournaments.models import Season
from tournaments.services.slugs import free_season_year, slug_of

pytestmark = pytest.mark.django_db
NEW = "/organise/seasons/new/"
THERE = "There is a season 2026 already; give this one another name."
DAYS = {"starts_on": "2030-01-01", "ends_on": "2030-12-31"}


@pytest.mark.parametrize(
    ("names", "proposed"),
    [
        ([], 2026),
        (["2026"], 2027),
        (["2026", "2027", "2029"], 2028),
        (["2027"], 2026),
        ([" 2026 ", "Cup"], 2027),
    ],
)
def test_the_next_name_that_is_free_is_proposed(db: None, names: list[str], proposed: int) -> None:
    for number, name in enumerate(names):
        Season.objects.create(slug=f"s{number}", name=name, starts_on=NOW.date(), ends_on=NOW.date())
    assert free_season_year(2026) == proposed


def test_the_page_proposes_it_with_its_days(organiser: Client, db: None) -> None:
    year = timezone.localdate().year
    Season.objects.create(slug="now", name=str(year), starts_on=NOW.date(), ends_on=NOW.date())
    form = organiser.get(NEW).context["form"]
    days = {"starts_on": f"{year + 1}-01-01", "ends_on": f"{year + 1}-12-31"}
    assert form.initial == {"name": str(year + 1), **days, "like": ""}


@pytest.mark.parametrize("name", ["2026", " 2026 "])
def test_the_page_refuses_a_name_that_is_there_at_its_field(
    organiser: Client, season: Season, name: str
) -> None:
    answer = organiser.post(NEW, {"name": name, **DAYS})
    assert answer.context["form"].errors == {"name": [THERE]}
    assert Season.objects.count() == 1


def test_rest_refuses_it_naming_the_field(season: Season) -> None:
    program: APIClient = client_with(Role.ORGANISER)
    answer = program.post("/api/v1/seasons/", {"slug": "other", "name": "2026", **DAYS}, format="json")
    assert (answer.status_code, answer.json()["field"]) == (400, "name")
    assert "Es gibt schon eine Saison 2026" in answer.json()["messages"]["de"]


def renamed(text: str) -> str:
    file: dict[str, Any] = json.loads(text)
    file["season"]["slug"] = "elsewhere"
    return json.dumps(file)


def test_files_refuse_it(season: Season) -> None:
    event = new_event(season)
    for text, take in ((export_season(season), import_season), (export_event(event), import_event)):
        with pytest.raises(BadRequest, match=r"^season: name: There is a season 2026 already"):
            take(renamed(text), actor="test", now=NOW)
    # The same season stays as it is.
    text = export_season(season)
    event.delete()
    assert import_season(text, actor="test", now=NOW) == season


def test_the_command_and_the_admin_refuse_it(organiser: Client, season: Season) -> None:
    call_command("import_season", str(XMADN_FILE))
    planned = Season.objects.exclude(pk=season.pk).get()
    Season.objects.filter(pk=planned.pk).update(slug="mine")
    with pytest.raises(CommandError, match=f"There is a season {planned.name} already"):
        call_command("import_season", str(XMADN_FILE))
    planned.events.all().delete()
    planned.delete()
    sent = {"slug": "other", "name": "2026", **DAYS}
    assert THERE in html.unescape(organiser.post("/admin/tournaments/season/add/", sent).content.decode())
    assert Season.objects.count() == 1


def test_two_that_are_there_of_one_name_can_be_changed(season: Season) -> None:
    same = Season.objects.create(slug="same", name="2026", starts_on=season.starts_on, ends_on=season.ends_on)
    same.full_clean()
    same.name = "2026 b"
    same.full_clean()


def test_a_new_event_goes_into_the_season_of_its_year(season: Season) -> None:
    def wish(day: str) -> services.EventWish:
        return services.EventWish(
            name="Evening",
            format_key="championship",
            rules_name="xmadn-3t",
            settings={"wins": 2},
            starts_on=NOW.date().fromisoformat(day),
            season=day[:4],
            players=["Anna", "Bert", "Cora"],
        )

    assert services.make_event(wish=wish("2026-03-01"), actor="test", now=NOW).season == season
    assert services.make_event(wish=wish("2027-03-01"), actor="test", now=NOW).season.name == "2027"


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Große Halle", "grosse-halle"),
        ("Frühjahr in Öhringen", "fruehjahr-in-oehringen"),
        ("Übungs-Cup 2026", "uebungs-cup-2026"),
        ("Café Olé", "cafe-ole"),
        ("第一", ""),
    ],
)
def test_a_name_is_written_as_german_writes_it_without_its_letters(name: str, slug: str) -> None:
    assert slug_of(name) == slug
