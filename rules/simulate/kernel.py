"""Games played to their end by policies, on bare integers: the loop around the rules that playouts compile.

What is legal, what a move does and who throws next is asked of ``rules.throw`` and what stands below it, as
the single throw asks. Here stand only the choice among the moves and the quick way for the usual
throw. Everything runs interpreted (tables of tuples and lists) and compiled (the same tables as arrays)
and draws the same numbers: the die, then, where a random policy has more than one move, the move.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from rules.board import PAWNS
from rules.meeting import IN_YARD, NOBODY, around, occupied, standing_on
from rules.movement import Laws, legal
from rules.options import ONE
from rules.sensible import worth
from rules.simulate.stream import begin, below
from rules.throw import (
    HUNTER,
    MOVE,
    MOVER,
    NOWHERE,
    SLOT,
    SOURCE,
    SPOT,
    TARGET,
    Ground,
    is_over,
    landed,
    landing,
    list_moves,
    mask_of,
    next_throw,
    put,
)

#: What policies are as numbers.
RANDOM, FRONT, SENSIBLE = range(3)

#: Where a game stands besides its pawns: the colour to throw (-1: the game is over), its misses, the finishing order
#: as digits to base ``ORDER`` (colour + 1, the first on the left), who threw last.
COLOUR, MISSED, FINISHED, THROWER = range(4)
ORDER = 8


class Seats(NamedTuple):
    """Who sits there: one entry a colour."""

    #: Its player, -1 for neutral and absent ones.
    leader: Sequence[int]
    #: The colour that throws after it.
    following: Sequence[int]
    policy: Sequence[int]
    #: The faces of the dice, one die after the other, and where that of each colour begins and how many it has.
    faces: Sequence[int]
    first_face: Sequence[int]
    face_count: Sequence[int]


def play_games(
    ground: Ground,
    seats: Seats,
    key: Sequence[int],
    first: int,
    halt: int,
    most: int,
    own_before: Sequence[int],
    doubles_before: Sequence[int],
    lying_before: Sequence[int],
    now_before: Sequence[int],
    own: MutableSequence[int],
    doubles: MutableSequence[int],
    lying: MutableSequence[int],
    now: MutableSequence[int],
    moves: MutableSequence[int],
    stream: MutableSequence[int],
    endings: MutableSequence[int],
    throws: MutableSequence[int],
    boards: MutableSequence[int],
    trace: MutableSequence[int],
) -> None:
    """Play as many games as ``endings`` has room for, from number ``first`` on, each at most ``most`` throws long.

    ``endings`` gets the finishing order and who threw last (``order * ORDER + colour + 1``), -1 for a game
    that did not end; ``throws`` the numbers of throws. ``boards`` gets how each game stands after ``halt`` throws, or
    at its end if that is earlier (``noted`` says how); it has room for all games or for none. ``trace`` gets the
    first throws of all, as many as it has room for (``told`` says how). The sequences in between are for the
    game in hand.
    """
    traced = 0
    for game in range(len(endings)):
        for at in range(len(own)):
            own[at] = own_before[at]
            doubles[at] = doubles_before[at]
        for at in range(len(lying)):
            lying[at] = lying_before[at]
        for at in range(len(now)):
            now[at] = now_before[at]
        begin(stream, key, first + game)
        thrown = 0
        if len(boards):
            thrown = play_on(ground, seats, halt, own, doubles, lying, now, moves, stream, trace, traced)
            noted(boards, game, own, doubles, now)
        thrown += play_on(
            ground, seats, most - thrown, own, doubles, lying, now, moves, stream, trace, traced + thrown
        )
        throws[game] = thrown
        traced += thrown
        endings[game] = -1 if now[COLOUR] >= 0 else now[FINISHED] * ORDER + now[THROWER] + 1


def noted(
    boards: MutableSequence[int], game: int, own: Sequence[int], doubles: Sequence[int], now: Sequence[int]
) -> None:
    """Write down how game number ``game`` stands: the pawns of all colours, where two stand, who throws next."""
    colours = len(own)
    at = game * (2 * colours + 1)
    for colour in range(colours):
        boards[at + colour] = own[colour]
        boards[at + colours + colour] = doubles[colour]
    boards[at + 2 * colours] = now[COLOUR]


def play_on(
    ground: Ground,
    seats: Seats,
    most: int,
    own: MutableSequence[int],
    doubles: MutableSequence[int],
    lying: MutableSequence[int],
    now: MutableSequence[int],
    moves: MutableSequence[int],
    stream: MutableSequence[int],
    trace: MutableSequence[int],
    traced: int,
) -> int:
    """Throw until the game is over, ``most`` times at most; how many throws it were."""
    leader, following, policies, faces, first_face, face_count = seats
    laws, track, fields, home = ground.laws, ground.track, ground.fields, ground.home
    neutral, three_throws = ground.neutral, ground.three_throws
    usual = neutral < 0 and ground.looks_around == 0
    colour, missed = now[COLOUR], now[MISSED]
    taken, furnished = occupied(own, fields, track), mask_of(lying)
    thrown = 0
    while colour >= 0 and thrown < most:
        thrown += 1
        now[THROWER] = colour
        die = faces[first_face[colour] + below(stream, face_count[colour])]
        policy, mine = policies[colour], own[colour]
        others = own[neutral] if neutral >= 0 else mine
        mover, origin, spot = colour, -1, -1
        if usual and (furnished == 0 or (policy != SENSIBLE and die != ONE)):
            if policy == SENSIBLE:
                source, target = sensibly_chosen(ground, leader, own, doubles, taken, colour, die)
            else:
                source, target = quickly_chosen(mine, die, policy, laws, stream)
            if source != NOWHERE:
                start = colour * fields
                there = on_track(start, target, track)
                if (taken | furnished) & there:
                    taken = landed(own, doubles, taken, lying, ground, colour, source, target, -1)
                else:
                    # The usual throw made quick: one pawn goes to a free field, nothing else happens.
                    own[colour] = mine ^ (1 << target | (1 << source if source >= 0 else 0))
                    taken ^= there | on_track(start, source, track)
        else:
            at = chosen(ground, leader, own, doubles, lying, taken, moves, stream, colour, die, policy)
            source, target = NOWHERE, NOWHERE
            if at >= 0:
                mover, source, target = moves[at + MOVER], moves[at + SOURCE], moves[at + TARGET]
                spot = moves[at + SPOT]
                origin = put(lying, moves[at + SLOT], spot)
                if origin >= 0:
                    furnished ^= 1 << origin | 1 << spot
                if source != NOWHERE:
                    taken = landed(
                        own, doubles, taken, lying, ground, mover, source, target, moves[at + HUNTER]
                    )
        if traced < len(trace):
            trace[traced] = told(colour, die, origin, spot, mover, source, target)
            traced += 1
        finished = False
        if source != NOWHERE and own[mover] == home:
            finished = has_finished(now, colour, mover)
            if is_over(ground, leader, own):
                colour = -1
                break
        colour, missed = next_throw(
            following, own, colour, die, finished, three_throws, missed, mine, others, home, neutral, track
        )
    now[COLOUR], now[MISSED] = colour, missed if colour >= 0 else 0
    return thrown


def has_finished(now: MutableSequence[int], colour: int, mover: int) -> bool:
    """Whether ``mover``, who has all pawns at home, is the colour that has thrown; its place is noted then."""
    if mover != colour:
        return False
    now[FINISHED] = now[FINISHED] * ORDER + colour + 1
    return True


def told(colour: int, die: int, origin: int, spot: int, mover: int, source: int, target: int) -> int:
    """A throw as one number, different for different throws; -1 for furniture that stays, -2 for a pawn that does."""
    number = colour * 8 + mover
    for part in (die, origin + 1, spot + 1, source + 2, target + 2):
        number = number * 1024 + part
    return number


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
    ground: Ground,
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
    ground: Ground,
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
    ground: Ground,
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
    """Where in ``moves`` stands what a policy chooses among all legal moves; -1 if there is none."""
    count = list_moves(ground, own, doubles, lying, taken, colour, die, moves)
    if count < 2:
        return -1 if count == 0 else 0
    if policy == RANDOM:
        return below(stream, count) * MOVE
    best, found = 0, -1
    for number in range(count):
        at = number * MOVE
        value = valued(ground, leader, own, doubles, lying, taken, moves, at, colour, policy)
        if found < 0 or value > best:
            best, found = value, at
    return found


def valued(
    ground: Ground,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    lying: MutableSequence[int],
    taken: int,
    moves: Sequence[int],
    at: int,
    colour: int,
    policy: int,
) -> int:
    """What a policy that looks for the best thinks of the move that stands at ``at``; more is better."""
    mover, source, target = moves[at + MOVER], moves[at + SOURCE], moves[at + TARGET]
    if policy != SENSIBLE:
        return source
    if source == NOWHERE:
        return 0
    slot = moves[at + SLOT]
    origin = put(lying, slot, moves[at + SPOT])
    end, met, met_there, sent_back = landing(
        ground, own, doubles, taken, lying, mover, source, target, moves[at + HUNTER]
    )
    put(lying, slot, origin)
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
