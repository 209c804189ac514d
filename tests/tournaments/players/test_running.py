"""Where players stand after their games: streaks by hand, the rating by what is demanded of any."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from tournaments.players.running import Placed, Running, after

NEW = Running()


def game(*order: str, winner: str | None = None, is_rated: bool = True) -> Placed:
    places = {player: place for place, player in enumerate(order, start=1)}
    return Placed(places, winner or order[0], is_rated)


def story(*winners: str) -> Running:
    stood: dict[str, Running] = {}
    for winner in winners:
        stood = after(game(winner, "anna" if winner == "bert" else "bert"), stood)
    return stood["anna"]


def test_wins_in_a_row_begin_again_after_a_loss_and_the_longest_row_stays() -> None:
    anna = story("anna", "anna", "bert", "anna")
    assert (anna.games, anna.won, anna.in_a_row, anna.longest) == (4, 3, 1, 2)


def test_the_rating_is_that_of_the_library() -> None:
    model = PlackettLuce()
    (first,), (second,), (third,) = model.rate([[model.rating()], [model.rating()], [model.rating()]])
    stood = after(game("anna", "bert", "cora"), {})
    for player, rating in (("anna", first), ("bert", second), ("cora", third)):
        assert (stood[player].mu, stood[player].sigma) == pytest.approx((rating.mu, rating.sigma))


def test_who_wins_rises_who_loses_falls_and_everybody_is_known_better() -> None:
    stood = after(game("anna", "bert"), {})
    assert stood["anna"].mu > NEW.mu > stood["bert"].mu
    assert max(stood["anna"].sigma, stood["bert"].sigma) < NEW.sigma


def test_who_is_level_moves_alike() -> None:
    stood = after(Placed({"anna": 1, "bert": 2, "cora": 2}, "anna", True), {})
    assert stood["bert"].mu == stood["cora"].mu < NEW.mu < stood["anna"].mu


def test_beating_the_better_player_tells_more() -> None:
    better, worse = Running(mu=30, sigma=3), Running(mu=20, sigma=3)
    upset = after(game("anna", "bert"), {"anna": NEW, "bert": better})["anna"].mu
    expected = after(game("anna", "bert"), {"anna": NEW, "bert": worse})["anna"].mu
    assert upset > expected > NEW.mu


def test_a_walk_over_moves_nobody() -> None:
    stood = after(game("anna", "bert", is_rated=False), {})
    assert all((each.mu, each.sigma, each.rated) == (NEW.mu, NEW.sigma, 0) for each in stood.values())
    assert stood["anna"].won == 1


def test_somebody_is_worth_at_least_three_sigmas_less() -> None:
    assert Running(mu=31, sigma=2).at_least == 25


@given(
    st.dictionaries(
        st.sampled_from(["anna", "bert", "cora", "dora"]), st.integers(1, 4), min_size=2, max_size=4
    )
)
def test_the_figures_do_not_depend_on_the_order_of_the_seats(places: dict[str, int]) -> None:
    before = {"anna": Running(mu=29.5, sigma=2.5), "cora": Running(mu=21.25, sigma=7)}
    found = [after(Placed(dict(seats), None, True), before) for seats in permutations(places.items())]
    assert all(each == found[0] for each in found)
