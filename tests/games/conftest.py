"""Players, games and tokens that the tests of this room need."""

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.access import SITE
from games.enums import EventKind, Role
from games.models import AccessToken, Game, Permit, Player
from games.services import recorder
from games.services.commands import EventCommand, throw_command
from rules import RULE_SETS
from tests.replay import once

NOW = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
PAIRS = (("yellow", "black"), ("blue", "red"), ("green", "violet"))


@pytest.fixture
def players(db: None) -> list[Player]:
    return once(_new_players)


def _new_players() -> list[Player]:
    return [Player.objects.create(name=name) for name in ("Änne Öhler", "Bert Übel", "Cora Weiß")]


@pytest.fixture
def game(players: list[Player]) -> Game:
    """A running 3T game, yellow to throw."""
    return once(_new_game, players, told=[player.pk for player in players])


@pytest.fixture
def created(players: list[Player]) -> Game:
    """A 3T game that has not begun."""
    return recorder.create_game(
        rules=RULE_SETS["xmadn-3t"], seats=list(zip(players, PAIRS, strict=True)), actor="test", now=NOW
    )


def _new_game(players: list[Player]) -> Game:
    created = recorder.create_game(
        rules=RULE_SETS["xmadn-3t"],
        seats=list(zip(players, PAIRS, strict=True)),
        title="Game 1",
        actor="test",
        now=NOW,
    )
    return recorder.start_game(game_id=created.pk, starter="yellow", actor="test", now=NOW).game


@pytest.fixture
def writer(db: None) -> APIClient:
    """A client that may record games."""
    return client_with(Role.REFEREE)


@pytest.fixture
def token(db: None) -> str:
    """The text of a token that may record games."""
    return token_with(Role.REFEREE)


@pytest.fixture
def organiser(db: None) -> APIClient:
    """A client that may organise."""
    return client_with(Role.ORGANISER)


@pytest.fixture
def referee(db: None) -> Client:
    """A browser in which somebody is logged in who may record games."""
    return with_permit("referee", Role.REFEREE)


def person_with(name: str, role: Role, place: str = SITE) -> User:
    """A new person with a role in a place."""
    person = User.objects.create_user(name)
    Permit.objects.create(person=person, role=role, place=place, granted_at=NOW)
    return person


def with_permit(name: str, role: Role, place: str = SITE) -> Client:
    """A browser in which a new person with a role in a place is logged in."""
    client = Client()
    client.force_login(person_with(name, role, place))
    return client


def token_with(role: Role, place: str = SITE, **fields: Any) -> str:
    """The text of a token with a role in a place, one that was in use a moment ago."""
    return AccessToken.issue(
        name="test", **{"role": role.value, "place": place, "last_used_at": timezone.now(), **fields}
    )[1]


def client_with(role: Role, place: str = SITE, **fields: Any) -> APIClient:
    return client_of(token_with(role, place, **fields))


def client_of(token: str) -> APIClient:
    """A client of its own that shows a token; an error of the server is an answer, not an exception."""
    client = APIClient(raise_request_exception=False)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


def random_throws(game: Game, number: int, seed: int = 1) -> list[EventCommand]:
    """Legal throws from the game's present position on; fewer if it ends before."""
    lots, play = Random(seed), game.play()
    throws: list[EventCommand] = []
    while len(throws) < number and not play.over:
        die = lots.choice(play.rules.die_faces)
        moves = play.moves(die)
        move = lots.choice(moves) if moves else None
        play = play.play(die, move)
        throws.append(throw_command(die, None if move is None else move.token))
    return throws


@pytest.fixture
def recorded(game: Game) -> Callable[[int], Game]:
    """A function that records so many random throws (as far as the game goes) and returns the game."""
    return lambda number: once(record_random_throws, game, number, told=(game.pk, game.head, number))


def record_random_throws(game: Game, number: int) -> Game:
    throws = random_throws(game, number)
    latest = game
    for first in range(0, len(throws), recorder.MOST_THROWS):
        latest = recorder.record_throws(
            game_id=game.pk,
            throws=throws[first : first + recorder.MOST_THROWS],
            expected=latest.number,
            actor="test",
            now=NOW,
        ).game
    return latest


def take_back(
    game: Game, throws: int = 1, reason: str = "", *, actor: str = "test", now: datetime = NOW
) -> Game:
    """The last throws taken back, by somebody who knows all that has happened to the game."""
    number = Game.objects.get(pk=game.pk).number
    wanted = EventCommand(EventKind.TAKE_BACK, {"throws": throws, "reason": reason})
    return recorder.record(game_id=game.pk, wanted=wanted, expected=number, actor=actor, now=now).game


def as_json(throw: EventCommand) -> dict[str, Any]:
    return throw.payload
