"""How long games and evenings take: what holds for all of them, and that the kept lengths are those of the rules."""

import math
from statistics import mean, stdev

import pytest
from hypothesis import given, settings, strategies as st

from rules import RULE_SETS
from rules.simulate import playouts
from tests.endurance.size import WHOLE, patient, sized
from tests.rules.simulate.tables import usual_game
from tournaments.forecasting.planning import FILE, Length, Lengths, evening, lengths_of

#: A throw takes a minute, so minutes are throws.
A_MINUTE = 60.0
numbers = st.integers(0, 8)
boards_there_may_be = st.integers(1, 5)


def by_hand(*throws: int) -> Lengths:
    return Lengths(2, tuple(sorted(throws)))


def test_a_length_is_read_off_what_was_found() -> None:
    assert Length.from_sample([10, 1, 2, 3, 4, 5, 6, 7, 8, 9]) == Length(5.5, 5, 9)
    assert Length.from_sample([3]) == Length(3, 3, 3)


def test_games_on_a_board_follow_each_other() -> None:
    hundred = by_hand(100)
    assert evening(hundred, {3: 1}, 1, A_MINUTE).mean == 300
    assert evening(hundred, {3: 1}, 2, A_MINUTE).mean == 200
    assert evening(hundred, {3: 1}, 3, A_MINUTE).mean == 100


def test_evenings_have_as_many_games_as_are_forecast() -> None:
    found = evening(by_hand(100), {1: 30, 2: 10}, 1, A_MINUTE)
    assert found == Length(125, 100, 200)


def test_without_games_nobody_stays() -> None:
    assert evening(lengths_of("xmadn-gp"), {0: 1}, 2, 5.0) == Length(0, 0, 0)


@settings(max_examples=8)
@given(games=numbers, boards=boards_there_may_be)
def test_with_more_boards_it_never_takes_longer_and_with_more_games_never_shorter(
    games: int, boards: int
) -> None:
    found = evening(lengths_of("xmadn-2t"), {games: 1}, boards, 5.0)
    more_boards = evening(lengths_of("xmadn-2t"), {games: 1}, boards + 1, 5.0)
    more_games = evening(lengths_of("xmadn-2t"), {games + 1: 1}, boards, 5.0)
    for less, more in ((more_boards, found), (found, more_games)):
        assert less.mean <= more.mean
        assert less.median <= more.median
        assert less.percentile_90 <= more.percentile_90


@settings(max_examples=8)
@given(games=numbers, boards=boards_there_may_be, seconds=st.integers(1, 60))
def test_twice_the_seconds_are_twice_the_minutes_and_nine_of_ten_take_no_less_than_half(
    games: int, boards: int, seconds: int
) -> None:
    found = evening(lengths_of("mhd"), {games: 1}, boards, seconds)
    twice = evening(lengths_of("mhd"), {games: 1}, boards, 2 * seconds)
    assert twice.mean == pytest.approx(2 * found.mean)
    assert twice.median == pytest.approx(2 * found.median)
    assert found.median <= found.percentile_90
    assert lengths_of("mhd").in_minutes(2 * seconds).mean == pytest.approx(
        2 * lengths_of("mhd").in_minutes(seconds).mean
    )


def test_the_mean_of_an_evening_is_that_of_its_games() -> None:
    game = lengths_of("xmadn-3t")
    found = evening(game, {10: 1}, 1, A_MINUTE)
    assert abs(found.mean - 10 * game.in_throws.mean) < 5 * stdev(game.throws) * math.sqrt(10 / 1_000)


def test_of_two_kinds_of_games_each_comes_as_often() -> None:
    both = by_hand(1, 3) | Lengths(3, (2, 4))
    assert both == Lengths(3, (1, 2, 3, 4))


def test_lengths_of_every_rule_set_are_kept() -> None:
    assert FILE.read_text(encoding="utf-8").count('"lengths"') == len(RULE_SETS)
    for name in RULE_SETS:
        kept = lengths_of(name)
        assert len(kept.throws) == 2_000
        assert kept.throws == tuple(sorted(kept.throws))
        assert kept.players == len(usual_game(name).setup.seating.players)


@patient
@pytest.mark.parametrize("name", RULE_SETS if WHOLE else ["xmadn-2t", "mhd"])
def test_kept_lengths_are_those_of_the_rules(name: str) -> None:
    """Other games by the same players are as long; `tests/tournaments/forecasting/game_lengths.py` writes them."""
    games = sized(30, 2_000)
    found = playouts(usual_game(name), games, policy="sensible", seed=2)
    kept = lengths_of(name).throws
    assert abs(found.throws - mean(kept)) < 5 * stdev(kept) * math.sqrt(1 / games + 1 / len(kept))
