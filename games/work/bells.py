"""Announce work at once: best effort, as it is looked for anyway. Writers never wait."""

import logging
import threading
import time
from functools import cache
from typing import Any

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from games.work.kinds import Lane

logger = logging.getLogger(__name__)

#: The task of the workers, by its name: who only rings needs nothing of what works.
TASK = "config.tasks.work"
#: How long to wait for what else rings, and until the broker is notified again, as workers look for more themselves.
GATHERED_SECONDS, APART_SECONDS = 0.05, 0.5
#: A task that no worker had time for is dropped, as a later one does the same: all that come last after the same time,
#: so that none of them is crowded out. What people wait for stays longer.
EXPIRES_SECONDS, EXPIRES_LATE_SECONDS = 30.0, 600.0
#: After a failure the broker is left alone for so long.
SILENT_SECONDS = 5.0
#: The loops of this process, by kind (``games.work.loops``).
bells: dict[str, threading.Event] = {}


def ring(kind: str, lane: Lane) -> None:
    """There is something to do. Returns at once, never raises."""
    if settings.REDIS_URL:
        _broker(kind, lane).tell_soon()
    elif bell := bells.get(kind):
        bell.set()


def options(lane: Lane) -> dict[str, Any]:
    """Return how a task is sent."""
    expires = EXPIRES_LATE_SECONDS if lane is Lane.AT_ONCE else EXPIRES_SECONDS
    return {"expires": expires, "priority": lane.priority}


class BrokerBell:
    """Notifies the workers once of all that rings within a moment."""

    def __init__(self, kind: str, lane: Lane) -> None:
        self._kind, self._lane = kind, lane
        self._lock = threading.Lock()
        self._is_ringing = False
        self._silent_until = self._next_at = 0.0

    @property
    def is_silent(self) -> bool:
        """Whether the broker is left alone for a while."""
        return time.monotonic() < self._silent_until

    def tell_soon(self) -> None:
        """Tell them in a moment, in a thread of its own, unless that is about to happen already."""
        with self._lock:
            if self._is_ringing or self.is_silent:
                return
            self._is_ringing = True
        timer = threading.Timer(max(GATHERED_SECONDS, self._next_at - time.monotonic()), self._tell)
        timer.daemon = True
        timer.start()

    def _tell(self) -> None:
        with self._lock:
            self._is_ringing = False
            self._next_at = time.monotonic() + APART_SECONDS
        try:
            current_app.send_task(TASK, kwargs={"kind": self._kind}, **options(self._lane))
        except (OperationalError, OSError) as error:
            self._silent_until = time.monotonic() + SILENT_SECONDS
            logger.warning("%s: the broker does not answer, it is done a little later: %s", self._kind, error)


_broker = cache(BrokerBell)
