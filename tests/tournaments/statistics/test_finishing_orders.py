"""What places tell: by hand, by the sum over all orders, by another library, and by laws."""

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from tournaments.ratings.finishing_orders import finish, grouped, log_chance

LOGARITHM = st.floats(-2, 2)
#: Places of two to five players, and the logarithms of their weights.
GAMES = st.integers(2, 5).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(1, size), min_size=size, max_size=size),
        st.lists(LOGARITHM, min_size=size, max_size=size),
    )
)


def by_all_orders(places: list[int], logarithms: list[float]) -> float:
    """The chances of all orders in which nobody comes before one with a better place."""
    weights, found = [math.exp(each) for each in logarithms], 0.0
    for order in permutations(range(len(places))):
        if [places[each] for each in order] == sorted(places):
            chance = 1.0
            for at, each in enumerate(order):
                chance *= weights[each] / sum(weights[other] for other in order[at:])
            found += chance
    return math.log(found)


@given(GAMES)
def test_a_shared_place_is_an_order_that_nobody_knows(game: tuple[list[int], list[float]]) -> None:
    places, logarithms = game
    groups = grouped(places)
    assert log_chance(groups, logarithms) == pytest.approx(by_all_orders(places, logarithms), abs=1e-7)


@given(GAMES)
def test_score_and_information_are_how_the_chance_changes(game: tuple[list[int], list[float]]) -> None:
    places, logarithms = game
    found, step = finish(grouped(places), logarithms), 1e-3
    for position in range(len(places)):
        moved = [
            [each + by * step * (at == position) for at, each in enumerate(logarithms)] for by in (-1, 0, 1)
        ]
        less, here, more = (log_chance(grouped(places), each) for each in moved)
        assert found.score[position] == pytest.approx((more - less) / 2 / step, abs=1e-5)
        assert found.information[position] == pytest.approx((2 * here - more - less) / step**2, abs=1e-3)


@given(GAMES)
def test_a_game_gives_to_some_what_it_takes_from_others_and_never_hides_what_was_known(
    game: tuple[list[int], list[float]],
) -> None:
    found = finish(grouped(game[0]), game[1])
    assert math.fsum(found.score) == pytest.approx(0, abs=1e-8)
    assert min(found.information) > -1e-9


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6))
def test_between_equals_the_scores_are_in_the_order_of_the_places(places: list[int]) -> None:
    """Shared places never reorder: who was behind never gains as much as somebody ahead."""
    score = finish(grouped(places), [0.0] * len(places)).score
    for one, other in permutations(range(len(places)), 2):
        if places[one] == places[other]:
            assert score[one] == pytest.approx(score[other])
        elif places[one] < places[other]:
            assert score[one] > score[other]


def test_the_one_behind_two_joint_winners_gains_less_than_they() -> None:
    """From 25 each, openskill 6.2 rates them 26.00, 26.00 and him 26.56."""
    found = finish(grouped([1, 1, 2, 3, 4]), [0.0] * 5).score
    assert found == pytest.approx((27 / 40, 27 / 40, 13 / 60, -17 / 60, -77 / 60))


@pytest.mark.parametrize("mu", [(25, 25, 25), (31, 25, 20), (20, 25, 31, 27)])
def test_where_nobody_shares_a_place_the_scores_are_those_of_the_library(mu: tuple[float, ...]) -> None:
    model = PlackettLuce(tau=1e-12)
    before = [[model.rating(mu=each, sigma=5)] for each in mu]
    c = math.sqrt(len(mu) * (5**2 + model.beta**2))
    gained = [rated.mu - each for (rated,), each in zip(model.rate(before), mu, strict=True)]
    found = finish(grouped(range(len(mu))), [each / c for each in mu])
    assert [each * 5**2 / c for each in found.score] == pytest.approx(gained)


def test_where_all_share_the_place_nothing_is_told() -> None:
    found = finish(grouped([1, 1, 1]), [0.3, -0.4, 2])
    assert (found.score, found.information) == ((0, 0, 0), (0, 0, 0))


def test_a_hopeless_order_is_still_a_number() -> None:
    found = finish(grouped([1, 1, 2]), [-40.0, -40.0, 40.0])
    assert all(map(math.isfinite, (*found.score, *found.information)))
