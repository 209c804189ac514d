"""The legal moves of a throw on the whole board: captures, furniture, penalties (rulebook §6, §8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules import movement
from rules.furniture import Furniture, free_fields
from rules.move import IN_YARD, Move, move
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


def moves(scene: Scene, colour: int, die: int) -> tuple[Move, ...]:
    """All legal moves of the throw, without furniture moved first, the own colour before a neutral one."""
    found = pawn_moves(scene, colour, die)
    if scene.setup.neutral is not None:
        found += pawn_moves(scene, scene.setup.neutral, die)
    if die == ONE and scene.furniture.mask:
        found += tuple(_after_shifting(scene, colour, die))
    return found


def pawn_moves(scene: Scene, colour: int, die: int) -> tuple[Move, ...]:
    """The legal moves of the pawns of one colour, furniture staying where it is (rulebook §6)."""
    setup, own, doubles = scene.setup, scene.own[colour], scene.doubles[colour]
    track = setup.track
    seen = movement.seen_from(setup.starts[colour], scene.occupied | scene.furniture.mask, track)
    if setup.looks_around:
        choice = setup.choose(own, doubles, *surroundings(scene, colour), die)
    else:
        choice = setup.choose(own, doubles, 0, 0, 0, die)
    neutral = colour == setup.neutral
    penalised = setup.penalises and choice.hunter >= 0
    if not (choice.landings & seen or neutral or penalised):
        return choice.moves
    letter = setup.board.letters[colour] if neutral else ""
    return tuple(
        _arrived(scene, colour, step, choice.hunter if penalised else None, letter) for step in choice.moves
    )


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


def _arrived(scene: Scene, colour: int, step: Move, hunter: int | None, letter: str) -> Move:
    """The move with all that happens where the pawn arrives, and the penalty if it should have captured."""
    setup, target = scene.setup, step.target
    carried, captured = _landing(scene, colour, step.source, target) if target < setup.track else (None, ())
    missed = hunter if not captured else None
    return move(setup.board, step.die, step.source, target, carried, captured, missed, None, letter)


def _landing(scene: Scene, colour: int, source: int, target: int) -> tuple[int | None, tuple[int, ...]]:
    """Where a pawn that arrives on a track field is carried, and whom it captures (rulebook §8.4, §8.5)."""
    setup = scene.setup
    field = setup.board.absolute(colour, target)
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
    setup = scene.setup
    for other, own in enumerate(scene.own):
        if other != colour and own >> (field - setup.starts[other]) % setup.track & 1:
            return (other,)
    return ()


def _after_shifting(scene: Scene, colour: int, die: int) -> Iterator[Move]:
    """The moves with a trapdoor or wormhole end moved first ([D14]): judged on the board after that."""
    setup, lying = scene.setup, scene.furniture
    for origin in sorted(lying.fields):
        for target in free_fields(setup.board, scene.occupied, lying):
            shifted = Scene(setup, scene.own, scene.doubles, lying.moved(origin, target), scene.occupied)
            followed = pawn_moves(shifted, colour, die)
            if setup.neutral is not None:
                followed += pawn_moves(shifted, setup.neutral, die)
            furniture = (lying.letter, origin, target)
            if not followed:
                yield move(setup.board, die, furniture=furniture)
            for step in followed:
                letter = (
                    setup.board.letters[setup.neutral] if step.neutral and setup.neutral is not None else ""
                )
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
