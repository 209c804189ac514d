"""What happened last, read from the log's tail."""

from random import Random

import pytest
from pytest_django import DjangoAssertNumQueries

from games.domain.mainline import line_of_play
from games.enums import EventKind
from games.models import Game, GameEvent
from games.queries.timeline import Timeline, latest
from tests.games.conftest import take_back
from tests.games.happening import happen, throw


def told(game: Game, count: int = 8) -> Timeline:
    return latest(game, count, NAMES)


class Everybody(dict[str, str]):
    """Whoever is asked for is called Anna."""

    def __missing__(self, player: str) -> str:
        return "Anna"


NAMES = Everybody()


@pytest.mark.parametrize("seed", range(2))
def test_the_throws_told_are_the_end_of_the_line_of_play_whatever_was_taken_back(
    game: Game, seed: int
) -> None:
    lots = Random(seed)
    for turn in range(6):
        game = throw(game, lots.randint(1, 12), seed=turn)
        standing = [each for each in line_of_play(list(game.events.all())) if each.kind == EventKind.THROW]
        assert_told(game, standing)
        back = lots.randint(1, len(standing))
        game = take_back(game, back)
        assert_told(game, standing[:-back])
        assert told(game).happened[0].kind == EventKind.TAKE_BACK
        assert told(game).waiting == back
        if turn % 2:
            game = happen(game, EventKind.BRING_BACK, throws=back)
            assert_told(game, standing)
            assert told(game).waiting == 0


def assert_told(game: Game, standing: list[GameEvent]) -> None:
    found = told(game)
    throws = [each for each in found.happened if each.kind == EventKind.THROW]
    latest_first = standing[::-1][: len(throws)]
    assert len(found.happened) <= 8
    assert len(throws) == min(len(standing), 8) or len(found.happened) == 8
    assert [each.number for each in throws] == [event.number for event in latest_first]
    assert [each.die for each in throws] == [event.payload["die"] for event in latest_first]
    assert found.can_take_back is bool(standing)


@pytest.mark.both_databases
def test_what_a_referee_did_stands_between_the_throws(game: Game) -> None:
    game = throw(game, 3, seed=1)
    game = happen(game, EventKind.NOTE, text="the lamp went out")
    game = happen(game, EventKind.VOID_DIE, die=4, reason="on the floor")
    game = throw(game, 1, seed=2)
    kinds = [each.kind for each in told(game).happened]
    assert kinds == ["throw", "void die", "note", "throw", "throw", "throw", "start"]
    assert told(game).happened[1].text.en == "Void die 4, thrown again: on the floor"


def test_the_board_points_out_the_last_move_only_if_nothing_has_changed_it_since(game: Game) -> None:
    game = throw(game, 40, seed=3)
    while told(game).happened[0].trace is None:
        game = take_back(game, 1)
    moved = told(game).step
    assert moved is not None
    game = happen(game, EventKind.NOTE, text="still the same board")
    assert told(game).step == moved
    game = happen(game, EventKind.POSITION, position=game.position, reason="the board was upset")
    after = told(game).step
    assert after is not None
    assert (after.kind, after.trace) == (EventKind.POSITION, None)


@pytest.mark.both_databases
def test_two_queries_however_long_the_game(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        game = throw(game, 40, seed=1)
        game = happen(game, EventKind.NOTE, text="one more")
        with django_assert_num_queries(2):
            told(game)
