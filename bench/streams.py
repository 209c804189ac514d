"""How soon viewers see a throw: N streams on one process while throws come, and then a batch of 1,000.

`python -m bench.streams [VIEWERS] [sqlite|postgresql]`, by default 200 on PostgreSQL with Redis: one process
of threads records (gunicorn), one streams (uvicorn). With `sqlite` one embedded process does both. A delay
is from the moment the recording request was read (``recorded_at``: the commit itself is counted in) until a
viewer has the event; every viewer must get every event once.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from itertools import pairwise

import orjson

from bench.calibration import calibrate
from bench.recording import cpu_milliseconds
from tests import servers
from tests.games.viewing import Referee, token_of

THROWS = 100
PAUSE_SECONDS = 0.1
BATCH = 1000


async def watch(
    site: servers.Site, path: str, last: int, all_there: asyncio.Barrier
) -> list[tuple[float, bytes]]:
    """Read NDJSON until event ``last``; what came when. It is looked at later, so that reading stays quick."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/x-ndjson\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    chunks: list[tuple[float, bytes]] = []
    while not chunks or b'"number":%d,' % last not in chunks[-1][1]:
        length = int(await reader.readline(), 16)
        chunks.append((time.time(), await reader.readexactly(length)))
        await reader.readexactly(len(b"\r\n"))
        if len(chunks) == 1:
            await all_there.wait()
    writer.close()
    return chunks


def delays_of(chunks: list[tuple[float, bytes]]) -> list[float]:
    """The delays of all events that a viewer was told; raises where one is missing or doubled."""
    delays, numbers, rest = [], [], b""
    for moment, chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for told in (orjson.loads(line) for line in lines if line):
            numbers.append(told["number"])
            if told["message"] == "event":
                delays.append(moment - datetime.fromisoformat(told["data"]["recorded_at"]).timestamp())
    assert all(later == earlier + 1 for earlier, later in pairwise(numbers))
    return delays


async def run(readers: servers.Site, referee: Referee, viewers: int) -> list[list[float]]:
    """Throws one after the other, then a batch, before so many viewers."""
    last = referee.number + THROWS + BATCH
    all_there = asyncio.Barrier(viewers + 1)
    watching = [asyncio.create_task(watch(readers, referee.stream, last, all_there)) for _ in range(viewers)]
    await all_there.wait()
    for _ in range(THROWS):
        await asyncio.to_thread(referee.throw)
        await asyncio.sleep(PAUSE_SECONDS)
    await asyncio.to_thread(referee.record, [{"die": 1}] * BATCH)
    return [delays_of(chunks) for chunks in await asyncio.gather(*watching)]


@contextmanager
def production(database: str) -> Iterator[tuple[servers.Site, servers.Site]]:
    """The site that records, and the site that streams."""
    with ExitStack() as stack:
        if database == "sqlite":
            site = stack.enter_context(servers.site({"MOST_STREAMS": "5000"}))
            yield site, site
            return
        url = stack.enter_context(
            servers.postgresql_database(stack.enter_context(servers.postgresql()), "bench")
        )
        variables = {"DATABASE_URL": url, "REDIS_URL": stack.enter_context(servers.redis())}
        recording = stack.enter_context(servers.site({**variables, "MOST_STREAMS": "5000"}, servers.threads))
        streaming = servers.Site(recording.environment)
        stack.callback(streaming.kill)
        streaming.start()
        yield recording, streaming


def told(name: str, delays: list[float]) -> None:
    """Print how the delays are spread, in milliseconds."""
    ordered = sorted(delays)
    p50, p99 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.99))
    print(f"{name}: p50 {p50:.0f} ms, p99 {p99:.0f} ms, last {ordered[-1] * 1000:.0f} ms")


def main(viewers: int = 200, database: str = "postgresql") -> None:
    """Measure and print."""
    print(calibrate())
    with production(database) as (recording, streaming):
        referee = Referee(recording, token_of(recording))
        assert streaming.process is not None
        before, begun = cpu_milliseconds([streaming.process.pid]), time.monotonic()
        delays = asyncio.run(run(streaming, referee, viewers))
        busy = (cpu_milliseconds([streaming.process.pid]) - before) / (time.monotonic() - begun) / 10
        print(f"{database}, {viewers} viewers, {sum(map(len, delays)):,} deliveries, none lost, none doubled")
        told(f"{THROWS} throws one by one", [delay for each in delays for delay in each[:THROWS]])
        told(f"a batch of {BATCH:,}", [delay for each in delays for delay in each[THROWS:]])
        print(f"the streaming process used {busy:.0f} % of a core, the viewers' arrival included")


if __name__ == "__main__":
    main(*(int(each) if each.isdigit() else each for each in sys.argv[1:]))  # type: ignore[arg-type]
