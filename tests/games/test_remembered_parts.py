"""Parts of a game's pages are remembered by all that they are made of: no page ever shows what was true earlier."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.core.cache import caches
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from games.enums import EventKind
from games.models import Game, Player
from games.services.erase_player import erase
from tests.games.chances.conftest import known
from tests.games.conftest import NOW, take_back
from tests.games.happening import finish, happen, player, throw

SHOWN = [("game", "en"), ("game", "de"), ("live", "en"), ("chances", "de")]
MINUTE = timedelta(minutes=1)
_TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+')
Change = Callable[[Game], object]


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    with time_machine.travel(NOW + 60 * MINUTE, tick=False):
        yield


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts that were made anew, by the names of their templates."""
    names: list[str] = []

    def noted(name: str, context: dict[str, Any]) -> str:
        names.append(name)
        return render_to_string(name, context)

    monkeypatch.setattr("games.remembered.render_to_string", noted)
    return names


def page(client: Client, game: Game, name: str, language: str) -> str:
    answer = client.get(reverse(f"games:{name}", args=[game.pk]), headers={"accept-language": language})
    assert answer.status_code == 200
    return _TOKEN.sub("", answer.content.decode())


def pages(client: Client, game: Game) -> list[str]:
    """Everything that is shown of a game, in one language or the other."""
    return [page(client, game, name, language) for name, language in SHOWN]


def made_anew(client: Client, game: Game) -> list[str]:
    """The same, with nothing remembered."""
    found = []
    for name, language in SHOWN:
        caches["parts"].clear()
        found.append(page(client, game, name, language))
    return found


def renamed(game: Game) -> None:
    """Somebody gets a name to be called by; nothing of the game itself changes."""
    who = Player.objects.get(pk=player(game, 0))
    who.nickname = "Zorro"
    who.save()


def another_title(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(title="Final")


def counted_for_an_earlier_throw(game: Game) -> None:
    """Chances after an earlier event that come in after those that are shown as the newest."""
    earlier = known(game, 10, 80, 10)
    earlier.number -= 3
    earlier.save()


CHANGES: dict[str, Change] = {
    "a throw": lambda game: throw(game, 1),
    "taken back": lambda game: take_back(game, reason="wrong"),
    "a note": lambda game: happen(game, EventKind.NOTE, text="Rain"),
    "a call": lambda game: happen(game, EventKind.CALL, text="Was that a six?"),
    "a clock": lambda game: happen(game, EventKind.CLOCK, action="start"),
    "abandoned": lambda game: happen(game, EventKind.ABANDON, reason="Fire"),
    "the end": finish,
    "a name": renamed,
    "a title": another_title,
    "chances counted again": lambda game: known(throw(game, 2), 20, 60, 20),
    "chances that come late": counted_for_an_earlier_throw,
    "a name erased": lambda game: erase(player_id=UUID(player(game, 0)), actor="test", now=NOW + 59 * MINUTE),
}


@pytest.mark.parametrize("what", CHANGES)
def test_after_whatever_happens_pages_are_what_they_would_be_without_remembering(
    client: Client, game: Game, what: str
) -> None:
    known(throw(game, 12), 50, 30, 20)
    known(throw(game, 2), 60, 30, 10)
    throw(game, 2)
    before = pages(client, game)
    CHANGES[what](Game.objects.get(pk=game.pk))
    after = pages(client, game)
    assert after == made_anew(client, game)
    assert after != before


def test_while_nothing_happens_nothing_is_made_again(client: Client, game: Game, made: list[str]) -> None:
    known(throw(game, 10), 50, 30, 20)
    path = reverse("games:game", args=[game.pk])
    client.get(path)
    first = [*made]
    client.get(path)
    assert made == first
    assert sorted(first) == [
        "games/chances.html",
        "games/live_board.html",
        "games/live_details.html",
        "games/news.txt",
        "games/turn.html",
    ]
    client.get(reverse("games:live", args=[game.pk]))
    client.get(reverse("games:chances", args=[game.pk]))
    assert made == first
    throw(game, 1)
    client.get(path)
    assert made == first * 2
