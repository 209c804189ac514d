"""Counting chances in the embedded server, in a thread beside its requests, which holds no lock while compiled games
are played."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections
from django.utils import timezone

from games.chances.jobs import count_next
from games.chances.notify import rung
from rules.simulate import is_compiled

logger = logging.getLogger(__name__)


async def count_for_ever(seconds: float) -> None:
    """Where no workers do it: as soon as something is recorded, one game after the other.

    Also what another process has recorded is found within so many seconds.
    """
    loop, woken = asyncio.get_running_loop(), asyncio.Event()

    def hear(**_: Any) -> None:
        loop.call_soon_threadsafe(woken.set)

    rung.connect(hear)
    # A thread of its own: whatever else the background does must not wait for it.
    with ThreadPoolExecutor(1, "chances") as thread:
        try:
            while True:
                begun = time.monotonic()
                if await loop.run_in_executor(thread, _counted):
                    # Uncompiled it holds up everything else in the process: not more than half of the time.
                    await asyncio.sleep(0 if is_compiled() else time.monotonic() - begun)
                    continue
                try:
                    async with asyncio.timeout(seconds):
                        await woken.wait()
                except TimeoutError:
                    pass
                woken.clear()
        finally:
            rung.disconnect(hear)


def _counted() -> bool:
    """Whether there was a game to count; no connection is kept between."""
    try:
        return count_next(now=timezone.now())
    except Exception:
        logger.exception("chances: a game could not be counted; again in a moment")
        return False
    finally:
        connections.close_all()
