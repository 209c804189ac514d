"""The life of an ASGI process: streams open with it, and end when it is told to end, not seconds later.

Where there are no workers, because there is no Redis, it does beside its requests what they would do.
"""

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any

from django.conf import settings

from config.jit_warmup import compile_beside
from config.work import SHORT
from config.work_process import AFTER_START, WorkProcess
from games.streams.broker import hub
from games.work.loops import Loops

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
    """Do all work, where nobody else does it.

    Before the first chances are asked for, playouts are compiled beside all that (docs/develop/playouts.md).
    """
    if settings.REDIS_URL:
        yield
        return
    loops, process = Loops(SHORT), WorkProcess()
    loops.start()
    process.start()
    compiling = threading.Timer(AFTER_START, compile_beside)
    compiling.daemon = True
    compiling.start()
    yield
    compiling.cancel()
    process.stop()
    await asyncio.to_thread(loops.stop)


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
