"""Work out what there is of forecasts, then end: the process beside the embedded server."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.forecasts.queue import work_off

#: Whatever else runs on the machine goes before.
NICE = 10


class Command(BaseCommand):
    """`manage.py forecast_worker`: works off all parts that are due; ends early where whoever has started it ends."""

    help = "Work out all forecasts that are due, with what the machine has left, and end."

    def handle(self, *args: Any, **options: Any) -> None:
        """Part after part."""
        os.nice(NICE)
        parent = os.getppid()
        work_off(lambda: os.getppid() == parent)
