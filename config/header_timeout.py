"""How long the embedded server waits for the head of a request: uvicorn itself waits for ever.

Whoever opens connections and sends nothing, or a letter now and then, would keep them all open. What comes after the
head has its own time (``config.body_limits``), and streams, which only begin then, none.
"""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings
from django.utils import translation
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from config.body_limits import too_slow
from games.api import problems


class PatientProtocol(HttpToolsProtocol):
    """HTTP/1.1; a connection on which no whole head has come within ``HEADER_SECONDS`` is closed.

    The time runs from the opening of the connection, and for each further request from its first byte; whatever
    else comes does not lengthen it. Who had begun is told so (408), who has sent nothing has asked nothing.
    """

    _time: asyncio.TimerHandle | None = None
    _has_begun = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Begin to wait, unless there is a request that is being answered."""
        if self.cycle is None or self.cycle.response_complete:
            self._has_begun = True
            self._wait()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """It has come."""
        self._stop()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing will come."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._time is None:
            self._time = self.loop.call_later(settings.HEADER_SECONDS, self._end)

    def _stop(self) -> None:
        if self._time is not None:
            self._time.cancel()
        self._time, self._has_begun = None, False

    def _end(self) -> None:
        if self.transport.is_closing():
            return
        if self._has_begun:
            self.transport.write(_refusal())
        self.transport.close()


def _refusal() -> bytes:
    with translation.override("en"):  # the reader's language is only known from the headers
        answer: Any = problems.refusal("too-slow", 408, too_slow(settings.HEADER_SECONDS))
    headers = {**answer.headers, "Content-Length": str(len(answer.content)), "Connection": "close"}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return STATUS_LINE[408] + head.encode() + b"\r\n" + bytes(answer.content)
