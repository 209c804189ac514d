"""Whoever counts chances is told that there is something to count: best effort, the next sweep finds it anyway.

Nobody who records waits for it, and of a burst of throws it is told once.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from celery import current_app
from django.conf import settings
from django.dispatch import Signal, receiver
from kombu.exceptions import OperationalError

from games.models import Game
from games.signals import recorded

logger = logging.getLogger(__name__)

#: Heard where the process that records also counts (``games.chances.worker``).
rung = Signal()
#: The task of the workers, by its name: who only records needs nothing of what counts.
COUNT = "games.tasks.count_chances"
#: So long is waited for what else is recorded, and so much later is asked again: who counts asks for the next game
#: itself, so that more would only be more for all others to read.
GATHERED_SECONDS, APART_SECONDS = 0.05, 0.5
#: A task that nobody has had time for is dropped: a later one does the same. Everything else goes first.
EXPIRES_SECONDS, LAST = 2.0, 9
#: After a failure the broker is not asked for so long.
SILENT_SECONDS = 5.0


@receiver(recorded, sender=Game)
def chances_follow_the_board(**_: Any) -> None:
    """After the commit of what was recorded."""
    wake()


def wake() -> None:
    """There is something to count. Returns at once, never raises."""
    if not settings.CHANCES:
        return
    if settings.REDIS_URL:
        _broker.ask_soon()
    else:
        rung.send_robust(None)


class ChancesNotifier:
    """Has chances counted by the workers, once for all that is recorded within a moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asks = False
        self._silent_until = self._next_at = 0.0

    @property
    def is_silent(self) -> bool:
        """Whether the broker is left alone for a while."""
        return time.monotonic() < self._silent_until

    def ask_soon(self) -> None:
        """Ask in a moment, in a thread of its own, unless that is about to happen already."""
        with self._lock:
            if self._asks or self.is_silent:
                return
            self._asks = True
        timer = threading.Timer(max(GATHERED_SECONDS, self._next_at - time.monotonic()), self._ask)
        timer.daemon = True
        timer.start()

    def _ask(self) -> None:
        with self._lock:
            self._asks = False
            self._next_at = time.monotonic() + APART_SECONDS
        try:
            current_app.send_task(COUNT, expires=EXPIRES_SECONDS, priority=LAST)
        except (OperationalError, OSError) as error:
            self._silent_until = time.monotonic() + SILENT_SECONDS
            logger.warning("chances: the broker does not answer, they are counted a little later: %s", error)


_broker = ChancesNotifier()
