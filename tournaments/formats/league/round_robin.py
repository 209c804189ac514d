"""The games of a double round-robin, in which all meet each other twice (tournament-rules §3.5).

The games stand in blocks: the next block begins when all games of the one before have a result, and within a
block the order is free while they are unplayed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

#: Three players, places from 0: Game 1 #1–#2, Game 2 #3–#1, Game 3 #2–#3, then Games 4–6 in free order
#: #2–#1, #1–#3, #3–#2.
_THREE = (((0, 1),), ((2, 0),), ((1, 2),), ((1, 0), (0, 2), (2, 1)))


@dataclass(frozen=True, slots=True)
class AtBoard:
    """A game of a double round-robin, named by its pairing; ``meeting`` is 1, or 2 with the first-named swapped."""

    number: int
    first: str
    second: str
    meeting: int

    @property
    def players(self) -> frozenset[str]:
        return frozenset((self.first, self.second))


Block = tuple[AtBoard, ...]


def double_round_robin(order: Sequence[str], first_number: int) -> tuple[Block, ...]:
    """List the games in blocks for players in schedule order, numbered from ``first_number``.

    Three players: the published order. More: a block is a round of the circle method, in which no one plays
    twice, and the second half repeats the first with the first-named swapped [T6].
    """
    number = first_number
    blocks: list[Block] = []
    met: set[frozenset[str]] = set()
    for places in _THREE if len(order) == 3 else _circle(len(order)):
        block: list[AtBoard] = []
        for first, second in places:
            players = frozenset((order[first], order[second]))
            block.append(AtBoard(number, order[first], order[second], 2 if players in met else 1))
            met.add(players)
            number += 1
        blocks.append(tuple(block))
    return tuple(blocks)


def _circle(players: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Pair by the circle method, both halves: #1 stays, the others move on; of an odd number one pauses."""
    seats = players + players % 2
    first_half = []
    for turn in range(seats - 1):
        circle = [0, *(1 + (seat + turn) % (seats - 1) for seat in range(seats - 1))]
        facing = [(circle[seat], circle[-1 - seat]) for seat in range(seats // 2)]
        # Who stays would be named first in every game: they are in every other one.
        games = [pair[::-1] if 0 in pair and turn % 2 else pair for pair in facing]
        first_half.append(tuple(game for game in games if max(game) < players))
    return (*first_half, *(tuple((second, first) for first, second in games) for games in first_half))
