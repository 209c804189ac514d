"""Counting in the embedded server, beside its requests: nobody who records waits for it."""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from tournaments.statistics.update import count_due

logger = logging.getLogger(__name__)


async def count_for_ever(seconds: float) -> None:
    """Where no workers do it: whatever is to be counted, every so many seconds."""
    while True:
        try:
            await sync_to_async(count_due)(now=timezone.now())
        except Exception:
            logger.exception("statistics: the database could not be asked; again in a moment")
            await sync_to_async(connections.close_all)()
        await asyncio.sleep(seconds)
