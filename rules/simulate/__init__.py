"""Playouts: many games played to the end from one position, millions of throws a second (docs/playouts.md).

>>> from rules import RULE_SETS, Game
>>> from rules.simulate import playouts
>>> game = Game.start(RULE_SETS["mhd"], {"Anna": ["yellow"], "Bert": ["red"]}, starter="yellow")
>>> playouts(game, 100, policy={"Anna": "sensible", "Bert": "random"}, seed=1).wins
{'Anna': 89, 'Bert': 11}
"""

from rules.simulate.engine import is_compiled, version, warm_up
from rules.simulate.halting import Halted, Looking
from rules.simulate.outcome import Outcome
from rules.simulate.running import cores, playouts
from rules.simulate.setting import POLICIES

__all__ = [
    "POLICIES",
    "Halted",
    "Looking",
    "Outcome",
    "cores",
    "is_compiled",
    "playouts",
    "version",
    "warm_up",
]
