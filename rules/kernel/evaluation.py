"""A good player's choice: what a legal move is worth, in sixths of a field, from a handful of figures.

* **Ahead**: of two pawns rather the one that is further, ``AHEAD`` sixths for each field that it has come, and
  ``FOREMOST`` more for the one that is ahead of all others on the track. A pawn that runs home alone is the only one
  to be chased, and the yard is where three throws are had.
* **A** is left for the next pawn: ``CLEAR`` for the pawn that stands there.
* **Home**: the innermost free field of the home is worth ``INNERMOST``; a move within the home costs ``WITHIN``, as
  it can still be made later.
* **Captures**: every captured pawn what it loses, the fields back to its yard, and half as much again for each pawn
  that its colour has at home; of an own or allied colour that much less than nothing. The pawn that a missed
  capture sends back is what it loses less.
* **Danger**: for every face with which another player may be about to capture the pawn a sixth of what would be lost,
  ``DANGER_LEFT`` times where it leaves, ``DANGER_MET`` times where it arrives; with a 6, as the colour throws once
  more, ``DANGER_AFTER_SIX`` times. A face counts if the rules let the other colour capture with it and it would
  be its foremost pawn that moves (another is seldom chosen). On a foreign A it is the 6, three times if that
  colour is stuck and has three tries.

The weights were found by policy gradients (Williams, Machine Learning 8, 1992) over some million games against three
``front`` players, and rounded. Lying in wait behind foreign pawns and pawns more than six fields behind were weighed
too, and brought nothing.

Bare integers, for the single throw and, compiled, for playouts. Of moves that are worth the same the first in the
order of ``Game.moves`` is chosen.
"""

from collections.abc import Sequence

from rules.board import PAWNS
from rules.kernel.captures import IN_YARD, around
from rules.kernel.movement import SIX, Laws, legal, stuck
from rules.kernel.turn import THROWS_WHEN_STUCK

#: Sixths of a field for each field that the pawn has come.
AHEAD = 4
FOREMOST = 6
CLEAR = 6
INNERMOST = 200
WITHIN = 95
#: Sixths that a capture is worth more for each pawn that the captured colour has at home.
CLOSE = 3
DANGER_LEFT = 2
DANGER_MET = 5
DANGER_AFTER_SIX = 2


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

    The parts of the move are those of ``rules.kernel.captures.settle``; ``leader`` is the player of each colour.
    """
    track = laws[0]
    value = 0
    if met >= 0:
        value += _taken(own, leader, thrower, mover, met, target, fields, track)
    if met_there >= 0:
        value += _taken(own, leader, thrower, mover, met_there, end, fields, track)
    if mover != thrower:
        return value  # a neutral pawn: only whom it captures matters
    value += SIX * (end - source) + _leaving(own[thrower], source, track)
    value += DANGER_LEFT * _danger(own, doubles, leader, thrower, source, fields, laws)
    if missed >= 0 and missed == source:
        return value - SIX * (end - IN_YARD)
    if missed >= 0:
        value -= SIX * (missed - IN_YARD)
    if end >= track:
        # Nothing but own pawns further on.
        innermost = own[thrower] >> end + 1 == (1 << track + PAWNS - 1 - end) - 1
        return value + INNERMOST if innermost else value
    again = DANGER_AFTER_SIX if target - source == SIX else DANGER_MET
    return value - again * _danger(own, doubles, leader, thrower, end, fields, laws)


def _leaving(own: int, source: int, track: int) -> int:
    """What it is worth that this pawn moves and not another."""
    if source >= track:
        return AHEAD * source - WITHIN
    value = AHEAD * source
    on_track = own & (1 << track) - 1
    if source >= 0 and on_track >> source == 1 and on_track & on_track - 1:
        value += FOREMOST
    if source == 0:
        value += CLEAR
    return value


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
    if leader[victim] < 0:
        return 0
    seen = around(around(mover * fields + at, track) - victim * fields + track, track)
    lost = (SIX + CLOSE * (own[victim] >> track).bit_count()) * (seen - IN_YARD)
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
    return faces * (at - IN_YARD)


def _faces(own: int, doubles: int, seen: int, laws: Laws) -> int:
    """With how many faces a colour is about to move a pawn onto the field that it sees as ``seen``."""
    if seen == 0:
        if own.bit_count() + doubles.bit_count() == PAWNS:
            return 0
        return THROWS_WHEN_STUCK if stuck(own, laws[0]) else 1
    near = own & (1 << seen) - 1 & -(1 << max(0, seen - SIX))
    if near == 0:
        return 0
    yard = PAWNS - own.bit_count() - doubles.bit_count()
    faces = 0
    while near:
        die = seen + 1 - near.bit_length()
        near &= (1 << seen - die) - 1
        _, ahead, _ = legal(own, doubles, yard, 0, 0, 0, die, laws)
        if ahead >> seen - die == 1:
            faces += 1
    return faces
