"""From a throw to the chances that everybody is told: how long it takes and what it costs, on a served site.

`python -m bench.chances`. An XMädn 3T game on the embedded server with SQLite: throws one by one at three stages of the
game, each as soon as the chances of the one before are certain; then a burst of throws, each a request of its own.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median

from bench.calibration import calibrate
from bench.size import sized
from rules import RULE_SETS, Game
from rules.policies import sensible
from tests.games.viewing import NDJSON, Told, Viewer, Writer, token_of
from tests.servers import Site, site

COLOURS = (("yellow", "black"), ("blue", "red"), ("green", "violet"))
#: Throws before each stage, throws that are timed in each, throws of the burst.
STAGES, TIMED, BURST = sized((0, 800), (0, 400, 800)), sized(2, 10), sized(20, 100)
TICKS = 100
PRECISE = 0.01


class Board(Writer):
    """A referee at a game that plays itself."""

    def __init__(self, served: Site, token: str) -> None:
        super().__init__(served, token)
        ids = [self.ask("POST", "/api/v1/players/", {"name": f"P{n}"})["id"] for n in range(3)]
        self.seats = dict(zip(ids, map(list, COLOURS), strict=True))
        seats = [{"player": player, "colours": colours} for player, colours in self.seats.items()]
        game = self.ask("POST", "/api/v1/games/", {"rules": "xmadn-3t", "starter": "yellow", "seats": seats})
        self.path, self.number, self.lots = f"/api/v1/games/{game['id']}/", game["number"], Random(5)
        self.play = Game.start(RULE_SETS["xmadn-3t"], self.seats, starter="yellow")

    def record(self, throws: int = 1) -> None:
        """So many throws of good players in one request."""
        entries = []
        for _ in range(throws):
            die = self.lots.randint(1, 6)
            moves = self.play.moves(die)
            move = sensible(self.play, die, moves, self.lots) if moves else None
            self.play = self.play.play(die, move)
            entries.append({"die": die, "move": None if move is None else move.token})
        self.number = self.ask("POST", f"{self.path}throws/?expected={self.number}", entries)["game"][
            "number"
        ]


def chances_of(viewer: Viewer, number: int) -> list[Told]:
    """What a viewer was told of the chances after an event, and after later ones."""
    return [each for each in list(viewer.told) if each.name == "chances" and each.number >= number]


def wait_for(viewer: Viewer, number: int, margin: float) -> Told:
    """The first chances after an event that are as certain as that."""
    while True:
        for each in chances_of(viewer, number):
            if each.data["margin"] <= margin:
                return each
        time.sleep(0.005)


@contextmanager
def cpu(served: Site) -> Iterator[list[float]]:
    """The seconds of CPU that the server takes meanwhile."""
    assert served.process is not None
    spent = [0.0]

    def ticks() -> int:
        assert served.process is not None
        fields = (
            Path(f"/proc/{served.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        )
        return int(fields[11]) + int(fields[12])

    begun = ticks()
    yield spent
    spent[0] = (ticks() - begun) / TICKS


def main() -> None:
    """Measure and print."""
    print(calibrate())
    with site({"CHANCES": "yes"}) as served:
        board = Board(served, token_of(served))
        with Viewer(served, f"{board.path}events/", NDJSON) as viewer:
            wait_for(viewer, board.number, PRECISE)
            for stage in STAGES:
                if stage:
                    board.record(stage - board.number + 2)
                    wait_for(viewer, board.number, PRECISE)
                timed(served, board, viewer)
            burst(served, board, viewer)


def timed(served: Site, board: Board, viewer: Viewer) -> None:
    """A few throws, one by one."""
    first, certain, margins, costs = [], [], [], []
    begun = board.number
    for _ in range(TIMED):
        with cpu(served) as spent:
            started = time.perf_counter()
            board.record()
            told = wait_for(viewer, board.number, 1)
            first.append(time.perf_counter() - started)
            margins.append(told.data["margin"])
            wait_for(viewer, board.number, PRECISE)
            certain.append(time.perf_counter() - started)
        costs.append(spent[0])
    print(
        f"after event {begun}: told after {median(first):.2f} s (longest {max(first):.2f})"
        f" with ± {100 * median(margins):.1f} points, to ± 1 point after {median(certain):.2f} s"
        f" (longest {max(certain):.2f}); {median(costs):.2f} s of CPU a throw"
    )


def burst(served: Site, board: Board, viewer: Viewer) -> None:
    """Many throws, each as soon as the one before is recorded."""
    begun, started = board.number, time.perf_counter()
    with cpu(served) as spent:
        for _ in range(BURST):
            board.record()
        recorded = time.perf_counter()
        wait_for(viewer, board.number, 1)
        told = time.perf_counter()
    counted = board.ask("GET", f"{board.path}chances/?limit=200")["results"]
    numbers = [each["number"] for each in counted if each["number"] > begun]
    print(
        f"{BURST} throws in {recorded - started:.1f} s: {len(numbers)} boards counted, the last one"
        f" {told - recorded:.2f} s after its throw, {spent[0]:.1f} s of CPU in all"
    )
    assert numbers[0] == board.number


if __name__ == "__main__":
    main()
