"""What has workers look for work from time to time, and stops while there are no workers."""

import time
from typing import Any

from celery.beat import ScheduleEntry, Scheduler

from config.watch import broker
from games.work.bells import EXPIRES_SECONDS, TASK

#: Tasks that wait at the broker: no more are sent. Whatever is due then is due later, too.
MOST_WAITING = 1000
#: The seconds between two counts of them.
SECONDS = 5.0


def schedule() -> dict[str, dict[str, Any]]:
    """Return an entry for each kind of work; a task that no worker had time for is dropped, the next does the same."""
    from config.work import KINDS  # needs the models

    return {
        kind: {
            "task": TASK,
            "schedule": work.seconds,
            "kwargs": {"kind": kind},
            "options": {"expires": max(work.seconds, EXPIRES_SECONDS), "priority": work.lane.priority},
        }
        for kind, work in KINDS.items()
    }


class PatientScheduler(Scheduler):
    """Beat's schedule in memory. Without a worker Redis would fill the machine's memory within days."""

    _is_full = False
    _is_closed = False
    _looked_at = 0.0

    def setup_schedule(self) -> None:
        """Look for every kind of work."""
        self.merge_inplace(schedule())  # type: ignore[arg-type]

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Ask for a task, where those asked for are being done."""
        if time.monotonic() >= self._looked_at + SECONDS:
            self._is_full = (broker.tasks() or 0) >= MOST_WAITING
            self._looked_at = time.monotonic()
        if not self._is_full:
            super().apply_entry(entry, producer=producer)
        if self._is_closed:
            raise SystemExit

    def close(self) -> None:
        """End after the task that is being sent: what the signal's handler raises there, the client of Redis loses."""
        self._is_closed = True
        super().close()
