"""The life of an ASGI process: streams open with it, and end when it is told to end, not seconds later.

Where there are no workers, because there is no Redis, it does beside its requests what they would do.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any

from django.conf import settings

from config.jit_warmup import compile_beside
from config.jobs import JOBS, Command, Job
from config.periodic import run_periodic
from games.streams.broker import hub

#: Seconds for those who have waited for the start, before what takes a processor for itself begins.
AFTER_START = 3.0

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]


def with_streams(application: Application) -> Application:
    """The application, and around it the beginning and the end of the streams."""

    async def served(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
        else:
            await application(scope, receive, send)

    return served


async def _lifespan(receive: Receive, send: Send) -> None:
    await receive()
    hub.open()
    async with _work_of_workers():
        _cut_streams_on(signal.SIGTERM)
        _cut_streams_on(signal.SIGINT)
        await send({"type": "lifespan.startup.complete"})
        await receive()
    await hub.close()
    await send({"type": "lifespan.shutdown.complete"})


@asynccontextmanager
async def _work_of_workers() -> AsyncIterator[None]:
    """Do all periodic jobs, where nobody else does them.

    Before the first chances are asked for, playouts are compiled beside all that (docs/develop/playouts.md).
    """
    if settings.REDIS_URL:
        yield
        return
    jobs = [asyncio.create_task(_begun(job), name=job.name) for job in JOBS]
    jobs.append(asyncio.create_task(_compiled()))
    yield
    for task in jobs:
        task.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)


async def _begun(job: Job) -> None:
    if isinstance(job.beside, Command):
        await asyncio.sleep(AFTER_START)
    await run_periodic(job)


async def _compiled() -> None:
    await asyncio.sleep(AFTER_START)
    compile_beside()


def _cut_streams_on(number: signal.Signals) -> None:
    """End the streams with this signal, before the server's own handling of it.

    The server tells us of its end only after it has waited for all streams to end by themselves.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    servers_own = signal.getsignal(number)

    def handle(number: int, frame: FrameType | None) -> None:
        hub.cut_all()
        if callable(servers_own):
            servers_own(number, frame)

    signal.signal(number, handle)
