"""A good player's choice: what a legal move is worth, in sixths of a field, from a handful of figures.

A move is worth what it changes:

* the fields that the pawn gets on, activation counting as ``WAITING`` of them and a home field ``SAFE`` more;
* every captured pawn what it loses: the fields it has come and ``WAITING`` (of an own or allied colour: that
  much less than nothing), likewise the pawn that a missed capture sends back;
* danger: for each face with which a foreign pawn (or, on its A, one from its yard) could capture the pawn
  on its next throw, a sixth of what would be lost, before the move for and after it against;
* hunting: a little for each foreign pawn up to six fields ahead.

Bare integers, for the single throw and, compiled, for playouts. Of moves that are worth the same the
first in the order of ``Game.moves`` is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.meeting import IN_YARD, around

SIXTHS = 6
#: What a pawn in the yard is behind one on A, in fields.
WAITING = 12
#: What being at home is worth, in fields.
SAFE = 8
#: What a foreign pawn within reach ahead is worth, in sixths of a field.
HUNTING = 4


def worth(
    own: Sequence[int],
    doubles: Sequence[int],
    leader: Sequence[int],
    thrower: int,
    mover: int,
    source: int,
    target: int,
    end: int,
    met: int,
    met_there: int,
    missed: int,
    fields: int,
    track: int,
) -> int:
    """What a move of a pawn of ``mover`` is worth to ``thrower``; see the head of this file.

    The parts of the move are those of ``rules.meeting.settle``; ``leader`` is the player of each colour.
    """
    value = _taken(leader, thrower, mover, met, target, fields, track)
    value += _taken(leader, thrower, mover, met_there, end, fields, track)
    if mover != thrower:
        return value  # a neutral pawn: only whom it captures matters
    value += SIXTHS * (_stood(end, track) - _stood(source, track))
    value += _danger(own, doubles, leader, thrower, source, fields, track)
    if missed >= 0 and missed == source:
        return value - SIXTHS * (_stood(end, track) - _stood(IN_YARD, track))
    if missed >= 0:
        value -= SIXTHS * (missed + WAITING)
    value -= _danger(own, doubles, leader, thrower, end, fields, track)
    return value + _hunting(own, leader, thrower, end, fields, track)


def _stood(at: int, track: int) -> int:
    """The fields that a pawn has come, one in the yard being behind."""
    if at == IN_YARD:
        return -WAITING
    return at if at < track else at + SAFE


def _taken(
    leader: Sequence[int], thrower: int, mover: int, victim: int, at: int, fields: int, track: int
) -> int:
    """What capturing ``victim`` on field ``at`` of ``mover`` is worth."""
    if victim < 0:
        return 0
    lost = SIXTHS * (around(around(mover * fields + at, track) - victim * fields + track, track) + WAITING)
    if leader[victim] < 0:
        return 0
    return -lost if leader[victim] == leader[thrower] else lost


def _danger(
    own: Sequence[int],
    doubles: Sequence[int],
    leader: Sequence[int],
    thrower: int,
    at: int,
    fields: int,
    track: int,
) -> int:
    """What a pawn of ``thrower`` on ``at`` may lose by the next throws of others: faces times what would be lost."""
    if at == IN_YARD or at >= track:
        return 0
    faces = 0
    field = around(thrower * fields + at, track)
    for other in range(len(own)):
        if leader[other] < 0 or leader[other] == leader[thrower]:
            continue
        seen = around(field - other * fields + track, track)
        near = own[other] & (1 << seen) - 1
        faces += (near >> seen - SIXTHS if seen > SIXTHS else near).bit_count()
        if seen == 0 and own[other].bit_count() + doubles[other].bit_count() < 4:
            faces += 1
    return faces * (at + WAITING)


def _hunting(
    own: Sequence[int], leader: Sequence[int], thrower: int, at: int, fields: int, track: int
) -> int:
    """What the foreign pawns within reach of a pawn on ``at`` are worth."""
    if at == IN_YARD or at >= track:
        return 0
    hunted = 0
    for ahead in range(at + 1, min(at + SIXTHS, track - 1) + 1):
        field = around(thrower * fields + ahead, track)
        for other in range(len(own)):
            if leader[other] >= 0 and leader[other] != leader[thrower]:
                hunted += own[other] >> around(field - other * fields + track, track) & 1
    return hunted * HUNTING
