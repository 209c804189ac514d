"""What a colour may do with a die: the rules of movement turned into moves, and remembered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from rules import movement
from rules.board import PAWNS
from rules.move import IN_YARD, Move, move
from rules.options import ForcedCapture, RuleSet

#: How many (pawns, die) pairs the choices are remembered of, for each rule set.
REMEMBERED = 1 << 16


@dataclass(frozen=True, slots=True)
class Choice:
    """What one colour may do with one die, as far as its own pawns (and the walls and prey it looks at) decide."""

    #: The legal moves, activation and the most advanced pawn first, as if they arrived on free fields.
    moves: tuple[Move, ...]
    #: The track fields where they arrive, as a mask in own progress.
    landings: int
    #: The field of the pawn that a missed capture sends back ([D9]); -1 if no legal move captures.
    hunter: int


def candidates(
    rules: RuleSet, own: int, doubles: int, foreign: int, walls: int, die: int
) -> tuple[bool, int, int]:
    """What could be moved before any obligation is weighed: activation, and the fields of pawns ahead and behind."""
    track = rules.layout().track
    yard = PAWNS - own.bit_count() - doubles.bit_count()
    return (
        movement.can_activate(own, doubles, walls, yard, die, rules.barriers),
        movement.forward(own, doubles, walls, die, track, rules.home_leap, rules.barriers),
        movement.backward(own, foreign, walls, die, track) if rules.backward_capture else 0,
    )


Chooser = Callable[[int, int, int, int, int, int], Choice]


@lru_cache(maxsize=32)
def chooser(rules: RuleSet) -> Chooser:
    """The function ``(own, doubles, foreign, walls, prey, die) -> Choice`` of these rules (rulebook §6).

    The arguments are those of ``rules.movement``. ``foreign``, ``walls`` and ``prey`` are handed in as
    0 unless the rules look around, so that what was worked out once can be remembered: under most
    rules the choice depends on the own pawns alone.
    """
    layout = rules.layout()
    track = layout.track
    strict = rules.forced_capture is ForcedCapture.STRICT

    @lru_cache(maxsize=REMEMBERED)
    def choose(own: int, doubles: int, foreign: int, walls: int, prey: int, die: int) -> Choice:
        yard = PAWNS - own.bit_count() - doubles.bit_count()
        activation, ahead, behind = movement.obliged(
            *candidates(rules, own, doubles, foreign, walls, die), yard, prey, die, strict
        )
        steps = [(IN_YARD, 0)] if activation else []
        for at in range((ahead | behind).bit_length() - 1, -1, -1):
            if ahead >> at & 1:
                steps.append((at, at + die))
            if behind >> at & 1:
                steps.append((at, at - die))
        hunters = movement.capturing(ahead, prey, die) | behind
        return Choice(
            tuple(move(layout, die, source, target) for source, target in steps),
            sum({1 << target for _, target in steps if target < track}),
            hunters.bit_length() - 1,
        )

    return choose
