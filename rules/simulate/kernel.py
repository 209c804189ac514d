"""Games played to their end by policies, on bare integers: the loop around the rules that playouts compile.

What is legal and what a move does is asked of ``rules.movement``, ``rules.meeting`` and ``rules.turn``, as
the single throw asks them. Here stand only the choice among the moves and the quick way for the usual
throw. Everything runs interpreted (tables of tuples and lists) and compiled (the same tables as arrays)
and draws the same numbers: the die, then, where a random policy has more than one move, the move.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from rules.meeting import (
    IN_YARD,
    around,
    arrival,
    barred,
    foreigners,
    hunter,
    occupied,
    preyed,
    settle,
)
from rules.movement import Laws, legal
from rules.sensible import worth
from rules.simulate.stream import begin, below
from rules.turn import ENDED, missed_before_next, over

ONE = 1
PAWNS = 4
#: No pawn moves.
NOWHERE = -2
#: What policies are as numbers.
RANDOM, FRONT, SENSIBLE = range(3)

#: Where a game stands besides its pawns: the colour to throw (-1: the game is over), its misses, the finishing order
#: as digits to base ``ORDER`` (colour + 1, the first on the left), who threw last.
COLOUR, MISSED, FINISHED, THROWER = range(4)
ORDER = 8

#: What a choice is: which furniture (its place in ``lying``) goes where first (-1: none), whose pawn moves, from
#: and to where, and the field of the pawn that could have captured (-1: none). Then what it is worth, and the
#: number of moves looked through.
SLOT, SPOT, MOVER, SOURCE, TARGET, HUNTER, BEST, COUNT = range(8)
CHOICE = 8


class Ground(NamedTuple):
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
    most: int,
    own_before: Sequence[int],
    doubles_before: Sequence[int],
    lying_before: Sequence[int],
    now_before: Sequence[int],
    own: MutableSequence[int],
    doubles: MutableSequence[int],
    lying: MutableSequence[int],
    now: MutableSequence[int],
    choice: MutableSequence[int],
    stream: MutableSequence[int],
    endings: MutableSequence[int],
    throws: MutableSequence[int],
    trace: MutableSequence[int],
) -> None:
    """Play as many games as ``endings`` has room for, from number ``first`` on, each at most ``most`` throws long.

    ``endings`` gets the finishing order and who threw last (``order * ORDER + colour + 1``), -1 for a game
    that did not end; ``throws`` the numbers of throws. ``trace`` gets the first throws of all, as many as it has
    room for (``told`` says how). The sequences in between are for the game in hand.
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
        throws[game] = play_on(ground, seats, most, own, doubles, lying, now, choice, stream, trace, traced)
        traced += throws[game]
        endings[game] = -1 if now[COLOUR] >= 0 else now[FINISHED] * ORDER + now[THROWER] + 1


def play_on(
    ground: Ground,
    seats: Seats,
    most: int,
    own: MutableSequence[int],
    doubles: MutableSequence[int],
    lying: MutableSequence[int],
    now: MutableSequence[int],
    choice: MutableSequence[int],
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
        mover, finished, origin, spot = colour, False, -1, -1
        if usual and policy != SENSIBLE and (die != ONE or furnished == 0):
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
            chosen(ground, leader, own, doubles, lying, taken, furnished, choice, stream, colour, die, policy)
            mover, source, target = choice[MOVER], choice[SOURCE], choice[TARGET]
            slot, spot = choice[SLOT], choice[SPOT]
            if slot >= 0:
                origin = lying[slot]
                furnished ^= 1 << origin | 1 << spot
                lying[slot] = spot
            if source != NOWHERE:
                taken = landed(own, doubles, taken, lying, ground, mover, source, target, choice[HUNTER])
        if traced < len(trace):
            trace[traced] = told(colour, die, origin, spot, mover, source, target)
            traced += 1
        if source != NOWHERE and own[mover] == home:
            finished = mover == colour
            if finished:
                now[FINISHED] = now[FINISHED] * ORDER + colour + 1
            if is_over(ground, leader, own):
                colour = -1
                break
        missed = missed_before_next(die, finished, three_throws, missed, mine, others, track)
        if missed == ENDED:
            colour, missed = next_colour(following, own, colour, home, neutral), 0
    now[COLOUR], now[MISSED] = colour, missed if colour >= 0 else 0
    return thrown


def next_colour(following: Sequence[int], own: Sequence[int], colour: int, home: int, neutral: int) -> int:
    """The next colour in the game and not finished; with a neutral colour finished ones throw on (§8.6)."""
    colour = following[colour]
    while own[colour] == home and neutral < 0:
        colour = following[colour]
    return colour


def told(colour: int, die: int, origin: int, spot: int, mover: int, source: int, target: int) -> int:
    """A throw as one number, different for different throws; -1 for furniture that stays, -2 for a pawn that does."""
    number = colour * 8 + mover
    for part in (die, origin + 1, spot + 1, source + 2, target + 2):
        number = number * 1024 + part
    return number


def mask_of(lying: Sequence[int]) -> int:
    """Absolute fields as a mask."""
    mask = 0
    for end in range(len(lying)):
        mask |= 1 << lying[end]
    return mask


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


# -- the choice among all moves --------------------------------------------------------------------


def chosen(
    ground: Ground,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    lying: MutableSequence[int],
    taken: int,
    furnished: int,
    choice: MutableSequence[int],
    stream: MutableSequence[int],
    colour: int,
    die: int,
    policy: int,
) -> None:
    """Put what a policy chooses among all legal moves into ``choice``; ``NOWHERE`` if there is none."""
    look_through(ground, leader, own, doubles, lying, taken, furnished, choice, colour, die, policy, -1)
    if policy == RANDOM and choice[COUNT]:
        wanted = below(stream, choice[COUNT]) if choice[COUNT] > 1 else 0
        look_through(
            ground, leader, own, doubles, lying, taken, furnished, choice, colour, die, policy, wanted
        )


def look_through(
    ground: Ground,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    lying: MutableSequence[int],
    taken: int,
    furnished: int,
    choice: MutableSequence[int],
    colour: int,
    die: int,
    policy: int,
    wanted: int,
) -> None:
    """Count all legal moves in the order of ``Game.moves``; choose number ``wanted``, or the best by a policy."""
    choice[SLOT] = choice[SPOT] = choice[HUNTER] = -1
    choice[MOVER], choice[SOURCE], choice[TARGET] = colour, NOWHERE, NOWHERE
    choice[COUNT] = 0
    look_at(ground, leader, own, doubles, lying, taken, choice, colour, die, policy, wanted, -1, -1)
    if die != ONE:
        return
    origin = -1
    for _ in range(len(lying)):
        origin, slot = next_lying(lying, origin)
        for spot in range(ground.track):
            if spot % ground.fields and (taken | furnished) >> spot & 1 == 0:
                lying[slot] = spot
                look_at(
                    ground,
                    leader,
                    own,
                    doubles,
                    lying,
                    taken,
                    choice,
                    colour,
                    die,
                    policy,
                    wanted,
                    slot,
                    spot,
                )
        lying[slot] = origin


def next_lying(lying: Sequence[int], after: int) -> tuple[int, int]:
    """The first field with furniture after field ``after``, and its place in ``lying``."""
    best, slot = -1, -1
    for at in range(len(lying)):
        if lying[at] > after and (best < 0 or lying[at] < best):
            best, slot = lying[at], at
    return best, slot


def look_at(
    ground: Ground,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    lying: Sequence[int],
    taken: int,
    choice: MutableSequence[int],
    colour: int,
    die: int,
    policy: int,
    wanted: int,
    slot: int,
    spot: int,
) -> None:
    """The same with the furniture as it lies: own pawns, then neutral ones; without any the shift alone."""
    before = choice[COUNT]
    look_at_pawns(
        ground, leader, own, doubles, lying, taken, choice, colour, colour, die, policy, wanted, slot, spot
    )
    if ground.neutral >= 0:
        look_at_pawns(
            ground,
            leader,
            own,
            doubles,
            lying,
            taken,
            choice,
            colour,
            ground.neutral,
            die,
            policy,
            wanted,
            slot,
            spot,
        )
    if slot >= 0 and choice[COUNT] == before:
        consider(choice, policy, wanted, 0, slot, spot, colour, NOWHERE, NOWHERE, -1)


def look_at_pawns(
    ground: Ground,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    lying: Sequence[int],
    taken: int,
    choice: MutableSequence[int],
    colour: int,
    mover: int,
    die: int,
    policy: int,
    wanted: int,
    slot: int,
    spot: int,
) -> None:
    """The same for the pawns of one colour."""
    foreign, walls, prey = 0, 0, 0
    if ground.looks_around:
        foreign = foreigners(own, taken, mover, ground.fields, ground.track)
        walls = barred(doubles, mover, ground.fields, ground.track)
        prey = preyed(foreign, walls, lying, ground.traps, mover * ground.fields, ground.track)
    yard = PAWNS - own[mover].bit_count() - doubles[mover].bit_count()
    activation, ahead, behind = legal(
        own[mover], doubles[mover], yard, foreign, walls, prey, die, ground.laws
    )
    missed = hunter(ahead, behind, prey, die) if ground.penalises else -1
    if activation:
        value = valued(ground, leader, own, doubles, lying, taken, colour, mover, IN_YARD, 0, missed, policy)
        consider(choice, policy, wanted, value, slot, spot, mover, IN_YARD, 0, missed)
    while ahead | behind:
        source = (ahead | behind).bit_length() - 1
        if ahead >> source & 1:
            target = source + die
            value = valued(
                ground, leader, own, doubles, lying, taken, colour, mover, source, target, missed, policy
            )
            consider(choice, policy, wanted, value, slot, spot, mover, source, target, missed)
        if behind >> source & 1:
            target = source - die
            value = valued(
                ground, leader, own, doubles, lying, taken, colour, mover, source, target, missed, policy
            )
            consider(choice, policy, wanted, value, slot, spot, mover, source, target, missed)
        ahead &= ~(1 << source)
        behind &= ~(1 << source)


def valued(
    ground: Ground,
    leader: Sequence[int],
    own: Sequence[int],
    doubles: Sequence[int],
    lying: Sequence[int],
    taken: int,
    colour: int,
    mover: int,
    source: int,
    target: int,
    missed: int,
    policy: int,
) -> int:
    """What a policy that looks for the best thinks of a move; more is better."""
    if policy != SENSIBLE:
        return source
    end, met, met_there = arrival(
        own, doubles, taken, lying, ground.traps, mover, source, target, ground.fields, ground.track
    )
    sent_back = missed if met < 0 and met_there < 0 else -1
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


def consider(
    choice: MutableSequence[int],
    policy: int,
    wanted: int,
    value: int,
    slot: int,
    spot: int,
    mover: int,
    source: int,
    target: int,
    missed: int,
) -> None:
    """Count one legal move, and take it if it is the one wanted or better than the best so far."""
    number = choice[COUNT]
    choice[COUNT] = number + 1
    if number == wanted or (policy != RANDOM and (number == 0 or value > choice[BEST])):
        choice[BEST] = value
        choice[SLOT], choice[SPOT] = slot, spot
        choice[MOVER], choice[SOURCE], choice[TARGET] = mover, source, target
        choice[HUNTER] = missed


# -- what follows ----------------------------------------------------------------------------------


def landed(
    own: MutableSequence[int],
    doubles: MutableSequence[int],
    taken: int,
    lying: Sequence[int],
    ground: Ground,
    mover: int,
    source: int,
    target: int,
    missed: int,
) -> int:
    """Do a move with all that happens where the pawn arrives; the occupied fields afterwards.

    ``missed`` is the pawn that could have captured; it goes back unless somebody is captured.
    """
    fields, track = ground.fields, ground.track
    end, met, met_there = arrival(
        own, doubles, taken, lying, ground.traps, mover, source, target, fields, track
    )
    sent_back = missed if met < 0 and met_there < 0 else -1
    settle(own, doubles, mover, source, target, end, met, met_there, sent_back, fields, track)
    return occupied(own, fields, track)


def is_over(ground: Ground, leader: Sequence[int], own: Sequence[int]) -> bool:
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
