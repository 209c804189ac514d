"""How soon viewers see a throw: N streams on one process while a referee throws once a second, and batches of 1,000.

`python -m bench.streams [VIEWERS] [sqlite|postgresql|outage]`, by default 200 on PostgreSQL with Redis: one
process of threads records (gunicorn), one streams (uvicorn). With `sqlite` one embedded process does both.
With `outage` Redis is killed (SIGKILL) after a third of the throws and started again after two thirds, and a
batch comes while it is away too. A delay is from the commit (PostgreSQL tells its moment; with SQLite from
when the recording request was read) until a viewer has the event; every viewer must get every event once.
*The last viewer* is the one who gets an event last.
"""

import asyncio
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

import orjson
import psycopg

from bench.calibration import calibrate
from bench.recording import cpu_milliseconds
from bench.size import sized
from tests import servers
from tests.games.viewing import Referee, token_of

#: In each third; with an outage Redis is away in the second.
THROWS = sized(5, 20)
SECONDS_BETWEEN = 1.0
BATCH = 1000
THIRDS = ("before", "during", "after")


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


def delays_of(chunks: list[tuple[float, bytes]], committed: Mapping[int, float]) -> list[float]:
    """The delays of all events that a viewer was told; raises where one is missing or doubled."""
    delays, numbers, rest = [], [], b""
    for moment, chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for told in (orjson.loads(line) for line in lines if line):
            numbers.append(told["number"])
            if told["message"] == "event":
                delays.append(moment - committed[told["number"]])
    assert all(later == earlier + 1 for earlier, later in pairwise(numbers))
    return delays


@dataclass
class Production:
    """The site that records, the one that streams, Redis and PostgreSQL's database where there are some."""

    recording: servers.Site
    streaming: servers.Site
    redis: servers.Mortal | None = None
    url: str | None = None


def commits(where: Production, referee: Referee) -> dict[int, float]:
    """When each event was committed, by its number."""
    if where.url is None:
        log = referee.log()
        return {event["number"]: datetime.fromisoformat(event["recorded_at"]).timestamp() for event in log}
    found = "SELECT number, extract(epoch FROM pg_xact_commit_timestamp(xmin)) FROM games_gameevent"
    with psycopg.connect(where.url) as connection:
        return {number: float(moment) for number, moment in connection.execute(found)}


async def run(where: Production, referee: Referee, viewers: int, outage: bool) -> list[list[float]]:
    """Throws once a second, then a batch, three times, before so many viewers; the delays by viewer."""
    last = referee.number + len(THIRDS) * (THROWS + BATCH)
    all_there = asyncio.Barrier(viewers + 1)
    watching = [
        asyncio.create_task(watch(where.streaming, referee.stream, last, all_there)) for _ in range(viewers)
    ]
    await all_there.wait()
    for third in THIRDS:
        if outage and where.redis is not None and third != "before":
            await asyncio.to_thread(where.redis.kill if third == "during" else where.redis.start)
        for _ in range(THROWS):
            await asyncio.to_thread(referee.throw)
            await asyncio.sleep(SECONDS_BETWEEN)
        await asyncio.to_thread(referee.record, [{"die": 1}] * BATCH)
        await asyncio.sleep(SECONDS_BETWEEN)
    watched = await asyncio.gather(*watching)
    committed = commits(where, referee)
    return [delays_of(chunks, committed) for chunks in watched]


@contextmanager
def production(database: str) -> Iterator[Production]:
    """Everything running."""
    with ExitStack() as stack:
        if database == "sqlite":
            site = stack.enter_context(servers.site({"MOST_STREAMS": "5000"}))
            yield Production(site, site)
            return
        server = stack.enter_context(servers.mortal_postgresql("track_commit_timestamp = on"))
        url = stack.enter_context(servers.postgresql_database(server.url, "bench"))
        redis = stack.enter_context(servers.mortal_redis())
        variables = {"DATABASE_URL": url, "REDIS_URL": redis.url, "MOST_STREAMS": "5000"}
        recording = stack.enter_context(servers.site(variables, servers.threads))
        streaming = servers.Site(recording.environment)
        stack.callback(streaming.kill)
        streaming.start()
        yield Production(recording, streaming, redis, url)


def told(name: str, delays: list[list[float]]) -> None:
    """Print how the delays of some events are spread, in milliseconds; ``delays`` are by viewer."""
    of_all = sorted(delay for each in delays for delay in each)
    of_the_last = sorted(map(max, zip(*delays, strict=True)))
    figures = [
        f"{who} p50 {ordered[len(ordered) // 2] * 1000:.0f} ms, p99 {ordered[int(len(ordered) * 0.99)] * 1000:.0f} ms"
        for who, ordered in (("viewers", of_all), ("the last viewer", of_the_last))
    ]
    print(f"{name}: {'; '.join(figures)}; at most {of_all[-1] * 1000:.0f} ms")


def main(viewers: int = sized(50, 200), database: str = "postgresql") -> None:
    """Measure and print."""
    print(calibrate())
    outage = database == "outage"
    with production(database) as where:
        referee = Referee(where.recording, token_of(where.recording))
        assert where.streaming.process is not None
        process = where.streaming.process.pid
        before, begun = cpu_milliseconds([process]), time.monotonic()
        delays = asyncio.run(run(where, referee, viewers, outage))
        busy = (cpu_milliseconds([process]) - before) / (time.monotonic() - begun) / 10
    print(f"{database}, {viewers} viewers, {sum(map(len, delays)):,} deliveries, none lost, none doubled")
    for number, third in enumerate(THIRDS):
        first = number * (THROWS + BATCH)
        when = f", {third} the outage of Redis" if outage else f", {number + 1} of {len(THIRDS)}"
        told(f"throws{when}", [each[first : first + THROWS] for each in delays])
        told(
            f"a batch of {BATCH:,}{when}", [each[first + THROWS : first + THROWS + BATCH] for each in delays]
        )
    told("all together", delays)
    print(f"the streaming process used {busy:.0f} % of a core, the viewers' arrival included")


if __name__ == "__main__":
    main(*(int(each) if each.isdigit() else each for each in sys.argv[1:]))  # type: ignore[arg-type]
