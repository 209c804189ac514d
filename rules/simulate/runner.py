"""Many games played to the end from one position, and what came of them."""

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules import outcome
from rules.game import Game
from rules.kernel.tables import Tables
from rules.simulate import backend, loop, rng
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """How often who won and came where, and how many throws it took; numbers of games unless said otherwise."""

    games: int
    #: Player → games won.
    wins: Mapping[str, int]
    #: Player → how often 1st, 2nd …; places that a game leaves open (rulebook §9) are not counted.
    places: Mapping[str, list[int]]
    #: Colour → how often it finished 1st, 2nd …
    colour_places: Mapping[str, list[int]]
    #: Colours in the order in which they finished, with a last one that is placed (rulebook §9) → games.
    orders: Mapping[tuple[str, ...], int]
    #: Throws still played → games, ascending.
    lengths: Mapping[int, int]
    #: Games that were broken off because they took too many throws; they have no winner and no places.
    unfinished: int

    @property
    def throws(self) -> float:
        return sum(throws * games for throws, games in self.lengths.items()) / self.games


#: Games played at a stretch; what a run keeps does not grow with the number of games.
CHUNK = 100
#: A game of this number of throws is broken off by default ([D21]: some would never end).
MOST_THROWS = 100_000


def playouts(
    game: Game,
    n: int,
    *,
    policy: str | Mapping[str, str] = "random",
    seed: int = 0,
    most_throws: int = MOST_THROWS,
) -> Outcome:
    """Play ``n`` games to the end from ``game``, whatever its rules and position.

    ``policy`` is ``random``, ``front`` or ``sensible`` (docs/develop/playouts.md), for all players or player →
    policy. A game of ``most_throws`` throws is broken off and counted as unfinished. The same seed (any whole number)
    gives the same outcome, compiled or not: the interpreted kernel plays until the compiled one is there.
    """
    setting, key = Scenario(game, policy), rng.key(seed)
    endings: Counter[int] = Counter()
    lengths: Counter[int] = Counter()
    for first in range(0, n, CHUNK):
        fastest = backend.best(setting.bits)
        ended, thrown, _ = setting.play(fastest, key, first, min(CHUNK, n - first), most_throws)
        endings.update(ended)
        lengths.update(thrown)
    return _outcome(game.setup, n, endings, lengths)


def cores() -> int:
    """The cores that this process may use."""
    able: Callable[[int], Any] | None = getattr(os, "sched_getaffinity", None)
    return os.cpu_count() or 1 if able is None else len(able(0))


# -- what came of it -------------------------------------------------------------------------------


def _outcome(made: Tables, games: int, endings: Counter[int], lengths: Counter[int]) -> Outcome:
    """The tallies by players and colours: who has which place is decided where it is decided for a single game."""
    players = made.seating.players
    wins = dict.fromkeys(players, 0)
    places = {player: [0] * len(players) for player in players}
    colours = {made.board.colours[colour]: [0] * len(made.throwing) for colour in made.throwing}
    orders: Counter[tuple[str, ...]] = Counter()
    unfinished = endings.pop(-1, 0)
    for code, often in endings.items():
        order, thrower = divmod(code, loop.ORDER)
        finished = colours_in(order)
        won = outcome.winner(made, finished, thrower - 1 if thrower else None)
        wins[players[won]] += often
        for place, player in enumerate(outcome.ranking(made, finished, won)):
            places[players[player]][place] += often
        named = tuple(made.board.colours[colour] for colour in outcome.places(made, finished))
        orders[named] += often
        for place, colour in enumerate(named):
            colours[colour][place] += often
    return Outcome(
        games, wins, places, colours, dict(sorted(orders.items())), dict(sorted(lengths.items())), unfinished
    )


def colours_in(order: int) -> tuple[int, ...]:
    """The colours that the digits of a finishing order stand for."""
    found: list[int] = []
    while order:
        order, digit = divmod(order, loop.ORDER)
        found.append(digit - 1)
    return tuple(reversed(found))
