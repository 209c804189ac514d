"""What a legal move does to the board, without any checks (rulebook §6, §8)."""

from rules.kernel import captures
from rules.kernel.captures import NOBODY
from rules.legal_moves import Scene
from rules.move import NOWHERE, Move
from rules.position import occupied
from rules.special_fields import Furniture

Board = tuple[tuple[int, ...], tuple[int, ...], Furniture, int]


def apply_move(scene: Scene, colour: int, move: Move) -> Board:
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
        setup = scene.setup
        # Who was captured at one of two fields only does not stand on the other.
        met, met_there = (move.captured[0], move.captured[-1]) if move.captured else (NOBODY, NOBODY)
        missed = -1 if move.missed is None else move.missed
        captures.settle(
            own,
            doubles,
            colour,
            move.source,
            move.target,
            move.end,
            met,
            met_there,
            missed,
            setup.fields,
            setup.track,
        )
    return tuple(own), tuple(doubles), lying, occupied(scene.setup.board, tuple(own))
