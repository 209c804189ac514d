"""Many games played to the end from one position, and what came of them."""

import itertools
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from rules import outcome as board_outcome
from rules.errors import OptionError
from rules.game import Game
from rules.i18n import Text, quote_value
from rules.kernel.tables import Tables
from rules.simulate import backend, loop, rng
from rules.simulate.result import Outcome
from rules.simulate.scenario import Scenario

#: Games played at a stretch; what a run keeps does not grow with the number of games.
CHUNK = 100
#: From this number of games on all cores are used, and it is worth while to compile.
MANY = 10_000
#: A game of this number of throws is broken off by default ([D21]: some would never end).
MOST_THROWS = 100_000


def playouts(
    game: Game,
    n: int,
    *,
    policy: str | Mapping[str, str] = "random",
    seed: int = 0,
    most_throws: int = MOST_THROWS,
    wait: bool = True,
) -> Outcome:
    """Play ``n`` games to the end from ``game``, whatever its rules and position.

    ``policy`` is ``random``, ``front`` or ``sensible`` (docs/develop/playouts.md), for all players or player →
    policy. ``faces`` (player → faces of their die) names dice other than that of the rules; all their faces
    must be among ``die_faces`` ([D21]). A game of ``most_throws`` throws is broken off and counted as
    unfinished.

    The same seed (any whole number) gives the same outcome, compiled or not, on any number of cores.
    From 10,000 games on (``MANY``) it waits for the compiler, which then has the cores for itself, some 20 s where
    nothing was cached. With ``wait=False``, and with fewer games, the interpreted
    kernel plays until the compiled one is there (``warm_up``). Raises ``OptionError`` that names what is not right.
    """
    for name, value in (("n", n), ("most_throws", most_throws)):
        if type(value) is not int or value < 1:
            raise OptionError(
                Text(
                    "{name}: a whole number from 1 on is needed, not {value}",
                    name=name,
                    value=quote_value(value),
                )
            )
    if type(seed) is not int:
        raise OptionError(Text("seed: a whole number is needed, not {seed}", seed=quote_value(seed)))
    setting = Scenario(game, policy)
    if n >= MANY and setting.bits <= backend.COMPILED_BITS:
        warming = backend.warm_up()
        if wait:
            warming.join()
    run = _PlayoutRun(setting, n, rng.key(seed), most_throws)
    workers = cores() if n >= MANY else 1
    if workers == 1:
        run.work()
    else:
        with ThreadPoolExecutor(workers) as pool:
            for done in [pool.submit(run.work) for _ in range(workers)]:
                done.result()
    return _outcome(game.setup, n, run.endings, run.lengths)


def cores() -> int:
    """The cores that this process may use."""
    able: Callable[[int], Any] | None = getattr(os, "sched_getaffinity", None)
    return os.cpu_count() or 1 if able is None else len(able(0))


class _PlayoutRun:
    """The chunks of a run, taken by one or more workers, and the tallies of what they brought."""

    def __init__(self, setting: Scenario, games: int, key: Sequence[int], most: int) -> None:
        self.endings: Counter[int] = Counter()
        self.lengths: Counter[int] = Counter()
        self._setting, self._games, self._key, self._most = setting, games, key, most
        self._chunks = itertools.count(0, CHUNK)
        self._lock = threading.Lock()

    def work(self) -> None:
        """Play chunk after chunk until none is left."""
        for first in self._firsts():
            games = min(CHUNK, self._games - first)
            fastest = backend.best(self._setting.bits)
            endings, throws, _ = self._setting.play(fastest, self._key, first, games, self._most)
            with self._lock:
                self.endings.update(endings)
                self.lengths.update(throws)

    def _firsts(self) -> Iterator[int]:
        """The first game of each chunk that no other thread has taken."""
        while (first := next(self._chunks)) < self._games:
            yield first


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
        won = board_outcome.winner(made, finished, thrower - 1 if thrower else None)
        wins[players[won]] += often
        for place, player in enumerate(board_outcome.ranking(made, finished, won)):
            places[players[player]][place] += often
        named = tuple(made.board.colours[colour] for colour in board_outcome.places(made, finished))
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
