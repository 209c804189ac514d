"""The broker of the workers, asked how it is: where there is one."""

import json
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

#: The queue of the tasks; Celery keeps those of other priorities beside it.
QUEUE = "celery"
_PRIORITIES = ("", "\x06\x163", "\x06\x166", "\x06\x169")
SECONDS = 0.5
#: The header of a task that says when it was asked for (``config.watch.tasks``).
ASKED_AT = "asked_at"


@dataclass(frozen=True, slots=True)
class Tasks:
    """What waits at the broker: how many tasks, and for how many seconds the oldest."""

    waiting: int = 0
    oldest: float = 0.0


def tasks() -> Tasks | None:
    """Return what waits at the broker; ``None`` where it does not answer."""
    if not settings.REDIS_URL:
        return Tasks()
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
                ask.lindex(QUEUE + priority, -1)
            replies = ask.execute()
    except (RedisError, OSError):
        return None
    ages = [age for message in replies[1::2] if message and (age := _age(message)) is not None]
    return Tasks(sum(replies[::2]), max(ages, default=0.0))


def _age(message: Any) -> float | None:
    try:
        return max(0.0, time.time() - float(json.loads(message)["headers"][ASKED_AT]))
    except (ValueError, KeyError, TypeError):
        return None
