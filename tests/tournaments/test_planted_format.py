"""A format is its file and its line: a planted one is offered, played, told, kept, imported, ranked and forecast."""

import gc
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from rest_framework.serializers import Serializer
from rest_framework.test import APIClient

from games import above
from games.domain.place_points import PlacePoints
from games.enums import Role
from games.models import Player
from tests.games.conftest import client_with
from tests.servers import ROOT
from tests.tournaments.conftest import NAMES, NOW, YELLOW_STARTS, _drawn, brought_home, record, start
from tests.tournaments.dashboard import staff
from tests.tournaments.event_state import undone
from tests.tournaments.forecasts.conftest import swept, worked_off
from tests.tournaments.planted_format import Race
from tournaments.files.event_file import export_event, import_event
from tournaments.files.result_import import ResultList, import_list
from tournaments.formats import FORMATS
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
GRID = "/api/v1/events/grid/"
#: Of who leads yellow and red, black and green, blue and violet: 16, 8 and 1 laps by these places.
PLACES = ["yellow", "red", "black", "green", "blue", "violet"]


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line of the registry."""
    monkeypatch.setitem(FORMATS, "race", Race())


@pytest.fixture
def organiser(season: Season, players: list[Player]) -> APIClient:
    return client_with(Role.ORGANISER)


@pytest.fixture
def browser(db: None) -> Client:
    return staff("organiser", is_superuser=True)


def drawn(organiser: APIClient, **settings: Any) -> Event:
    """A race between the three players, made by REST and drawn in seed order."""
    body = {"season": "2026", "slug": "grid", "name": "Grid", "starts_on": "2026-11-21", "settings": settings}
    made = organiser.post("/api/v1/events/", {**body, "format": "race", "rules": "xmadn-gp"})
    assert made.status_code == 201, made.content
    return _drawn(Event.objects.get(slug="grid"), [Player.objects.get(name=name) for name in NAMES])


def enter(organiser: APIClient, number: int, **more: Any) -> None:
    answer = organiser.post(f"{GRID}results/", {"number": number, "places": PLACES, **more})
    assert answer.status_code == 201, answer.content


def test_nobody_asks_for_a_format_by_its_key() -> None:
    asks = re.compile(r"""format(_key|\.key)\b\s*(==|!=|(not )?in)\s*[\["'({]""")
    modules = [path for path in (ROOT / "tournaments").rglob("*.py") if "migrations" not in path.parts]
    assert not [str(path) for path in modules if asks.search(path.read_text(encoding="utf-8"))]


# -- offered ---------------------------------------------------------------------------------------


def test_the_form_of_a_new_event_offers_it_with_its_settings(
    browser: Client, season: Season, players: list[Player]
) -> None:
    assert "Great Race" in browser.get("/organise/new/").content.decode()
    assert "Laps to race" in browser.get("/organise/new/race/").content.decode()
    names = "\n".join(player.name for player in players)
    asked = {
        "names": names,
        "starts_on": "2026-11-21",
        "season": season.pk,
        "level": "1",
        "race.laps.other": "40",
    }
    assert browser.post("/organise/new/race/", asked).status_code == 302
    event = Event.objects.get(format_key="race")
    assert event.settings == {"laps": 40}
    wrong = {**asked, "name": "second", "race.laps.other": "100"}
    assert "race.laps.other" in browser.post("/organise/new/race/", wrong).context["form"].errors


def forget_fields() -> None:
    """Drop the fields that a description in this process has made of serializers."""
    gc.unfreeze()  # what conftest has set apart would not be listed
    for each in gc.get_objects():
        if issubclass(type(each), Serializer):
            vars(each).pop("fields", None)
    gc.freeze()


def test_the_description_of_rest_names_it() -> None:
    forget_fields()
    schemas = SchemaGenerator().get_schema(public=True)["components"]["schemas"]
    forget_fields()
    named = [name for name, shape in schemas.items() if "league" in shape.get("enum", ())]
    assert named
    assert all("race" in schemas[name]["enum"] for name in named)


def test_rest_refuses_settings_by_its_own_words(organiser: APIClient) -> None:
    drawn(organiser)
    answer = organiser.patch(GRID, {"settings": {"laps": 0}})
    assert answer.status_code == 422
    assert "from 1 to 99" in answer.json()["detail"]


# -- played ----------------------------------------------------------------------------------------


def test_it_is_played_from_the_draw_to_the_end_at_a_phone_and_from_slips(
    organiser: APIClient, browser: Client, client: Client
) -> None:
    event = drawn(organiser)
    game = start(event, rounds=YELLOW_STARTS).game
    assert browser.get(f"/games/{game.pk}/referee/").context["carried"]["state"] == "running"
    game = record(game, brought_home(game.play(), ("yellow",))[:9])
    assert above.room.place_points(game) == PlacePoints((9, 7, 5, 3, 1, 0))
    # Its table counts pawns, and so the page for results asks for them.
    assert browser.get(f"/events/{event.slug}/results/").context["counts_pawns"]
    enter(organiser, 1, over_throws=True)
    enter(organiser, 2)

    data = organiser.get(f"{GRID}standings/").json()
    assert (data["format"], data["status"]) == ("race", "finished")
    assert {row["name"]: row["figures"] for row in data["rows"]} == dict(
        zip(NAMES, ([32], [16], [2]), strict=True)
    )
    page = client.get(f"/events/{event.slug}/").content.decode()
    for words in ("Great Race", "Laps", "Änne Öhler has raced home"):
        assert words in page


# -- kept, taken over, counted ---------------------------------------------------------------------


def test_its_event_file_goes_out_and_in_again(organiser: APIClient) -> None:
    with undone():
        event = drawn(organiser, laps=20)
        enter(organiser, 1)
        text = export_event(event)
    assert json.loads(text)["event"]["settings"] == {"laps": 20}
    assert export_event(import_event(text, actor="test", now=NOW)) == text


def test_past_results_of_it_are_typed_in() -> None:
    games = "|".join([" ".join(PLACES)] * 2)
    row = f"Old Race;1.2.2024;Großes Rennen;laps=20;11;Anna Amsel/Bert Bach/Cora Clausen;{games}"
    list_ = f"event;date;format;settings;game;players;result\n{row}\n"
    assert import_list(ResultList(list_.encode()), actor="test", now=NOW).is_ready
    event = Event.objects.get(slug="old-race-2024")
    assert (event.format_key, event.status, event.settings) == ("race", "finished", {"laps": 20})
    wrong = import_list(ResultList(list_.replace(";11;", ";2;").encode()), actor="test", now=NOW)
    assert [problem.column for problem in wrong.problems] == ["game"]


def test_it_counts_in_the_world_rankings(organiser: APIClient, client: Client) -> None:
    drawn(organiser, laps=10)
    enter(organiser, 1)
    rows = client.get("/api/v1/rankings/3t/").json()["rows"]
    # Nothing is added to a first place by compensation, and a game that was won is a WP (tournament-rules §6).
    assert [(row["name"], row["tp"], row["wp"]) for row in rows[:1]] == [(NAMES[0], 7, 1)]


def test_it_is_forecast(organiser: APIClient, client: Client) -> None:
    drawn(organiser)
    enter(organiser, 1)
    swept(timezone.now() + timedelta(minutes=1))
    worked_off()
    found = organiser.get(f"{GRID}forecast/").json()["as_it_stands"][0]
    assert sum(player["title"]["chance"] for player in found["players"]) == pytest.approx(1)
    assert found["players"][0]["title"]["chance"] > found["players"][2]["title"]["chance"]
    # One game is scheduled and has been played: whatever comes is an extra game.
    assert (found["extra_games"]["chance"], found["players"][0]["playoffs"]) == (1.0, None)
