"""A referee's penalty: a pawn of an unfinished colour goes to its yard (rulebook §11, [D27])."""

from collections.abc import Iterator
from dataclasses import replace

from rules.board import COLOUR_NAMES
from rules.errors import PositionError
from rules.i18n import Text, Verbatim, quote_value
from rules.kernel.captures import NOBODY
from rules.kernel.penalty import penalisable, penalise
from rules.kernel.tables import Tables
from rules.position import Position, home, read_field


def penalisable_pawns(position: Position) -> Iterator[tuple[str, str]]:
    board = position.board
    for colour, own in zip(board.colours, position.own, strict=True):
        yield from ((colour, field) for field in _fields(position, own))


def sent_to_yard(position: Position, setup: Tables, colour: str, field: str) -> Position:
    """The position with the pawn of ``colour`` on ``field`` (``A``, ``17``, ``c``) in its yard.

    Whose throw it is stays; throws missed for being stuck are forgotten where the colour to throw is
    stuck no longer. Raises ``PositionError`` where there is no such pawn or its colour has finished.
    """
    board = position.board
    if colour not in board.colours or not position.present[board.colours.index(colour)]:
        playing = [name for name, there in zip(board.colours, position.present, strict=True) if there]
        raise _refused(
            Text(
                "{colour} does not play here; {playing} do",
                colour=quote_value(colour),
                playing=", ".join(playing),
            ),
        )
    number = board.colours.index(colour)
    own = position.own[number]
    if own and not penalisable(own, home(board)):
        raise _refused(
            Text("{colour} has finished, its pawns stay at home (rulebook D27)", colour=COLOUR_NAMES[colour]),
        )
    at = read_field(board, field) if isinstance(field, str) else None
    if at is None or at < 0 or not own >> at & 1:
        reach = _fields(position, own)
        fields = Verbatim(", ".join(reach)) if reach else Text("none")
        raise _refused(
            Text(
                "no pawn of {colour} that could go to the yard stands on {field}; there are {fields}",
                colour=COLOUR_NAMES[colour],
                field=quote_value(field),
                fields=fields,
            ),
        )
    owns, doubles = list(position.own), list(position.doubles)
    throwing = NOBODY if position.colour is None else position.colour
    missed = penalise(owns, doubles, number, at, throwing, position.missed, setup.neutral, board.track)
    return replace(position, own=tuple(owns), doubles=tuple(doubles), missed=missed)


def _fields(position: Position, own: int) -> list[str]:
    board = position.board
    reach = penalisable(own, home(board))
    return [board.field_name(at) for at in range(reach.bit_length()) if reach >> at & 1]


def _refused(message: Text) -> PositionError:
    return PositionError(Text("penalty: {message}", message=message))
