"""The game itself: boards, rule sets, positions, moves, records (docs/reference/rulebook.md).

Pure Python: no Django, no clock, no randomness of its own – the die is always handed in.

>>> from rules import RULE_SETS, Game
>>> seats = {"Anna": ["black", "yellow"], "Bert": ["green", "red"]}
>>> game = Game.start(RULE_SETS["xmadn-2t"], seats, starter="black")
>>> game = game.play(6, "6:B-A")
>>> str(game.position)
'4x10 B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,A K0'
"""

from rules.errors import DieError, IllegalMove, OptionError, PositionError, RecordError, RulesError
from rules.game import Game
from rules.i18n import Text
from rules.move import Move
from rules.position import Position
from rules.rule_sets import RULE_SETS, RuleSet

__all__ = [
    "RULE_SETS",
    "DieError",
    "Game",
    "IllegalMove",
    "Move",
    "OptionError",
    "Position",
    "PositionError",
    "RecordError",
    "RuleSet",
    "RulesError",
    "Text",
]
