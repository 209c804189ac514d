"""Games played on from a position, as many as the time allows or the chances need."""

import itertools
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from games.chances.tally import ChancesTally
from rules import Game
from rules.simulate import cores, playouts

#: How all play: like a good player.
POLICY = "sensible"
#: Games with which no chance is further off than one percentage point (95 %).
MOST_PLAYOUTS = 10_000
#: A chance that is known as well as this, one percentage point, need not be known better.
TARGET_MARGIN = 0.01
#: Games played at a stretch. The first stretch has the seed 0, the next 1 and so on: every position is played on with
#: the same luck, so that chances differ because positions do.
BATCH = 50


def is_enough(figures: ChancesTally) -> bool:
    """Whether it is not worth while to play more games from the same position."""
    return figures.games >= MOST_PLAYOUTS or figures.margin <= TARGET_MARGIN


def play_on(play: Game, known: ChancesTally | None, seconds: float) -> ChancesTally:
    """More games from a position than are ``known``, until they are enough or ``seconds`` are over.

    At least one stretch is played, and none is broken off. Compiled, on all cores: playing holds no lock.
    """
    run = _ChancesRun(play, known, time.monotonic() + seconds)
    workers = cores()
    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(run.work) for _ in range(workers)]:
            done.result()
    assert run.figures is not None
    return run.figures


class _ChancesRun:
    """Stretches that are taken by one or more workers, and what they brought."""

    def __init__(self, play: Game, known: ChancesTally | None, until: float) -> None:
        self.figures = known
        self._play, self._until = play, until
        self._seeds = itertools.count(0 if known is None else known.games // BATCH)
        self._lock = threading.Lock()

    def work(self) -> None:
        """Play stretch after stretch."""
        while True:
            outcome = playouts(self._play, BATCH, policy=POLICY, seed=next(self._seeds))
            found = ChancesTally.from_outcome(self._play, outcome)
            with self._lock:
                self.figures = found if self.figures is None else self.figures.plus(found)
                if is_enough(self.figures) or time.monotonic() >= self._until:
                    return
