"""A stream of a log that is written while it is read."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from random import Random
from typing import Any

from games.streams.hub import Hub
from games.streams.quota import Limits
from games.streams.stream import Stream, always
from games.streams.topics import Media, Message, opening

KEY = "one"


class Log:
    """A topic in memory: events numbered from 1; ``last`` is the one that ends it, if any."""

    name = "log"
    beside = None

    def __init__(self, last: int | None = None) -> None:
        self.number, self.last = 0, last

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        return dict.fromkeys(keys, self.number)

    def state(self, key: str) -> Message | None:
        return Message.build("state", self.number, {}, ends=self.number == self.last)

    def since(self, key: str, number: int) -> Sequence[Message]:
        return [
            Message.build("event", each, {}, ends=each == self.last)
            for each in range(number + 1, min(self.number, number + 3) + 1)
        ]


class Hesitant(Hub):
    """A hub whose database answers sooner or later, as the lots have it."""

    def __init__(self, lots: Random | None = None, most: int = 100) -> None:
        super().__init__(sources=lambda: [], limits=lambda: Limits(most))
        self.lots = lots or Random(1)

    async def hesitate(self) -> None:
        for _ in range(self.lots.randint(0, 4)):
            await asyncio.sleep(0)

    async def read(self, question: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        await self.hesitate()
        answer = question(*args, **kwargs)
        await self.hesitate()
        return answer


async def begun(hub: Hub, log: Log, after: int | None = None) -> Stream:
    """A stream as the view begins it."""
    subscription = hub.subscribe(log, KEY)
    opened = await hub.read(opening, log, KEY, after)
    assert opened is not None
    hub.settle(subscription, opened.number)
    return Stream(hub, subscription, opened, after, Media.NDJSON, always)


async def told(stream: Stream) -> list[tuple[str, int]]:
    """Name and number of everything a stream tells until it closes."""
    found = []
    async for chunk in stream:
        for line in chunk.decode().splitlines():
            _, _, _, name, rest = line.split('"', 4)
            found.append((name, int(rest.split(":")[1].split(",")[0])))
    return found


def in_a_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test written as a coroutine."""

    def run() -> None:
        asyncio.run(test())

    run.__name__ = test.__name__
    return run
