"""Counting in the embedded server, beside its requests: nobody who records waits for it."""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from tournaments.players.counting import count_due

logger = logging.getLogger(__name__)

EVERY_SECONDS = 1.0


async def count_for_ever() -> None:
    """Where no workers do it: whatever is to be counted, every second."""
    while True:
        try:
            await sync_to_async(count_due)(now=timezone.now())
        except Exception:
            logger.exception("statistics: the database could not be asked; again in a moment")
            await sync_to_async(connections.close_all)()
        await asyncio.sleep(EVERY_SECONDS)
