"""Games looked at some throws after a position: how they stand then, and, played on to their end, who won."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules import outcome
from rules.game import Game
from rules.kernel.tables import Tables
from rules.simulate import backend, loop, rng
from rules.simulate.runner import MOST_THROWS, colours_in
from rules.simulate.scenario import Scenario


@dataclass(frozen=True, slots=True)
class TruncatedPlayouts:
    """How games stood, one after the other, and how those that are over ended."""

    #: For each game the masks of all colours' pawns (rulebook §3 as bits of progress), those of the fields where two
    #: stand, and the number of the colour to throw (-1: over).
    boards: Sequence[int]
    #: The numbers that belong to one game.
    row: int
    #: For each game that has ended, at the halt or later, the colour home first and the player who won; else ``None``.
    ends: Sequence[tuple[int, int] | None]


class Lookahead:
    """Looks ahead from positions of a game: players of one policy make a number of throws, from seeds of their own."""

    def __init__(self, throws: int, *, policy: str, seed: int) -> None:
        self._throws, self._policy, self._key = throws, policy, rng.key(seed)

    def ahead(self, game: Game, first: int, games: int) -> TruncatedPlayouts:
        """Games number ``first`` and those after it from the position, no further than the halt."""
        return self._played(game, first, games, self._throws)

    def to_the_end(self, game: Game, first: int, games: int) -> TruncatedPlayouts:
        """The same games, looked at there and played on to their end."""
        return self._played(game, first, games, MOST_THROWS)

    def _played(self, game: Game, first: int, games: int, most: int) -> TruncatedPlayouts:
        setting = Scenario(game, self._policy)
        endings, boards = setting.halted(
            backend.best(setting.bits), self._key, first, games, self._throws, most
        )
        ends = [None if code < 0 else _ended(game.setup, int(code)) for code in endings]
        return TruncatedPlayouts(boards, len(boards) // games, ends)


@lru_cache(maxsize=1 << 12)
def _ended(made: Tables, code: int) -> tuple[int, int]:
    """The first colour home and the winner, of an ending in the kernel's form."""
    order, thrower = divmod(code, loop.ORDER)
    finished = colours_in(order)
    return finished[0], outcome.winner(made, finished, thrower - 1 if thrower else None)
