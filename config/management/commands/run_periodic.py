"""Do once what the background does all the time; for whoever runs neither the embedded server nor workers."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.module_loading import import_string

from config.jobs import JOBS


class Command(BaseCommand):
    """`manage.py run_periodic`: does every periodic job once, and tells of each how much there was to do."""

    help = f"Do once whatever is due: {', '.join(job.name for job in JOBS)}."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do one job after the other, and wait for the end of each."""
        done = {job.counts: import_string(job.once)(now=timezone.now()) for job in JOBS}
        self.stdout.write("; ".join(f"{what}: {number}" for what, number in done.items()))
