"""Work off the long result lists there are, then end: the process beside the embedded server."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.transfer.result_import.long_lists import work_off

#: Whatever else runs on the machine goes before.
NICE = 10


class Command(BaseCommand):
    """`manage.py import_worker`: works off all lists that are due; ends early where whoever has started it ends."""

    help = "Import all long result lists that are due, with what the machine has left, and end."

    def handle(self, *args: Any, **options: Any) -> None:
        """Step after step."""
        os.nice(NICE)
        parent = os.getppid()
        work_off(lambda: os.getppid() == parent)
