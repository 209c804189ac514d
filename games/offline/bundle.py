"""The modules of ``games/static/games/generated/``: which functions of the rules each has."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from games.offline.py2js import translate_functions
from rules import board, move, position
from rules.kernel import captures, clock, movement, penalty, ply, turn

#: What a game on the phone asks (``game.js``); what these call comes with them.
_RULES = (
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
#: What every page with a clock asks (``clock.js``).
_CLOCK = (clock.possible_actions, clock.played_until, clock.clock_reading)
MODULES: Mapping[str, tuple[Callable[..., Any], ...]] = {"rules.js": _RULES, "clock.js": _CLOCK}
FOLDER = Path(__file__).parent.parent / "static" / "games" / "generated"
_HEAD = """\
// Made from the functions of the same names in rules/ by `make offline-rules`. Not written by hand: what is to change
// is changed there, and the reasons stand there.
"""


def build_bundle(name: str) -> str:
    """Return the text of a module."""
    return f"{_HEAD}\n{translate_functions(MODULES[name], package='rules.')}"
