"""What a legal move does to the board: nothing is asked here any more, it is done (rulebook §6, §8)."""

from __future__ import annotations

from rules.furniture import Furniture
from rules.landing import Scene
from rules.move import IN_YARD, NOWHERE, Move
from rules.position import occupied

Board = tuple[tuple[int, ...], tuple[int, ...], Furniture, int]


def played(scene: Scene, colour: int, move: Move) -> Board:
    """Pawns, doubles, furniture and occupied fields after a legal move of a pawn of ``colour``."""
    if move.plain and not scene.setup.barriers:
        # The usual case made quick: one pawn goes to a free field, nothing else happens.
        pawns, bits = list(scene.own), scene.setup.absolute[colour]
        pawns[colour] ^= move.change
        taken = scene.occupied ^ bits[move.source] ^ bits[move.target]
        return tuple(pawns), scene.doubles, scene.furniture, taken
    own, doubles = list(scene.own), list(scene.doubles)
    lying = scene.furniture if move.shifted is None else scene.furniture.moved(*move.shifted)
    if move.source != NOWHERE:
        _leave(own, doubles, colour, move.source)
        _capture(scene, own, colour, move)
        end = move.end
        if move.missed is not None:
            end = _penalised(own, doubles, colour, move, end)
        _arrive(own, doubles, colour, end)
    return tuple(own), tuple(doubles), lying, occupied(scene.setup.board, tuple(own))


def _leave(own: list[int], doubles: list[int], colour: int, field: int) -> None:
    if field == IN_YARD:
        return
    if doubles[colour] >> field & 1:
        doubles[colour] ^= 1 << field
    else:
        own[colour] ^= 1 << field


def _arrive(own: list[int], doubles: list[int], colour: int, field: int) -> None:
    if field == IN_YARD:
        return
    if own[colour] >> field & 1:
        doubles[colour] |= 1 << field
    else:
        own[colour] |= 1 << field


def _capture(scene: Scene, own: list[int], colour: int, move: Move) -> None:
    """Send the captured pawns home: they stood where the pawn arrived or where it was carried."""
    setup = scene.setup
    arrived = [field for field in (move.target, move.carried) if field is not None and field >= 0]
    for field in arrived:
        absolute = setup.board.absolute(colour, field)
        for other in move.captured:
            own[other] &= ~(1 << (absolute - setup.starts[other]) % setup.track)


def _penalised(own: list[int], doubles: list[int], colour: int, move: Move, end: int) -> int:
    """Send the pawn back that missed a capture; where the moved pawn ends ([D9], [D19])."""
    if move.missed == move.source:
        return IN_YARD
    assert move.missed is not None
    _leave(own, doubles, colour, move.missed)
    return end
