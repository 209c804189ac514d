"""How long gunicorn's threads wait for a request: its own wait for ever, one thread for each that is half sent.

gunicorn reads this before the application is there: nothing here may import a model.
"""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from gunicorn.http.errors import NoMoreData
from gunicorn.http.parser import RequestParser
from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

#: So long what comes after a refusal is thrown away before the connection is cut.
LINGER_SECONDS = 1.0


class PatientUnreader(SocketUnreader):
    """What a client sends, until its time is over."""

    #: Until when, on the monotonic clock, and whether it is the head that is waited for.
    until = 0.0
    in_head = True

    def wait(self, seconds: float, *, for_head: bool) -> None:
        """From now on so many seconds."""
        self.until, self.in_head = time.monotonic() + seconds, for_head

    def chunk(self, size_hint: int | None = None) -> bytes:
        """What has come. Raises ``TimeoutError`` when the time for a body is over; without a head nobody is told."""
        try:
            self.sock.settimeout(max(self.until - time.monotonic(), 0.001))
            return bytes(super().chunk(size_hint))
        except TimeoutError as late:
            if self.in_head:
                raise NoMoreData from late
            raise
        finally:
            self.sock.settimeout(None)


class PatientWorker(ThreadWorker):
    """gunicorn's threads, which wait ``HEADER_SECONDS`` for a head and ``BODY_SECONDS`` for a body.

    Behind TLS of its own gunicorn reads as it does by itself: end it in the proxy.
    """

    def enqueue_req(self, conn: TConn) -> None:
        """Read a new connection by the clock."""
        if conn.parser is None and not self.cfg.is_ssl:
            conn.parser = RequestParser(self.cfg, conn.sock, conn.client)
            conn.parser.unreader = PatientUnreader(conn.sock)
        super().enqueue_req(conn)

    def handle(self, conn: TConn) -> Any:
        """Answer a request, once it has come."""
        _wait(conn, settings.HEADER_SECONDS, for_head=True)
        return super().handle(conn)

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Answer a request whose head has come; what is sent of a body that was refused is thrown away for a while."""
        _wait(conn, settings.BODY_SECONDS, for_head=False)
        goes_on = super().handle_request(req, conn)
        _wait(conn, LINGER_SECONDS, for_head=False)
        return goes_on


def _wait(conn: TConn, seconds: float, *, for_head: bool) -> None:
    if isinstance(unreader := getattr(conn.parser, "unreader", None), PatientUnreader):
        unreader.wait(seconds, for_head=for_head)
