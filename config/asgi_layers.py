"""What surrounds Django in an ASGI process: its life, the threads of streams, and whom headers may name."""

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings

from config.jit_warmup import compile_beside
from config.work import SHORT
from config.work_process import AFTER_START, WorkProcess
from games.streams.broker import hub
from games.work.loops import Loops

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]


#: How the addresses of streams end (deploy/ sends those alone to the streams).
_STREAMS = ("/events/", "/changes/")


def with_streams(application: Application) -> Application:
    """The application, and around it the beginning and the end of the streams: they end when it is stopped.

    Where there are no workers, because there is no Redis, it does beside its requests what they would do.
    """

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
    """Do all work, where no worker does it.

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

    The server reports its end only after it has waited for all streams to end by themselves.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    servers_own = signal.getsignal(number)

    def handle(number: int, frame: FrameType | None) -> None:
        hub.cut_all()
        if callable(servers_own):
            servers_own(number, frame)

    signal.signal(number, handle)


# -- streams --------------------------------------------------------------------------------------


def without_threads_for_streams(application: Application) -> Application:
    """An ASGI application around another one, whose thread ends when a stream begins.

    Django keeps the one in which middleware was asked until the answer has been sent; for a stream that is hours.
    What needs one later, such as the end of the request, gets another.
    """

    async def answered(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith(_STREAMS):
            await application(scope, receive, send)
            return
        begun = asyncio.get_running_loop().create_future()

        async def sent(message: Any) -> None:
            if not begun.done():
                begun.set_result(None)
            await send(message)

        async with ThreadSensitiveContext():
            answering = asyncio.ensure_future(application(scope, receive, sent))
            try:
                await asyncio.wait({answering, begun}, return_when=asyncio.FIRST_COMPLETED)
            except asyncio.CancelledError:
                answering.cancel()
                raise
        try:
            await answering
        finally:
            answering.cancel()

    return answered


# -- proxies --------------------------------------------------------------------------------------


def without_claims(application: Application) -> Application:
    """An ASGI application that does not take the client's address from headers, unless ``PROXIES`` in front do so.

    A server started by hand may believe ``X-Forwarded-For`` and ``X-Forwarded-Proto`` by itself: uvicorn does from
    clients on the same machine, unless it is set otherwise, and then the real client is unknown. Where
    no proxy is set to be believed, an address in the header counts as unknown, and the scheme as plain.
    """

    async def asked(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not settings.PROXIES:
            for name, value in scope["headers"]:
                if name == b"x-forwarded-for" and _names(value, scope.get("client")):
                    scope["client"] = None
                elif name == b"x-forwarded-proto":
                    scope["scheme"] = "http"
        await application(scope, receive, send)

    return asked


def _names(value: bytes, client: tuple[str, int] | None) -> bool:
    """Whether the address that the server reports is in the header, alone or with a port."""
    if client is None:
        return False
    entries = [each.strip() for each in value.decode("latin-1").split(",")]
    return any(each == client[0] or each.startswith((f"{client[0]}:", f"[{client[0]}]")) for each in entries)
