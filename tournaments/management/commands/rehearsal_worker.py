"""Play the rehearsals of halls that are running, then end: the process beside the embedded server."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.rehearsals import work_off

#: Whatever else runs on the machine goes before.
NICE = 10


class Command(BaseCommand):
    """`manage.py rehearsal_worker`: plays on until none is running; ends early where whoever has started it ends."""

    help = "Play the rehearsals of halls that are running step by step, and end."

    def handle(self, *args: Any, **options: Any) -> None:
        """Step after step."""
        os.nice(NICE)
        parent = os.getppid()
        work_off(lambda: os.getppid() == parent)
