"""What surrounds Django in an ASGI process: its life, its long work, the threads of streams."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.db import close_old_connections, connections
from django.utils import timezone

from config.celery import compile_playouts
from config.interfaces import Asgi, Receive, Scope, Send
from config.work import LONG, SHORT
from games.streams.broker import hub
from games.work.claims import free_keys
from games.work.loops import Loops

logger = logging.getLogger(__name__)

#: Requests that have waited for the start of the server go before what takes a processor for itself.
AFTER_START = 3.0
#: The seconds between two looks for work, where there is no process.
SECONDS = 1.0
COMMAND = (sys.executable, str(settings.BASE_DIR / "manage.py"), "work")


class WorkProcess(threading.Thread):
    """Starts the process whenever there is long work, and waits until it ends."""

    def __init__(self) -> None:
        super().__init__(name="long work", daemon=True)
        self._stopping = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._look_at = {work.kind: 0.0 for work in LONG}

    def run(self) -> None:
        """Look for work as long as the server lives."""
        pause = AFTER_START
        while not self._stopping.wait(pause):
            pause = SECONDS
            try:
                if self.is_anything_due():
                    self.run_command(COMMAND)
            except Exception:
                logger.exception("long work: something went wrong; again in %g s", SECONDS)

    def is_anything_due(self) -> bool:
        """Look for each kind of work as often as it says."""
        try:
            for work in LONG:
                if time.monotonic() >= self._look_at[work.kind]:
                    self._look_at[work.kind] = time.monotonic() + work.seconds
                    if free_keys(work, timezone.now()):
                        return True
            return False
        finally:
            connections.close_all()

    def stop(self) -> None:
        """Start no more, and end the process: whatever it is doing is done again later."""
        self._stopping.set()
        if (process := self._process) is not None and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)

    def run_command(self, command: Sequence[str]) -> None:
        """Wait for the end of a command. What goes wrong it says by itself."""
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,  # open as long as we live; nothing is written
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        with process:
            self._process = process
            process.wait()
        if process.returncode and not self._stopping.is_set():
            raise RuntimeError(f"it has ended with {process.returncode}")


#: How the addresses of streams end (deploy/ sends those alone to the streams).
_STREAMS = ("/events/", "/changes/")


def with_streams(application: Asgi) -> Asgi:
    """The application, and around it the beginning and the end of the streams: they end when it is stopped.

    Where there are no workers, because there is no Redis, it does beside its requests what they would do.
    """

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
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
    compiling = threading.Timer(AFTER_START, compile_playouts)
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


def without_threads_for_streams(application: Asgi) -> Asgi:
    """An ASGI application around another one, whose thread ends when a stream begins.

    Django keeps the one in which middleware was asked until the answer has been sent; for a stream that is hours.
    What needs one later, such as the end of the request, gets another.
    """

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
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
            # The end of the request, in another thread, does not see this one's connection: the pool would lose it.
            await sync_to_async(close_old_connections)()
        try:
            await answering
        finally:
            answering.cancel()

    return answered
