"""Positions and their notation (rulebook §3)."""

import re
import string
from dataclasses import dataclass
from functools import lru_cache

from rules.board import HOME_LETTERS, PAWNS, YARD, Board, board
from rules.errors import PositionError, RulesError
from rules.i18n import Text, quote_value
from rules.kernel import captures, movement
from rules.kernel.turn import THROWS_WHEN_STUCK
from rules.rule_sets import RuleSet
from rules.seating import Seating
from rules.special_fields import NO_FURNITURE, Furniture, furniture

#: Longer text cannot be a position.
LONGEST_TEXT = 10_000
#: How many throws of a turn a colour has missed.
_MISSED = string.digits[:THROWS_WHEN_STUCK]


@dataclass(frozen=True, slots=True)
class Position:
    """The pawns, the special fields and whose throw it is. Colours are numbers in playing direction.

    ``own[c]`` and ``doubles[c]`` are masks of progress as in ``rules.kernel.movement``; both are 0 for a
    colour that is not ``present``. ``colour`` is ``None`` when the game is over.
    """

    board: Board
    present: tuple[bool, ...]
    own: tuple[int, ...]
    doubles: tuple[int, ...]
    colour: int | None
    missed: int = 0
    furniture: Furniture = NO_FURNITURE

    @property
    def pawns(self) -> tuple[tuple[int, ...] | None, ...]:
        """The progress of the four pawns of each colour, ascending, -1 = in the yard; ``None`` if absent."""
        return tuple(
            _progresses(own, doubles) if present else None
            for present, own, doubles in zip(self.present, self.own, self.doubles, strict=True)
        )

    def __str__(self) -> str:
        pawns = "/".join(
            _field_names(self.board, own, doubles) if present else "-"
            for present, own, doubles in zip(self.present, self.own, self.doubles, strict=True)
        )
        to_throw = "." if self.colour is None else self.board.letters[self.colour]
        text = f"{self.board} {pawns} {to_throw}{self.missed}"
        return f"{text} {self.furniture}" if self.furniture.mask else text


#: Of one position to the next no more than two colours change.
@lru_cache(maxsize=10_000)
def _field_names(board: Board, own: int, doubles: int) -> str:
    return ",".join(map(board.field_name, _progresses(own, doubles)))


def _progresses(own: int, doubles: int) -> tuple[int, ...]:
    found = []
    while own:
        at = own.bit_length() - 1
        found += [at, at] if doubles >> at & 1 else [at]
        own ^= 1 << at
    return (-1,) * (PAWNS - len(found)) + tuple(reversed(found))


def masks(progresses: tuple[int, ...]) -> tuple[int, int]:
    """``own`` and ``doubles`` of pawns at these progresses (-1 = yard), at most two on a field."""
    own = doubles = 0
    for at in progresses:
        if at >= 0:
            doubles |= own & 1 << at
            own |= 1 << at
    return own, doubles


def occupied(layout: Board, own: tuple[int, ...]) -> int:
    """The absolute track fields with a pawn, as a mask."""
    return captures.occupied(own, layout.fields, layout.track)


def home(layout: Board) -> int:
    """The mask of a colour with all four pawns at home."""
    return movement.all_home(layout.track)


# -- reading -------------------------------------------------------------------------------------


def read(text: str, rules: RuleSet, seated: Seating) -> Position:
    """The position that ``text`` denotes, checked against the rules and the seating ([D20]).

    Whether the game is over in it (whether ``.`` is right) depends on the whole game and is checked
    by ``Game.at``. Raises ``PositionError`` that says what is wrong and what would be right.
    """
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise _refused(Text("a line of text is needed"))
    parts = text.split()
    if not 3 <= len(parts) <= 4:
        raise _refused(
            Text("three or four parts are needed: board, pawns, colour to throw, furniture (rulebook §3)"),
        )
    try:
        layout = board(parts[0])
    except RulesError as error:
        raise PositionError(error.message, "position") from None
    if layout != rules.layout():
        raise _refused(
            Text("board {layout} is not the board of these rules, {board}", layout=layout, board=rules.board),
        )
    colours = parts[1].split("/")
    if len(colours) != layout.arms:
        raise _refused(
            Text(
                "{arms} colours separated by / are needed, there are {colours}",
                arms=layout.arms,
                colours=len(colours),
            ),
        )
    read_pawns = [
        _read_colour(rules, layout, seated, number, written) for number, written in enumerate(colours)
    ]
    own = tuple(one for one, _ in read_pawns)
    doubles = tuple(two for _, two in read_pawns)
    _check_shared_fields(layout, own)
    lying = _read_furniture(rules, parts[3] if len(parts) == 4 else "")
    on_trapdoor = occupied(layout, own) & sum(1 << at for at in lying.trapdoors)
    if on_trapdoor:
        raise _refused(
            Text(
                "a pawn stands on the trapdoor on field {field} (rulebook D20)",
                field=on_trapdoor.bit_length() - 1,
            ),
        )
    present = tuple(
        colour == rules.neutral or seated.player_of(colour) is not None for colour in layout.colours
    )
    colour, missed = _read_throw(layout, parts[2])
    position = Position(layout, present, own, doubles, colour, missed, lying)
    _check_throw(position, rules, seated)
    return position


def _read_colour(
    rules: RuleSet, layout: Board, seated: Seating, number: int, written: str
) -> tuple[int, int]:
    colour = layout.colours[number]
    plays = colour == rules.neutral or seated.player_of(colour) is not None
    if not plays:
        if written != "-":
            raise _refused(
                Text("{colour} does not play, - is needed for it (rulebook §8.1)", colour=colour),
            )
        return 0, 0
    return _read_pawns(layout, colour, rules.barriers, written)


#: As few change as with ``_field_names``.
@lru_cache(maxsize=10_000)
def _read_pawns(layout: Board, colour: str, barriers: bool, written: str) -> tuple[int, int]:
    """The masks of a colour's pawns."""
    names = written.split(",")
    if len(names) != PAWNS:
        raise _refused(
            Text(
                "{colour}: four pawns are needed, there are {value}",
                colour=colour,
                value=0 if written == "-" else len(names),
            ),
        )
    progresses = tuple(sorted(_read_field(layout, colour, name) for name in names))
    for at in set(progresses) - {-1}:
        most = 2 if barriers and at < layout.track else 1
        if progresses.count(at) > most:
            raise _refused(
                Text(
                    "{colour}: {number} pawns on field {field}, at most {most} (rulebook D20)",
                    colour=colour,
                    number=progresses.count(at),
                    field=layout.field_name(at),
                    most=most,
                ),
            )
    return masks(progresses)


def read_field(layout: Board, name: str) -> int | None:
    """The progress of a field name, -1 for the yard; ``None`` if there is no such field."""
    if name == YARD:
        return -1
    if name == "A":
        return 0
    if len(name) == 1 and name in HOME_LETTERS:
        return layout.track + HOME_LETTERS.index(name)
    if re.fullmatch(r"[1-9][0-9]{0,3}", name, re.ASCII) and int(name) < layout.track:
        return int(name)
    return None


def _read_field(layout: Board, colour: str, name: str) -> int:
    at = read_field(layout, name)
    if at is None:
        raise _refused(
            Text(
                "{colour}: {name} is no field; they are B, A, 1 to {track}, a, b, c, d",
                colour=colour,
                name=quote_value(name),
                track=layout.track - 1,
            ),
        )
    return at


def _check_shared_fields(layout: Board, own: tuple[int, ...]) -> None:
    taken = 0
    for colour, mask in enumerate(own):
        here = movement.on_absolute(layout.start(colour), mask, layout.track)
        if taken & here:
            raise _refused(
                Text(
                    "two colours stand on one track field, number {at} of the board (rulebook D20)",
                    at=(taken & here).bit_length() - 1,
                ),
            )
        taken |= here


def _read_throw(layout: Board, written: str) -> tuple[int | None, int]:
    if written == ".0":
        return None, 0
    if len(written) == 2 and written[0] in layout.letters and written[1] in _MISSED:
        return layout.letters.index(written[0]), int(written[1])
    raise _refused(
        Text(
            "{written} should be the colour to throw, one of {letters}, and its missed throws {missed}, "
            "or .0 when the game is over",
            written=quote_value(written),
            letters=layout.letters,
            missed=", ".join(_MISSED),
        ),
    )


def _check_throw(position: Position, rules: RuleSet, seated: Seating) -> None:
    if position.colour is None:
        return
    layout = position.board
    colour = layout.colours[position.colour]
    if seated.player_of(colour) is None:
        raise _refused(
            Text("{colour} has no throws, nobody leads it (rulebook D20)", colour=colour),
        )
    if rules.neutral is None and position.own[position.colour] == home(layout):
        raise _refused(Text("{colour} is home and has no throws", colour=colour))
    if position.missed and not (rules.three_throws and is_stuck(position, rules)):
        raise _refused(
            Text(
                "{colour} cannot have missed {missed}: that needs three_throws and a colour that is "
                "stuck (rulebook §5, D20)",
                colour=colour,
                missed=position.missed,
            ),
        )


def is_stuck(position: Position, rules: RuleSet) -> bool:
    """Whether the colour to throw is stuck (rulebook §5); with a neutral colour both must be (§8.6)."""
    if position.colour is None:
        return False
    colours = [position.colour]
    if rules.neutral is not None:
        colours.append(position.board.colours.index(rules.neutral))
    return all(movement.stuck(position.own[colour], position.board.track) for colour in colours)


def _read_furniture(rules: RuleSet, written: str) -> Furniture:
    number = r"(?:0|[1-9][0-9]{0,3})"
    if re.fullmatch(rf"T{number}(,{number})*", written, re.ASCII):
        return furniture(rules, trapdoors=[int(at) for at in written[1:].split(",")])
    if re.fullmatch(rf"W{number}-{number}(,{number}-{number})*", written, re.ASCII):
        pairs = [tuple(map(int, pair.split("-"))) for pair in written[1:].split(",")]
        return furniture(rules, wormholes=pairs)
    if written:
        raise _refused(
            Text(
                "{written} should be furniture such as T5,13,21,29 or W3-27,9-41",
                written=quote_value(written),
            ),
        )
    return furniture(rules)


def _refused(message: Text) -> PositionError:
    return PositionError(Text("position: {message}", message=message), "position")
