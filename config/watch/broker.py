"""The broker of the workers, asked how it is: where there is one."""

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

#: The queue of the tasks; Celery keeps those of other priorities beside it.
QUEUE = "celery"
_PRIORITIES = ("", "\x06\x163", "\x06\x166", "\x06\x169")
SECONDS = 0.5


def tasks() -> int | None:
    """Return how many tasks wait at the broker; ``None`` where it does not answer."""
    if not settings.REDIS_URL:
        return 0
    redis = Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=SECONDS,
        socket_connect_timeout=SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        with redis, redis.pipeline(transaction=False) as ask:
            for priority in _PRIORITIES:
                ask.llen(QUEUE + priority)
            return sum(ask.execute())
    except (RedisError, OSError):
        return None
