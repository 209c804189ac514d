"""One throw on bare integers: its legal moves in order, what each does, who throws next (rulebook §5, §6, §8, §9).

Put together from ``movement``, ``captures`` and ``turn``, and made like them: the same functions serve the single
throw, playouts, compiled or not, and the referee's phone, where they run as JavaScript (docs/develop/architecture.md).
``own`` and ``doubles`` are sequences of masks, one a colour; ``lying`` are the fields of the furniture.
"""

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from rules.board import PAWNS
from rules.kernel.captures import (
    IN_YARD,
    NOBODY,
    Masks,
    arrival,
    barred,
    foreigners,
    hunter,
    occupied,
    preyed,
    settle,
)
from rules.kernel.movement import Laws, legal
from rules.kernel.turn import ENDED, missed_before_next, over
from rules.rule_sets import ONE

#: Where a pawn comes from and goes to when none is moved.
NOWHERE = -2
#: No field.
NONE = -1

#: What a legal move is, ``MOVE`` numbers one after the other: which furniture (its place in ``lying``) goes where
#: first (``NONE``: it stays), whose pawn moves, from and to where, and the field of the pawn that could have
#: captured (``NONE`` without a penalty).
SLOT, SPOT, MOVER, SOURCE, TARGET, HUNTER = range(6)
MOVE = 6


class RuleConstants(NamedTuple):
    """The rules of a game as numbers."""

    laws: Laws
    track: int
    #: From one starting field to the next.
    fields: int
    #: The mask of a colour with all pawns at home.
    home: int
    looks_around: int
    penalises: int
    three_throws: int
    traps: int
    neutral: int
    ends: int
    players: int


# -- the legal moves -------------------------------------------------------------------------------


def room(track: int, ends: int) -> int:
    """How many numbers the legal moves of a throw are at the most, with so much furniture on the board."""
    return 4 * PAWNS * (1 + ends * track) * MOVE


def list_moves(
    ground: RuleConstants,
    own: Masks,
    doubles: Masks,
    lying: MutableSequence[int],
    taken: int,
    colour: int,
    die: int,
    moves: MutableSequence[int],
) -> int:
    """Write all legal moves of a throw into ``moves``; how many they are.

    First those with the furniture as it lies, then with each moved to each free field ([D14]).
    """
    count = list_all(ground, own, doubles, lying, taken, colour, die, NONE, NONE, moves, 0)
    if die != ONE:
        return count
    free, origin = free_fields(ground, own, lying, taken), -1
    for _ in range(len(lying)):
        origin, slot = next_lying(lying, origin)
        for spot in range(ground.track):
            if free >> spot & 1:
                lying[slot] = spot
                before = count
                count = list_all(ground, own, doubles, lying, taken, colour, die, slot, spot, moves, count)
                if count == before:
                    count = listed(moves, count, slot, spot, colour, NOWHERE, NOWHERE, NONE)
        lying[slot] = origin
    return count


def list_all(
    ground: RuleConstants,
    own: Masks,
    doubles: Masks,
    lying: Masks,
    taken: int,
    colour: int,
    die: int,
    slot: int,
    spot: int,
    moves: MutableSequence[int],
    count: int,
) -> int:
    """The same with the furniture as it lies: own pawns, then neutral ones, each colour with its own duties
    (rulebook §8.6, [D11] [D34]).
    """
    count = list_pawns(ground, own, doubles, lying, taken, colour, die, slot, spot, moves, count)
    if ground.neutral >= 0:
        count = list_pawns(ground, own, doubles, lying, taken, ground.neutral, die, slot, spot, moves, count)
    return count


def list_pawns(
    ground: RuleConstants,
    own: Masks,
    doubles: Masks,
    lying: Masks,
    taken: int,
    mover: int,
    die: int,
    slot: int,
    spot: int,
    moves: MutableSequence[int],
    count: int,
) -> int:
    """The same for the pawns of one colour, the most advanced first."""
    foreign, walls, prey = 0, 0, 0
    if ground.looks_around:
        foreign = foreigners(own, taken, mover, ground.fields, ground.track)
        walls = barred(doubles, mover, ground.fields, ground.track)
        prey = preyed(foreign, walls, lying, ground.traps, mover * ground.fields, ground.track)
    yard = PAWNS - own[mover].bit_count() - doubles[mover].bit_count()
    activation, ahead, behind = legal(
        own[mover], doubles[mover], yard, foreign, walls, prey, die, ground.laws
    )
    missed = hunter(ahead, behind, prey, die) if ground.penalises else NONE
    if activation:
        count = listed(moves, count, slot, spot, mover, IN_YARD, 0, missed)
    while ahead | behind:
        source = (ahead | behind).bit_length() - 1
        if ahead >> source & 1:
            count = listed(moves, count, slot, spot, mover, source, source + die, missed)
        if behind >> source & 1:
            count = listed(moves, count, slot, spot, mover, source, source - die, missed)
        ahead &= ~(1 << source)
        behind &= ~(1 << source)
    return count


def listed(
    moves: MutableSequence[int],
    count: int,
    slot: int,
    spot: int,
    mover: int,
    source: int,
    target: int,
    missed: int,
) -> int:
    """Write down one more move; how many there are with it."""
    at = count * MOVE
    moves[at + SLOT], moves[at + SPOT] = slot, spot
    moves[at + MOVER], moves[at + SOURCE], moves[at + TARGET] = mover, source, target
    moves[at + HUNTER] = missed
    return count + 1


def may_forfeit(moves: Sequence[int], count: int) -> bool:
    """Whether nothing need be moved: there is no legal move, or only furniture could be moved ([D14])."""
    pawns = 0
    for number in range(count):
        if moves[number * MOVE + SOURCE] != NOWHERE:
            pawns += 1
    return pawns == 0


# -- furniture -------------------------------------------------------------------------------------


def mask_of(lying: Sequence[int]) -> int:
    """Absolute fields as a mask."""
    mask = 0
    for end in range(len(lying)):
        mask |= 1 << lying[end]
    return mask


def free_fields(ground: RuleConstants, own: Masks, lying: Sequence[int], taken: int) -> int:
    """Where furniture may be put, as a mask: no pawn, no furniture, no starting field (rulebook §8.4)."""
    held = taken | mask_of(lying)
    for colour in range(len(own)):
        held |= 1 << colour * ground.fields
    return ((1 << ground.track) - 1) & ~held


def leaves_moves_as_they_are(ground: RuleConstants) -> bool:
    """Whether the pawns' moves are the same wherever the furniture lies, and only what they lead to differs.

    It changes them where obligation or penalty hangs on a capture through a wormhole.
    """
    return ground.traps != 0 or ground.looks_around == 0


def next_lying(lying: Sequence[int], after: int) -> tuple[int, int]:
    """The first field with furniture after field ``after``, and its place in ``lying``."""
    best, slot = -1, -1
    for at in range(len(lying)):
        if lying[at] > after and (best < 0 or lying[at] < best):
            best, slot = lying[at], at
    return best, slot


def put(lying: MutableSequence[int], slot: int, spot: int) -> int:
    """Move furniture (``slot`` is ``NONE``: leave all as it is); the field where it lay."""
    if slot < 0:
        return NONE
    origin = lying[slot]
    lying[slot] = spot
    return origin


# -- what a move does ------------------------------------------------------------------------------


def landing(
    ground: RuleConstants,
    own: Masks,
    doubles: Masks,
    taken: int,
    lying: Masks,
    mover: int,
    source: int,
    target: int,
    missed: int,
) -> tuple[int, int, int, int]:
    """Where the pawn of a legal move ends, whom it captures on its target and where it is carried, who is sent back.

    ``missed`` is the pawn that could have captured; it goes back unless somebody is captured (rulebook §8.3).
    """
    end, met, met_there = arrival(
        own, doubles, taken, lying, ground.traps, mover, source, target, ground.fields, ground.track
    )
    return end, met, met_there, missed if met == NOBODY and met_there == NOBODY else NONE


def landed(
    own: MutableSequence[int],
    doubles: MutableSequence[int],
    taken: int,
    lying: Masks,
    ground: RuleConstants,
    mover: int,
    source: int,
    target: int,
    missed: int,
) -> int:
    """Do a move with all that happens where the pawn arrives; the occupied fields afterwards."""
    end, met, met_there, sent_back = landing(
        ground, own, doubles, taken, lying, mover, source, target, missed
    )
    settle(own, doubles, mover, source, target, end, met, met_there, sent_back, ground.fields, ground.track)
    return occupied(own, ground.fields, ground.track)


def thrown(
    ground: RuleConstants,
    leader: Sequence[int],
    following: Sequence[int],
    own: MutableSequence[int],
    doubles: MutableSequence[int],
    taken: int,
    lying: MutableSequence[int],
    colour: int,
    missed: int,
    die: int,
    moves: Sequence[int],
    at: int,
) -> tuple[int, int, bool]:
    """A whole throw, played with the move that stands at ``at`` in ``moves`` (``NONE``: nothing is moved).

    ``own``, ``doubles`` and ``lying`` are changed. Who throws next (-1: the game is over), with how many misses,
    and whether ``colour`` has just come home. Playouts go the same steps, with a quick way for the usual throw.
    """
    mine = own[colour]
    others = own[ground.neutral] if ground.neutral >= 0 else mine
    finished = False
    if at >= 0:
        mover, source, target = moves[at + MOVER], moves[at + SOURCE], moves[at + TARGET]
        put(lying, moves[at + SLOT], moves[at + SPOT])
        if source != NOWHERE:
            landed(own, doubles, taken, lying, ground, mover, source, target, moves[at + HUNTER])
            if own[mover] == ground.home:
                finished = mover == colour
                if is_over(ground, leader, own):
                    return NOBODY, 0, finished
    after, misses = next_throw(
        following,
        own,
        colour,
        die,
        finished,
        ground.three_throws,
        missed,
        mine,
        others,
        ground.home,
        ground.neutral,
        ground.track,
    )
    return after, misses, finished


# -- what follows ----------------------------------------------------------------------------------


def next_throw(
    following: Sequence[int],
    own: Masks,
    colour: int,
    die: int,
    finished: bool,
    three_throws: int,
    missed: int,
    mine: int,
    others: int,
    home: int,
    neutral: int,
    track: int,
) -> tuple[int, int]:
    """Who throws next in a game that is not over, and with how many misses.

    ``own`` are the pawns after the throw; ``mine`` and ``others`` those of ``colour`` and of the neutral colour
    before it (without one, of ``colour`` again); ``finished``: ``colour`` has just come home.
    """
    misses = missed_before_next(die, finished, three_throws, missed, mine, others, track)
    if misses == ENDED:
        return next_colour(following, own, colour, home, neutral), 0
    return colour, misses


def next_colour(following: Sequence[int], own: Masks, colour: int, home: int, neutral: int) -> int:
    """The next colour in the game and not finished; with a neutral colour finished ones throw on (§8.6)."""
    colour = following[colour]
    while own[colour] == home and neutral < 0:
        colour = following[colour]
    return colour


def is_over(ground: RuleConstants, leader: Sequence[int], own: Masks) -> bool:
    """Whether the game is over with these pawns at home (rulebook §9; with a neutral colour §8.6)."""
    colours, colours_home, players_home = 0, 0, 0
    for player in range(ground.players):
        whole = 1
        for colour in range(len(own)):
            if leader[colour] == player:
                colours += 1
                if own[colour] == ground.home:
                    colours_home += 1
                else:
                    whole = 0
        players_home += whole
    if ground.neutral >= 0:
        return colours_home > 0 and own[ground.neutral] == ground.home
    return over(ground.ends, colours_home, colours, players_home, ground.players)
