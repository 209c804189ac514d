"""Limits of the REST interface: told in headers, readers and writers apart."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.access import RateLimit
from games.api import throttling as api_limits
from games.enums import Role
from games.models import Game
from tests.games.conftest import client_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def minute(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Limits of 3 readings and 2 writings; the clock, in seconds, which stands until it is moved."""
    clock = [600.0]
    settings.READS_PER_MINUTE, settings.WRITES_PER_MINUTE = 3, 2
    monkeypatch.setattr(api_limits, "READING", RateLimit("reading", lambda: clock[0]))
    monkeypatch.setattr(api_limits, "WRITING", RateLimit("writing", lambda: clock[0]))
    return clock


def read(client: Any, game: Game) -> Any:
    return client.get(f"/api/v1/games/{game.pk}/")


def write(client: Any, game: Game) -> Any:
    return client.post(f"/api/v1/games/{game.pk}/throws/", {"expected": 99, "die": 5})


def test_every_answer_tells_how_many_are_left(game: Game, minute: list[float]) -> None:
    minute[0] += 20
    answer = read(Client(), game)
    assert answer["RateLimit-Policy"] == '"reading";q=3;w=60'
    assert answer["RateLimit"] == '"reading";r=2;t=40'
    assert write(client_with(Role.RECORDER), game)["RateLimit"] == '"writing";r=1;t=40'


def test_beyond_the_limit_there_is_a_problem_that_says_when_to_go_on(game: Game, minute: list[float]) -> None:
    client = Client()
    minute[0] += 50
    assert [read(client, game).status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = read(client, game)
    assert answer["Retry-After"] == "10"
    assert answer["RateLimit"] == '"reading";r=0;t=10'
    assert answer.json()["type"] == "urn:rauswurf:problem:too-many-requests"
    assert "Retry-After" in answer.json()["messages"]["de"]
    minute[0] += 10
    assert read(client, game).status_code == 200


def test_readers_take_nothing_from_writers_nor_from_each_other(game: Game, minute: list[float]) -> None:
    writer = client_with(Role.RECORDER)
    for _ in range(5):
        read(writer, game)
        read(Client(), game)
    assert read(writer, game).status_code == 429
    assert write(writer, game).status_code == 409
    assert read(client_with(Role.RECORDER), game).status_code == 200
    assert read(Client(REMOTE_ADDR="198.51.100.9"), game).status_code == 200


def test_refused_writes_of_strangers_use_up_nothing(game: Game, minute: list[float]) -> None:
    for _ in range(5):
        assert write(APIClient(), game).status_code == 401
    assert read(Client(), game).status_code == 200


def test_without_a_limit_nothing_is_counted_and_nothing_told(game: Game) -> None:
    assert "RateLimit" not in read(Client(), game)
    assert RateLimit("x").ask("anybody", 0) is None


def test_what_one_minute_counted_is_gone_in_the_next() -> None:
    clock = [0.0]
    limit = RateLimit("x", lambda: clock[0])
    for asker in range(1000):
        limit.ask(str(asker), 1)
    clock[0] = 60.0
    asked = limit.ask("0", 1)
    assert asked is not None
    assert not asked.is_too_much
    assert len(limit._counts) == 1
