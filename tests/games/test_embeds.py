"""Games in frames of other pages: framed only where that is meant, never more than all may see."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.games.pages import assert_is_sound

FRAMED = ("embedded", "embedded-live")
UNFRAMED = ("game", "live", "board", "board-png")


def address(name: str, game: Game) -> str:
    return reverse(f"games:{name}", args=[game.pk])


@pytest.mark.parametrize("name", FRAMED)
def test_what_is_meant_for_frames_may_stand_in_any_and_needs_no_cookie(
    client: Client, game: Game, name: str
) -> None:
    answer = client.get(address(name, game))
    assert answer.status_code == 200
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "form-action 'none'" in answer["Content-Security-Policy"]
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert "Cookie" not in answer["Vary"]


@pytest.mark.parametrize("name", UNFRAMED)
def test_no_other_page_may_stand_in_a_frame(client: Client, game: Game, name: str) -> None:
    answer = client.get(address(name, game))
    assert answer.status_code == 200
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Yellow to throw"), ("de", "Gelb ist am Wurf")], ids=["en", "de"]
)
def test_the_address_says_in_which_language(client: Client, game: Game, language: str, words: str) -> None:
    answer = client.get(f"{address('embedded', game)}?language={language}", headers={"accept-language": "fr"})
    text = assert_is_sound(answer, language)
    assert words in text
    assert f"language={language}" in text.partition("data-live=")[2].partition(" ")[0]
