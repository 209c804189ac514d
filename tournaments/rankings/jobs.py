"""Lists that read otherwise without any event having changed – an embargo has ended, other rules are in force.

Readers get what holds at once (``queries``); that it is stored again, and told, is seen to from time to time.
"""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from tournaments.rankings.store import redraw_what_is_due

logger = logging.getLogger(__name__)


async def redraw_for_ever(seconds: float) -> None:
    """Where no workers do it: at once, and every so many seconds."""
    while True:
        try:
            await sync_to_async(redraw_what_is_due)(now=timezone.now())
        except Exception:
            logger.exception("rankings: the database could not be asked; again in a moment")
            await sync_to_async(connections.close_all)()
        await asyncio.sleep(seconds)
