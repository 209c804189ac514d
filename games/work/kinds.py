"""How a feature declares its work."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from django.conf import settings

#: The key of something to do, and since when it could be done, where that is known.
Due = tuple[str, datetime | None]
#: The one key of a kind that has no others.
WHOLE = ""
#: As many at once as there are workers; the embedded server has one thread for it.
ALL_WORKERS = 64 if settings.REDIS_URL else 1


class Lane(Enum):
    """Where something is done, and what goes before it."""

    #: Short, and somebody waits for it: first at the broker.
    AT_ONCE = "at once"
    #: With what is left of the processor: last at the broker.
    SPARE = "spare"
    #: It takes long or loads the machine: last at the broker; without workers in a process of its own.
    LONG = "long"

    @property
    def priority(self) -> int:
        """That of its tasks at the broker; the lower number is the more urgent one."""
        return 0 if self is Lane.AT_ONCE else 9


@dataclass(frozen=True, slots=True)
class Work:
    """A kind of work.

    ``due`` yields what can be done at a moment, the most urgent first. ``do`` does one of these: all of it, or a part
    that takes some seconds, and then it is still due; it may return for how long its key is to be left alone. What it
    raises is logged, and it is tried again after growing pauses.

    ``seconds``: how often it is looked for without a bell. ``patience``: a worker that is not back by then has died;
    ``None`` where it does no harm to do the same twice at a time, so that nothing need be written for it. ``at_once``:
    the number of keys worked on at the same time.
    """

    kind: str
    lane: Lane
    seconds: float
    due: Callable[[datetime], Iterable[Due]]
    do: Callable[[str, datetime], timedelta | None]
    patience: timedelta | None = timedelta(minutes=1)
    at_once: int = 1
