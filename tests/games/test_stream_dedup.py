"""Every viewer is told every event once and in order, whatever falls together with what."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, strategies as st

from games.streams import stream as streams
from games.streams.hub import MOST_WAITING
from games.streams.quota import NoRoom
from games.streams.topics import Message
from tests.games.log_stream import KEY, Hesitant, Log, begun, in_a_loop, told


async def quiet() -> None:
    """Until the hub has handed out what it was told of."""
    for _ in range(20):
        await asyncio.sleep(0)


@in_a_loop
async def test_a_viewer_who_has_read_less_than_another_gets_the_difference_at_once() -> None:
    """Without the database's tail, which would find it later."""
    log, hub = Log(), Hesitant()
    log.number = 3
    early, late = hub.subscribe(log, KEY), hub.subscribe(log, KEY)
    hub.settle(early, 3)
    hub.settle(late, 1)
    delivered = await asyncio.wait_for(late.take(), 10)
    assert delivered is not None
    assert [message.number for message in delivered] == [2, 3]


# -- any interleaving ----------------------------------------------------------------------------------


async def evening(lots: Random) -> list[tuple[int | None, list[tuple[str, int]]]]:
    """Events are written and announced, late, doubled or never, while viewers come; what each was told."""
    log, hub = Log(last=lots.randint(1, 25)), Hesitant(lots)
    viewers: list[tuple[int | None, asyncio.Task[list[tuple[str, int]]]]] = []

    async def announced(number: int) -> None:
        await hub.hesitate()
        hub.wake(log.name, KEY, number)

    async def watch(after: int | None) -> list[tuple[str, int]]:
        return await told(await begun(hub, log, after))

    async with asyncio.TaskGroup() as group:
        while log.number < (log.last or 0):
            for _ in range(lots.randint(0, 2)):
                after = lots.choice([None, lots.randint(0, log.number)])
                viewers.append((after, group.create_task(watch(after))))
            await hub.hesitate()
            log.number = min(log.number + lots.choice([1, 1, 1, 7]), log.last or 0)
            for _ in range(lots.randint(0, 2)):
                group.create_task(announced(log.number))
        while not all(task.done() for _, task in viewers):  # the database's tail
            await hub.hesitate()
            hub.wake(log.name, KEY, log.numbers([KEY])[KEY])
            await asyncio.sleep(0)
    return [(after, task.result()) for after, task in viewers]


@given(st.integers(0, 2**32))
def test_every_viewer_is_told_every_event_once_and_in_order(seed: int) -> None:
    for after, heard in asyncio.run(evening(Random(seed))):
        names, numbers = zip(*heard, strict=True)
        if after is None:
            assert names[0] == "state"
            after = numbers[0]
            names, numbers = names[1:], numbers[1:]
        assert names == ("event",) * (len(names) - 1) + ("end",)
        assert numbers[:-1] == tuple(range(after + 1, numbers[-1] + 1))


# -- slow, silent, gone --------------------------------------------------------------------------------


@in_a_loop
async def test_a_viewer_who_is_too_slow_is_cut_off_told_so_and_gets_everything_when_he_comes_again() -> None:
    log, hub = Log(), Hesitant()
    slow = aiter(await begun(hub, log))
    await anext(slow)
    for _ in range(MOST_WAITING + 1):
        log.number += 1
        hub.wake(log.name, KEY, log.number)
        await quiet()
    assert b'"message":"resync","number":0' in await anext(slow)
    with pytest.raises(StopAsyncIteration):
        await anext(slow)
    log.last = log.number
    heard = await told(await begun(hub, log, after=0))
    assert [number for name, number in heard if name == "event"] == list(range(1, MOST_WAITING + 2))


@in_a_loop
async def test_the_others_are_not_held_up_by_a_viewer_who_does_not_read() -> None:
    log, hub = Log(last=MOST_WAITING * 2), Hesitant()
    idle = aiter(await begun(hub, log))
    await anext(idle)
    quick = asyncio.create_task(told(await begun(hub, log)))
    while log.number < MOST_WAITING * 2:
        log.number += 1
        hub.wake(log.name, KEY, log.number)
        await quiet()
    assert len(await quick) == MOST_WAITING * 2 + 2
    assert b"resync" in await anext(idle)


def test_a_silent_stream_is_kept_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE_SECONDS", 0)

    async def listened() -> bytes:
        stream = aiter(await begun(Hesitant(), Log()))
        await anext(stream)
        return await anext(stream)

    assert asyncio.run(listened()) == b"\n"


@in_a_loop
async def test_who_goes_away_is_forgotten_also_before_the_first_byte() -> None:
    log, hub = Log(), Hesitant(most=1)
    stream = aiter(await begun(hub, log))
    await anext(stream)
    with pytest.raises(NoRoom):
        hub.subscribe(log, KEY)
    await stream.aclose()  # type: ignore[attr-defined]  # an asynchronous generator
    unread = await begun(hub, log)
    assert hub.watched() == {log: [KEY]}
    del unread
    assert hub.watched() == {}
    hub.subscribe(log, KEY)


@in_a_loop
async def test_a_database_that_fails_once_is_asked_again() -> None:
    class Failing(Log):
        failed = False

        def since(self, key: str, number: int) -> Sequence[Message]:
            if not self.failed:
                self.failed = True
                raise OSError("gone")
            return super().since(key, number)

    log, hub = Failing(last=1), Hesitant()
    viewer = asyncio.create_task(told(await begun(hub, log)))
    log.number = 1
    while not viewer.done():
        hub.wake(log.name, KEY, 1)
        await asyncio.sleep(0)
    assert viewer.result() == [("state", 0), ("event", 1), ("end", 1)]


@in_a_loop
async def test_the_end_of_the_hub_ends_every_stream_and_begins_none() -> None:
    log, hub = Log(), Hesitant()
    viewer = asyncio.create_task(told(await begun(hub, log)))
    await asyncio.sleep(0)
    await hub.close()
    assert await viewer == [("state", 0), ("resync", 0)]
    with pytest.raises(NoRoom):
        hub.subscribe(log, KEY)
