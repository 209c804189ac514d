"""The random numbers of playouts: known words, even faces, streams that have nothing to do with each other."""

from collections import Counter
from collections.abc import Iterator
from itertools import repeat
from statistics import NormalDist

import pytest
from hypothesis import given, strategies as st

from rules.simulate.rng import WORD, below, key, mix, next_word, seed_stream

DRAWS = 60_000
#: Fixed seeds, so nothing here comes and goes; what is less likely than this would be a fault.
UNLIKELY = 1e-4


def stream(seed: int = 0, game: int = 0) -> list[int]:
    words = [0, 0, 0, 0]
    seed_stream(words, key(seed), game)
    return words


def assert_even(found: Counter[int], numbers: int) -> None:
    counted = [found[number] for number in range(numbers)]
    expected, degrees = sum(counted) / numbers, numbers - 1
    statistic = sum((there - expected) ** 2 / expected for there in counted)
    # The cube root of chi-square is nearly normal (Wilson and Hilferty).
    spread = 2 / (9 * degrees)
    assert (statistic / degrees) ** (1 / 3) < 1 - spread + NormalDist().inv_cdf(1 - UNLIKELY) * spread**0.5


def test_the_words_are_those_of_xoshiro128_plus_plus() -> None:
    # From the state 1, 2, 3, 4: the known answers that other implementations are tested with.
    words = [1, 2, 3, 4]
    assert [next_word(words) for _ in range(4)] == [641, 1573767, 3222811527, 3517856514]


@pytest.mark.parametrize("number", [2, 3, 4, 6, 7, 100])
def test_every_number_is_equally_likely(number: int) -> None:
    words = stream()
    assert_even(Counter(below(words, number) for _ in range(DRAWS)), number)


def in_a_row() -> Iterator[tuple[list[int], list[int]]]:
    words = stream(1)
    return repeat((words, words), DRAWS)


@pytest.mark.parametrize(
    "pairs",
    [
        in_a_row(),
        ((stream(2, game), stream(2, game + 1)) for game in range(DRAWS // 2)),
        ((stream(seed), stream(seed + 1)) for seed in range(DRAWS // 4)),
    ],
    ids=["in a row", "neighbouring games", "neighbouring seeds"],
)
def test_two_throws_have_nothing_to_do_with_each_other(pairs: Iterator[tuple[list[int], list[int]]]) -> None:
    assert_even(Counter(6 * below(one, 6) + below(other, 6) for one, other in pairs), 36)


@given(st.integers(-(10**30), 10**30), st.integers(0, 2**50))
def test_a_stream_depends_on_seed_and_game_alone_and_is_never_all_zeros(seed: int, game: int) -> None:
    assert stream(seed, game) == stream(seed, game)
    assert any(stream(seed, game))
    assert all(0 <= word <= WORD for word in stream(seed, game))


@given(st.integers(0, WORD), st.integers(0, WORD))
def test_scattering_is_one_to_one(one: int, other: int) -> None:
    assert (mix(one) == mix(other)) == (one == other)
