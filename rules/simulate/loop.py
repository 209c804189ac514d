"""Games played to their end by policies, on bare integers: the loop around the rules that playouts compile.

What is legal, what a move does and who throws next is decided by ``rules.kernel.ply`` and the modules below it, as
in a single throw; which move is made, by ``policy_kernel``. Here stand only the loop and the quick way for the
usual throw. Everything runs interpreted (tables of tuples and lists) and compiled (the same tables as arrays)
and draws the same numbers: the die, then, where a random policy has more than one move, the move.
"""

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from rules.kernel.captures import occupied
from rules.kernel.ply import (
    HUNTER,
    MOVER,
    NOWHERE,
    SLOT,
    SOURCE,
    SPOT,
    TARGET,
    RuleConstants,
    is_over,
    landed,
    mask_of,
    next_throw,
    put,
)
from rules.rule_sets import ONE
from rules.simulate.policy_kernel import SENSIBLE, chosen, on_track, quickly_chosen, sensibly_chosen
from rules.simulate.rng import below, seed_stream

#: The state of a game besides its pawns: the colour to throw (-1: the game is over), its misses, the finishing order
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
    ground: RuleConstants,
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
    that did not end; ``throws`` the numbers of throws. ``boards`` gets the state of each game after ``halt`` throws, or
    at its end if that is earlier (``note_result`` says how); it has room for all games or for none. ``trace`` gets the
    first throws of all, as many as it has room for (``throw_code`` says how). The sequences in between are for the
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
        seed_stream(stream, key, first + game)
        thrown = 0
        if len(boards):
            thrown = play_on(ground, seats, halt, own, doubles, lying, now, moves, stream, trace, traced)
            note_result(boards, game, own, doubles, now)
        thrown += play_on(
            ground, seats, most - thrown, own, doubles, lying, now, moves, stream, trace, traced + thrown
        )
        throws[game] = thrown
        traced += thrown
        endings[game] = -1 if now[COLOUR] >= 0 else now[FINISHED] * ORDER + now[THROWER] + 1


def note_result(
    boards: MutableSequence[int], game: int, own: Sequence[int], doubles: Sequence[int], now: Sequence[int]
) -> None:
    """Write down the state of game number ``game``: the pawns of all colours, where two stand, who throws next."""
    colours = len(own)
    at = game * (2 * colours + 1)
    for colour in range(colours):
        boards[at + colour] = own[colour]
        boards[at + colours + colour] = doubles[colour]
    boards[at + 2 * colours] = now[COLOUR]


def play_on(
    ground: RuleConstants,
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
            trace[traced] = throw_code(colour, die, origin, spot, mover, source, target)
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


def throw_code(colour: int, die: int, origin: int, spot: int, mover: int, source: int, target: int) -> int:
    """A throw as one number, different for different throws; -1 for furniture that stays, -2 for a pawn that does."""
    number = colour * 8 + mover
    for part in (die, origin + 1, spot + 1, source + 2, target + 2):
        number = number * 1024 + part
    return number
