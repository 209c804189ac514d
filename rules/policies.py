"""Players that choose by a rule of their own: one of the legal moves of a throw.

The same policies as in playouts (``rules.simulate``), here for the single throw.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType

from rules.game import Game
from rules.kernel import evaluation
from rules.kernel.captures import arrival
from rules.move import NOWHERE, Move

#: Chooses one of the legal moves (one or more, as ``Game.moves`` gives them) for a die thrown in a game.
Policy = Callable[[Game, int, Sequence[Move], Random], Move]


def random(game: Game, die: int, moves: Sequence[Move], lots: Random) -> Move:
    """Any legal move, each equally likely."""
    return lots.choice(moves)


def front(game: Game, die: int, moves: Sequence[Move], lots: Random) -> Move:
    """The move of the most advanced pawn; of equals, the first."""
    return max(moves, key=lambda move: move.source)


def sensible(game: Game, die: int, moves: Sequence[Move], lots: Random) -> Move:
    """A good player's choice (``rules.kernel.evaluation``); of moves that are worth the same, the first."""
    return max(moves, key=lambda move: move_value(game, move))


def move_value(game: Game, move: Move) -> int:
    """What a legal move is worth to the colour to throw, in sixths of a field (``rules.kernel.evaluation``)."""
    if move.source == NOWHERE:
        return 0
    made = game.setup
    lying = game.furniture if move.shifted is None else game.furniture.moved(*move.shifted)
    mover = made.neutral if move.neutral else game.throwing
    end, met, met_there = arrival(
        game.own,
        game.doubles,
        game.occupied,
        lying.fields,
        bool(lying.trapdoors),
        mover,
        move.source,
        move.target,
        made.fields,
        made.track,
    )
    missed = -1 if move.missed is None else move.missed
    return evaluation.worth(
        game.own,
        game.doubles,
        made.leader,
        game.throwing,
        mover,
        move.source,
        move.target,
        end,
        met,
        met_there,
        missed,
        made.fields,
        made.laws,
    )


POLICIES: Mapping[str, Policy] = MappingProxyType({"random": random, "front": front, "sensible": sensible})
