"""How often chance alone gives what was counted: known values, and laws that bind them."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dice.chi_square import chance_of_wait, chi_square, survival

#: Worked out with 60 digits from the series of the incomplete gamma function.
KNOWN = [
    (2.0, 1, 1.572992070502851307e-1),
    (3.841458820694124, 1, 5.000000000000005840e-2),
    (1.0, 2, 6.065306597126334236e-1),
    (9.48, 4, 5.015982910461669523e-2),
    (0.5, 5, 9.921232932326295922e-1),
    (5.0, 5, 4.158801869955079203e-1),
    (11.070497693516351, 5, 5.000000000000006142e-2),
    (20.0, 5, 1.249730563031375412e-3),
    (40.0, 5, 1.493367900050395184e-7),
    (100.0, 5, 5.285148360943240056e-20),
    (14.067140449340169, 7, 4.999999999999999552e-2),
    (30.0, 19, 5.179845889302387361e-2),
    (1200.0, 999, 1.112935044825886648e-5),
]


@pytest.mark.parametrize(("statistic", "degrees", "p"), KNOWN)
def test_the_p_value_is_the_known_one_to_twelve_digits(statistic: float, degrees: int, p: float) -> None:
    assert math.isclose(survival(statistic, degrees), p, rel_tol=1e-12, abs_tol=0)


def test_two_degrees_are_an_exponential_and_one_is_the_normal_tail() -> None:
    for tenth in range(1, 400):
        statistic = tenth / 10
        assert math.isclose(survival(statistic, 2), math.exp(-statistic / 2), rel_tol=1e-12)
        assert math.isclose(survival(statistic, 1), math.erfc(math.sqrt(statistic / 2)), rel_tol=1e-12)


@given(st.floats(0, 1e6), st.floats(0, 1e6), st.integers(1, 1000))
def test_more_uneven_counts_are_never_likelier(one: float, other: float, degrees: int) -> None:
    less, more = sorted((one, other))
    assert 0 <= survival(more, degrees) <= survival(less, degrees) * (1 + 1e-9) <= 1 + 1e-9


@given(st.floats(0.01, 1000), st.integers(1, 400))
def test_two_more_degrees_add_one_term(statistic: float, degrees: int) -> None:
    half = statistic / 2
    term = math.exp(degrees / 2 * math.log(half) - half - math.lgamma(degrees / 2 + 1))
    assert math.isclose(
        survival(statistic, degrees + 2), survival(statistic, degrees) + term, rel_tol=1e-10, abs_tol=1e-300
    )


def test_no_degree_of_freedom_is_refused() -> None:
    with pytest.raises(ValueError, match="degrees"):
        survival(1.0, 0)


def test_equal_counts_have_no_statistic() -> None:
    assert chi_square([10, 10, 10], [10.0, 10.0, 10.0]) == 0
    assert survival(0.0, 2) == 1
    assert chi_square([8, 12], [10.0, 10.0]) == pytest.approx(0.8)


# -- waits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wait", range(7))
@pytest.mark.parametrize("throws", range(7))
def test_the_chance_of_a_wait_is_that_of_all_series_counted_one_by_one(wait: int, throws: int) -> None:
    long_enough = sum(
        "0" * wait in "".join("1" if face == 6 else "0" for face in series)
        for series in product(range(1, 7), repeat=throws)
    )
    assert chance_of_wait(wait, [throws], 1 / 6) == pytest.approx(long_enough / 6**throws, abs=1e-12)


def test_a_wait_in_one_of_two_games_is_as_likely_as_not_missing_both() -> None:
    short, long = chance_of_wait(20, [100], 1 / 6), chance_of_wait(20, [300], 1 / 6)
    assert chance_of_wait(20, [100, 300], 1 / 6) == pytest.approx(1 - (1 - short) * (1 - long))


@given(st.integers(0, 60), st.lists(st.integers(0, 300), max_size=3), st.floats(0.01, 0.99))
def test_a_longer_wait_is_never_likelier(wait: int, throws: list[int], share: float) -> None:
    chance = chance_of_wait(wait, throws, share)
    assert 0 <= chance_of_wait(wait + 1, throws, share) <= chance + 1e-12 <= 1 + 1e-12
