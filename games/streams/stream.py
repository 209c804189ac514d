"""One stream: the opening, then each change once and in order, until the end or until the viewer is cut off."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from django.db import Error

from games.streams import topics
from games.streams.hub import Hub, Subscription
from games.streams.topics import Media, Message, Opening


class MissedMessages(Exception):
    """Between what a viewer knows and what was delivered something is missing: read it from the database."""


def news(delivered: Sequence[Message], last: int) -> Sequence[Message]:
    """What is new to a viewer who knows everything up to ``last``; ``delivered`` has no gap in itself.

    Raises ``MissedMessages`` where the first that is new does not follow immediately.
    """
    if not delivered or delivered[-1].number <= last:
        return ()
    first = delivered[0].number
    if first > last + 1:
        raise MissedMessages
    return delivered if first == last + 1 else [each for each in delivered if each.number > last]


logger = logging.getLogger(__name__)

KEEP_ALIVE_SECONDS = 15.0
MayStay = Callable[[], Awaitable[bool]]


async def always() -> bool:
    """What is public to see is public to watch."""
    return True


class Stream:
    """What one viewer is sent. ``after``: the last number they have, ``None`` where they begin with the state.

    Check permission (``may_stay``) before each delivery; close the stream once it is lost.
    """

    def __init__(
        self,
        hub: Hub,
        subscription: Subscription,
        opening: Opening,
        after: int | None,
        media: Media,
        may_stay: MayStay,
    ) -> None:
        self._hub, self._subscription, self._media = hub, subscription, media
        self._may_stay = may_stay
        self._opening = opening
        self._last = opening.number if after is None else after
        self._ended = opening.ends
        self._beside = opening.beside[-1].number if opening.beside else 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The stream's bytes; a reader that stops is forgotten by the hub."""
        try:
            begun = topics.greeting(self._media) + self._encoded(self._opening.messages)
            yield begun + topics.serialize_messages(self._opening.beside, self._media)
            async for message in self._following():
                yield message
        except Error:
            logger.exception("streams: a viewer's gap could not be read")
            yield topics.resync(self._last, self._media)
        finally:
            self._hub.unsubscribe(self._subscription)

    async def _following(self) -> AsyncIterator[bytes]:
        async for message in self._up_to(self._opening.number):
            yield message
        while not self._ended or self._subscription.waits:
            try:
                async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                    delivered = await self._subscription.take()
            except TimeoutError:
                delivered = ()
            if delivered is None or not await self._may_stay():
                yield topics.resync(self._last, self._media)
                return
            if not delivered:
                yield topics.keep_alive(self._media)
                continue
            async for message in self._in_order(delivered):
                yield message
        yield topics.end(self._last, self._media)

    async def _in_order(self, delivered: Sequence[Message]) -> AsyncIterator[bytes]:
        """What is new to the viewer, and before it what a delivery has skipped."""
        if delivered[0].is_beside:
            if newer := [each for each in delivered if each.number > self._beside]:
                self._beside = newer[-1].number
                yield topics.serialize_messages(newer, self._media)
            return
        try:
            if new := news(delivered, self._last):
                yield self._encoded(new)
        except MissedMessages:
            async for message in self._up_to(delivered[-1].number):
                yield message

    async def _up_to(self, number: int) -> AsyncIterator[bytes]:
        """What the viewer lacks of everything up to ``number``, from the database."""
        subscription = self._subscription
        while self._last < number:
            missed = await self._hub.read(subscription.topic.since, subscription.key, self._last)
            if not missed:
                return
            yield self._encoded(missed)

    def _encoded(self, new: Sequence[Message]) -> bytes:
        if new:
            self._last, self._ended = new[-1].number, new[-1].ends
        return topics.serialize_messages(new, self._media)
