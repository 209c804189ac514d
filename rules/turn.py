"""Who throws after a throw, and when a game is over: rulebook §5.3 and §9 on bare integers.

Like ``rules.movement`` for the single throw and, compiled, for playouts.
"""

from __future__ import annotations

from rules.movement import SIX, stuck

#: Throws of a colour that is stuck, where there are three (rulebook §5.3).
THREE = 3
#: The turn has ended.
ENDED = -1
#: What ``Ends`` are as numbers: their place in the order of rulebook §9.
FIRST_COLOUR, FIRST_PLAYER, ALL_PLAYERS, ALL_COLOURS = range(4)


def missed_before_next(
    die: int, done: bool, three_throws: int, missed: int, own: int, others: int, track: int
) -> int:
    """The misses with which the same colour throws again; ``ENDED`` if its turn has ended (rulebook §5.3).

    ``done``: it has just finished. ``own`` are its pawns before the throw, ``others`` those of the
    neutral colour, which must be stuck too (§8.6); without one its own again.
    """
    if done:
        return ENDED
    if die == SIX:
        return 0  # [D4]
    if three_throws and missed < THREE - 1 and stuck(own, track) and stuck(others, track):
        return missed + 1
    return ENDED


def over(ends: int, colours_home: int, colours: int, players_home: int, players: int) -> bool:
    """Whether a game with so many colours and players home, out of so many, is over (rulebook §9)."""
    if ends == FIRST_COLOUR:
        return colours_home > 0
    if ends == FIRST_PLAYER:
        return players_home > 0
    if ends == ALL_PLAYERS:
        return players_home >= players - 1
    return colours_home >= colours - 1
