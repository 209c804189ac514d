"""What says when the tasks are due, and keeps quiet while nobody does them."""

from __future__ import annotations

import time
from typing import Any

from celery.beat import ScheduleEntry, Scheduler

from config.watch import broker

#: Tasks that wait at the broker: more are asked for by nobody. Whatever is due then is due later, too.
MOST_WAITING = 1000
#: So often the broker is asked how many there are.
SECONDS = 5.0


class PatientScheduler(Scheduler):
    """Beat's schedule in memory. Without a worker Redis would fill the machine's memory within days."""

    _is_full = False
    _looked_at = 0.0

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Ask for a task, where those asked for are being done."""
        if time.monotonic() >= self._looked_at + SECONDS:
            tasks = broker.tasks()
            self._is_full = tasks is not None and tasks.waiting >= MOST_WAITING
            self._looked_at = time.monotonic()
        if not self._is_full:
            super().apply_entry(entry, producer=producer)
