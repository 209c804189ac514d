"""Figures from many tries: how far off they may be."""

import pytest
from hypothesis import given, strategies as st

from rules import Estimate
from rules.stats import interval, mean, quantile, share

TRIES = st.integers(1, 10_000).flatmap(lambda tries: st.tuples(st.integers(0, tries), st.just(tries)))


def test_the_interval_of_a_chance_is_wilsons() -> None:
    # 3 of 4, as tables give it.
    assert interval(3, 4) == pytest.approx((0.3006, 0.9544), abs=1e-4)


@given(TRIES)
def test_no_chance_is_certain_after_any_number_of_tries(tried: tuple[int, int]) -> None:
    found = share(*tried)
    assert 0 < found.margin < 1
    low, high = interval(*tried)
    assert -1e-12 < low < high < 1 + 1e-12
    assert low - 1e-12 <= found.value <= high + 1e-12


def test_the_mean_counts_tries_that_are_not_told_as_0() -> None:
    assert mean([(3, 1)], 3).value == 1
    assert mean([(5, 7)], 7) == Estimate(5, 0)


def test_a_quantile_is_the_least_figure_that_is_not_exceeded_so_often() -> None:
    found = {6: 10, 2: 50, 3: 40}
    assert [quantile(found, least) for least in (0, 0.5, 0.51, 0.9, 0.91, 1)] == [2, 2, 3, 3, 6, 6]
