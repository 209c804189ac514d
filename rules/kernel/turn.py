"""Who throws after a throw, when a game is over and who has won: rulebook §5.3 and §9 on bare integers.

Like ``rules.kernel.movement`` for the single throw and, compiled, for playouts. ``finished`` are the colours
at home in the order in which they finished, ``leader`` is the player of each colour, -1 for neutral and
absent ones.
"""

from collections.abc import Sequence

from rules.kernel.movement import SIX, stuck

#: Throws of a colour that is stuck, where there are three (rulebook §5.3).
THROWS_WHEN_STUCK = 3
#: The turn has ended.
ENDED = -1
#: What ``Ends`` are as numbers: their place in the order of rulebook §9.
FIRST_COLOUR, FIRST_PLAYER, ALL_PLAYERS, ALL_COLOURS = range(4)


def missed_before_next(
    die: int, done: bool, three_throws: int, missed: int, own: int, others: int, track: int
) -> int:
    """Return the miss count if the colour throws again, else ``ENDED`` (rulebook §5.3).

    ``done``: it has just finished. ``own`` are its pawns before the throw, ``others`` those of the
    neutral colour, which must be stuck too (§8.6); without one its own again.
    """
    if done:
        return ENDED  # also after a 6 [D30]
    if die == SIX:
        return 0  # [D4]
    if three_throws and missed < THROWS_WHEN_STUCK - 1 and stuck(own, track) and stuck(others, track):
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


def winner(ends: int, neutral: int, leader: Sequence[int], finished: Sequence[int], thrower: int) -> int:
    """Return the winner of a game that is over; ``thrower`` is the colour that ended it, -1 if unknown.

    If the neutral colour ended the game and its thrower is home, they win; otherwise the first
    player home wins [D12].
    """
    if ends != FIRST_COLOUR:
        return home_first(leader, finished)
    if neutral >= 0:
        for colour in finished:
            if colour == thrower:
                return leader[thrower]
    return leader[finished[0]]


def home_first(leader: Sequence[int], finished: Sequence[int]) -> int:
    """The player who was the first to have all their colours home; -1 if nobody has."""
    for number in range(len(finished)):
        if completes(leader, finished, number):
            return leader[finished[number]]
    return -1


def completes(leader: Sequence[int], finished: Sequence[int], number: int) -> bool:
    """Whether the colour that finished as number ``number`` (from 0) was the last one of its player ([D23])."""
    player, missing = leader[finished[number]], 0
    for colour in range(len(leader)):
        if leader[colour] == player:
            missing += 1
    for earlier in range(number + 1):
        if leader[finished[earlier]] == player:
            missing -= 1
    return missing == 0
