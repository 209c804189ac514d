"""The last throws that stand, read from the log's tail."""

from random import Random

import pytest
from pytest_django import DjangoAssertNumQueries

from games import recorder
from games.latest import latest
from games.line import line_of_play
from games.models import Game, GameEvent
from tests.games.conftest import NOW, random_throws

KIND = GameEvent.Kind


def take_back(game: Game, throws: int) -> Game:
    return recorder.take_back(
        game_id=game.pk, expected=game.number, throws=throws, reason="test", actor="test", now=NOW
    ).game


def record(game: Game, number: int, seed: int) -> Game:
    throws = random_throws(game, number, seed)
    return recorder.record_throws(
        game_id=game.pk, throws=throws, expected=game.number, actor="test", now=NOW
    ).game


def test_before_the_start_there_are_none() -> None:
    assert latest(Game(), 8).throws == ()


@pytest.mark.parametrize("seed", range(4))
def test_they_are_the_end_of_the_line_of_play_whatever_was_taken_back(game: Game, seed: int) -> None:
    lots = Random(seed)
    for turn in range(6):
        game = record(game, lots.randint(1, 12), seed=turn)
        standing = [each for each in line_of_play(list(game.events.all())) if each.kind == KIND.THROW]
        assert_told(game, standing)
        back = lots.randint(1, len(standing))
        game = take_back(game, back)
        assert_told(game, standing[:-back])
        assert latest(game, 8).taken_back == back


def assert_told(game: Game, standing: list[GameEvent]) -> None:
    found = latest(game, 8)
    assert [told.number for told in found.throws] == [event.number for event in standing[: -8 - 1 : -1]]
    assert [told.die for told in found.throws] == [event.payload["die"] for event in standing[: -8 - 1 : -1]]
    assert found.can_take_back is bool(standing)


def test_the_throw_that_ended_a_game_is_the_latest(game: Game) -> None:
    while game.state == Game.State.RUNNING:
        game = record(game, 1000, seed=1)
    found = latest(game, 3)
    assert len(found.throws) == 3
    assert found.throws[0].text.en.endswith("the game is over")
    assert found.throws[0].trace is not None


def test_two_queries_however_long_the_game(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        game = record(game, 40, seed=1)
        with django_assert_num_queries(2):
            latest(game, 8)
