"""The ways to a past season: the admin's page, the command, REST."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.test import APIClient

from games.access.roles import Role
from games.models import Player
from tests.games.conftest import client_with
from tests.servers import ROOT
from tournaments.models import Event

pytestmark = pytest.mark.django_db
PAGE = "/admin/tournaments/season/history/"
API = "/api/v1/history/"
LIST = ROOT / "tests/data/season-2023.csv"
CUP = "event;date;format;settings;players;result\nCup;1.2.2024;Championship;wins=1;Anna Amsel/Bert Bach/Cora;Anna\n"


@pytest.fixture
def organiser() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("organiser"))
    return client


def upload(client: Client, data: bytes, **more: Any) -> Any:
    return client.post(PAGE, {"file": SimpleUploadedFile("cup.csv", data), "look": "1", **more}, follow=True)


# -- the admin -------------------------------------------------------------------------------------


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
    assert "The result list has been taken over." in answer.content.decode()
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


def test_the_command_looks_takes_over_and_says_when_all_is_here() -> None:
    told = said(str(LIST), "--preview")
    assert "XMädn 2023: World Masters 2023 (world-masters-2023), 7 games – new" in told
    assert not Event.objects.exists()
    assert said(str(LIST)).endswith("Taken over.\n")
    assert said(str(LIST)).endswith("All of it is here already.\n")


def test_the_command_asks_for_doubtful_names_and_names_faults(tmp_path: Path) -> None:
    file = tmp_path / "cup.csv"
    file.write_text(CUP, encoding="utf-8")
    Player.objects.create(name="Ana Amsel")
    out = StringIO()
    with pytest.raises(CommandError, match="Nothing has been taken over"):
        call_command("import_history", str(file), stdout=out)
    assert "--player 'Anna Amsel'=?" in out.getvalue()
    assert "Cup" in said(str(file), "--player", "Anna Amsel=new")
    for wrong in ([str(tmp_path)], [str(file), "--player", "Anna"]):
        with pytest.raises(CommandError):
            call_command("import_history", *wrong, stdout=StringIO())


# -- REST ------------------------------------------------------------------------------------------


def test_rest_looks_and_takes_over() -> None:
    client = client_with(Role.ORGANISER, "site")
    wanted = {"content": LIST.read_text(encoding="utf-8"), "origin": "season-2023.csv"}
    looked = client.post(API, {**wanted, "preview": True})
    assert (looked.status_code, looked.json()["taken_over"]) == (200, False)
    assert not Event.objects.exists()
    answer = client.post(API, wanted)
    assert (answer.status_code, answer.json()["taken_over"]) == (201, True)
    assert [event["fate"] for event in answer.json()["events"]] == ["new"] * 6
    assert Event.objects.count() == 6


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
