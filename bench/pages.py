"""What a page costs: seen by somebody since the last throw, seen by nobody; CPU of server and database.

`python -m bench.pages`. A real PostgreSQL and Redis, the production server, and the demo beside some boards in play
whose chances are counted. Pages are asked for one after the other, by a stranger who reads German, each kind over one
connection, not seen and then seen: one process answers, and what it remembers is what counts. Multiples are to the
cheapest request through all of Django in the same run, as in `bench.recording`; medians of several runs.
"""

from collections.abc import Awaitable, Callable, Sequence
from statistics import median

import uvloop

from bench.calibration import calibrate
from bench.load import ON, Production, boards, production, tokens_of
from bench.load_clients import Board, Connection, Measured
from bench.recording import CHEAPEST, cpu_milliseconds
from bench.size import sized

BOARDS = sized(5, 30)
#: Throws of a board before the first page.
THROWS = sized(10, 60)
RUNS = sized(2, 7)
#: So many are taken by both processes.
CONNECTIONS = 8
READER = {"Accept-Language": "de"}
#: Count the chances of the newest throw of each board, once: then nothing changes until the next.
_COUNTED = """
from django.db.models import F
from django.utils import timezone
from games.chances.jobs import WORK
from games.models import Game
from games.work.claims import step
while Game.objects.filter(state="running").exclude(chances__number=F("number")).exists():
    step(WORK, timezone.now())
"""


async def one_run(
    where: Production, found: Sequence[Board], cost: Callable[..., Awaitable[float]]
) -> dict[str, float]:
    """CPU milliseconds of one page of each kind."""
    pages = [f"/games/{board.id}/" for board in found]
    kinds = {"the page of a running game": pages, "its live part": [f"{page}live/" for page in pages]}
    costs = {CHEAPEST: await cost("/healthz", times=200)}
    for name, paths in kinds.items():
        for board in found:
            await board.throw(Measured())
        where.web.shell(_COUNTED)
        costs[f"{name}, not seen"] = await cost(*paths)
        costs[f"{name}, seen"] = await cost(*paths, times=3)
    for path in ("/", "/live/"):
        costs[path] = await cost(path, times=len(found))
    return costs


async def measure() -> None:
    """Measure and print."""
    with production(ON, beside=()) as where:
        where.web.manage("demo")
        found = await boards(where.web, tokens_of(where.web), BOARDS)
        client = Connection(where.web.port, READER)
        roots = [where.roots["web"], where.roots["postgresql"]]

        async def cost(*paths: str, times: int = 1) -> float:
            before = cpu_milliseconds(roots)
            for path in paths * times:
                status, _ = await client.ask("GET", path)
                if status != 200:
                    raise RuntimeError(f"{path}: answered with {status}")
            return (cpu_milliseconds(roots) - before) / (len(paths) * times)

        for board in found:
            for _ in range(THROWS):
                await board.throw(Measured())
        # Whatever a process does once is done in each.
        for another in [Connection(where.web.port, READER) for _ in range(CONNECTIONS)]:
            for path in ("/", "/live/", f"/games/{found[0].id}/", f"/games/{found[0].id}/live/"):
                await another.ask("GET", path)
        runs = [await one_run(where, found, cost) for _ in range(RUNS)]
        print(f"{BOARDS} boards in play, and those of the demo")
        for name in runs[0]:
            taken = sorted(run[name] for run in runs)
            times = median(run[name] / run[CHEAPEST] for run in runs)
            spread = f"{taken[0]:.1f} to {taken[-1]:.1f}"
            print(f"{name}: {median(taken):.1f} ms of CPU ({spread}), {times:.1f} times the cheapest")


if __name__ == "__main__":
    print(calibrate())
    uvloop.run(measure())
