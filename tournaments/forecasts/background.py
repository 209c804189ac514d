"""Forecasts in the embedded server: worked out in a process of their own, with which no request shares its time."""

from __future__ import annotations

import asyncio
import logging
import sys

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.utils import timezone

from tournaments.forecasts.working import is_anything_due

logger = logging.getLogger(__name__)


async def forecast_for_ever(seconds: float) -> None:
    """Where no workers do it: whatever is to be worked out, looked for every so many seconds."""
    while True:
        try:
            if await sync_to_async(is_anything_due)(now=timezone.now()):
                await _work_off()
        except Exception:
            logger.exception("forecasts: something went wrong; again in a moment")
            await sync_to_async(connections.close_all)()
        await asyncio.sleep(seconds)


async def _work_off() -> None:
    """Have all that is due worked out by a process that ends then, or with this one."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(settings.BASE_DIR / "manage.py"),
        "work_on_forecasts",
        stdin=asyncio.subprocess.DEVNULL,
    )
    try:
        if status := await process.wait():
            raise RuntimeError(f"the process that works out forecasts has ended with {status}")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
