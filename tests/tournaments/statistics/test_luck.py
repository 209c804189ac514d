"""How much luck there is in a game: what is taken to be so at first, what games tell, what forecasts are worth."""

import math
from collections.abc import Iterator
from functools import cache
from random import Random
from statistics import fmean

import pytest

from rules import RULE_SETS
from rules.simulate import jit, playouts, warm_up
from tests.endurance.size import sized
from tests.rules.simulate.tables import usual_game
from tournaments.ratings.finishing_orders import grouped, log_chance
from tournaments.ratings.luck import GAPS, LOOKED_AT, Luck, spread_of, usual_spread
from tournaments.ratings.rating import Strength, estimate_strength, logarithms, update_evidence
from tournaments.statistics.ratings import RatedGame, RunningRating, after

KIND = "xmadn-3t"
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
        found, luck = after(RatedGame(KIND, places, str(order[0]), True), stood, luck)
        stood |= found
    return fmean(losses), luck


def by_fixed(seed: int, league_spread: float, spread: float) -> float:
    """The same with a spread held fast."""
    stood: dict[int, dict[str, tuple[float, float]]] = {}
    fixed, losses = {KIND: spread}, []
    for order in boards(seed, league_spread):
        before = [stood.get(player, {}) for player in order]
        worth = logarithms([estimate_strength(each, fixed) for each in before], spread)
        losses.append(EQUAL - log_chance(ORDER, worth))
        stood |= zip(order, update_evidence(ORDER, KIND, before, fixed), strict=True)
    return fmean(losses)


@pytest.mark.parametrize("spread", [0.0, 0.05, 0.1, 0.2, 0.3, 0.5])
def test_forecasts_by_ratings_are_never_worse_than_calling_all_equal(spread: float) -> None:
    assert fmean(league(seed, spread)[0] for seed in range(LEAGUES)) < 0.001


@pytest.mark.parametrize("spread", [0.0, 0.1, 0.2, 0.3])
def test_nobody_who_knew_the_luck_beforehand_would_forecast_much_better(spread: float) -> None:
    found = fmean(league(seed, spread)[0] for seed in range(LEAGUES))
    best = min(
        fmean(by_fixed(seed, spread, each) for seed in range(LEAGUES)) for each in (0.0, *LOOKED_AT[3:9])
    )
    assert found - best < 0.005


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
