"""What the site keeps for a while only: dropped from time to time, by whoever runs the background."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime

from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from games.repeats import prune_answers
from tournaments.forecasts.working import prune_forecasts
from tournaments.history.importing import prune_imports
from tournaments.webhooks.sending import prune_deliveries

logger = logging.getLogger(__name__)

EVERY_SECONDS = 3600.0


def tidy(*, now: datetime) -> None:
    """Drop what is older than it is kept for."""
    prune_answers(now)
    prune_deliveries(now=now)
    prune_forecasts(now=now)
    prune_imports(now=now)


async def tidy_for_ever() -> None:
    """Where no workers do it: at once, and every hour."""
    while True:
        try:
            await sync_to_async(tidy)(now=timezone.now())
        except Exception:
            logger.exception("tidying: the database could not be asked; again in an hour")
            await sync_to_async(connections.close_all)()
        await asyncio.sleep(EVERY_SECONDS)
