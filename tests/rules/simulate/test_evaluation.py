"""The sensible player is a good one: at whichever seat, under the league's rules."""

import math

import pytest

from rules import RULE_SETS, Game
from rules.policies import move_value
from rules.simulate import playouts
from tests.endurance.size import patient, sized

FOUR = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
GAMES = sized(60, 10_000)
#: Few games may fall short by what chance can do; many must be above by as much as it can add.
DEVIATIONS = sized(-3, 2)


@patient
@pytest.mark.parametrize(("others", "least"), [("random", 0.65), ("front", 0.33)])
def test_sensible_beats_three_others(others: str, least: float) -> None:
    game = Game.start(RULE_SETS["xmadn-2t"], FOUR, starter="yellow")
    won = 0
    for player in FOUR:
        found = playouts(game, GAMES, policy=dict.fromkeys(FOUR, others) | {player: "sensible"}, seed=11)
        won += found.wins[player]
    games = GAMES * len(FOUR)
    assert won / games > least + DEVIATIONS * math.sqrt(least * (1 - least) / games)


def best(position: str, die: int, **seats: list[str]) -> str:
    game = Game.at(position, RULE_SETS["mhd"], seats or FOUR)
    return str(max(game.moves(die), key=lambda move: move_value(game, move)))


@pytest.mark.parametrize(
    ("why", "position", "die", "expected"),
    [
        ("the pawn ahead runs", "4x10 B,B,3,14/B,B,B,B/B,B,B,B/B,B,B,B Y0", 2, "2:14-16"),
        ("a capture is made", "4x10 B,B,3,14/B,B,B,B/B,B,B,B/B,B,B,15 Y0", 2, "2:3-5xK"),
        ("nobody stops before a hunter", "4x10 B,B,12,26/B,B,B,B/B,B,B,8/B,B,B,B Y0", 4, "4:12-16"),
        ("nor on the A of a colour that is stuck", "4x10 B,B,8,17/B,B,B,B/B,B,B,B/B,B,B,B Y0", 3, "3:8-11"),
    ],
)
def test_some_choices(why: str, position: str, die: int, expected: str) -> None:
    assert best(position, die) == expected, why
