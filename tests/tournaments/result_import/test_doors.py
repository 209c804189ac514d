"""The ways to a past season: the desk's page, the command, REST."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.test import APIClient

from games.enums import Role
from games.models import Player
from tests.games.conftest import client_with
from tests.servers import ROOT
from tests.tournaments.result_import.lists import at_once, cups
from tournaments.models import Event, HistoryImport
from tournaments.transfer.result_import import importer
from tournaments.transfer.result_import.queue import work_off

pytestmark = pytest.mark.django_db
PAGE = "/organise/import/results/"
API = "/api/v1/history/"
LIST = ROOT / "tests/data/season-2023.csv"
#: Its headings and two of its events.
TWO = "\n".join(
    line for number, line in enumerate(LIST.read_text(encoding="utf-8").splitlines()) if number in (0, 1, 6)
)
CUP = "event;date;format;settings;players;result\nCup;1.2.2024;Championship;wins=1;Anna Amsel/Bert Bach/Cora;Anna\n"


@pytest.fixture
def organiser() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("organiser"))
    return client


@pytest.fixture
def soon_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of three events are long already; how many it is else, is tested with them."""
    monkeypatch.setattr(importer, "MOST_EVENTS", 2)


def upload(client: Client, data: bytes, **more: Any) -> Any:
    return client.post(PAGE, {"file": SimpleUploadedFile("cup.csv", data), "look": "1", **more}, follow=True)


# -- the desk -------------------------------------------------------------------------------------


def carried(answer: Any) -> dict[str, str]:
    """What the page carries along to the next step."""
    return dict(answer.context["upload"].initial)


def test_a_list_is_uploaded_looked_at_and_taken_over(organiser: Client) -> None:
    page = organiser.get(PAGE, headers={"Accept-Language": "de"}).content.decode()
    assert "Ergebnisliste (CSV)" in page
    answer = upload(organiser, LIST.read_bytes())
    page = answer.content.decode()
    assert "read as UTF-8" in page
    assert "World Masters 2023" in page
    assert not Event.objects.exists()
    answer = organiser.post(PAGE, {**carried(answer), "take": "1"}, follow=True)
    assert "The results are imported." in answer.content.decode()
    assert Event.objects.count() == 6
    answer = organiser.post(PAGE, {**carried(upload(organiser, LIST.read_bytes())), "take": "1"}, follow=True)
    assert "All of it is here already." in answer.content.decode()


def test_doubtful_names_are_decided_on_the_page(organiser: Client) -> None:
    here = Player.objects.create(name="Ana Amsel")
    answer = upload(organiser, CUP.encode())
    assert "Doubtful names" in answer.content.decode()
    answer = organiser.post(PAGE, {**carried(answer), "take": "1"})
    assert "still to be decided" in answer.content.decode()
    assert not Event.objects.exists()
    organiser.post(PAGE, {**carried(answer), "name-0": str(here.pk), "take": "1"})
    assert Event.objects.get().entries.filter(player=here).exists()


def test_the_page_says_what_is_wrong_in_the_language_of_the_reader(organiser: Client) -> None:
    wrong = CUP.replace("1.2.2024", "soon").encode("cp1252")
    page = organiser.post(
        PAGE,
        {"file": SimpleUploadedFile("cup.csv", wrong), "look": "1"},
        headers={"Accept-Language": "de"},
    ).content.decode()
    assert "Zeile 2, Datum: nötig ist ein Tag wie" in page
    assert 'name="take"' not in page
    for nothing in ({}, {"carried": "???"}, {"carried": "ä"}):
        assert "A file is needed." in organiser.post(PAGE, {**nothing, "take": "1"}).content.decode()


def test_only_whoever_may_add_events_and_players_sees_the_page() -> None:
    client = Client()
    client.force_login(User.objects.create_user("somebody", is_staff=True))
    assert client.get(PAGE).status_code == 403


# -- the command -----------------------------------------------------------------------------------


def said(*arguments: str) -> str:
    call_command("import_history", *arguments, stdout=(out := StringIO()))
    return out.getvalue()


def test_the_command_looks_takes_over_and_says_when_all_is_here(tmp_path: Path) -> None:
    (file := tmp_path / "season.csv").write_text(TWO, encoding="utf-8")
    told = said(str(file), "--preview")
    assert "XMädn 2023: World Masters 2023 (world-masters-2023), 7 games – new" in told
    assert not Event.objects.exists()
    assert said(str(file)).endswith("Imported.\n")
    assert said(str(file)).endswith("All of it is here already.\n")


def test_the_command_asks_for_doubtful_names_and_names_faults(tmp_path: Path) -> None:
    file = tmp_path / "cup.csv"
    file.write_text(CUP, encoding="utf-8")
    Player.objects.create(name="Ana Amsel")
    out = StringIO()
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import_history", str(file), stdout=out)
    assert "--player 'Anna Amsel'=?" in out.getvalue()
    assert "Cup" in said(str(file), "--player", "Anna Amsel=new")
    for wrong in ([str(tmp_path)], [str(file), "--player", "Anna"]):
        with pytest.raises(CommandError):
            call_command("import_history", *wrong, stdout=StringIO())


# -- REST ------------------------------------------------------------------------------------------


def test_rest_looks_and_takes_over() -> None:
    client = client_with(Role.ORGANISER, "site")
    wanted = {"content": TWO, "origin": "season-2023.csv"}
    looked = client.post(API, {**wanted, "preview": True})
    assert (looked.status_code, looked.json()["taken_over"]) == (200, False)
    assert not Event.objects.exists()
    answer = client.post(API, wanted)
    assert (answer.status_code, answer.json()["taken_over"]) == (201, True)
    assert [event["fate"] for event in answer.json()["events"]] == ["new"] * 2
    assert Event.objects.count() == 2


def test_rest_names_what_is_wrong_and_what_is_to_be_decided() -> None:
    client = client_with(Role.ORGANISER, "site")
    Player.objects.create(name="Ana Amsel")
    answer = client.post(API, {"content": CUP})
    assert answer.status_code == 422
    assert answer.json()["type"].endswith(":result-list")
    assert answer.json()["messages"]["de"] == "people (Leute): wer ist Anna Amsel?"
    (person, *_) = answer.json()["people"]
    assert (person["typed"], person["open"]) == ("Anna Amsel", True)
    assert (
        client.post(
            API, {"content": CUP, "people": {"Anna Amsel": person["candidates"][0]["key"]}}
        ).status_code
        == 201
    )
    answer = client.post(API, {"content": "event;result\n;x"})
    assert answer.json()["problems"][0]["line"] == 2
    assert client.post(API, {"content": 7}).status_code == 400
    assert APIClient().post(API, {"content": CUP}).status_code == 401
    assert client_with(Role.REFEREE, "site").post(API, {"content": CUP}).status_code == 403


# -- long lists --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("soon_long")
def test_by_rest_a_long_list_is_accepted_followed_and_found_taken_over() -> None:
    client = client_with(Role.ORGANISER, "site")
    answer = client.post(API, {"content": cups(3).decode(), "origin": "cups.csv"})
    assert answer.status_code == 202
    path = answer["Location"]
    assert (answer.json()["state"], answer.json()["events"], answer.json()["taken"]) == ("checking", 3, 0)
    assert not Event.objects.exists()
    assert client.get(path).json() == {**answer.json(), "outcome": None}
    # Sent again because nothing seemed to happen: the same.
    assert client.post(API, {"content": cups(3).decode(), "origin": "cups.csv"})["Location"] == path
    work_off(rest=at_once)
    data = client.get(path).json()
    assert (data["state"], data["checked"], data["taken"]) == ("taken over", 3, 3)
    assert {event["fate"] for event in data["outcome"]["events"]} == {"new"}
    assert data["outcome"]["events"][0]["table"]["rows"][0]["place"] == 1
    assert Event.objects.count() == 3
    (listed,) = client.get(f"{API}imports/").json()["results"]
    assert listed == {name: value for name, value in data.items() if name != "outcome"}


@pytest.mark.usefixtures("soon_long")
def test_by_rest_a_preview_of_a_long_list_tells_what_would_be_and_what_is_wrong() -> None:
    client = client_with(Role.ORGANISER, "site")
    wrong = cups(4).replace(b"2019-06-03", b"soon").decode()
    path = client.post(API, {"content": wrong, "preview": True})["Location"]
    work_off(rest=at_once)
    data = client.get(path).json()
    assert (data["state"], data["preview"]) == ("refused", True)
    (problem,) = data["outcome"]["problems"]
    assert (problem["line"], problem["column"]) == (4, "date")
    assert problem["told"]["de"].startswith("Zeile 4, Datum: nötig ist ein Tag wie")
    assert not Event.objects.exists()


@pytest.mark.usefixtures("soon_long")
def test_by_rest_an_import_is_stopped_and_goes_on() -> None:
    client = client_with(Role.ORGANISER, "site")
    path = client.post(API, {"content": cups(3).decode()})["Location"]
    assert client.post(f"{path}stop/").json()["state"] == "stopped"
    refused = client.post(f"{path}stop/")
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:rauswurf:problem:import-state")
    work_off(rest=at_once)
    assert not Event.objects.exists()
    resumed = client.post(f"{path}resume/")
    assert (resumed.status_code, resumed["Location"], resumed.json()["state"]) == (202, path, "checking")
    assert client.post(f"{path}resume/").status_code == 409
    work_off(rest=at_once)
    assert Event.objects.count() == 3
    for method, at in (
        ("get", f"{API}imports/999999999/"),
        ("post", f"{API}imports/999999999/stop/"),
        ("post", f"{API}imports/999999999/resume/"),
    ):
        assert getattr(client, method)(at).status_code == 404


@pytest.mark.usefixtures("soon_long")
def test_only_organisers_of_the_site_see_and_change_imports() -> None:
    path = client_with(Role.ORGANISER, "site").post(API, {"content": cups(3).decode()})["Location"]
    for client, status in ((APIClient(), 401), (client_with(Role.REFEREE, "site"), 403)):
        for method, at in (
            ("get", path),
            ("get", f"{API}imports/"),
            ("post", f"{path}stop/"),
            ("post", f"{path}resume/"),
        ):
            assert getattr(client, method)(at).status_code == status
    somebody = Client()
    somebody.force_login(User.objects.create_user("somebody", is_staff=True))
    page = f"{PAGE}{HistoryImport.objects.get().pk}/"
    assert somebody.get(page).status_code == 403
    assert somebody.post(page, {"stop": "1"}).status_code == 403
    assert HistoryImport.objects.get().state == "checking"


@pytest.mark.usefixtures("soon_long")
def test_on_the_page_a_long_list_is_followed_decided_and_taken_over(organiser: Client) -> None:
    here = Player.objects.create(name="Ana Amsel")
    answer = upload(organiser, cups(3))
    ((path, _),) = answer.redirect_chain
    page = answer.content.decode()
    assert "0 of 3 events" in page
    assert 'http-equiv="refresh"' in page
    work_off(rest=at_once)
    page = organiser.get(path).content.decode()
    assert "3 of 3 events" in page
    assert "refresh" not in page
    assert "Doubtful names" in page
    assert "Cup 2" in page
    assert not Event.objects.exists()
    answer = organiser.post(path, {"name-0": str(here.pk), "take": "1"}, follow=True)
    ((second, _),) = answer.redirect_chain
    assert second != path
    work_off(rest=at_once)
    assert here.entries.count() == 2
    page = organiser.get(second, headers={"Accept-Language": "de"}).content.decode()
    assert "3 von 3 Turnieren" in page
    assert "importiert" in page
    assert "cup.csv" in organiser.get(PAGE).content.decode()


@pytest.mark.usefixtures("soon_long")
def test_on_the_page_an_import_is_stopped_and_goes_on(organiser: Client) -> None:
    ((path, _),) = upload(organiser, cups(3)).redirect_chain
    page = organiser.post(path, {"stop": "1"}, follow=True).content.decode()
    assert "stopped by somebody" in page
    assert (
        "Only an import that is under way"
        in organiser.post(path, {"stop": "1"}, follow=True).content.decode()
    )
    work_off(rest=at_once)
    assert HistoryImport.objects.get().checked == 0
    organiser.post(path, {"resume": "1"})
    work_off(rest=at_once)
    assert HistoryImport.objects.get().state == "ready"
    assert organiser.get(f"{PAGE}999/").status_code == 404


@pytest.mark.usefixtures("soon_long")
def test_the_command_works_on_a_long_list_itself_and_tells_how_far_it_is(tmp_path: Path) -> None:
    file = tmp_path / "cups.csv"
    file.write_bytes(cups(3))
    told = said(str(file), "--preview")
    assert "checking: 3 of 3 events" in told
    assert told.endswith("Nothing is imported yet.\n")
    assert not Event.objects.exists()
    told = said(str(file))
    assert "taking over: 3 of 3 events" in told
    assert told.endswith("Imported.\n")
    assert Event.objects.count() == 3
    assert said(str(file)).endswith("All of it is here already.\n")
    file.write_bytes(cups(4).replace(b"2019-06-03", b"soon"))
    with pytest.raises(CommandError, match="Nothing was imported"):
        said(str(file))
