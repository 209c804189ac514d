"""Playouts: many games played to the end from one position, millions of throws a second (docs/develop/playouts.md).

>>> from rules import RULE_SETS, Game
>>> from rules.simulate import playouts
>>> game = Game.start(RULE_SETS["mhd"], {"Anna": ["yellow"], "Bert": ["red"]}, starter="yellow")
>>> playouts(game, 100, policy={"Anna": "sensible", "Bert": "random"}, seed=1).wins
{'Anna': 89, 'Bert': 11}
"""

from rules.simulate.backend import is_compiled, version, warm_up
from rules.simulate.runner import Lookahead, Outcome, TruncatedPlayouts, cores, playouts
from rules.simulate.scenario import POLICIES

__all__ = [
    "POLICIES",
    "Lookahead",
    "Outcome",
    "TruncatedPlayouts",
    "cores",
    "is_compiled",
    "playouts",
    "version",
    "warm_up",
]
