"""Games that play themselves: legal throws by a policy, recorded like any others."""

import uuid
from collections.abc import Callable
from datetime import datetime
from random import Random

import rules
from games.models import Game
from games.services import recorder
from games.services.commands import EventCommand, throw_command
from rules import Policy

Clock = Callable[[], datetime]


def play_on(
    *,
    game_id: uuid.UUID,
    policy: Policy,
    lots: Random,
    clock: Clock,
    actor: str,
    most: int | None = None,
    at_once: int = 1,
) -> int:
    """Record throws of a running game until it is over, at most ``most``; return how many there were.

    ``at_once`` throws make one write. The same ``lots`` give the same game.
    """
    game = Game.objects.get(pk=game_id)
    play, number, recorded = game.play(), game.number, 0
    while not play.over and (most is None or recorded < most):
        size = at_once if most is None else min(at_once, most - recorded)
        play, throws = play_throws(play, policy, lots, size)
        done = recorder.record_throws(
            game_id=game_id, throws=throws, expected=number, actor=actor, now=clock()
        )
        number, recorded = done.game.number, recorded + len(throws)
    return recorded


def play_throws(
    play: rules.Game, policy: Policy, lots: Random, size: int
) -> tuple[rules.Game, list[EventCommand]]:
    """Return the game after ``size`` throws, fewer if it is over before, and the throws."""
    throws: list[EventCommand] = []
    while len(throws) < size and not play.over:
        die = lots.choice(play.rules.die_faces)
        moves = play.moves(die)
        move = policy(play, die, moves, lots) if moves else None
        play = play.play(die, move)
        throws.append(throw_command(die, None if move is None else move.token))
    return play, throws
