"""The whole-season file: all events in one, out and in again without loss; a fault in one event leaves nothing."""

import html
import json
import uuid
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.errors import BadRequest
from games.models import Game, GameEvent, Player
from tests.tournaments.conftest import NOW, new_event
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.event_state import undone
from tests.tournaments.files.result_import.lists import cups
from tests.tournaments.played_events import decided_by_the_organiser, entered, play
from tournaments.files.event_file import export_event, import_event
from tournaments.files.result_import import ResultList, import_list
from tournaments.files.season_file import XMADN_FILE, export_season, import_season
from tournaments.models import Event, MedalGame, Ranking, Season
from tournaments.rankings.services import change_ranking
from tournaments.services.slugs import free_season_year, slug_of
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db


#: What ``season_file`` has made: the same for every test of this file.
_MADE: list[tuple[str, dict[str, Any]]] = []


@pytest.fixture
def season_file(db: None) -> tuple[str, dict[str, Any]]:
    """A season of four events and its tables; nothing of it is in the database."""
    if not _MADE:
        with undone():
            decided_by_the_organiser()
            play(entered("triple-athlon", slug="triple", players=players_here()))
            play(entered("challengers", slug="challengers", players=players_here()), 100)
            entered("gp-series", slug="series", players=[])
            season = Season.objects.get()
            key = f"medal-race-{season.slug}"
            change_ranking(key=key, settings={"counts": "3T"}, reason="agreed", actor="test", now=NOW)
            player = Player.objects.order_by("name")[0]
            MedalGame.objects.create(
                season=season,
                winner=player,
                played_on=NOW.date(),
                reason="level",
                made_by="test",
                made_at=NOW,
            )
            _MADE.append((export_season(season), tables()))
    assert not Player.objects.exists()
    return _MADE[0]


def players_here() -> list[Player]:
    return list(Player.objects.order_by("name")[:3])


def tables() -> dict[str, Any]:
    return {event.slug: {**load_standings(event), "version": 0} for event in Event.objects.all()}


def test_a_season_goes_round_with_its_players_once(season_file: tuple[str, dict[str, Any]]) -> None:
    text, told = season_file
    season = import_season(text, actor="test", now=NOW)
    assert export_season(season) == text
    assert tables() == told
    assert Ranking.objects.get(key="medal-race-2026").settings == {"counts": "3T"}
    assert season.medal_game.winner.name == "Bert Übel"
    assert Player.objects.count() == 4
    number = sum(line.lstrip().startswith('{"number"') for line in text.splitlines())
    assert number == GameEvent.objects.count()


def test_the_commands_write_and_read_the_file(
    season_file: tuple[str, dict[str, Any]], tmp_path: Path
) -> None:
    path = tmp_path / "season.json"
    path.write_text(season_file[0], encoding="utf-8")
    call_command("import_season", str(path), stdout=(out := StringIO()))
    assert "Cup: 0 games, open for entries" in out.getvalue()
    call_command("export_season", "2026", "--output", str(tmp_path / "again.json"))
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    call_command("export_season", "2026", stdout=(out := StringIO()))
    assert out.getvalue() == season_file[0]
    for wrong in (["import_season", str(path)], ["import_season", str(tmp_path)], ["export_season", "1999"]):
        with pytest.raises(CommandError):
            call_command(*wrong)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda file: file["events"][-1]["event"].update(format="chess"), "events[3].event"),
        (lambda file: file["players"].pop(0), "events["),
        (lambda file: file.update(rauswurf="event/3"), "rauswurf"),
        (lambda file: file.update(prize=1), ""),
        (lambda file: triple(file)["games"][0]["game"]["events"][5].update(actor="x"), "events["),
        (lambda file: triple(file)["games"][1].update(number=9), "events["),
        (
            lambda file: file["medal_race"]["game"].update(winner=str(uuid.UUID(int=1))),
            "medal_race.game.winner",
        ),
        (lambda file: file["medal_race"]["settings"].update(counts="chess"), "medal_race.settings"),
        (lambda file: triple(file)["draws"][0]["order"].pop(), "events["),
    ],
)
def test_a_fault_anywhere_leaves_nothing(
    season_file: tuple[str, dict[str, Any]], change: Any, place: str
) -> None:
    file = json.loads(season_file[0])
    change(file)
    with pytest.raises(BadRequest) as caught:
        import_season(json.dumps(file), actor="test", now=NOW)
    assert str(caught.value.details.get("field", "")).startswith(place)
    for model in (Season, Event, Player, Game, GameEvent):
        assert not model.objects.exists()


def triple(file: Any) -> Any:
    return next(event for event in file["events"] if event["event"]["slug"] == "triple")


def test_rankings_are_drawn_up_once_however_many_events_there_are() -> None:
    with undone():
        assert import_list(ResultList(cups(4)), actor="test", now=NOW).is_ready
        text, stored = export_season(Season.objects.get()), tables()
    with CaptureQueriesContext(connection) as queries:
        import_season(text, actor="test", now=NOW)
    assert tables() == stored
    entries = [query["sql"] for query in queries.captured_queries]
    # The 3T list, and the Medal Race of the season.
    assert sum(sql.startswith('UPDATE "tournaments_ranking"') for sql in entries) == 2


# -- names ------------------------------------------------------------------------------------------

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


def test_pages_and_rest_refuse_a_name_that_is_there_at_its_field(organiser: Client, season: Season) -> None:
    for sent in ({"name": "2026", **DAYS}, {"name": " 2026 ", **DAYS}):
        assert organiser.post(NEW, sent).context["form"].errors == {"name": [THERE]}
    by_rest = organiser.post("/api/v1/seasons/", {"slug": "other", **sent}, content_type="application/json")
    assert (by_rest.status_code, by_rest.json()["field"]) == (400, "name")
    page = organiser.post("/admin/tournaments/season/add/", {"slug": "other", **sent}).content.decode()
    assert THERE in html.unescape(page)
    assert Season.objects.count() == 1


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


def test_two_that_are_there_of_one_name_can_be_changed(season: Season) -> None:
    same = Season(slug="same", name="2026", starts_on=season.starts_on, ends_on=season.ends_on)
    same.save()
    same.full_clean()


def test_the_command_refuses_it(season: Season) -> None:
    call_command("import_season", str(XMADN_FILE))
    planned = Season.objects.exclude(pk=season.pk).get()
    Season.objects.filter(pk=planned.pk).update(slug="mine")
    with pytest.raises(CommandError, match=f"There is a season {planned.name} already"):
        call_command("import_season", str(XMADN_FILE))


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
