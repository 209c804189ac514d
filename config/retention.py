"""What the site keeps for a while only: dropped from time to time, by whoever runs the background."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime

from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from games.services.idempotency import prune_answers
from tournaments.forecasts.queue import prune_forecasts
from tournaments.transfer.result_import.jobs import prune_imports
from tournaments.webhooks.dispatch import prune_deliveries

logger = logging.getLogger(__name__)


def tidy(*, now: datetime) -> int:
    """Drop what is older than it is kept for; how much it was."""
    return prune_answers(now) + prune_deliveries(now=now) + prune_forecasts(now=now) + prune_imports(now=now)


async def tidy_for_ever(seconds: float) -> None:
    """Where no workers do it: at once, and every so many seconds."""
    while True:
        try:
            await sync_to_async(tidy)(now=timezone.now())
        except Exception:
            logger.exception("tidying: the database could not be asked; again later")
            await sync_to_async(connections.close_all)()
        await asyncio.sleep(seconds)
