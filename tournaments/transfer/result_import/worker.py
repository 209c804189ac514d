"""Long result lists in the embedded server: worked off by a process of their own, beside its requests."""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from tournaments.subprocess_jobs import run_beside
from tournaments.transfer.result_import.queue import is_anything_due

logger = logging.getLogger(__name__)


async def import_for_ever(seconds: float) -> None:
    """Where no workers do it: whatever is to be taken over, looked for every so many seconds."""
    while True:
        try:
            if await sync_to_async(is_anything_due)(now=timezone.now()):
                await run_beside("work_on_imports")
        except Exception:
            logger.exception("history: something went wrong; again in a moment")
            await sync_to_async(connections.close_all)()
        await asyncio.sleep(seconds)
