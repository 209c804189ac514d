"""The legal moves of a throw on the whole board: captures, furniture, penalties (rulebook §6, §8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules import meeting, movement
from rules.board import PAWNS
from rules.furniture import Furniture, free_fields
from rules.meeting import NOBODY
from rules.move import Move, move, steps
from rules.options import ONE
from rules.setup import Setup


class Scene:
    """The board before a throw: all pawns (masks as in ``rules.movement``), the furniture, occupied absolute fields.

    A plain class and not a frozen dataclass because one is made for every throw of millions; nobody
    changes one that has been made.
    """

    __slots__ = ("doubles", "furniture", "occupied", "own", "setup")

    def __init__(
        self,
        setup: Setup,
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


def pawn_moves(scene: Scene, colour: int, die: int) -> tuple[Move, ...]:
    """The legal moves of the pawns of one colour, furniture staying where it is (rulebook §6)."""
    setup = scene.setup
    own, doubles = scene.own[colour], scene.doubles[colour]
    foreign, walls, prey = surroundings(scene, colour) if setup.looks_around else (0, 0, 0)
    yard = PAWNS - own.bit_count() - doubles.bit_count()
    activation, ahead, behind = movement.legal(own, doubles, yard, foreign, walls, prey, die, setup.laws)
    moves, landings = (setup.activation, 1) if activation else steps(setup.board, die, ahead, behind)
    if colour == setup.neutral:
        letter = setup.board.letters[colour]
        hunter = meeting.hunter(ahead, behind, prey, die) if setup.penalises else -1
        return tuple(_arrived(scene, colour, step, hunter, letter) for step in moves)
    if setup.penalises:
        hunter = meeting.hunter(ahead, behind, prey, die)
        return tuple(_arrived(scene, colour, step, hunter, "") for step in moves)
    start, there = setup.starts[colour], scene.occupied | scene.furniture.mask
    met = (there >> start | there << setup.track - start) & landings
    if met:
        # A list first: quicker than a generator, and this is where the time of a throw goes.
        return tuple(
            [_arrived(scene, colour, step, -1, "") if met >> step.target & 1 else step for step in moves]
        )
    return moves


def surroundings(scene: Scene, colour: int) -> tuple[int, int, int]:
    """What ``colour`` sees from its A: foreign pawns, walls, and fields where an arriving pawn captures."""
    setup, lying = scene.setup, scene.furniture
    foreign = meeting.foreigners(scene.own, scene.occupied, colour, setup.fields, setup.track)
    walls = meeting.barred(scene.doubles, colour, setup.fields, setup.track)
    start, traps = setup.starts[colour], bool(lying.trapdoors)
    return foreign, walls, meeting.preyed(foreign, walls, lying.fields, traps, start, setup.track)


def _arrived(scene: Scene, colour: int, step: Move, hunter: int, letter: str) -> Move:
    """The move with all that happens where the pawn arrives, and the penalty if it should have captured."""
    setup, lying, target = scene.setup, scene.furniture, step.target
    end, met, met_there = meeting.arrival(
        scene.own,
        scene.doubles,
        scene.occupied,
        lying.fields,
        bool(lying.trapdoors),
        colour,
        step.source,
        target,
        setup.fields,
        setup.track,
    )
    captured = tuple(other for other in (met, met_there) if other != NOBODY)
    missed = hunter if hunter >= 0 and not captured else None
    carried = None if end == target else end
    return move(setup.board, step.die, step.source, target, carried, captured, missed, None, letter)


def further_moves(scene: Scene, colour: int, die: int) -> tuple[Move, ...]:
    """What comes on top of the pawns of ``colour``: neutral pawns, and furniture moved with a 1 (§8.4–§8.6)."""
    found = pawn_moves(scene, scene.setup.neutral, die) if scene.setup.neutral >= 0 else ()
    if die == ONE and scene.furniture.mask:
        found += tuple(_after_shifting(scene, colour, die))
    return found


def _after_shifting(scene: Scene, colour: int, die: int) -> Iterator[Move]:
    """The moves with a trapdoor or wormhole end moved first ([D14]): judged on the board after that."""
    setup, lying = scene.setup, scene.furniture
    for origin in sorted(lying.fields):
        for target in free_fields(setup.board, scene.occupied, lying):
            shifted = Scene(setup, scene.own, scene.doubles, lying.moved(origin, target), scene.occupied)
            followed = pawn_moves(shifted, colour, die)
            if setup.neutral >= 0:
                followed += pawn_moves(shifted, setup.neutral, die)
            furniture = (lying.letter, origin, target)
            if not followed:
                yield move(setup.board, die, furniture=furniture)
            for step in followed:
                letter = setup.board.letters[setup.neutral] if step.neutral and setup.neutral >= 0 else ""
                yield move(
                    setup.board,
                    die,
                    step.source,
                    step.target,
                    step.carried,
                    step.captured,
                    step.missed,
                    furniture,
                    letter,
                )
