"""A good player's choice: what a legal move is worth, in sixths of a field, from a handful of figures.

* **Ahead**: of two pawns rather the one that is further, ``AHEAD`` sixths for each field that it has come. A pawn
  that runs home alone is the only one to be chased, and the yard is where three throws are had.
* **Captures**: every captured pawn what it loses, the fields it has come and ``WAITING``, and ``CLOSE`` quarters more
  for each pawn that its colour has at home; of an own or allied colour that much less than nothing. The pawn that a
  missed capture sends back is what it loses less.
* **Danger**: for every face with which another player may be about to capture the pawn a sixth of what would be lost,
  ``DANGER_LEFT`` times where it leaves, ``DANGER_MET`` times where it arrives; with a 6, as the colour throws once
  more, ``DANGER_AFTER_SIX`` times. A face counts if the rules let the other colour capture with it and it would
  be its foremost pawn that moves (another is seldom chosen). On a foreign A it is the 6, three times if that
  colour is stuck and has three tries.
* **Hunting**: half a sixth of what each foreign pawn up to six fields ahead would lose, arriving and leaving.

The weights were found by playing against three ``front`` and three ``random`` players. Bare integers, for
the single throw and, compiled, for playouts. Of moves that are worth the same the first in the order of
``Game.moves`` is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.meeting import IN_YARD, around
from rules.movement import SIX, Laws, legal, stuck

PAWNS = 4
#: What a pawn loses that is captured, besides the fields it has come.
WAITING = 10
#: Sixths of a field for each field that the pawn has come.
AHEAD = 8
#: Quarters that a capture is worth more for each pawn that the captured colour has at home.
CLOSE = 3
DANGER_LEFT = 3
DANGER_MET = 7
DANGER_AFTER_SIX = 1
TRIES = 3
#: Six fields as a mask.
NEAR = 0b111111


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
    laws: Laws,
) -> int:
    """What a move of a pawn of ``mover`` is worth to ``thrower``; see the head of this file.

    The parts of the move are those of ``rules.meeting.settle``; ``leader`` is the player of each colour.
    """
    track = laws[0]
    value = _taken(own, leader, thrower, mover, met, target, fields, track)
    value += _taken(own, leader, thrower, mover, met_there, end, fields, track)
    if mover != thrower:
        return value  # a neutral pawn: only whom it captures matters
    value += SIX * (_come(end) - _come(source)) + AHEAD * source
    value += DANGER_LEFT * _danger(own, doubles, leader, thrower, source, fields, laws)
    value -= _hunted(own, leader, thrower, source, fields, track) // 2
    if missed >= 0 and missed == source:
        return value - SIX * (_come(end) - _come(IN_YARD))
    if missed >= 0:
        value -= SIX * (missed + WAITING)
    again = DANGER_AFTER_SIX if target - source == SIX else DANGER_MET
    value -= again * _danger(own, doubles, leader, thrower, end, fields, laws)
    return value + _hunted(own, leader, thrower, end, fields, track) // 2


def _come(at: int) -> int:
    """The fields that a pawn has come, one in the yard being behind."""
    return -WAITING if at == IN_YARD else at


def _taken(
    own: Sequence[int],
    leader: Sequence[int],
    thrower: int,
    mover: int,
    victim: int,
    at: int,
    fields: int,
    track: int,
) -> int:
    """What capturing ``victim`` on field ``at`` of ``mover`` is worth."""
    if victim < 0 or leader[victim] < 0:
        return 0
    seen = around(around(mover * fields + at, track) - victim * fields + track, track)
    lost = SIX * (seen + WAITING)
    lost += lost * CLOSE * (own[victim] >> track).bit_count() // 4
    return -lost if leader[victim] == leader[thrower] else lost


def _danger(
    own: Sequence[int],
    doubles: Sequence[int],
    leader: Sequence[int],
    thrower: int,
    at: int,
    fields: int,
    laws: Laws,
) -> int:
    """What a pawn of ``thrower`` on ``at`` may lose by the next throw of each other player: faces times the loss."""
    track = laws[0]
    if at == IN_YARD or at >= track:
        return 0
    faces = 0
    field = around(thrower * fields + at, track)
    for other in range(len(own)):
        if leader[other] >= 0 and leader[other] != leader[thrower]:
            seen = around(field - other * fields + track, track)
            faces += _faces(own[other], doubles[other], seen, laws)
    return faces * (at + WAITING)


def _faces(own: int, doubles: int, seen: int, laws: Laws) -> int:
    """With how many faces a colour is about to move a pawn onto the field that it sees as ``seen``."""
    yard = PAWNS - own.bit_count() - doubles.bit_count()
    if seen == 0:
        if yard == 0:
            return 0
        return TRIES if stuck(own, laws[0]) else 1
    near = own >> seen - SIX if seen > SIX else own << SIX - seen
    if near & NEAR == 0:
        return 0
    faces = 0
    for die in range(1, min(seen, SIX) + 1):
        if near >> SIX - die & 1:
            _, ahead, _ = legal(own, doubles, yard, 0, 0, 0, die, laws)
            if ahead >> seen - die == 1:
                faces += 1
    return faces


def _hunted(own: Sequence[int], leader: Sequence[int], thrower: int, at: int, fields: int, track: int) -> int:
    """What the foreign pawns up to six fields ahead of ``at`` would lose."""
    if at == IN_YARD or at >= track:
        return 0
    lost, reach = 0, NEAR & (1 << track - 1 - at) - 1
    field = around(thrower * fields + at, track)
    for other in range(len(own)):
        if leader[other] >= 0 and leader[other] != leader[thrower]:
            seen = around(field - other * fields + track, track) + 1
            # The six fields ahead as the other colour sees them, also where its lap ends among them.
            lap = own[other] & (1 << track) - 1
            near = (lap >> seen | lap << track - seen) & reach
            while near:
                lost += around(seen + (near & -near).bit_length() - 1, track) + WAITING
                near &= near - 1
    return lost
