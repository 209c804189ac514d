"""Analysing in the embedded server: in a thread of its own, on one core, so that its requests keep the others."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from django.db import connections
from django.utils import timezone

from games.analysis.jobs import analyse_next

logger = logging.getLogger(__name__)


async def analyse_for_ever(seconds: float) -> None:
    """Where no workers do it: whatever game has ended, one after the other; looked for every so many seconds."""
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(1, "analysis") as thread:
        while True:
            if not await loop.run_in_executor(thread, _analysed):
                await asyncio.sleep(seconds)


def _analysed() -> bool:
    """Whether there was a game to analyse; no connection is kept between."""
    try:
        return analyse_next(now=timezone.now(), cores=1)
    except Exception:
        logger.exception("analysis: a game could not be analysed; again in a moment")
        return False
    finally:
        connections.close_all()
