"""A running site with a referee, games and events on it, as a browser meets them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.servers import Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Run on the site's own database: a referee and a deputy, and the players.
SET_UP = """
from django.contrib.auth.models import User
from django.utils import timezone
from games.models import Permit, Player
for name in ("referee", "deputy"):
    referee = User.objects.create_user(name, password="quick brown fox")
    Permit.objects.create(person=referee, role="referee", place="site", granted_at=timezone.now())
for name in {players!r}:
    Player.objects.create(name=name)
"""
#: Games, not begun; prints their ids.
NEW_GAMES = """
from django.utils import timezone
from games.enums import EventKind
from games.models import Player
from games.services import recorder
from games.services.commands import EventCommand
from games.services.recorder import record
from rules import RULE_SETS
players = [Player.objects.get(name=name) for name in {players!r}]
for _ in range({number}):
    game = recorder.create_game(
        rules=RULE_SETS[{name!r}].but(**{options!r}), title={title!r}, actor="test", now=timezone.now(),
        seats=[(player, colours) for player, colours in zip(players, {seats!r}, strict=False)],
    )
    if {beginning!r}:
        told = dict(position={beginning!r}, finished=None, reason="test")
        position = EventCommand(EventKind.POSITION, told)
        record(game_id=game.pk, wanted=position, expected=1, actor="test", now=timezone.now())
    print(game.pk)
"""
#: Chances in a game that is being played, as if they had been counted where it stands.
CHANCES = """
from django.utils import timezone
from games.models import Chances, Game
game, now = Game.objects.get(pk={game!r}), timezone.now()
Chances.objects.create(
    game=game, number=game.number, recorded_at=now, counted_at=now, games=sum({won!r}), margin=0.1, swing=0,
    engine="test", figures=dict(wins=dict(zip(game.seating, {won!r}, strict=True)), places=dict(), colours=dict()),
)
"""
NAMES = ("Änne Öhler", "Bert Übel", "Cora Weiß")
SEATS = [["yellow"], ["red"]]
#: A small phone.
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}


@pytest.fixture(scope="module")
def referees_site(live_asgi_server: Site) -> Site:
    """The running site, with a referee and two players."""
    shell(live_asgi_server, SET_UP.format(players=NAMES))
    return live_asgi_server


def shell(site: Site, script: str) -> str:
    """What a script prints that is run on the site's database."""
    return site.manage("shell", "--verbosity", "0", "--command", script).strip()


def new_game(
    site: Site,
    name: str,
    title: str = "",
    seats: list[list[str]] = SEATS,
    beginning: str | None = None,
    **options: Any,
) -> str:
    """The id of a new game of as many players as there are seats; begun where its first position is told."""
    script = NEW_GAMES.format(
        number=1, name=name, title=title, seats=seats, options=options, beginning=beginning, players=NAMES
    )
    return shell(site, script)


def new_games(site: Site, name: str, number: int, beginning: str | None = None) -> list[str]:
    """The ids of so many new games of the two players; begun where their first position is told."""
    script = NEW_GAMES.format(
        number=number, name=name, title="A game", seats=SEATS, options={}, beginning=beginning, players=NAMES
    )
    return shell(site, script).split()


def log_in(page: Page, site: Site, then: str, who: str = "referee") -> None:
    """Log somebody in by the page's own form, and go to an address from there."""
    page.goto(f"{site.url}{then}")
    page.fill("[name=username]", who)
    page.fill("[name=password]", "quick brown fox")
    page.click("main button")
    page.wait_for_url(f"{site.url}{then}")


def settled(page: Page) -> None:
    """Wait until every tap and key is worked off."""
    page.wait_for_selector("#desk[data-taps='0']", state="attached")


def all_sent(page: Page) -> None:
    """Wait until every tap is worked off and nothing waits on the phone any more."""
    settled(page)
    page.wait_for_selector("#waiting[data-entries='0']", state="attached")


def read_json(page: Page, site: Site, path: str) -> dict[str, Any]:
    """What the site answers to a program at that address."""
    answer: dict[str, Any] = json.loads(page.request.get(f"{site.url}{path}").text())
    return answer
