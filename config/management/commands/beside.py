"""Do a command's work beside the server that asks for it, and end when that ends, however it does."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

_STANDARD_INPUT = 0


class Command(BaseCommand):
    """`manage.py beside COMMAND`: for `config.periodic`, which holds the other end of our standard input.

    The kernel closes that end with the server, also where somebody kills it: nothing else tells of a SIGKILL on every
    system. We have a group of processes of our own, which ends with all that the command has started.
    """

    help = "Run a command until it is done or standard input ends: what the embedded server starts."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the command."""
        parser.add_argument("name", metavar="COMMAND")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Watch the server, and do the work."""
        threading.Thread(target=_end_with_the_server, daemon=True).start()
        call_command(name)


def _end_with_the_server() -> None:
    while os.read(_STANDARD_INPUT, 1):
        pass
    os.killpg(os.getpgrp(), signal.SIGKILL)
