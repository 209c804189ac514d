"""What a pawn meets on the whole board, and what its move does to all pawns: the rules of rulebook §6 and §8.

Bare integers like ``rules.kernel.movement``, for the same reason: the same functions serve the single throw and,
compiled, fast playouts. ``own`` and ``doubles`` are sequences of masks, one a colour; ``lying`` are the
absolute fields of the furniture, the two ends of a wormhole side by side; ``traps`` tells that they are
trapdoors. ``fields`` are those from one starting field to the next. Functions that change something
change ``own`` and ``doubles`` in place.
"""

from collections.abc import MutableSequence, Sequence

from rules.kernel.movement import capturing, on_absolute, seen_from

#: The yard, as a progress number.
IN_YARD = -1
#: No colour.
NOBODY = -1

Masks = Sequence[int]


def occupied(own: Masks, fields: int, track: int) -> int:
    """The absolute track fields with a pawn, as a mask."""
    taken = 0
    for colour in range(len(own)):
        taken |= on_absolute(colour * fields, own[colour], track)
    return taken


def around(at: int, track: int) -> int:
    """The track field number ``at``, counted on past the last one (by less than one lap)."""
    return at - track if at >= track else at


# -- what is seen ----------------------------------------------------------------------------------


def foreigners(own: Masks, taken: int, colour: int, fields: int, track: int) -> int:
    """The track fields where pawns of other colours stand, the same player's too ([D33]), seen from the A of
    ``colour``.
    """
    return seen_from(colour * fields, taken, track) & ~own[colour]


def barred(doubles: Masks, colour: int, fields: int, track: int) -> int:
    """The fields of every barrier, seen from the A of ``colour`` (rulebook §8.2)."""
    walls = 0
    for other in range(len(doubles)):
        if doubles[other]:
            walls |= on_absolute(other * fields, doubles[other], track)
    return seen_from(colour * fields, walls, track)


def preyed(foreign: int, walls: int, lying: Masks, traps: int, start: int, track: int) -> int:
    """The fields where an arriving pawn captures, entrances of wormholes to its prey included; seen from ``start``."""
    prey = foreign & ~walls
    if traps == 0:
        for end in range(len(lying)):
            out = around(lying[end ^ 1] - start + track, track)
            if foreign & ~walls & 1 << out:
                prey |= 1 << around(lying[end] - start + track, track)
    return prey


def hunter(ahead: int, behind: int, prey: int, die: int) -> int:
    """The field of the foremost pawn that could capture, which a missed capture sends back ([D9]); -1 if none could."""
    return (capturing(ahead, prey, die) | behind).bit_length() - 1


# -- what happens on arrival -----------------------------------------------------------------------


def arrival(
    own: Masks,
    doubles: Masks,
    taken: int,
    lying: Masks,
    traps: int,
    colour: int,
    source: int,
    target: int,
    fields: int,
    track: int,
) -> tuple[int, int, int]:
    """Where a pawn ends that moves from ``source`` to ``target``, and whom it captures there and where it is carried.

    It ends on the target, in the yard (trapdoor, §8.4) or on the other end of a wormhole (§8.5).
    """
    if target >= track:
        return target, NOBODY, NOBODY
    start = colour * fields
    field = around(start + target, track)
    out = other_end(lying, field)
    if out < 0:
        return target, standing_on(own, taken, colour, field, fields, track), NOBODY
    if traps:
        return IN_YARD, NOBODY, NOBODY
    met = standing_on(own, taken, colour, field, fields, track)
    carried = around(out - start + track, track)
    leaving = 1 << source if source >= 0 and doubles[colour] >> source & 1 == 0 else 0
    if (own[colour] & ~leaving | barred(doubles, colour, fields, track)) >> carried & 1:
        return target, met, NOBODY  # [D10], [D16]: it stays on the entrance
    return carried, met, standing_on(own, taken, colour, out, fields, track)


def other_end(lying: Masks, field: int) -> int:
    """Where the furniture on ``field`` leads (of a trapdoor any field); -1 where none lies."""
    for end in range(len(lying)):
        if lying[end] == field:
            return lying[end ^ 1]
    return -1


def standing_on(own: Masks, taken: int, colour: int, field: int, fields: int, track: int) -> int:
    """The colour other than ``colour`` on an absolute field, ``NOBODY`` if there is none."""
    if taken >> field & 1:
        for other in range(len(own)):
            if other != colour and own[other] >> around(field - other * fields + track, track) & 1:
                return other
    return NOBODY


# -- what a move does ------------------------------------------------------------------------------


def settle(
    own: MutableSequence[int],
    doubles: MutableSequence[int],
    colour: int,
    source: int,
    target: int,
    end: int,
    met: int,
    met_there: int,
    missed: int,
    fields: int,
    track: int,
) -> None:
    """Do a legal move: the pawn of ``colour`` goes, whom it meets is captured, who missed a capture is sent back.

    ``missed`` is the field of the pawn to be sent back, -1 without one; if it is the pawn that moves,
    it goes back from where it has landed ([D9], [D19]).
    """
    leave(own, doubles, colour, source)
    if met >= 0:
        own[met] &= ~(1 << around(around(colour * fields + target, track) - met * fields + track, track))
    if met_there >= 0:
        own[met_there] &= ~(
            1 << around(around(colour * fields + end, track) - met_there * fields + track, track)
        )
    if missed >= 0 and missed == source:
        return
    leave(own, doubles, colour, missed)
    arrive(own, doubles, colour, end)


def leave(own: MutableSequence[int], doubles: MutableSequence[int], colour: int, field: int) -> None:
    """Take one pawn off a field; off the yard is nothing to do."""
    if field >= 0:
        if doubles[colour] >> field & 1:
            doubles[colour] ^= 1 << field
        else:
            own[colour] ^= 1 << field


def arrive(own: MutableSequence[int], doubles: MutableSequence[int], colour: int, field: int) -> None:
    """Put one pawn on a field; into the yard is nothing to do."""
    if field >= 0:
        if own[colour] >> field & 1:
            doubles[colour] |= 1 << field
        else:
            own[colour] |= 1 << field
