"""Where there are no workers: a thread for each kind of work, as long as the process lives."""

import logging
import math
import threading
import time
from collections.abc import Iterable

from django.db import connections
from django.utils import timezone

from games.work.bells import bells
from games.work.claims import Claim, take
from games.work.kinds import Work

logger = logging.getLogger(__name__)

#: For so long the end of a process waits for what is being done; what is broken off is done again.
SECONDS_TO_END = 2.0


class Loops:
    """All loops of a process."""

    def __init__(self, kinds: Iterable[Work]) -> None:
        self._loops = [_Loop(work) for work in kinds]

    def start(self) -> None:
        """Begin to work."""
        for loop in self._loops:
            loop.start()

    def stop(self, seconds: float | None = SECONDS_TO_END) -> None:
        """Begin nothing more, and wait for the end of what is being done."""
        for loop in self._loops:
            loop.is_stopping = True
            loop.bell.set()
        until = None if seconds is None else time.monotonic() + seconds
        for loop in self._loops:
            loop.join(None if until is None else max(0.0, until - time.monotonic()))

    @property
    def idle_seconds(self) -> float:
        """For how long nothing has been done; below 0 while something is."""
        return time.monotonic() - max(loop.worked_at for loop in self._loops)


class _Loop(threading.Thread):
    """Does a kind of work: whenever its bell rings, after each interval, and as long as there is more."""

    def __init__(self, work: Work) -> None:
        super().__init__(name=work.kind, daemon=True)
        self.is_stopping, self.worked_at = False, time.monotonic()
        self._work = work
        self.bell = bells[work.kind] = threading.Event()

    def run(self) -> None:
        while not self.is_stopping:
            self.bell.clear()
            if (claim := self._taken()) is None:
                self.bell.wait(self._work.seconds)
            elif self._work.at_once == 1:
                self._perform(claim)
            else:
                # What waits for others must not hold up the rest.
                threading.Thread(target=self._perform, args=(claim,), name=self.name, daemon=True).start()

    def _taken(self) -> Claim | None:
        try:
            return take(self._work, timezone.now())
        except Exception:
            logger.exception("%s: the database could not be asked; again in a moment", self._work.kind)
            return None
        finally:
            connections.close_all()

    def _perform(self, claim: Claim) -> None:
        self.worked_at = math.inf
        try:
            claim.perform()
        except Exception:
            logger.exception("%s: the database could not be asked; again in a moment", self._work.kind)
        finally:
            connections.close_all()
            self.worked_at = time.monotonic()
            self.bell.set()
