"""Where a hub hears of changes: the database itself, and Redis where there is one.

A process that records notifies its own hub directly (``games.streams.broker``). The database's tail finds what
was recorded by anybody else; Redis makes that quick. Neither carries what has changed, only its number:
lost or doubled news do no harm.
"""

import asyncio
import itertools
import logging
import time
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from games.streams.hub import Hub

logger = logging.getLogger(__name__)

#: The Redis stream of announcements, and how many of them it keeps.
STREAM = "rauswurf:live"
STREAM_LENGTH = 10_000
BLOCK_SECONDS = 5
#: A Redis that says nothing at all for so much longer is taken for dead.
GRACE_SECONDS = 3
PAUSE_SECONDS = 1
#: A process that records does not try to announce for so long after it has failed to.
SILENT_SECONDS = 5.0
#: After an announcement the next ones are read together, so much later: of a hundred a second each costs less, and
#: one alone is announced at once.
GATHERED_SECONDS = 0.02
#: While Redis announces everything the database is read each time of this number: for what was not announced.
SELDOM = 4


async def database_tail(hub: Hub, every: float) -> None:
    """Read the numbers of everything that is watched from the database, again and again."""
    for turn in itertools.count():
        await asyncio.sleep(every)
        if hub.is_announced and turn % SELDOM:
            continue
        for topic, keys in hub.watched().items():
            numbers = await hub.read(topic.numbers, keys)
            for key in keys:
                if key in numbers:
                    hub.wake(topic.name, key, numbers[key])
                else:
                    hub.cut(topic, key)


async def redis_tail(hub: Hub, url: str) -> None:
    """Read announcements from Redis; while it is away ask for it every second."""
    # No time-out of the socket: it would end the blocking read. No silent retries: we begin again ourselves.
    redis = Redis.from_url(
        url,
        socket_timeout=None,
        socket_connect_timeout=GRACE_SECONDS,
        health_check_interval=30,
        retry=Retry(NoBackoff(), 0),
        decode_responses=True,
    )
    last, away, back_at = "", False, time.monotonic()
    try:
        while True:
            try:
                async with asyncio.timeout(BLOCK_SECONDS + GRACE_SECONDS):
                    # Always from a concrete id: "$" would lose what is announced between two reads.
                    last = await _announced(hub, redis, last) if last else await _tail_id(redis)
            except (RedisError, OSError, TimeoutError) as error:
                if not away:
                    logger.warning("streams: Redis is away, the database is asked instead: %s", error)
                away, hub.is_announced = True, False
                await asyncio.sleep(PAUSE_SECONDS)
            else:
                if away:
                    logger.warning("streams: Redis is back")
                    away, back_at = False, time.monotonic()
                # Before that some of those who record may not have noticed that it is back.
                hub.is_announced = time.monotonic() > back_at + SILENT_SECONDS + GRACE_SECONDS
                await asyncio.sleep(GATHERED_SECONDS)
    finally:
        hub.is_announced = False
        await redis.aclose()


async def _tail_id(redis: Redis) -> str:
    """The id of the last announcement so far."""
    found: Any = await redis.xrevrange(STREAM, count=1)
    return str(found[0][0]) if found else "0-0"


async def _announced(hub: Hub, redis: Redis, last: str) -> str:
    """Pass on the announcements after ``last``, waiting for some; the id of the last of them."""
    answer: Any = await redis.xread({STREAM: last}, count=1000, block=BLOCK_SECONDS * 1000)
    news = [entry for _, entries in answer for entry in entries]
    for _, message in news:
        hub.wake(message["topic"], message["key"], int(message["number"]))
    return str(news[-1][0]) if news else last
