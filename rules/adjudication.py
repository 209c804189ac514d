"""What a board is worth when a game is stopped before its end (rulebook §11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from rules.board import PAWNS
from rules.errors import OptionError
from rules.i18n import Text, quote_value
from rules.move import IN_YARD
from rules.position import Position

if TYPE_CHECKING:
    from rules.game import Game

POINTS_ON_START = 10
POINTS_SAVED = 75
HOME_YARD_STEP = 10


@dataclass(frozen=True, slots=True)
class BoardValue:
    """The worth of one colour's pawns by one method."""

    colour: str
    value: int


@dataclass(frozen=True, slots=True)
class Method:
    """A way to adjudicate: how a colour's board is counted, and whether more or less of it is better."""

    key: str
    name: Text
    more_is_better: bool
    #: (track fields, the progress of the four pawns, captures made) → value
    count: Callable[[int, tuple[int, ...], int], int]


def adjudicate(
    position: Position, method: str, captures: Mapping[str, int] | None = None
) -> tuple[tuple[BoardValue, ...], ...]:
    """The colours by the worth of their boards, the best first; equal ones stand together.

    ``method`` is a key of ``METHODS``; ``captures`` (colour → captures made) are due for
    ``home-yard-capture`` and 0 where a colour is not named. Equal boards stay equal: a tie-break throw
    decides elsewhere. Raises ``OptionError`` for an unknown method or captures that cannot be.
    """
    if method not in METHODS:
        raise OptionError(
            Text(
                "method: {method} is unknown; there are {methods} (rulebook §11)",
                method=quote_value(method),
                methods=", ".join(METHODS),
            ),
            "method",
        )
    made = _captures(position, captures or {})
    how = METHODS[method]
    values = [
        BoardValue(colour, how.count(position.board.track, pawns, made.get(colour, 0)))
        for colour, pawns in zip(position.board.colours, position.pawns, strict=True)
        if pawns is not None
    ]
    ordered = sorted({board.value for board in values}, reverse=how.more_is_better)
    return tuple(tuple(board for board in values if board.value == value) for value in ordered)


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The outcome of a stopped game: what each colour's board is worth, and the players from first to last.

    ``players`` are groups; those in one group have equal boards, and no throw has decided.
    """

    values: Mapping[str, int]
    players: tuple[tuple[str, ...], ...]

    @property
    def winner(self) -> str | None:
        return self.players[0][0] if len(self.players[0]) == 1 else None


def rank_adjudicated(
    game: Game,
    method: str,
    captures: Mapping[str, int] | None = None,
    throws: Sequence[Mapping[str, int]] = (),
) -> Adjudication:
    """The players of a game that is stopped now: those already placed first, the others by their boards.

    A player's board is the sum of their colours. ``throws`` are rounds of tie-break throws, player → die:
    in each round all throw who are still level with somebody, and the higher die is better. Raises
    ``OptionError`` for an unknown method, captures that cannot be, or a round of other players.
    """
    groups = adjudicate(game.position, method, captures)
    values = {board.colour: board.value for group in groups for board in group}
    placed = game.ranking
    sums = {
        player: sum(values[colour] for colour in game.seats.colours_of(player))
        for player in game.seats.players
        if player not in placed
    }
    best_first = sorted(set(sums.values()), reverse=METHODS[method].more_is_better)
    ordered: list[tuple[str, ...]] = [(player,) for player in placed]
    ordered += [tuple(player for player in sums if sums[player] == value) for value in best_first]
    for number, thrown in enumerate(throws):
        ordered = _parted(ordered, number, thrown, game.rules.die_faces)
    return Adjudication(values, tuple(ordered))


def _parted(
    groups: Sequence[tuple[str, ...]], number: int, thrown: Mapping[str, int], faces: Sequence[int]
) -> list[tuple[str, ...]]:
    """The groups after one round of throws among those who were level."""
    level = [player for group in groups if len(group) > 1 for player in group]
    if not level or sorted(thrown) != sorted(level) or not set(thrown.values()) <= set(faces):
        raise OptionError(
            Text(
                "throws[{number}]: who is level throws once, with a face of the die: {who} (rulebook §11)",
                number=number,
                who=", ".join(level) or Text("nobody"),
            ),
            f"throws[{number}]",
        )
    parted: list[tuple[str, ...]] = []
    for group in groups:
        if len(group) == 1:
            parted.append(group)
            continue
        for die in sorted({thrown[player] for player in group}, reverse=True):
            parted.append(tuple(player for player in group if thrown[player] == die))
    return parted


def _captures(position: Position, captures: Mapping[str, int]) -> Mapping[str, int]:
    playing = [
        colour for colour, there in zip(position.board.colours, position.present, strict=True) if there
    ]
    for colour, number in captures.items():
        if colour not in playing or type(number) is not int or number < 0:
            raise OptionError(
                Text(
                    "captures: {colour} → {number} should be a colour that plays ({playing}) and a whole "
                    "number from 0 on",
                    colour=quote_value(colour),
                    number=quote_value(number),
                    playing=", ".join(playing),
                ),
                "captures",
            )
    return captures


# -- the methods ---------------------------------------------------------------------------------


def _counting_points(track: int, pawns: tuple[int, ...], captures: int) -> int:
    points = 0
    for at in pawns:
        if at >= track:
            points += POINTS_SAVED
        elif at != IN_YARD:
            points += POINTS_ON_START + at
    return points


def _remaining_steps(track: int, pawns: tuple[int, ...], captures: int) -> int:
    """Whichever pawn takes which home field, the steps are the same in sum; from the yard to A is one."""
    return sum(range(track, track + PAWNS)) - sum(pawns)


def _saved_pawns(track: int, pawns: tuple[int, ...], captures: int) -> int:
    return sum(at >= track for at in pawns)


def _home_yard_capture(track: int, pawns: tuple[int, ...], captures: int) -> int:
    return HOME_YARD_STEP * (_saved_pawns(track, pawns, captures) - pawns.count(IN_YARD)) + captures


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        method.key: method
        for method in (
            Method("counting-points", Text("counting points"), True, _counting_points),
            Method("remaining-steps", Text("remaining steps"), False, _remaining_steps),
            Method("saved-pawns", Text("saved pawns"), True, _saved_pawns),
            Method(
                "home-yard-capture",
                Text("home, yard and captures"),
                True,
                _home_yard_capture,
            ),
        )
    }
)
