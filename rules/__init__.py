"""The game itself: boards, rule sets, positions, moves, records (docs/reference/rulebook.md).

Pure Python: no Django, no clock, no randomness of its own – the die is always handed in. A game is a value: ``play``
returns the game after a throw, the one before stays as it was.

>>> from rules import RULE_SETS, Game
>>> seats = {"Anna": ["black", "yellow"], "Bert": ["green", "red"]}
>>> game = Game.start(RULE_SETS["xmadn-2t"].but(three_throws=True), seats, starter="black")
>>> game = game.play(6, "6:B-A")
>>> str(game.position)
'4x10 B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,A K0'
>>> [str(move) for move in game.moves(3)]
['3:A-3']
>>> game.explain(3)[0].text.en
'black on B: it leaves the yard only with a 6 (§6)'
>>> Game.replay(game.record()).position == game.position
True

``IllegalMove`` names the paragraph broken and what would be legal. Millions of throws a second: ``rules.simulate``.
"""

from rules.adjudication import METHODS, POINTS_SAVED, adjudicate, rank_adjudicated
from rules.board import COLOUR_NAMES, HOME_LETTERS, LETTERS, PAWNS, YARD, Board
from rules.errors import DieError, IllegalMove, OptionError, PositionError, RecordError, RulesError
from rules.game import Game
from rules.i18n import (
    ENGLISH,
    Figure,
    Literal,
    Plural,
    Text,
    Verbatim,
    in_each,
    join_names,
    joined,
    languages,
    opening,
    quote_value,
    spoken,
)
from rules.kernel.movement import SIX
from rules.lots import shuffle_by
from rules.move import IN_YARD, NOWHERE, Move
from rules.option_labels import changes_in_words, rule_set_name, rule_set_summary
from rules.policies import POLICIES, Policy
from rules.position import Position, read_field
from rules.rule_sets import (
    LARGEST_FACE,
    OPTIONS,
    RULE_SETS,
    Ends,
    OptionKind,
    RuleSet,
    Starter,
    rule_set,
)
from rules.special_fields import drawn_from_seed
from rules.starters import StartingColour, may_be_youngest, youngest_starts
from rules.stats import Estimate

__all__ = [
    "COLOUR_NAMES",
    "ENGLISH",
    "HOME_LETTERS",
    "IN_YARD",
    "LARGEST_FACE",
    "LETTERS",
    "METHODS",
    "NOWHERE",
    "OPTIONS",
    "PAWNS",
    "POINTS_SAVED",
    "POLICIES",
    "RULE_SETS",
    "SIX",
    "YARD",
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
    "OptionKind",
    "Plural",
    "Policy",
    "Position",
    "PositionError",
    "RecordError",
    "RuleSet",
    "RulesError",
    "Starter",
    "StartingColour",
    "Text",
    "Verbatim",
    "adjudicate",
    "changes_in_words",
    "drawn_from_seed",
    "in_each",
    "join_names",
    "joined",
    "languages",
    "may_be_youngest",
    "opening",
    "quote_value",
    "rank_adjudicated",
    "read_field",
    "rule_set",
    "rule_set_name",
    "rule_set_summary",
    "shuffle_by",
    "spoken",
    "youngest_starts",
]
