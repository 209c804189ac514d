"""Where players stand after their games, and how much luck there is in a game."""

import math
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, strategies as st

from rules import RULE_SETS
from rules.simulate import jit, playouts, warm_up
from tests.endurance.size import sized
from tests.rules.simulate.tables import usual_game
from tournaments.players.ratings import RatedGame, RunningRating, after as after_and_luck
from tournaments.ratings import (
    GAPS,
    LOOKED_AT,
    Luck,
    Strength,
    estimate_strength,
    grouped,
    log_chance,
    logarithms,
    spread_of,
    update_evidence,
    usual_spread,
)

NEW = RunningRating()
KIND = "xmadn-3t"
#: What is known of luck where all is luck.
ALL_LUCK: Luck = {KIND: (-1e6,) * len(LOOKED_AT)}


def after(game: RatedGame, before: dict[str, RunningRating]) -> dict[str, RunningRating]:
    return after_and_luck(game, before, {})[0]


def game(*order: str, winner: str | None = None, is_rated: bool = True) -> RatedGame:
    places = {player: place for place, player in enumerate(order, start=1)}
    return RatedGame(KIND, places, winner or order[0], is_rated)


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
    assert stood["anna"].won_so_far == 1


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


# -- how much luck there is in a game ------------------------------------------------------------------


GAMES, LEAGUES = 600, sized(2, 4, thorough=4)
ORDER, EQUAL = grouped(range(3)), log_chance(grouped(range(3)), [0.0] * 3)


def boards(seed: int, spread: float) -> Iterator[list[int]]:
    """The games of a league of 20 players at boards of three: the players as they came home."""
    lots = Random(seed)
    strengths = [lots.gauss(0, spread) for _ in range(20)]
    for _ in range(GAMES):
        board = lots.sample(range(20), 3)
        times = {player: lots.expovariate(math.exp(strengths[player])) for player in board}
        yield sorted(board, key=times.__getitem__)


@cache
def league(seed: int, spread: float) -> tuple[float, Luck]:
    """How much worse than "equal" the forecasts by ratings were a game, and what was known of luck at the end."""
    stood: dict[str, RunningRating] = {}
    luck: Luck = {}
    losses = []
    for order in boards(seed, spread):
        here = [stood.get(str(player), RunningRating()) for player in order]
        worth = logarithms([Strength(each.mu, each.sigma) for each in here], spread_of(KIND, luck))
        losses.append(EQUAL - log_chance(ORDER, worth))
        places = {str(player): place for place, player in enumerate(order, start=1)}
        found, luck = after_and_luck(RatedGame(KIND, places, str(order[0]), True), stood, luck)
        stood |= found
    return fmean(losses), luck


@pytest.mark.parametrize("spread", [0.0, 0.05, 0.1, 0.2, 0.3, 0.5])
def test_forecasts_by_ratings_are_never_worse_than_calling_all_equal(spread: float) -> None:
    assert fmean(league(seed, spread)[0] for seed in range(LEAGUES)) < 0.001


def test_where_all_is_luck_that_is_learned_and_where_skill_counts_that_is() -> None:
    all_luck, skilled = (spread_of(KIND, league(1, spread)[1]) for spread in (0.0, 0.5))
    assert all_luck < usual_spread(KIND) / 2
    assert skilled == pytest.approx(0.5, rel=0.4)


def test_before_there_are_games_skill_counts_as_playouts_say() -> None:
    assert GAPS.keys() == RULE_SETS.keys()
    by_gap, by_spread = (sorted(RULE_SETS, key=each) for each in (GAPS.__getitem__, usual_spread))
    assert by_gap == by_spread
    assert all(0.2 < usual_spread(name) / (GAPS[name] / 8) < 1.6 for name in RULE_SETS)


@pytest.mark.skipif(not jit.available(), reason="numba is not installed")
@pytest.mark.parametrize("name", ["xmadn-3t", "mhd", "mhd-wormholes"])
def test_the_gaps_are_those_of_playouts(name: str) -> None:
    warm_up().join()
    game, won = usual_game(name), 0
    players = game.setup.seating.players
    each = 3_000 // len(players)
    for player in players:
        policy = dict.fromkeys(players, "front") | {player: "sensible"}
        won += playouts(game, each, policy=policy, seed=4).wins[player]
    share = won / each / len(players)
    assert math.log(share / (1 - share) * (len(players) - 1)) == pytest.approx(GAPS[name], abs=0.16)


def test_kinds_of_games_are_learned_apart() -> None:
    luck = league(1, 0.5)[1]
    assert luck.keys() == {KIND}
    assert spread_of("mhd", luck) == usual_spread("mhd")
