"""Do once what the background does all the time, for sites with neither the embedded server nor workers."""

from typing import Any

from django.core.management.base import BaseCommand

from config.work import KINDS
from games.work.claims import work_off


class Command(BaseCommand):
    """`manage.py run_periodic`: does all work that is due, and says of each kind how many pieces that was."""

    help = "Do once whatever is due: rankings, webhooks, statistics, backups, forecasts, chances, analyses and so on."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do one kind after the other."""
        self.stdout.write("; ".join(f"{kind}: {work_off(work)}" for kind, work in KINDS.items()))
