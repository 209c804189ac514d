"""The ways to a past season: the desk's page, the command, REST."""

import re
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
from tests.tournaments.conftest import with_role
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.files.result_import.lists import cups, work_off
from tournaments.files.result_import import parser
from tournaments.models import Event, HistoryImport

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
    monkeypatch.setattr(parser, "MOST_EVENTS", 2)


# -- the doors -------------------------------------------------------------------------------------


def upload(client: Client, data: bytes) -> Any:
    return client.post(PAGE, {"file": SimpleUploadedFile("cup.csv", data), "look": "1"}, follow=True)


def carried(answer: Any) -> dict[str, str]:
    """What the page carries along to the next step."""
    return dict(answer.context["upload"].initial)


class Page:
    """The desk."""

    def __init__(self, folder: Path) -> None:
        self.client, self.where = with_role(Role.ORGANISER, "site"), PAGE

    def look(self, data: bytes) -> str:
        return upload(self.client, data).content.decode()

    def take(self, data: bytes, who: str = "") -> str:
        body = {**carried(upload(self.client, data)), "who-Anna Amsel": who, "take": "1"}
        return self.client.post(PAGE, body, follow=True).content.decode()


class Console:
    """The command; a long list is imported before it ends."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "cup.csv"

    def look(self, data: bytes) -> str:
        return self._said(data, "--preview")

    def take(self, data: bytes, who: str = "") -> str:
        return self._said(data, *(["--player", f"Anna Amsel={who}"] if who else []))

    def _said(self, data: bytes, *arguments: str) -> str:
        self.file.write_bytes(data)
        out = StringIO()
        try:
            call_command("import_history", str(self.file), *arguments, stdout=out)
        except CommandError as error:
            return out.getvalue() + str(error)
        return out.getvalue()


class Program:
    """REST."""

    def __init__(self, folder: Path) -> None:
        self.client = client_with(Role.ORGANISER, "site")

    def look(self, data: bytes) -> str:
        return self.send(data, preview=True).content.decode()

    def take(self, data: bytes, who: str = "") -> str:
        return self.send(data, people={"Anna Amsel": who} if who else {}).content.decode()

    def send(self, data: bytes, **more: Any) -> Any:
        answer = self.client.post(API, {"content": data.decode(), "origin": "cup.csv", **more})
        self.where = answer.headers.get("Location", API)
        return answer


Door = Page | Console | Program


@pytest.fixture(params=[Page, Console, Program])
def door(request: pytest.FixtureRequest, db: None, tmp_path: Path) -> Door:
    made: Door = request.param(tmp_path)
    return made


# -- the same through every one --------------------------------------------------------------------


def test_a_list_is_looked_at_and_taken_over_once(door: Door) -> None:
    assert "World Masters 2023" in door.look(TWO.encode())
    assert not Event.objects.exists()
    assert re.search(r"mported\.|Imported|\"imported\":true", door.take(TWO.encode()))
    assert Event.objects.count() == 2
    assert re.search(r"All of it is here already|\"fate\":\"known\"", door.take(TWO.encode()))
    assert Event.objects.count() == 2


def test_doubtful_names_are_decided_first(door: Door) -> None:
    here = Player.objects.create(name="Ana Amsel")
    assert "Ana Amsel" in door.take(CUP.encode())
    assert not Event.objects.exists()
    door.take(CUP.encode(), str(here.pk))
    assert Event.objects.get().entries.filter(player=here).exists()


def test_what_is_wrong_is_named_with_its_line_and_nothing_is_taken_over(door: Door) -> None:
    wrong = CUP.replace("1.2.2024", "soon").encode()
    for said in (door.look(wrong), door.take(wrong)):
        assert "line 2, date: a day such as" in said
    assert not Event.objects.exists()


@pytest.mark.usefixtures("soon_long")
def test_a_long_list_is_taken_over_in_steps(door: Door) -> None:
    assert "Cup 2" in door.look(cups(3))
    assert not HistoryImport.objects.exists()
    door.take(cups(3))
    work_off()
    assert (Event.objects.count(), HistoryImport.objects.get().taken) == (3, 3)
    two_wins = b"Dora Zeisig / Anna Amsel / Bert Bussard;Dora Zeisig"
    stopped = door.take(cups(4).replace(two_wins, two_wins + b" | Anna Amsel"))
    work_off()
    assert Event.objects.count() == 3
    if not isinstance(door, Console):
        stopped = door.client.get(door.where).content.decode()
    assert "line 5, result: " in stopped


# -- what only one has -----------------------------------------------------------------------------


def test_the_page_speaks_the_language_of_the_reader(organiser: Client) -> None:
    german = {"Accept-Language": "de"}
    assert "Ergebnisliste (CSV)" in organiser.get(PAGE, headers=german).content.decode()
    wrong = SimpleUploadedFile("cup.csv", CUP.replace("1.2.2024", "soon").encode("cp1252"))
    page = organiser.post(PAGE, {"file": wrong, "look": "1"}, headers=german).content.decode()
    assert "Zeile 2, Datum: nötig ist ein Tag wie" in page
    assert 'name="take"' not in page
    for nothing in ({}, {"carried": "???"}, {"carried": "ä"}):
        assert "A file is needed." in organiser.post(PAGE, {**nothing, "take": "1"}).content.decode()


def test_what_is_no_file_or_no_decision_is_refused_by_the_command(tmp_path: Path) -> None:
    (file := tmp_path / "cup.csv").write_text(CUP, encoding="utf-8")
    for wrong in ([str(tmp_path)], [str(file), "--player", "Anna"]):
        with pytest.raises(CommandError):
            call_command("import_history", *wrong, stdout=StringIO())


def test_rest_answers_with_a_problem_and_keeps_its_door_closed(tmp_path: Path) -> None:
    program = Program(tmp_path)
    Player.objects.create(name="Ana Amsel")
    answer = program.send(CUP.encode())
    assert answer.status_code == 422
    assert answer.json()["type"].endswith(":result-list")
    assert answer.json()["messages"]["de"] == "people (Leute): wer ist Anna Amsel?"
    person = answer.json()["people"][0]
    assert (person["typed"], person["open"]) == ("Anna Amsel", True)
    key = person["candidates"][0]["key"]
    assert program.send(CUP.encode(), people={"Anna Amsel": key}).status_code == 201
    assert program.client.post(API, {"content": 7}).status_code == 400
    assert APIClient().post(API, {"content": CUP}).status_code == 401
    assert client_with(Role.REFEREE, "site").post(API, {"content": CUP}).status_code == 403


@pytest.mark.usefixtures("soon_long")
def test_by_rest_a_long_list_is_accepted_followed_and_ended(tmp_path: Path) -> None:
    program = Program(tmp_path)
    answer = program.send(cups(3))
    assert answer.status_code == 202
    path, told = answer["Location"], answer.json()
    assert (told["origin"], told["events"], told["imported"], told["error"]) == ("cup.csv", 3, 0, None)
    assert program.client.get(path).json() == told
    # Sent again because nothing seemed to happen: the same.
    assert program.send(cups(3))["Location"] == path
    assert program.client.delete(path).status_code == 204
    work_off()
    assert not Event.objects.exists()
    assert program.client.get(path).status_code == program.client.delete(path).status_code == 404


@pytest.mark.usefixtures("soon_long")
def test_on_the_page_a_long_list_is_followed_and_ended(organiser: Client) -> None:
    body = {**carried(upload(organiser, cups(3))), "take": "1"}
    page = organiser.post(PAGE, body, follow=True).content.decode()
    assert "0 of 3 events" in page
    assert 'http-equiv="refresh"' in page
    # A form that is being filled in would be lost.
    assert 'name="file"' not in page
    for odd in ("", "x", "9" * 30, "999"):
        organiser.post(PAGE, {"end": odd})
    assert HistoryImport.objects.count() == 1
    organiser.post(PAGE, {"end": str(HistoryImport.objects.get().pk)})
    assert not HistoryImport.objects.exists()
    organiser.post(PAGE, body)
    work_off()
    page = organiser.get(PAGE, headers={"Accept-Language": "de"}).content.decode()
    assert "3 von 3 Turnieren" in page
    assert "refresh" not in page
    assert 'name="file"' in page
