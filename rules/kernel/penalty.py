"""A referee's penalty on whole numbers: a pawn of an unfinished colour goes to its yard (rulebook §11, [D27]).

``own`` and ``doubles`` are masks of progress as in ``rules.kernel.movement``, one a colour where they are sequences.
"""

from collections.abc import MutableSequence

from rules.kernel.captures import leave
from rules.kernel.movement import stuck


def penalisable(own: int, home: int) -> int:
    """Return the fields of a colour, as a mask, whose pawns can go to the yard: none once it has finished."""
    return 0 if own == home else own


def penalise(
    own: MutableSequence[int],
    doubles: MutableSequence[int],
    colour: int,
    field: int,
    throwing: int,
    missed: int,
    neutral: int,
    track: int,
) -> int:
    """Send one pawn of ``colour`` from a ``penalisable`` field to its yard; return the misses of who is ``throwing``.

    Whose throw it is stays; its misses are forgotten where it is stuck no longer. ``neutral`` is -1 without a
    neutral colour; with one, both must be stuck (rulebook §8.6).
    """
    leave(own, doubles, colour, field)
    if missed == 0:
        return 0
    others = own[neutral] if neutral >= 0 else own[throwing]
    return missed if stuck(own[throwing], track) and stuck(others, track) else 0
