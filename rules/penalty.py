"""A referee's penalty: a pawn of an unfinished colour goes to its yard (rulebook §11, [D27])."""

from __future__ import annotations

from dataclasses import replace

from rules.board import COLOUR_NAMES
from rules.errors import PositionError
from rules.i18n import Text, Verbatim, shown
from rules.position import Position, home, is_stuck, read_field
from rules.rule_sets import RuleSet


def sent_to_yard(position: Position, rules: RuleSet, colour: str, field: str) -> Position:
    """The position with the pawn of ``colour`` that stands on ``field`` (``A``, ``17``, ``c``) in its yard.

    Whose throw it is stays; throws missed for being stuck are forgotten where the colour to throw is
    stuck no longer. Raises ``PositionError`` where no such pawn stands or its colour has finished.
    """
    board = position.board
    if colour not in board.colours or not position.present[board.colours.index(colour)]:
        playing = [name for name, there in zip(board.colours, position.present, strict=True) if there]
        raise _refused(
            f"{shown(colour)} does not play here; {', '.join(playing)} do",
            f"{shown(colour)} spielt hier nicht mit; es spielen {', '.join(playing)}",
        )
    number = board.colours.index(colour)
    own, doubles = position.own[number], position.doubles[number]
    if own == home(board):
        raise _refused(
            f"{COLOUR_NAMES[colour].en} has finished, its pawns stay at home (rulebook D27)",
            f"{COLOUR_NAMES[colour].de} ist fertig, die Figuren bleiben im Ziel (Regelbuch D27)",
        )
    at = read_field(board, field) if isinstance(field, str) else None
    if at is None or at < 0 or not own >> at & 1:
        standing = [board.field_name(each) for each in range(own.bit_length()) if own >> each & 1]
        fields = Verbatim(", ".join(standing)) if standing else Text("none", "keine")
        raise _refused(
            f"no pawn of {COLOUR_NAMES[colour].en} that could go to the yard stands on {shown(field)};"
            f" there are {fields.en}",
            f"auf {shown(field)} steht keine Figur von {COLOUR_NAMES[colour].de}, die auf B könnte;"
            f" es gibt {fields.de}",
        )
    if doubles >> at & 1:
        doubles ^= 1 << at
    else:
        own ^= 1 << at
    after = replace(
        position,
        own=(*position.own[:number], own, *position.own[number + 1 :]),
        doubles=(*position.doubles[:number], doubles, *position.doubles[number + 1 :]),
    )
    return after if is_stuck(after, rules) else replace(after, missed=0)


def _refused(en: str, de: str) -> PositionError:
    return PositionError(Text(f"penalty: {en}", f"Strafe: {de}"))
