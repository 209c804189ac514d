"""Analysing in the embedded server: in a thread of its own, on one core, so that its requests keep the others."""

from __future__ import annotations

import asyncio
import logging
import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connections
from django.utils import timezone

from games.analysis.jobs import Stopped, analyse_next
from games.analysis.summary import Progress

logger = logging.getLogger(__name__)


async def analyse_for_ever(seconds: float) -> None:
    """Where no workers do it: whatever game has ended, one after the other; looked for every so many seconds.

    A game takes seconds, on a small machine more than a server is given to stop: with this it ends midway.
    """
    loop, stopping = asyncio.get_running_loop(), threading.Event()

    def stop_midway(done: int, due: int) -> None:
        if stopping.is_set():
            raise Stopped

    with ThreadPoolExecutor(1, "analysis") as thread:
        try:
            while True:
                if not await loop.run_in_executor(thread, _analysed, stop_midway):
                    await asyncio.sleep(seconds)
        finally:
            stopping.set()


def _analysed(progress: Progress) -> bool:
    """Whether there was a game to analyse; no connection is kept between."""
    try:
        return analyse_next(now=timezone.now(), cores=1, progress=progress)
    except Stopped:
        return False
    except Exception:
        logger.exception("analysis: a game could not be analysed; again in a moment")
        return False
    finally:
        connections.close_all()
