"""Where players stand after their games: streaks by hand, the rating by what is demanded of any."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.luck import LOOKED_AT, Luck
from tournaments.ratings.rating import estimate_strength, logarithms, update_evidence
from tournaments.statistics.ratings import RatedGame, RunningRating
from tournaments.statistics.ratings import after as after_and_luck

NEW = RunningRating()
KIND = "xmadn-3t"
#: What is known of luck where all is luck.
ALL_LUCK: Luck = {KIND: (-1e6,) * len(LOOKED_AT)}


def after(game: RatedGame, before: dict[str, RunningRating]) -> dict[str, RunningRating]:
    return after_and_luck(game, before, {})[0]


def game(*order: str, winner: str | None = None, is_rated: bool = True) -> RatedGame:
    places = {player: place for place, player in enumerate(order, start=1)}
    return RatedGame(KIND, places, winner or order[0], is_rated)


def story(*winners: str) -> RunningRating:
    stood: dict[str, RunningRating] = {}
    for winner in winners:
        stood = after(game(winner, "anna" if winner == "bert" else "bert"), stood)
    return stood["anna"]


def test_wins_in_a_row_begin_again_after_a_loss_and_the_longest_row_stays() -> None:
    anna = story("anna", "anna", "bert", "anna")
    assert (anna.games, anna.won, anna.in_a_row, anna.longest) == (4, 3, 1, 2)


def test_who_wins_rises_who_loses_falls_and_everybody_is_known_better() -> None:
    stood = after(game("anna", "bert"), {})
    assert stood["anna"].mu > NEW.mu > stood["bert"].mu
    assert max(stood["anna"].sigma, stood["bert"].sigma) < NEW.sigma


def test_who_is_level_moves_alike() -> None:
    stood = after(RatedGame(KIND, {"anna": 1, "bert": 2, "cora": 2}, "anna", True), {})
    assert stood["bert"].mu == stood["cora"].mu < NEW.mu < stood["anna"].mu


def test_beating_the_better_player_tells_more() -> None:
    better, worse = (after(game(*order), {})["bert"] for order in (("bert", "anna"), ("anna", "bert")))
    upset = after(game("cora", "bert"), {"bert": better})["cora"].mu
    expected = after(game("cora", "bert"), {"bert": worse})["cora"].mu
    assert upset > expected > NEW.mu


def test_where_all_is_luck_nobody_moves_and_all_are_equal() -> None:
    stood: dict[str, RunningRating] = {}
    for winner in ("anna", "anna", "bert", "anna"):
        stood |= after_and_luck(game(winner, "anna" if winner == "bert" else "bert"), stood, ALL_LUCK)[0]
    assert {(each.mu, each.sigma) for each in stood.values()} == {(NEW.mu, NEW.sigma)}
    assert stood["anna"].evidence[KIND][0] > 0  # it counts as soon as skill turns out to
    strengths = [estimate_strength(each.evidence, {KIND: 0.5}) for each in stood.values()]
    assert logarithms(strengths, 0.0) == [0, 0]


@given(st.lists(st.integers(1, 5), min_size=2, max_size=5))
def test_of_players_who_were_level_who_was_ahead_is_ahead_and_who_shared_a_place_is_level(
    places: list[int],
) -> None:
    stood = after(RatedGame(KIND, {str(at): place for at, place in enumerate(places)}, None, True), {})
    for one, other in permutations(stood, 2):
        ahead = places[int(other)] - places[int(one)]
        if ahead == 0:
            assert stood[one].mu == pytest.approx(stood[other].mu)
        elif ahead > 0:
            assert stood[one].mu > stood[other].mu


def test_games_of_other_rules_count_as_much_as_skill_counts_in_them() -> None:
    won, spreads = {"mhd": (2.0, 1.5)}, {"mhd": 0.05, KIND: 0.4}
    ((_, lost), (_, both)) = (
        update_evidence([[1], [0]], KIND, [before, {}], spreads)[::-1] for before in ({}, won)
    )
    assert estimate_strength(both, spreads).mu > estimate_strength(lost, spreads).mu
    assert estimate_strength(won, {"mhd": 0.4}).mu > estimate_strength(won, {"mhd": 0.05}).mu > NEW.mu


def test_a_walk_over_moves_nobody() -> None:
    stood = after(game("anna", "bert", is_rated=False), {})
    assert all((each.mu, each.sigma, each.rated) == (NEW.mu, NEW.sigma, 0) for each in stood.values())
    assert stood["anna"].won == 1


def test_somebody_is_worth_at_least_three_sigmas_less() -> None:
    assert RunningRating(mu=31, sigma=2).at_least == 25


@given(
    st.dictionaries(
        st.sampled_from(["anna", "bert", "cora", "dora"]), st.integers(1, 4), min_size=2, max_size=4
    )
)
def test_the_figures_do_not_depend_on_the_order_of_the_seats(places: dict[str, int]) -> None:
    before = {
        "anna": RunningRating(evidence={KIND: (4.5, 9.0)}),
        "cora": RunningRating(evidence={KIND: (-1.25, 2.0), "mhd": (0.5, 1.0)}),
    }
    found = [
        after(RatedGame(KIND, dict(seats), None, True), before) for seats in permutations(places.items())
    ]
    assert all(each == found[0] for each in found)
