"""Walk all hash chains now, and keep what was found for ``/metrics`` and ``check --deploy``."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.watch.chain_check import walk_all


class Command(BaseCommand):
    """`manage.py check_chains`: exit 1 where a log does not hold together."""

    help = (
        "Walk all hash chains and print the logs that do not hold; /metrics and check --deploy report them."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Walk, and report."""
        check = walk_all()
        for fault in check.broken:
            self.stderr.write(fault)
        self.stdout.write(f"{check.logs} logs, {len(check.broken)} broken")
        if check.broken:
            raise CommandError("A log does not hold together.")
