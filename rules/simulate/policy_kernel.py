"""Which of the legal moves a policy chooses: the usual throw quickly, every other among all moves.

Like ``loop``, whose part this is, for playouts interpreted and compiled. The order of the moves is that of
``rules.kernel.ply.list_moves``, also where they are not written out.
"""

from collections.abc import MutableSequence, Sequence

from rules.board import PAWNS
from rules.kernel.captures import IN_YARD, NOBODY, around, standing_on
from rules.kernel.evaluation import worth
from rules.kernel.movement import Laws, legal
from rules.kernel.ply import (
    HUNTER,
    MOVE,
    MOVER,
    NONE,
    NOWHERE,
    SLOT,
    SOURCE,
    SPOT,
    TARGET,
    RuleConstants,
    free_fields,
    landing,
    leaves_moves_as_they_are,
    list_all,
    list_moves,
    listed,
    next_lying,
    put,
)
from rules.rule_sets import ONE
from rules.simulate.rng import below

#: What policies are as numbers.
RANDOM, FRONT, SENSIBLE = range(3)


def on_track(start: int, at: int, track: int) -> int:
    """The bit of the absolute field at progress ``at``, 0 in the yard and at home."""
    if at < 0 or at >= track:
        return 0
    return 1 << around(start + at, track)


# -- the usual choice: among own pawns that go forward -----------------------------------------------


def quickly_chosen(
    own: int, die: int, policy: int, laws: Laws, stream: MutableSequence[int]
) -> tuple[int, int]:
    """From and to where a policy moves a pawn of a colour that needs not look around; ``NOWHERE`` if none can move."""
    activation, ahead, _ = legal(own, 0, PAWNS - own.bit_count(), 0, 0, 0, die, laws)
    if activation:
        return IN_YARD, 0
    if ahead == 0:
        return NOWHERE, NOWHERE
    count = ahead.bit_count()
    if policy == RANDOM and count > 1:
        for _ in range(count - 1 - below(stream, count)):
            ahead &= ahead - 1
        ahead &= -ahead
    source = ahead.bit_length() - 1
    return source, source + die


def sensibly_chosen(
    ground: RuleConstants,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    taken: int,
    colour: int,
    die: int,
) -> tuple[int, int]:
    """The same for ``SENSIBLE``, where no furniture lies; the others need no tables and are faster without."""
    mine = own[colour]
    activation, ahead, _ = legal(mine, 0, PAWNS - mine.bit_count(), 0, 0, 0, die, ground.laws)
    if activation:
        return IN_YARD, 0
    if ahead == 0:
        return NOWHERE, NOWHERE
    source = ahead.bit_length() - 1
    if ahead & ahead - 1:
        source = most_worth(ground, leader, own, doubles, taken, colour, die, ahead)
    return source, source + die


def most_worth(
    ground: RuleConstants,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    taken: int,
    colour: int,
    die: int,
    ahead: int,
) -> int:
    """Which of the fields ``ahead`` a sensible player leaves; of equals the most advanced."""
    laws, track, fields = ground.laws, ground.track, ground.fields
    start = colour * fields
    chosen_source, best = NOWHERE, 0
    while ahead:
        source = ahead.bit_length() - 1
        ahead ^= 1 << source
        target, met = source + die, NOBODY
        if taken & on_track(start, target, track):
            met = standing_on(own, taken, colour, around(start + target, track), fields, track)
        value = worth(
            own, doubles, leader, colour, colour, source, target, target, met, NOBODY, -1, fields, laws
        )
        if chosen_source == NOWHERE or value > best:
            chosen_source, best = source, value
    return chosen_source


# -- the choice among all moves --------------------------------------------------------------------


def chosen(
    ground: RuleConstants,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    lying: MutableSequence[int],
    taken: int,
    moves: MutableSequence[int],
    stream: MutableSequence[int],
    colour: int,
    die: int,
    policy: int,
) -> int:
    """Where in ``moves`` is what a policy chooses among all legal moves; -1 if there is none."""
    if die == ONE and len(lying) and leaves_moves_as_they_are(ground):
        return chosen_with_furniture(
            ground, leader, own, doubles, lying, taken, moves, stream, colour, die, policy
        )
    count = list_moves(ground, own, doubles, lying, taken, colour, die, moves)
    if count < 2:
        return -1 if count == 0 else 0
    if policy == RANDOM:
        return below(stream, count) * MOVE
    best, found = 0, -1
    for number in range(count):
        at = number * MOVE
        origin = put(lying, moves[at + SLOT], moves[at + SPOT])
        value = valued(ground, leader, own, doubles, lying, taken, moves, at, colour, policy)
        put(lying, moves[at + SLOT], origin)
        if found < 0 or value > best:
            best, found = value, at
    return found


def valued(
    ground: RuleConstants,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    lying: Sequence[int],
    taken: int,
    moves: Sequence[int],
    at: int,
    colour: int,
    policy: int,
) -> int:
    """What a policy that looks for the best thinks of the pawn's move at ``at``; more is better.

    ``lying`` is the furniture as it lies when the pawn moves.
    """
    mover, source, target = moves[at + MOVER], moves[at + SOURCE], moves[at + TARGET]
    if policy != SENSIBLE:
        return source
    if source == NOWHERE:
        return 0
    end, met, met_there, sent_back = landing(
        ground, own, doubles, taken, lying, mover, source, target, moves[at + HUNTER]
    )
    return worth(
        own,
        doubles,
        leader,
        colour,
        mover,
        source,
        target,
        end,
        met,
        met_there,
        sent_back,
        ground.fields,
        ground.laws,
    )


# -- the choice with a 1 where furniture lies ------------------------------------------------------
#
# Each piece of furniture may go to each free field, and then each pawn may move as it could before: hundreds of
# moves, in the order of ``list_moves``. They are not written out. The random policy draws a number and looks what
# is there; for the others only those count that differ from earlier ones by what the pawn meets.


def chosen_with_furniture(
    ground: RuleConstants,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    lying: MutableSequence[int],
    taken: int,
    moves: MutableSequence[int],
    stream: MutableSequence[int],
    colour: int,
    die: int,
    policy: int,
) -> int:
    """As ``chosen``, where the pawns' moves are the same wherever the furniture lies."""
    count = list_all(ground, own, doubles, lying, taken, colour, die, NONE, NONE, moves, 0)
    free = free_fields(ground, own, lying, taken)
    if policy != RANDOM and count:
        return best_with_furniture(
            ground, leader, own, doubles, lying, taken, moves, count, free, colour, policy
        )
    each = max(1, count)
    whole = count + len(lying) * free.bit_count() * each
    if whole == 0:
        return -1
    number = below(stream, whole) if policy == RANDOM and whole > 1 else 0
    if number < count:
        return number * MOVE
    placing, which = divmod(number - count, each)
    if count == 0:
        listed(moves, 0, NONE, NONE, colour, NOWHERE, NOWHERE, NONE)
    moves[which * MOVE + SLOT], moves[which * MOVE + SPOT] = place_furniture(lying, free, placing)
    return which * MOVE


def place_furniture(lying: Sequence[int], free: int, number: int) -> tuple[int, int]:
    """Which furniture goes where by the placing of that number: the lowest of it first, to each free field."""
    earlier, spot = divmod(number, free.bit_count())
    origin, slot = next_lying(lying, -1)
    for _ in range(earlier):
        origin, slot = next_lying(lying, origin)
    for _ in range(spot):
        free &= free - 1
    return slot, lowest(free)


def lowest(mask: int) -> int:
    """The lowest field of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def best_with_furniture(
    ground: RuleConstants,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    lying: MutableSequence[int],
    taken: int,
    moves: MutableSequence[int],
    count: int,
    free: int,
    colour: int,
    policy: int,
) -> int:
    """The best of the pawns' moves, with the furniture as it lies or moved where that makes a difference."""
    best, found, found_slot, found_spot, targets = 0, -1, NONE, NONE, 0
    for number in range(count):
        at = number * MOVE
        targets |= on_track(moves[at + MOVER] * ground.fields, moves[at + TARGET], ground.track)
        value = valued(ground, leader, own, doubles, lying, taken, moves, at, colour, policy)
        if found < 0 or value > best:
            best, found = value, at
    if policy != SENSIBLE:
        return found
    origin = -1
    for _ in range(len(lying)):
        origin, slot = next_lying(lying, origin)
        spots = candidate_fields(ground, lying, slot, free, targets)
        while spots:
            lying[slot] = lowest(spots)
            spots &= spots - 1
            for number in range(count):
                at = number * MOVE
                value = valued(ground, leader, own, doubles, lying, taken, moves, at, colour, policy)
                if value > best:
                    best, found, found_slot, found_spot = value, at, slot, lying[slot]
        lying[slot] = origin
    moves[found + SLOT], moves[found + SPOT] = found_slot, found_spot
    return found


def candidate_fields(ground: RuleConstants, lying: Sequence[int], slot: int, free: int, targets: int) -> int:
    """Of the free fields those where furniture must be looked at: the targets of pawns, and one for all others.

    All, if it is the end of a wormhole to which a pawn may be carried.
    """
    if ground.traps == 0 and targets >> lying[slot ^ 1] & 1:
        return free
    others = free & ~targets
    return free & targets | others & -others
