"""Running games: they end by lot from where their boards stand."""

import math
from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

from rules import RULE_SETS, Game
from rules.simulate import playouts
from tests.tournaments.forecasting.questions import EQUAL, KEYS, RUNS, near, told
from tests.tournaments.formats.entered import COLOURS, OPPOSITE, SIDE_BY_SIDE, contest, won_by
from tournaments.forecasting import RunningGame, Strength
from tournaments.forecasting.strength import SampledRunningGame
from tournaments.formats import FORMATS
from tournaments.ratings import GUMBEL, SIGMA

STRONG = EQUAL | {"anna": Strength(35)}
SPREAD = 0.75
SPREADS = {"xmadn-3t": SPREAD, "xmadn-gp": SPREAD}
EVERY_ORDER = dict.fromkeys(permutations(COLOURS), 1)


def championship(board: RunningGame, **wanted: Any) -> Any:
    """A first to 2 in which Anna has won, and Game 2 is being played."""
    event = contest("championship", [won_by(1, "yellow")], settings={"wins": 2})
    return told("championship", event, boards={2: board}, spreads=SPREADS, **wanted)


def won_with(ahead: float = 0.5, **times: int) -> RunningGame:
    return RunningGame("xmadn-3t", SIDE_BY_SIDE, {(colour,): often for colour, often in times.items()}, ahead)


def orders_of(board: RunningGame, strengths: dict[str, Strength], runs: int) -> Counter[tuple[str, ...]]:
    """How often each order is drawn."""
    (game,) = FORMATS["gp-series"].judge(contest("gp-series", settings={"games": 4})).next_games
    by_lot, lots = SampledRunningGame(board, strengths, SPREADS), Random(1)
    return Counter(by_lot.sample(game, lots).places for _ in range(runs))


# -- what a board does -----------------------------------------------------------------------------


def test_who_wins_a_running_game_comes_as_often_as_from_its_board() -> None:
    found = championship(won_with(black=90, blue=10))
    # Anna needs one more win; whoever wins Game 2 instead needs another, too.
    assert near(found.games[1], RUNS, 0.9)
    assert near(found.titles["anna"], RUNS, 0.9 + 0.1 * 4 / 9)
    assert found.titles["cleo"] < found.titles["bert"]


def test_a_board_that_is_decided_decides() -> None:
    found = championship(won_with(black=1))
    assert (found.titles, found.games) == ({"anna": RUNS, "bert": 0, "cleo": 0}, {1: RUNS})


def test_a_board_one_throw_from_its_end_nearly_decides_whatever_the_strengths() -> None:
    seats = {seat.entrant: seat.colours for seat in SIDE_BY_SIDE.seats}
    last_throw = Game.at(
        "6x8 47,b,c,d/B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B Y0", RULE_SETS["xmadn-3t"], seats
    )
    outcome = playouts(last_throw, 100, seed=1)
    board = RunningGame("xmadn-3t", SIDE_BY_SIDE, outcome.orders, outcome.throws / (outcome.throws + 900))
    for strengths in (EQUAL, EQUAL | {"bert": Strength(40)}):
        assert championship(board, strengths=strengths).title("anna").value > 0.98


def test_a_board_on_which_all_are_level_leaves_the_chances_as_they_were() -> None:
    level = championship(won_with(yellow=7, black=7, blue=7, red=7, green=7, violet=7))
    unknown = told("championship", contest("championship", [won_by(1, "yellow")], settings={"wins": 2}))
    for key in KEYS:
        assert near(level.titles[key], RUNS, unknown.titles[key] / RUNS)


def test_a_running_game_of_others_than_are_due_counts_as_not_begun() -> None:
    others = RunningGame("xmadn-3t", OPPOSITE, {("red",): 1}, 0.5)
    assert near(championship(others).games[1], RUNS, 1 / 3)


def test_who_is_assumed_to_win_a_running_game_wins_it_if_his_board_allows_it() -> None:
    found = championship(won_with(black=1, blue=3), runs=50, assume={2: "anna"})
    assert (found.titles["anna"], found.left_out) == (50, 0)
    assert championship(won_with(blue=1), runs=3, assume={2: "anna"}).left_out == 3


def test_the_places_come_together_as_the_playouts_had_them() -> None:
    one, other = tuple(COLOURS), tuple(reversed(COLOURS))
    found = orders_of(RunningGame("xmadn-gp", OPPOSITE, {one: 3, other: 1}, 0.3), EQUAL, RUNS)
    assert found.keys() == {one, other}
    assert near(found[one], RUNS, 3 / 4)


# -- with strengths --------------------------------------------------------------------------------


def share_of_anna(ahead: float) -> float:
    """How often the first colour is Anna's, on a board that says nothing."""
    runs = 2_000
    found = orders_of(RunningGame("xmadn-gp", OPPOSITE, EVERY_ORDER, ahead), STRONG, runs)
    return sum(times for order, times in found.items() if order[0] in ("yellow", "red")) / runs


def test_at_its_beginning_a_game_is_left_to_the_strengths_at_its_end_to_the_board() -> None:
    weight = math.exp(10 / SIGMA * SPREAD / math.sqrt(1 + SPREAD**2 / GUMBEL))
    assert near(round(2_000 * share_of_anna(1)), 2_000, weight / (weight + 2))
    assert near(round(2_000 * share_of_anna(0)), 2_000, 1 / 3)
    assert 1 / 3 < share_of_anna(0.5) < share_of_anna(1)


def test_a_game_that_is_won_is_weighed_by_who_wins_it() -> None:
    board = won_with(ahead=1, yellow=1, black=1, blue=2, green=2)
    weight = math.exp(10 / SIGMA * SPREAD / math.sqrt(1 + SPREAD**2 / GUMBEL))
    assert near(championship(board, strengths=STRONG).games[1], RUNS, weight / (weight + 2))
