"""The legal moves of a throw on the whole board: captures, furniture, penalties (rulebook §6, §8)."""

from collections.abc import Iterator, Sequence

from rules.board import PAWNS
from rules.kernel import captures, movement
from rules.kernel.captures import NOBODY
from rules.kernel.ply import MOVE, NONE, NOWHERE, landing, list_moves, put, room
from rules.kernel.tables import Tables
from rules.move import Move, move, steps
from rules.position import occupied
from rules.rule_sets import ONE
from rules.special_fields import Furniture


class Scene:
    """The board before a throw: all pawns (masks as in ``rules.kernel.movement``), the furniture, occupied
    absolute fields.

    A plain class and not a frozen dataclass because one is made for every throw of millions; no one
    changes one that has been made.
    """

    __slots__ = ("doubles", "furniture", "occupied", "own", "setup")

    def __init__(
        self,
        setup: Tables,
        own: tuple[int, ...],
        doubles: tuple[int, ...],
        furniture: Furniture,
        occupied: int,
    ) -> None:
        self.setup = setup
        self.own = own
        self.doubles = doubles
        self.furniture = furniture
        self.occupied = occupied


def legal_moves(scene: Scene, colour: int, die: int) -> tuple[Move, ...]:
    """The legal moves of a throw: own pawns, neutral ones, then all again with furniture moved first ([D14])."""
    setup = scene.setup
    if setup.neutral >= 0 or setup.looks_around or (die == ONE and scene.furniture.mask):
        return tuple(_all_moves(scene, colour, die))
    own, doubles = scene.own[colour], scene.doubles[colour]
    yard = PAWNS - own.bit_count() - doubles.bit_count()
    activation, ahead, behind = movement.legal(own, doubles, yard, 0, 0, 0, die, setup.laws)
    moves, landings = (setup.activation, 1) if activation else steps(setup.board, die, ahead, behind)
    start, there = setup.starts[colour], scene.occupied | scene.furniture.mask
    met = (there >> start | there << setup.track - start) & landings
    if met:
        # A list first: quicker than a generator, and this is where the time of a throw goes.
        return tuple([_arrived(scene, colour, step) if met >> step.target & 1 else step for step in moves])
    return moves


def surroundings(scene: Scene, colour: int) -> tuple[int, int, int]:
    """What ``colour`` sees from its A: foreign pawns, walls, and fields where an arriving pawn captures."""
    setup, lying = scene.setup, scene.furniture
    foreign = captures.foreigners(scene.own, scene.occupied, colour, setup.fields, setup.track)
    walls = captures.barred(scene.doubles, colour, setup.fields, setup.track)
    start, traps = setup.starts[colour], bool(lying.trapdoors)
    return foreign, walls, captures.preyed(foreign, walls, lying.fields, traps, start, setup.track)


def _arrived(scene: Scene, colour: int, step: Move) -> Move:
    """The usual move of an own pawn with all that happens where it arrives."""
    lying = scene.furniture.fields
    return _as_move(scene, lying, step.die, colour, step.source, step.target, NONE, None)


def _all_moves(scene: Scene, colour: int, die: int) -> Iterator[Move]:
    """The moves as ``rules.kernel.ply`` lists them, where there is more to look at than own pawns."""
    setup, lying = scene.setup, list(scene.furniture.fields)
    listed = [0] * room(setup.track, len(lying) if die == ONE else 0)
    count = list_moves(setup.ground, scene.own, scene.doubles, lying, scene.occupied, colour, die, listed)
    for at in range(0, count * MOVE, MOVE):
        slot, spot, mover, source, target, hunter = listed[at : at + MOVE]
        origin = put(lying, slot, spot)
        furniture = None if slot == NONE else (scene.furniture.letter, origin, spot)
        yield _as_move(scene, lying, die, mover, source, target, hunter, furniture)
        put(lying, slot, origin)


def _as_move(
    scene: Scene,
    lying: Sequence[int],
    die: int,
    mover: int,
    source: int,
    target: int,
    hunter: int,
    furniture: tuple[str, int, int] | None,
) -> Move:
    """A legal move as a value; ``lying`` is the furniture as it lies when the pawn moves."""
    setup = scene.setup
    if source == NOWHERE:
        return move(setup.board, die, furniture=furniture)
    end, met, met_there, missed = landing(
        setup.ground, scene.own, scene.doubles, scene.occupied, lying, mover, source, target, hunter
    )
    return move(
        setup.board,
        die,
        source,
        target,
        None if end == target else end,
        tuple(other for other in (met, met_there) if other != NOBODY),
        None if missed == NONE else missed,
        furniture,
        setup.board.letters[mover] if mover == setup.neutral else "",
    )


# -- what a legal move does to the board, without any checks (rulebook §6, §8) ---------------------


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
