"""The ways to a past season: the desk's page, the command, REST."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.test import APIClient

from games.enums import Role
from games.models import Player
from tests.games.conftest import client_with
from tests.servers import ROOT
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.result_import.lists import cups, work_off
from tournaments.models import Event, HistoryImport
from tournaments.transfer.result_import import importer

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
    assert answer.redirect_chain == [("/seasons/xmadn-2023/", 302)]
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
def test_by_rest_a_long_list_is_accepted_and_followed_to_its_end() -> None:
    client = client_with(Role.ORGANISER, "site")
    answer = client.post(API, {"content": cups(3).decode(), "origin": "cups.csv"})
    assert answer.status_code == 202
    path, told = answer["Location"], answer.json()
    assert (told["origin"], told["events"], told["taken"], told["why"]) == ("cups.csv", 3, 0, None)
    assert not Event.objects.exists()
    assert client.get(path).json() == told
    # Sent again because nothing seemed to happen: the same.
    assert client.post(API, {"content": cups(3).decode(), "origin": "cups.csv"})["Location"] == path
    work_off()
    assert client.get(path).json() == {**told, "taken": 3}
    assert Event.objects.count() == 3


@pytest.mark.usefixtures("soon_long")
def test_by_rest_an_import_is_ended() -> None:
    client = client_with(Role.ORGANISER, "site")
    path = client.post(API, {"content": cups(3).decode()})["Location"]
    assert client.delete(path).status_code == 204
    work_off()
    assert not Event.objects.exists()
    assert client.get(path).status_code == client.delete(path).status_code == 404


@pytest.mark.usefixtures("soon_long")
def test_on_the_page_a_long_list_is_decided_started_and_followed(organiser: Client) -> None:
    here = Player.objects.create(name="Ana Amsel")
    answer = upload(organiser, cups(3))
    page = answer.content.decode()
    assert "imported in steps" in page
    assert "Doubtful names" in page
    assert "Cup 2" in page
    answer = organiser.post(PAGE, {**carried(answer), "name-0": str(here.pk), "take": "1"}, follow=True)
    page = answer.content.decode()
    assert "0 of 3 events" in page
    assert 'http-equiv="refresh"' in page
    # A form that is being filled in would be lost.
    assert 'name="file"' not in page
    work_off()
    assert here.entries.count() == 2
    page = organiser.get(PAGE, headers={"Accept-Language": "de"}).content.decode()
    assert "cup.csv" in page
    assert "3 von 3 Turnieren" in page
    assert "refresh" not in page
    assert 'name="file"' in page


@pytest.mark.usefixtures("soon_long")
def test_on_the_page_an_import_is_ended_and_one_that_cannot_go_on_says_why(organiser: Client) -> None:
    organiser.post(PAGE, {**carried(upload(organiser, cups(3))), "take": "1"})
    for odd in ("", "x", "9" * 30, "999"):
        organiser.post(PAGE, {"end": odd})
    assert HistoryImport.objects.count() == 1
    organiser.post(PAGE, {"end": str(HistoryImport.objects.get().pk)})
    assert not HistoryImport.objects.exists()
    two_wins = cups(3).replace(b"Cora Kranich;Anna Amsel", b"Cora Kranich;Anna Amsel | Cora Kranich")
    organiser.post(PAGE, {**carried(upload(organiser, two_wins)), "take": "1"})
    work_off()
    assert "line 2, result: " in organiser.get(PAGE).content.decode()


@pytest.mark.usefixtures("soon_long")
def test_the_command_imports_a_long_list_itself_and_tells_how_far_it_is(tmp_path: Path) -> None:
    file = tmp_path / "cups.csv"
    file.write_bytes(cups(3))
    assert said(str(file), "--preview").endswith("Nothing is imported yet.\n")
    assert not Event.objects.exists()
    told = said(str(file))
    assert "2 of 3 events\n3 of 3 events\n" in told
    assert told.endswith("Imported.\n")
    assert Event.objects.count() == 3
    assert said(str(file)).endswith("All of it is here already.\n")
    file.write_bytes(cups(4).replace(b"2019-06-03", b"soon"))
    with pytest.raises(CommandError, match="Nothing was imported"):
        said(str(file))
    twice = b"Dora Zeisig / Anna Amsel / Bert Bussard;Dora Zeisig"
    file.write_bytes(cups(4).replace(twice, twice + b" | Anna Amsel"))
    with pytest.raises(CommandError, match="3 of 4 events imported, then: line 5"):
        said(str(file))
