"""Sending in the embedded server: one task beside its streams, so that no request ever waits for a receiver."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from tournaments.webhooks.dispatch import serve, sweep
from tournaments.webhooks.notify import rung

logger = logging.getLogger(__name__)

#: Webhooks that are sent to at the same time.
MOST_AT_ONCE = 16


async def send_for_ever(seconds: float) -> None:
    """Where no workers do it: whatever is due, as soon as it is written, and looked for every so many seconds."""
    background = Background(seconds)
    background.open()
    try:
        await asyncio.Future()
    finally:
        await background.close()


class Background:
    """Sweeps whenever it is woken, and every so many seconds.

    Webhooks are served side by side, a slow one holds up no other. What another process has written is found then, too.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def open(self) -> None:
        """Begin, in the running loop."""
        self._loop, self._woken = asyncio.get_running_loop(), asyncio.Event()
        self._serving: dict[int, asyncio.Task[None]] = {}
        self._sweeping = self._loop.create_task(self._sweep_for_ever())
        rung.connect(self._hear)

    async def close(self) -> None:
        """End; what is being sent is broken off and sent again later."""
        rung.disconnect(self._hear)
        tasks = [self._sweeping, *self._serving.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _hear(self, **_: Any) -> None:
        self._loop.call_soon_threadsafe(self._woken.set)

    async def _sweep_for_ever(self) -> None:
        while True:
            try:
                for webhook_id in await sync_to_async(sweep)(now=timezone.now()):
                    self._begin_to_serve(webhook_id)
            except Exception:
                logger.exception("webhooks: the database could not be asked; again in a moment")
                await sync_to_async(connections.close_all)()
            try:
                async with asyncio.timeout(self._seconds):
                    await self._woken.wait()
            except TimeoutError:
                pass
            self._woken.clear()

    def _begin_to_serve(self, webhook_id: int) -> None:
        if webhook_id not in self._serving and len(self._serving) < MOST_AT_ONCE:
            self._serving[webhook_id] = self._loop.create_task(self._serve(webhook_id))

    async def _serve(self, webhook_id: int) -> None:
        try:
            await serve(webhook_id)
        except Exception:
            logger.exception("webhooks: webhook %d could not be served; again in a moment", webhook_id)
        finally:
            del self._serving[webhook_id]
