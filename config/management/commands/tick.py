"""Do once what the background does all the time; for whoever runs neither the embedded server nor workers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from asgiref.sync import async_to_sync
from django.core.management.base import BaseCommand
from django.utils import timezone

from config.tidying import tidy
from tournaments.forecasts.working import work_off
from tournaments.history.working import work_off as work_off_imports
from tournaments.players.counting import count_due
from tournaments.rankings.storing import redraw_what_is_due
from tournaments.webhooks import sending


class Command(BaseCommand):
    """`manage.py tick`: sends the webhooks that are due and counts what has ended, and tells how many there were."""

    help = "Once: draw up rankings, count games, send webhook messages that are due, drop what was kept long enough."

    def handle(self, *args: Any, **options: Any) -> None:
        """Send and wait for the end of it."""
        work_off_imports()
        now = timezone.now()
        redraw_what_is_due(now=now)
        webhooks = sending.sweep(now=now)
        async_to_sync(_serve)(webhooks)
        counted = count_due(now=now)
        forecast = work_off()
        tidy(now=now)
        self.stdout.write(
            f"webhooks sent to: {len(webhooks)}; games counted: {counted}; parts of forecasts: {forecast}"
        )


async def _serve(webhooks: Sequence[int]) -> None:
    await asyncio.gather(*map(sending.serve, webhooks))
