"""Walk all hash chains now, and keep what was found for ``/metrics`` and ``check --deploy``."""

import math
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.watch.chain_check import last_check, walk


class Command(BaseCommand):
    """`manage.py check_chains`: exit 1 where a log does not hold together."""

    help = "Walk all hash chains beside whoever records; /metrics and check --deploy tell what was found."

    def handle(self, *args: Any, **options: Any) -> None:
        """Walk, and report."""
        walk(seconds=math.inf)
        check = last_check()
        assert check is not None
        for fault in check.broken:
            self.stderr.write(fault)
        self.stdout.write(f"{check.logs} logs, {len(check.broken)} broken")
        if check.broken:
            raise CommandError("A log does not hold together.")
