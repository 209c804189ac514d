"""The hub of a process: hears that something has changed, reads it once, hands it to all who watch.

Everything here runs in the event loop, except ``announce``, which may be called from any thread, and the
reading, which is done by a few threads that give their database connection back each time: a stream never
holds one, and however many viewers arrive at once, other requests still get theirs.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from django.db import connections

from games.streams.quota import Guest, Limits, NoRoom
from games.streams.topics import Message, Topic

logger = logging.getLogger(__name__)

#: Deliveries that wait for one viewer; a delivery is what one reading brought.
MOST_WAITING = 256
READERS = 4
P = ParamSpec("P")
T = TypeVar("T")


class Subscription:
    """What has been delivered to one viewer and not been taken yet."""

    def __init__(self, topic: Topic, key: str, guest: Guest) -> None:
        self.topic, self.key, self.guest = topic, key, guest
        #: Everything that is delivered: the changes, and what is sent beside them.
        self.topics = [topic] if topic.beside is None else [topic, topic.beside]
        self._waiting: asyncio.Queue[Sequence[Message] | None] = asyncio.Queue(MOST_WAITING)
        self._cut = False

    def deliver(self, messages: Sequence[Message]) -> None:
        """Put messages in; a viewer who has left too many waiting is cut off."""
        if self._cut:
            return
        if self._waiting.full():
            self.cut()
        else:
            self._waiting.put_nowait(messages)

    def cut(self) -> None:
        """Deliver nothing more, forget what waits."""
        self._cut = True
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    @property
    def waits(self) -> bool:
        """Whether there is something to take."""
        return not self._waiting.empty()

    async def take(self) -> Sequence[Message] | None:
        """The next delivery; ``None`` where the viewer was cut off."""
        return await self._waiting.get()


@dataclass(eq=False, slots=True)
class _Watched:
    """A thing that somebody watches: up to which number it was handed out, and which was announced."""

    topic: Topic
    key: str
    # Weak: a response that is dropped before its first byte must not leave its viewer behind.
    viewers: WeakSet[Subscription] = field(default_factory=WeakSet)
    last_sent: int | None = None
    announced: int = 0
    reading: bool = False


Source = Callable[["Hub"], Awaitable[None]]


class Hub:
    """Who watches what in this process. ``sources`` run while it is open and call ``wake``."""

    def __init__(self, sources: Callable[[], Sequence[Source]], limits: Callable[[], Limits]) -> None:
        self._sources, self._limits = sources, limits
        # By what is announced; the same thing can be watched in more than one topic.
        self._watched: dict[tuple[str, str], dict[Topic, _Watched]] = {}
        self._streams: WeakSet[Subscription] = WeakSet()
        # Those of the public's part by address, and those of the reserve (games.streams.quota).
        self._public: dict[str, WeakSet[Subscription]] = {}
        self._reserve: WeakSet[Subscription] = WeakSet()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._readers = ThreadPoolExecutor(READERS, "streams")
        self._closing = False
        #: Whether one of the sources announces everything at once, so that others need not look often.
        self.is_announced = False

    # -- opening and closing ---------------------------------------------------------------------------

    def open(self) -> None:
        """Begin to listen to the sources, in the running loop; once is enough."""
        if self._loop is not None:
            return
        self._loop = asyncio.get_running_loop()
        for source in self._sources():
            self._start(self._supervised(source))

    def cut_all(self) -> None:
        """End every stream and begin no new one. May be called from a signal handler."""
        self._closing = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._cut_all)

    async def close(self) -> None:
        """End every stream and stop listening."""
        self._closing = True
        self._cut_all()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._loop = None

    def _cut_all(self) -> None:
        for subscription in list(self._streams):
            subscription.cut()

    # -- viewers ---------------------------------------------------------------------------------------

    def subscribe(self, topic: Topic, key: str, guest: Guest = Guest()) -> Subscription:  # noqa: B008 - frozen
        """Deliver what changes from now on. Raises ``NoRoom``."""
        if self._closing:
            raise NoRoom
        subscription = Subscription(topic, key, guest)
        self._find_room(subscription)
        self.open()
        for each in subscription.topics:
            watched = self._watched.setdefault((each.name, key), {})
            watched.setdefault(each, _Watched(each, key)).viewers.add(subscription)
        self._streams.add(subscription)
        return subscription

    def _find_room(self, subscription: Subscription) -> None:
        guest, limits = subscription.guest, self._limits()
        from_there = self._public.get(guest.address, ())
        try:
            limits.check_public(len(self._streams) - len(self._reserve), len(from_there))
        except NoRoom:
            if not limits.in_reserve(guest, [each.guest for each in self._reserve]):
                raise
            self._reserve.add(subscription)
        else:
            if len(self._public) > len(self._streams):  # then some have no viewer left
                self._public = {address: streams for address, streams in self._public.items() if streams}
            self._public.setdefault(guest.address, WeakSet()).add(subscription)

    def settle(self, subscription: Subscription, number: int, beside: int = 0) -> None:
        """The viewer has subscribed and then read everything up to ``number``: deliver what follows.

        ``beside`` is the number of what they were sent beside it.
        """
        for topic, read in zip(subscription.topics, (number, beside), strict=False):
            self._settle(self._watched[topic.name, subscription.key][topic], read)

    def _settle(self, watched: _Watched, number: int) -> None:
        if watched.last_sent is None:
            watched.last_sent = number
        else:
            # Another viewer may have read later and more: then this one still lacks the difference.
            watched.announced = max(watched.announced, watched.last_sent)
            watched.last_sent = min(watched.last_sent, number)
        self._read_on(watched)

    def unsubscribe(self, subscription: Subscription) -> None:
        """Deliver nothing more; a second time changes nothing."""
        self._streams.discard(subscription)
        self._reserve.discard(subscription)
        if there := self._public.get(subscription.guest.address):
            there.discard(subscription)
        for topic in subscription.topics:
            if watched := self._watched.get((topic.name, subscription.key), {}).get(topic):
                watched.viewers.discard(subscription)
                self._forget_if_alone(watched)

    def watched(self) -> dict[Topic, list[str]]:
        """The keys of what is watched, by topic."""
        found: dict[Topic, list[str]] = {}
        for each in [each for topics in self._watched.values() for each in topics.values()]:
            if not self._forget_if_alone(each):
                found.setdefault(each.topic, []).append(each.key)
        return found

    def cut(self, topic: Topic, key: str) -> None:
        """The thing is not watched in this topic any more: its viewers connect again."""
        if watched := self._watched.get((topic.name, key), {}).get(topic):
            for viewer in list(watched.viewers):
                viewer.cut()

    def _forget_if_alone(self, watched: _Watched) -> bool:
        """Forget what has no viewer; whether that was so."""
        if watched.viewers:
            return False
        channel = watched.topic.name, watched.key
        del self._watched[channel][watched.topic]
        if not self._watched[channel]:
            del self._watched[channel]
        return True

    # -- changes ---------------------------------------------------------------------------------------

    def announce(self, topic: str, key: str, number: int) -> None:
        """``key`` has come to ``number``. From any thread, after the commit; costs nothing without a viewer."""
        # Who subscribes after this look reads the database after it too, and finds the change there.
        if (topic, key) in self._watched and self._loop is not None:
            self._loop.call_soon_threadsafe(self.wake, topic, key, number)

    def wake(self, topic: str, key: str, number: int) -> None:
        """``key`` has come to ``number``: read what is new and hand it out."""
        for watched in self._watched.get((topic, key), {}).values():
            if number > watched.announced:
                watched.announced = number
                self._read_on(watched)

    def _read_on(self, watched: _Watched) -> None:
        if watched.last_sent is not None and watched.announced > watched.last_sent and not watched.reading:
            watched.reading = True
            self._start(self._hand_out(watched))

    async def _hand_out(self, watched: _Watched) -> None:
        try:
            while watched.last_sent is not None and (wanted := watched.announced) > watched.last_sent:
                messages = await self.read(watched.topic.since, watched.key, watched.last_sent)
                if messages:
                    watched.last_sent = messages[-1].number
                    for viewer in list(watched.viewers):
                        viewer.deliver(messages)
                elif watched.announced == wanted:
                    watched.announced = watched.last_sent  # nothing of the kind has happened
        except Exception:
            # The database's tail announces it again.
            logger.exception("streams: %s %s could not be read", watched.topic.name, watched.key)
            watched.announced = watched.last_sent or 0
        finally:
            watched.reading = False

    # -- work ------------------------------------------------------------------------------------------

    async def read(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the database answers to a question, asked in a thread."""

        def asked() -> T:
            try:
                return question(*args, **kwargs)
            finally:
                connections.close_all()

        return await asyncio.get_running_loop().run_in_executor(self._readers, asked)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _supervised(self, source: Source) -> None:
        """Run a source for ever: what breaks down is begun again after a while."""
        while True:
            try:
                await source(self)
            except Exception:
                logger.exception("streams: a source broke down and is begun again")
            await asyncio.sleep(1)
