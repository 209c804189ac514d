"""The legal moves of a throw on the whole board: captures, furniture, penalties (rulebook §6, §8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules import movement
from rules.board import PAWNS
from rules.furniture import Furniture, free_fields
from rules.move import IN_YARD, Move, move, steps
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
        hunter = _hunter(setup, ahead, behind, prey, die)
        return tuple(_arrived(scene, colour, step, hunter, letter) for step in moves)
    if setup.penalises:
        hunter = _hunter(setup, ahead, behind, prey, die)
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
    setup = scene.setup
    foreign = movement.seen_from(setup.starts[colour], scene.occupied, setup.track) & ~scene.own[colour]
    walls = _walls(scene, colour)
    return foreign, walls, foreign & ~walls | _prey_through_wormholes(scene, colour, foreign, walls)


def _walls(scene: Scene, colour: int) -> int:
    """The fields of every barrier, seen from the A of ``colour`` (rulebook §8.2)."""
    setup, walls = scene.setup, 0
    for number, doubles in enumerate(scene.doubles):
        if doubles:
            walls |= movement.on_absolute(setup.starts[number], doubles, setup.track)
    return movement.seen_from(setup.starts[colour], walls, setup.track)


def _prey_through_wormholes(scene: Scene, colour: int, foreign: int, walls: int) -> int:
    """Entrances through which a pawn is carried onto a foreign pawn, seen from the A of ``colour``."""
    setup, prey = scene.setup, 0
    for pair in scene.furniture.wormholes:
        one, other = ((end - setup.starts[colour]) % setup.track for end in pair)
        for entrance, out in ((one, other), (other, one)):
            if foreign & ~walls & ~scene.own[colour] & 1 << out:
                prey |= 1 << entrance
    return prey


def _hunter(setup: Setup, ahead: int, behind: int, prey: int, die: int) -> int:
    """The field of the pawn that a missed capture sends back ([D9]); -1 if none was to be made or punished."""
    if not setup.penalises:
        return -1
    return (movement.capturing(ahead, prey, die) | behind).bit_length() - 1


def _arrived(scene: Scene, colour: int, step: Move, hunter: int, letter: str) -> Move:
    """The move with all that happens where the pawn arrives, and the penalty if it should have captured."""
    setup, target = scene.setup, step.target
    carried: int | None = None
    captured: tuple[int, ...] = ()
    if target < setup.track:
        field = (setup.starts[colour] + target) % setup.track
        if scene.furniture.mask >> field & 1:
            carried, captured = _landing(scene, colour, step.source, field)
        else:
            captured = _standing_on(scene, colour, field)
    missed = hunter if hunter >= 0 and not captured else None
    return move(setup.board, step.die, step.source, target, carried, captured, missed, None, letter)


def _landing(scene: Scene, colour: int, source: int, field: int) -> tuple[int | None, tuple[int, ...]]:
    """Where a pawn is carried that arrives on furniture, and whom it captures (rulebook §8.4, §8.5)."""
    setup = scene.setup
    if field in scene.furniture.trapdoors:
        return IN_YARD, ()
    captured = _standing_on(scene, colour, field)
    out = scene.furniture.exit(field)
    if out is None:
        return None, captured
    carried = (out - setup.starts[colour]) % setup.track
    leaving = 1 << source if source >= 0 and not scene.doubles[colour] >> source & 1 else 0
    own_there = scene.own[colour] & ~leaving & 1 << carried
    barred = _walls(scene, colour) & 1 << carried
    if own_there or barred:
        return None, captured  # [D10], [D16]: it stays on the entrance
    return carried, captured + _standing_on(scene, colour, out)


def _standing_on(scene: Scene, colour: int, field: int) -> tuple[int, ...]:
    """The foreign colour on an absolute field, if any."""
    if scene.occupied >> field & 1:
        starts, track = scene.setup.starts, scene.setup.track
        for other, own in enumerate(scene.own):
            if own >> (field - starts[other]) % track & 1 and other != colour:
                return (other,)
    return ()


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
