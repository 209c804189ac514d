"""Boards as pictures: of games after any of their events, and of any position; bounded, checked, kept."""

import struct
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from games.access import RateLimit
from games.models import Game
from games.presenters.game import GamePresenter
from games.views import images

PARTED = "4x10 B,B,B,5/-/B,3,c,d/- R0"
TRAPS = "4x10 B,B,B,6/B,B,B,B/B,B,B,B/B,B,B,B Y0 T5,13,21,29"


def size(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG, from its header."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


# -- of games --------------------------------------------------------------------------------------


def test_a_game_is_drawn_after_any_of_its_events(client: Client, recorded: Callable[[int], Game]) -> None:
    game = recorded(12)
    address = reverse("games:board", args=[game.pk])
    then = client.get(f"{address}?number=5")
    position = game.events.get(number=5).position
    first = position.split()[1].split("/")[0].split(",")
    drawn = [
        one.get("data-field")
        for one in ElementTree.fromstring(then.content).iter()
        if "board-pawn" in one.get("class", "").split() and one.get("data-colour") == "yellow"
    ]
    assert sorted(drawn, key=str) == sorted(first)
    assert client.get(address).content.decode() == GamePresenter(game).board
    assert client.get(f"{address}?number={game.number}").content == client.get(address).content
    assert then["ETag"] == '"5-en"'
    assert client.get(f"{address}?number=0").status_code == 400


def test_the_words_in_the_picture_of_a_game_are_in_the_language_that_is_asked_for(
    client: Client, game: Game
) -> None:
    address, german = reverse("games:board", args=[game.pk]), {"accept-language": "de"}
    told = client.get(f"{address}?language=de")
    assert ElementTree.fromstring(told.content).get("lang") == "de"
    assert told.content == client.get(address, headers=german).content != client.get(address).content
    english = client.get(f"{address}?language=en", headers={**german, "if-none-match": told["ETag"]})
    assert ElementTree.fromstring(english.content).get("lang") == "en"
    assert client.get(f"{address}?language=fr").json()["field"] == "language"


@pytest.mark.parametrize("wrong", ["width=63", "width=2049", "width=", "width=٣٠٠", "number=3", "number=-1"])
def test_a_number_that_cannot_be_is_refused_by_name(client: Client, game: Game, wrong: str) -> None:
    assert game.number == 2
    answer = client.get(f"{reverse('games:board-png', args=[game.pk])}?{wrong}")
    name = wrong.partition("=")[0]
    assert (answer.status_code, answer.json()["field"]) == (400, name)
    assert {text.partition(":")[0] for text in answer.json()["messages"].values()} == {name}


# -- of positions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "position"),
    [
        ("schmidt", PARTED),
        ("mhd-trapdoors", TRAPS),
        ("xmadn-3t", "6x8 B,B,B,B/-/B,B,B,d/-/-/B,1,2,3 V0"),
    ],
)
def test_any_position_can_be_drawn(client: Client, rules: str, position: str) -> None:
    asked: dict[str, Any] = {"rules": rules, "position": position}
    answer = client.get("/positions/board.svg", asked)
    assert answer.status_code == 200, answer.content
    assert ElementTree.fromstring(answer.content).tag == "{http://www.w3.org/2000/svg}svg"
    assert "max-age=86400" in answer["Cache-Control"]
    assert "Cookie" not in answer["Vary"]
    assert size(client.get("/positions/board.png", {**asked, "width": 80}).content)[0] == 80


@pytest.mark.parametrize(
    ("asked", "status", "en", "de"),
    [
        ({}, 400, "rules: is missing", "rules: fehlt"),
        ({"rules": "schmidt"}, 400, "position: is missing", "position: fehlt"),
        ({"rules": "chess", "position": PARTED}, 422, "rules: 'chess' is no", "rules: 'chess' ist kein"),
        ({"rules": "schmidt", "position": "B"}, 422, "position: three or four", "Stellung: es braucht"),
        ({"rules": "xmadn-3t", "position": PARTED}, 422, "position: board 4x10", "Stellung: Brett 4x10"),
        (
            {"rules": "schmidt", "position": "4x10 B,B,B,5/-/B,3,c,d/- G0"},
            422,
            "position: green has no throws",
            "Stellung: green würfelt nicht",
        ),
        ({"rules": "schmidt", "position": PARTED, "options": "x"}, 422, "Options: 'x'", "Options: 'x'"),
        ({"rules": "schmidt", "position": PARTED, "language": "fr"}, 400, "language: there", "language: es"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_its_name_in_both_languages(
    client: Client, asked: dict[str, str], status: int, en: str, de: str
) -> None:
    answer = client.get("/positions/board.svg", asked)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["messages"]["en"].startswith(en)
    assert answer.json()["messages"]["de"].startswith(de)


# -- what is drawn for somebody --------------------------------------------------------------------


def test_only_so_many_pictures_are_drawn_for_one_address(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PICTURES_PER_MINUTE = 1
    monkeypatch.setattr(images, "DRAWING", RateLimit("drawing", clock=lambda: 90.0))
    asked = {"rules": "schmidt", "position": PARTED}
    first = client.get("/positions/board.svg", asked)
    refused = client.get("/positions/board.svg", asked)
    assert (first.status_code, refused.status_code) == (200, 429)
    assert refused["Retry-After"] == "30"
    known = client.get("/positions/board.svg", asked, headers={"if-none-match": first["ETag"]})
    assert known.status_code == 304
    assert client.get("/positions/board.svg", asked, REMOTE_ADDR="192.0.2.7").status_code == 200
