"""Become one of the processes of a site that is more than one."""

import argparse
import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backup import unfinished
from config.processes import PROCESSES, command_of
from config.watch import sharing
from rules import joined


class Command(BaseCommand):
    """`manage.py run PROCESS`: for systemd, containers and whatever else starts and stops processes."""

    help = "Be one of the processes of a bigger site: " + "; ".join(
        f"{name} ({process.about})" for name, process in PROCESSES.items()
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the process, and what its own command line is to say beside."""
        parser.add_argument("process", choices=PROCESSES)
        parser.add_argument("more", nargs=argparse.REMAINDER, help="passed on, as in: run web --workers 4")

    def handle(self, *args: Any, process: str, more: list[str], **options: Any) -> None:
        """Replace this process by it, so that signals reach it; the program is on its path."""
        if why := unfinished.why_unfinished():
            raise CommandError(joined("\n", [why, unfinished.what_to_do()]).in_all("\n"))
        paths = (str(settings.BASE_DIR), os.environ.get("PYTHONPATH", ""))
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        sharing.begin(process)
        command = [*command_of(process), *more]
        os.execv(command[0], command)
