"""Forecasts in the embedded server: worked out in a process of their own, with which no request shares its time."""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from tournaments.forecasts.queue import is_anything_due
from tournaments.subprocess_jobs import run_beside

logger = logging.getLogger(__name__)


async def forecast_for_ever(seconds: float) -> None:
    """Where no workers do it: whatever is to be worked out, looked for every so many seconds."""
    while True:
        try:
            if await sync_to_async(is_anything_due)(now=timezone.now()):
                await run_beside("work_on_forecasts")
        except Exception:
            logger.exception("forecasts: something went wrong; again in a moment")
            await sync_to_async(connections.close_all)()
        await asyncio.sleep(seconds)
