"""The game itself: boards, rule sets, positions, moves, records (docs/reference/rulebook.md).

Pure Python: no Django, no clock, no randomness of its own – the die is always handed in.

>>> from rules import RULE_SETS, Game
>>> seats = {"Anna": ["black", "yellow"], "Bert": ["green", "red"]}
>>> game = Game.start(RULE_SETS["xmadn-2t"], seats, starter="black")
>>> game = game.play(6, "6:B-A")
>>> str(game.position)
'4x10 B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,A K0'
"""

from rules.board import COLOUR_NAMES, LETTERS, PAWNS, Board
from rules.errors import DieError, IllegalMove, OptionError, PositionError, RecordError, RulesError
from rules.game import Game
from rules.i18n import ENGLISH, Figure, Literal, Plural, Text, Verbatim, joined, languages, quote_value
from rules.move import IN_YARD, Move
from rules.option_labels import rule_set_name, rule_set_summary
from rules.position import Position
from rules.rule_sets import RULE_SETS, Ends, RuleSet, Starter, rule_set
from rules.starters import StartingColour
from rules.stats import Estimate

__all__ = [
    "COLOUR_NAMES",
    "ENGLISH",
    "IN_YARD",
    "LETTERS",
    "PAWNS",
    "RULE_SETS",
    "Board",
    "DieError",
    "Ends",
    "Estimate",
    "Figure",
    "Game",
    "IllegalMove",
    "Literal",
    "Move",
    "OptionError",
    "Plural",
    "Position",
    "PositionError",
    "RecordError",
    "RuleSet",
    "RulesError",
    "Starter",
    "StartingColour",
    "Text",
    "Verbatim",
    "joined",
    "languages",
    "quote_value",
    "rule_set",
    "rule_set_name",
    "rule_set_summary",
]
