"""Chances that can be worked out by hand: playouts agree with them within their bounds."""

import math
from fractions import Fraction

import pytest

from rules import RULE_SETS, Game
from rules.simulate import loop, playouts, rng
from rules.simulate.backend import INTERPRETED
from rules.simulate.scenario import Scenario
from tests.endurance.size import sized

SEATS = {"P1": ["yellow"], "P2": ["red"]}
GAMES = sized(5_000, 200_000)
DEVIATIONS = 5


def bound(expected: Fraction, games: int) -> float:
    return DEVIATIONS * math.sqrt(expected * (1 - expected) / games)


# Up to five fields before its a a pawn comes home by one face, another throw follows a 6, and any other face leaves
# one face again: x = 1/6 + 1/6·x + 4/6·(1 − x). Six fields before it the 6 brings it home, any other face nearer:
# 1/6 + 5/6·(1 − y) with y = 1/6 + 5/6·(1 − x) for the other, who is six fields before it still.
@pytest.mark.parametrize("rules", ["schmidt", "mhd"])
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [(1, 1, (5, 9)), (5, 5, (5, 9)), (2, 4, (5, 9)), (3, 1, (5, 9)), (6, 6, (179, 324))],
)
def test_who_brings_the_last_pawn_home_first(
    rules: str, first: int, second: int, expected: tuple[int, int]
) -> None:
    """b, c, d of both sides are full, and one pawn each stands that many fields before its a; P1 throws."""
    position = f"4x10 {40 - first},b,c,d/-/{40 - second},b,c,d/- Y0"
    game, due = Game.at(position, RULE_SETS[rules], SEATS), Fraction(*expected)
    found = playouts(game, GAMES, seed=first + second)
    assert abs(found.wins["P1"] / GAMES - due) < bound(due, GAMES)
    assert found.wins["P1"] + found.wins["P2"] == GAMES


def test_one_of_three_tries_for_a_six_succeeds() -> None:
    game = Game.start(RULE_SETS["mhd"], SEATS, starter="yellow")
    due = 1 - Fraction(5, 6) ** 3
    _, throws, trace = Scenario(game, "random").play(INTERPRETED, rng.key(1), 0, GAMES, 3, 3 * GAMES)
    assert throws == [3] * GAMES
    activation = loop.throw_code(0, 6, -1, -1, 0, -1, 0)
    succeeded = sum(activation in trace[at : at + 3] for at in range(0, 3 * GAMES, 3))
    assert abs(succeeded / GAMES - due) < bound(due, GAMES)
