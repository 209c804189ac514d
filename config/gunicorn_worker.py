"""How long gunicorn's threads wait for a request, and how processes share requests out.

Its own threads wait for ever, one for each request that is half sent; and the process that was quickest to accept keeps
a client's connection however much waits there, while another has nothing to do: at 300 boards one of two processes had
nine of ten throws.

gunicorn reads this before the application is there: nothing here may import a model.
"""

from __future__ import annotations

import socket
import struct
import sys
import time
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from gunicorn.http.errors import NoMoreData
from gunicorn.http.parser import RequestParser
from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

#: So long what comes after a refusal is thrown away before the connection is cut.
LINGER_SECONDS = 1.0
#: How many seconds the request that is being answered had lain there, all of it that had come, before a thread took it.
waited: ContextVar[float] = ContextVar("waited", default=0.0)
#: Where Linux says how many milliseconds ago something came on a connection (``tcp_info.tcpi_last_data_recv``).
_LAST_CAME, _TCP_INFO_BYTES = 52, 56


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

    A process with a request for each of its threads accepts no connection, and closes those it has with the answer
    while more wait: whoever comes next is answered by a process with a free thread. Behind TLS of its own gunicorn
    reads as it does by itself: end it in the proxy.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._most_kept: int = self.cfg.worker_connections - self.cfg.threads
        #: Requests that were taken and are not answered yet; counted by the thread that accepts.
        self._taken = 0
        self._began = 0.0

    def run(self) -> None:
        """Begin to answer: what came before had no process to wait for."""
        self._began = time.monotonic()
        super().run()

    def enqueue_req(self, conn: TConn) -> None:
        """Read a new connection by the clock; take no more than there are threads."""
        self._count(1)
        if self._taken >= self.cfg.threads:
            super().set_accept_enabled(False)
        if conn.parser is None and not self.cfg.is_ssl:
            conn.parser = RequestParser(self.cfg, conn.sock, conn.client)
            conn.parser.unreader = PatientUnreader(conn.sock)
        super().enqueue_req(conn)

    def finish_request(self, conn: TConn, fs: Any) -> None:
        """Keep the connection or close it, as was answered."""
        self._count(-1)
        super().finish_request(conn, fs)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Accept connections while there is a thread for them."""
        super().set_accept_enabled(enabled and self._taken < self.cfg.threads)

    def _count(self, more: int) -> None:
        self._taken += more
        self.max_keepalived = self._most_kept if self._taken <= self.cfg.threads else 0

    def handle(self, conn: TConn) -> Any:
        """Answer a request, once it has come."""
        waited.set(min(_lain(conn.sock), time.monotonic() - self._began))
        _wait(conn, settings.HEADER_SECONDS, for_head=True)
        return super().handle(conn)

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Answer a request whose head has come; what is sent of a body that was refused is thrown away for a while."""
        _wait(conn, settings.BODY_SECONDS, for_head=False)
        goes_on = super().handle_request(req, conn)
        _wait(conn, LINGER_SECONDS, for_head=False)
        return goes_on


def _lain(connection: socket.socket) -> float:
    """For how many seconds nothing more has come; 0 where that cannot be known.

    Asked of the kernel: it counts what waits to be accepted, too.
    """
    if sys.platform != "linux" or connection.family not in (socket.AF_INET, socket.AF_INET6):
        return 0.0
    told = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_BYTES)
    milliseconds: int = struct.unpack_from("I", told, _LAST_CAME)[0]
    return milliseconds / 1000


def _wait(conn: TConn, seconds: float, *, for_head: bool) -> None:
    if isinstance(unreader := getattr(conn.parser, "unreader", None), PatientUnreader):
        unreader.wait(seconds, for_head=for_head)
