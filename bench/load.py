"""A weekend of a whole country on one machine: many boards at once, viewers, readers, bad networks, all of it on.

`python -m bench.load [BOARDS] [SECONDS] [VIEWERS] [READS]` (whole: 300 boards, 600 s, 2,000 viewers, 100 reads a
second): a real PostgreSQL and Redis, the processes of `manage.py run` – web (two of eight threads), streams, worker,
beat – and the clients, all on this machine. Each board is thrown at every three seconds; one board in ten hangs on a
bad network, which swallows every fifth answer: its phone sends the same again. Chances are counted as far as there is
time. At the end every chain is read: what was answered with 201 must stand there once, and viewers must have been told
everything once.

`python -m bench.load apart …`: the same with a second group of web processes that answers those who read (GET), as a
proxy sends them there; the first group records.

`python -m bench.load fast [BOARDS …]` (whole: 8, 100, 1,000): throws as fast as they are answered, one after the other
at each board, nobody else there.

`python -m bench.load until-it-breaks [BOARDS [MOST]]` (whole: 100, 3,200): a throw every three seconds at each
board, for a while at so many boards, then at twice as many, until some are refused or there are enough; whoever is
refused comes again when the site says.
"""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from random import Random

import psycopg
import uvloop

from bench.calibration import calibrate
from bench.load_clients import RULES, Board, Connection, Measured, percentiles, watch_all
from bench.recording import cpu_milliseconds, postmaster
from bench.size import sized
from tests import servers
from tests.games.viewing import token_of

BOARDS = sized(20, 300)
SECONDS = sized(10, 600)
VIEWERS = sized(40, 2000)
READS = sized(10, 100)
FAST_BOARDS = sized((8,), (8, 100, 1000))
FAST_SECONDS = sized(5, 30)
#: How many boards there are at first until it breaks, how many at most, and for how long so many.
BREAKING_BOARDS, MOST_BREAKING_BOARDS = sized((10, 20), (100, 3200))
BREAKING_SECONDS = sized(5, 20)
#: In so many seconds 99 % of the throws are recorded, or it has begun to break.
BREAKING_P99 = 1.0
SECONDS_BETWEEN = 3.0
TOKENS = 8
#: Boards on a bad network.
BAD_BOARDS = 0.1
#: After the last throw viewers are told everything within so many seconds, or it is lost.
PATIENCE = 30
COLOURS = (["yellow"], ["green"], ["red"], ["black"])
#: What a weekend has on beside the throws.
ON = {
    "CHANCES": "yes",
    "FORECAST_RUNS": "300",
    "MOST_STREAMS": "5000",
    "WEB_CONCURRENCY": "2",
    "LONGEST_WAIT_SECONDS": "5",
}


@dataclass
class Production:
    """All processes of a site; ``reading`` answers whoever only reads."""

    web: servers.Site
    reading: servers.Site
    streams: servers.Site
    url: str
    roots: dict[str, int]


#: The group of web processes that answers whoever only reads.
READING = "reading"


@contextmanager
def production(variables: Mapping[str, str], *, beside: Sequence[str]) -> Iterator[Production]:
    """PostgreSQL, Redis, web, streams and the processes ``beside`` them."""
    with ExitStack() as stack:
        server = stack.enter_context(servers.mortal_postgresql("track_commit_timestamp = on"))
        url = stack.enter_context(servers.postgresql_database(server.url, "bench"))
        redis = stack.enter_context(servers.mortal_redis())
        environment = {"DATABASE_URL": url, "REDIS_URL": redis.url, **variables}
        kind = {"RAUSWURF_PROCESS": "record" if READING in beside else "web"}
        web = stack.enter_context(servers.site({**environment, **kind}, eight_threads))
        streams = servers.Site(web.environment)
        of_web = {**web.environment, "RAUSWURF_PROCESS": "web"}
        reading = servers.Site(of_web, eight_threads) if READING in beside else web
        roots = {"web": root_of(web), "postgresql": postmaster(url)}
        for name, site in (("streams", streams), (READING, reading)):
            if site is not web:
                stack.callback(site.kill)
                site.start()
                roots[name] = root_of(site)
        if "worker" in beside:
            web.shell(_COMPILED)
        for name in (each for each in beside if each != READING):
            started = stack.enter_context(servers.celery(web.environment, name, "--loglevel", "warning"))
            roots[name] = started.pid
        yield Production(web, reading, streams, url, roots)


#: A site that runs for weeks compiles playouts once.
_COMPILED = "from rules.simulate import warm_up; warm_up().join()"


def eight_threads(port: int) -> list[str]:
    """The command line of a group of web processes."""
    return servers.threads(port, 8)


def root_of(site: servers.Site) -> int:
    """The process of which all others of a site are children."""
    assert site.process is not None
    return site.process.pid


def tokens_of(site: servers.Site) -> list[str]:
    """Tokens for the boards to share: each may write 3,000 times a minute."""
    return [token_of(site) for _ in range(TOKENS)]


async def boards(site: servers.Site, tokens: Sequence[str], number: int, bad: float = 0.0) -> list[Board]:
    """So many running games of four, each with a connection of its own; this part of them on a bad network."""
    headers = [{"Authorization": f"Bearer {each}", "Content-Type": "application/json"} for each in tokens]
    room = asyncio.Semaphore(8)
    made = Connection(site.port, headers[0])
    players = []
    for name in ("A", "B", "C", "D"):
        status, answer = await made.ask(
            "POST", "/api/v1/players/", {"name": f"Load {name}", "nickname": name}
        )
        assert status == 201, answer
        players.append(json.loads(answer)["id"])

    async def one(index: int) -> Board:
        connection = Connection(site.port, headers[index % len(headers)])
        seats = [
            {"player": player, "colours": colours} for player, colours in zip(players, COLOURS, strict=True)
        ]
        async with room:
            status, answer = await connection.ask(
                "POST", "/api/v1/games/", {"rules": RULES, "title": f"Board {index + 1}", "seats": seats}
            )
            assert status == 201, answer
            game = json.loads(answer)
            body = {"expected": game["number"], "starter": COLOURS[0][0], "reason": "measured"}
            status, answer = await connection.ask("POST", f"/api/v1/games/{game['id']}/start/", body)
            assert status == 201, answer
        return Board(index, json.loads(answer)["game"], connection, index < number * bad)

    return list(await asyncio.gather(*map(one, range(number))))


# -- the two measurements ------------------------------------------------------------------------------


async def throw_steadily(board: Board, until: float, measured: Measured) -> None:
    """A throw every three seconds; who was late is not made up for."""
    await asyncio.sleep(board.lots.random() * SECONDS_BETWEEN)
    while time.monotonic() < until:
        begun = time.monotonic()
        await board.throw(measured)
        await asyncio.sleep(max(0.0, SECONDS_BETWEEN - (time.monotonic() - begun)))


async def read_steadily(
    port: int, kinds: Sequence[Sequence[str]], each: float, until: float, lots: Random, measured: Measured
) -> None:
    """One path after the other by lot, as many of each kind, so many seconds apart."""
    connection = Connection(port, {"Accept-Language": "de"})
    await asyncio.sleep(lots.random() * each)
    while time.monotonic() < until:
        begun = time.monotonic()
        try:
            status, _ = await connection.ask("GET", lots.choice(lots.choice(kinds)))
        except ConnectionError:
            status = 0
        measured.statuses[status] += 1
        measured.delays.append(time.monotonic() - begun)
        await asyncio.sleep(max(0.0, each - (time.monotonic() - begun)))


async def throw_fast(board: Board, until: float, measured: Measured) -> None:
    """One throw after the other."""
    while time.monotonic() < until:
        await board.throw(measured)


def check_kept(url: str, all_boards: Sequence[Board]) -> dict[str, dict[int, float]]:
    """When which event of each game was committed; raises where what was answered is not there, or there twice."""
    found: dict[str, dict[int, float]] = {}
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT game_id::text, number, extract(epoch FROM pg_xact_commit_timestamp(xmin)), kind"
            " FROM games_gameevent ORDER BY number"
        ).fetchall()
    throws: Counter[str] = Counter()
    for game, number, moment, kind in rows:
        found.setdefault(game, {})[number] = float(moment)
        throws[game] += kind == "throw"
    for board in all_boards:
        if throws[board.id] != board.recorded:
            raise RuntimeError(f"{board.id}: {board.recorded} answered, {throws[board.id]} kept")
    return found


def used(roots: Mapping[str, int]) -> dict[str, float]:
    """CPU seconds of each process so far, with its children."""
    return {name: cpu_milliseconds([root]) / 1000 for name, root in roots.items()}


async def weekend(beside: Sequence[str], number: int, seconds: float, viewers: int, reads: int) -> None:
    """The weekend; prints what it was like."""
    with production(ON, beside=beside) as where:
        where.web.manage("demo")
        all_boards = await boards(where.web, tokens_of(where.web), number, BAD_BOARDS)
        client = Connection(where.web.port, {})
        events = json.loads((await client.ask("GET", "/api/v1/events/"))[1])["results"]
        tables = [f"/api/v1/events/{event['slug']}/standings/" for event in events]
        pages = ["/", "/live/", *(f"/events/{event['slug']}/" for event in events)]
        pages += [f"/games/{board.id}/" for board in all_boards[:20]]
        if wrong := [path for path in tables + pages if (await client.ask("GET", path))[0] != 200]:
            raise RuntimeError(f"not answered with 200: {wrong}")
        loop, there = asyncio.get_running_loop(), Path(where.web.environment["DATA_DIR"]) / "there"
        streams = [f"{all_boards[viewer % number].path}events/" for viewer in range(viewers)]
        thrown, read = Measured(), Measured()
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            arriving = time.monotonic()
            watching = loop.run_in_executor(
                process, watch_all, where.streams.port, streams, there, seconds + PATIENCE
            )
            while not there.exists():
                if watching.done():
                    await watching
                await asyncio.sleep(0.1)
            print(f"{viewers:,} viewers let in within {time.monotonic() - arriving:.0f} s")
            before, begun, asking = used(where.roots), time.monotonic(), time.process_time()
            end = begun + seconds
            async with asyncio.TaskGroup() as group:
                for board in all_boards:
                    group.create_task(throw_steadily(board, end, thrown))
                for reader in range(reads):
                    group.create_task(
                        read_steadily(where.reading.port, (tables, pages), 1.0, end, Random(reader), read)
                    )
            took = time.monotonic() - begun
            spent = {name: after - before[name] for name, after in used(where.roots).items()}
            asking = time.process_time() - asking
            watched, looking = await watching
        committed = check_kept(where.url, all_boards)
        delays = []
        for index, came in watched:
            game = all_boards[index % number].id
            if not came:
                raise RuntimeError(f"{game}: a viewer was told nothing")
            # What a stream begins with had happened before.
            first = min(came)
            missing = [each for each in committed[game] if each > first and each not in came]
            if missing:
                raise RuntimeError(f"{game}: a viewer was not told of {missing[:5]}")
            delays += [moment - committed[game][each] for each, moment in came.items() if each > first]
        print(
            f"{number} boards, {viewers:,} viewers, {took:.0f} s, {thrown.repeats:,} answers swallowed and asked again"
        )
        thrown.say("throws", took)
        read.say("tables and pages", took)
        print(f"viewers: {len(delays):,} deliveries, {percentiles(delays)}; none lost, none doubled")
        spent |= {"referees and readers": asking, "viewers, with their arrival": looking}
        print("cores: " + ", ".join(f"{name} {cpu / took:.2f}" for name, cpu in spent.items()))
        print(f"  ms of CPU a throw: {per_throw(spent, thrown)}")
        waiting = where.web.shell(_STATE_OF_CHANCES)
        print(f"chances at the end: {waiting}")


_STATE_OF_CHANCES = """
from games.models import Chances, Game
print(Chances.objects.count(), "positions counted,", Game.objects.filter(state="running").count(), "games running")
"""


async def fast(number: int) -> None:
    """Throws as fast as they are answered; prints how many."""
    with production({"WEB_CONCURRENCY": "2"}, beside=()) as where:
        all_boards = await boards(where.web, tokens_of(where.web), number)
        thrown, before, begun = Measured(), used(where.roots), time.monotonic()
        async with asyncio.TaskGroup() as group:
            for board in all_boards:
                group.create_task(throw_fast(board, begun + FAST_SECONDS, thrown))
        took = time.monotonic() - begun
        check_kept(where.url, all_boards)
        spent = {name: after - before[name] for name, after in used(where.roots).items()}
        thrown.say(f"{number:,} boards, throws", took)
        print(f"  ms of CPU a throw: {per_throw(spent, thrown)}")


async def until_it_breaks(number: int, most: int) -> None:
    """More and more boards; prints how each step went, where throws began to wait and how the site said so."""
    with production(ON, beside=("worker", "beat")) as where:
        tokens, all_boards, waits_from = tokens_of(where.web), list[Board](), 0
        while len(all_boards) < most:
            more = max(number, len(all_boards))
            all_boards += await boards(where.web, tokens, more)
            thrown, before, begun = Measured(), used(where.roots), time.monotonic()
            async with asyncio.TaskGroup() as group:
                for board in all_boards:
                    group.create_task(throw_steadily(board, begun + BREAKING_SECONDS, thrown))
            took = time.monotonic() - begun
            check_kept(where.url, all_boards)
            spent = {name: after - before[name] for name, after in used(where.roots).items()}
            thrown.say(f"{len(all_boards):,} boards, throws", took)
            print(f"  ms of CPU a throw: {per_throw(spent, thrown)}")
            waits_from = waits_from or len(all_boards) * (thrown.p99 > BREAKING_P99)
            if wrong := {status for status in thrown.statuses if status == 0 or status >= 400} - {503}:
                raise RuntimeError(f"answered with {wrong}")
            if thrown.unhelpful:
                raise RuntimeError(f"{thrown.unhelpful} refusals do not say when to come again")
            if thrown.statuses[503]:
                print(f"refused from {len(all_boards):,} boards on, each told when to come again")
                break
        if waits_from:
            print(f"99 % take longer than {BREAKING_P99:g} s from {waits_from:,} boards on")
        print("everything that was answered is kept, once")


def per_throw(spent: Mapping[str, float], thrown: Measured) -> str:
    """What each process has used for a throw that was answered."""
    number = max(1, thrown.statuses[200] + thrown.statuses[201])
    return ", ".join(f"{name} {cpu / number * 1000:.2f}" for name, cpu in spent.items())


def main(*arguments: str) -> None:
    """Measure and print."""
    print(f"{calibrate()}, {os.cpu_count()} cores, {datetime.now(UTC):%Y-%m-%d}")
    if arguments[:1] == ("fast",):
        for number in map(int, arguments[1:]) if arguments[1:] else FAST_BOARDS:
            uvloop.run(fast(number))
        return
    if arguments[:1] == ("until-it-breaks",):
        given = tuple(map(int, arguments[1:]))
        uvloop.run(until_it_breaks(*(*given, *(BREAKING_BOARDS, MOST_BREAKING_BOARDS)[len(given) :])))
        return
    beside: tuple[str, ...] = ("worker", "beat")
    if arguments[:1] == ("apart",):
        beside, arguments = (READING, *beside), arguments[1:]
    usual = (BOARDS, SECONDS, VIEWERS, READS)
    given = tuple(map(int, arguments))
    uvloop.run(weekend(beside, *(*given, *usual[len(given) :])))


if __name__ == "__main__":
    main(*sys.argv[1:])
