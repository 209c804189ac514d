"""The module ``games/static/games/generated/rules.js``: which functions of the rules it has."""

from __future__ import annotations

from pathlib import Path

from games.offline.py2js import translated
from rules import board, move, position
from rules.kernel import captures, movement, penalty, ply, turn

#: What the referee's page asks (``game.js``); what these call comes with them.
ASKED = (
    ply.list_moves,
    ply.may_forfeit,
    ply.landing,
    ply.put,
    ply.thrown,
    turn.winner,
    captures.occupied,
    movement.all_home,
    penalty.penalisable,
    penalty.penalise,
    position.masks,
    board.field_name,
    move.token,
)
PATH = Path(__file__).parent.parent / "static" / "games" / "generated" / "rules.js"
_HEAD = """\
// The rules of rulebook §5, §6, §8 and §9, made from the functions of the same names in rules/ by
// `manage.py offline_rules`. Not written by hand: what is to change is changed there, and the reasons stand there.
"""


def module() -> str:
    """The text of the module."""
    return f"{_HEAD}\n{translated(ASKED, package='rules.')}"
