"""The hub of this process, and how it and the other processes hear that something has been committed."""

import logging
import time
from collections.abc import Sequence
from functools import cache, partial

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from games.streams.hub import Hub, Source
from games.streams.quota import Limits
from games.streams.sources import SILENT_SECONDS, STREAM, STREAM_LENGTH, database_tail, redis_tail

logger = logging.getLogger(__name__)

#: The tail finds what other processes record where there is no Redis, or where it is away. One small query for
#: all that is watched, none where nothing is: quick enough that an outage of Redis stays below a second.
TAIL_SECONDS = 0.25
#: A write waits no longer for Redis than this, and after a failure the next ones do not wait at all.
REDIS_SECONDS = 0.2


def announce(topic: str, key: str, number: int) -> None:
    """Notify all viewers that ``key`` has come to ``number``; call it after the commit.

    Best effort, never raises: the database is the truth, and its tail finds what got lost here.
    """
    hub.announce(topic, key, number)
    if settings.REDIS_URL:
        _bell(settings.REDIS_URL).ring(topic, key, number)


class Bell:
    """Announces by Redis; after a failure it is silent for a while, so that writes do not wait in turn."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url,
            socket_timeout=REDIS_SECONDS,
            socket_connect_timeout=REDIS_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        self._silent_until = 0.0

    def ring(self, topic: str, key: str, number: int) -> None:
        """Announce a number; only logged where Redis does not answer."""
        if time.monotonic() < self._silent_until:
            return
        news: dict[str | bytes, int | str] = {"topic": topic, "key": key, "number": number}
        try:
            self._redis.xadd(STREAM, news, maxlen=STREAM_LENGTH, approximate=True)  # type: ignore[arg-type]
        except (RedisError, OSError) as error:
            self._silent_until = time.monotonic() + SILENT_SECONDS
            logger.warning("streams: Redis does not answer, viewers hear a little later: %s", error)


_bell = cache(Bell)


def _sources() -> Sequence[Source]:
    tail = partial(database_tail, every=TAIL_SECONDS)
    return [partial(redis_tail, url=settings.REDIS_URL), tail] if settings.REDIS_URL else [tail]


#: One for the process; it opens with the first stream.
hub = Hub(
    _sources,
    lambda: Limits(settings.MOST_STREAMS, settings.MOST_STREAMS_PER_ADDRESS, settings.RESERVED_STREAMS),
)
