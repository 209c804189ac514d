"""WSGI and ASGI applications whose requests are counted, have ids and a line in the log each."""

import logging
import re
import time
from collections.abc import Iterable
from typing import Any

from config.interfaces import Asgi, Environ, Receive, Scope, Send, StartResponse, Wsgi
from config.not_modified import TABLE
from config.watch import series
from config.watch.context import WATCHING, place, request_id, well_formed

logger = logging.getLogger(__name__)

_GAME = re.compile(r"(?:/api/v1)?/games/[0-9a-f-]{36}/")
_REASON = re.compile(rb'"urn:rauswurf:problem:([a-z-]{1,40})"')
_STREAMS = ("text/event-stream", "application/x-ndjson")


def asked_for(method: str, path: str) -> str:
    """Return what a request asks for, as ``rauswurf.requests_total`` counts it."""
    if path.startswith("/static/"):
        return "static"
    if path in WATCHING:
        return "watching"
    if method == "POST" and _GAME.match(path):
        return "recording"
    if TABLE.fullmatch(path):
        return "tables"
    return "rest" if path.startswith("/api/") else "pages"


class Exchange:
    """A request from its first line to the first byte of its answer."""

    __slots__ = ("began", "id", "is_stream", "method", "path", "reason", "status")

    def __init__(self, method: str, path: str, sent_id: str) -> None:
        self.method, self.path = method, path
        self.id = well_formed(sent_id)
        self.began = time.perf_counter()
        self.status, self.reason, self.is_stream = 500, "status-500", False

    def answered(self, status: int, content_type: str) -> None:
        """Note how the answer begins."""
        self.status = status
        self.is_stream = content_type.startswith(_STREAMS)
        self.reason = f"status-{status}" if status >= 400 else ""

    def explained(self, body: bytes) -> None:
        """Note the kind of the problem, which is in the body of a refusal to a program."""
        if found := _REASON.search(body):
            self.reason = found[1].decode()

    def end(self) -> None:
        """Count it, and write its line."""
        seconds = time.perf_counter() - self.began
        what = "streams" if self.is_stream else asked_for(self.method, self.path)
        series.REQUESTS.labels(what, f"{self.status // 100}xx").inc()
        series.REQUEST_SECONDS.labels(what).observe(seconds)
        if self.reason:
            series.REFUSALS.labels(self.reason).inc()
        if logger.isEnabledFor(logging.INFO):
            members: dict[str, object] = {
                "method": self.method,
                **place(self.path),
                "what": what,
                "status": self.status,
                "milliseconds": round(seconds * 1000, 1),
                "request_id": self.id,
            }
            if self.reason:
                members["reason"] = self.reason
            logger.info("request", extra={"told": members})


def watched_wsgi(application: Wsgi) -> Wsgi:
    """A WSGI application around another one. A request ends for it when the answer is ready to be sent."""

    def answered(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        exchange = Exchange(
            environ["REQUEST_METHOD"], environ["PATH_INFO"], environ.get("HTTP_X_REQUEST_ID", "")
        )
        token = request_id.set(exchange.id)

        def started(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            kinds = [value for name, value in headers if name.lower() == "content-type"]
            exchange.answered(int(status[:3]), kinds[0] if kinds else "")
            return start_response(status, [*headers, ("X-Request-ID", exchange.id)], *failure)

        try:
            answer = application(environ, started)
            if exchange.status >= 400:
                exchange.explained(_body(answer))
            return answer
        finally:
            exchange.end()
            request_id.reset(token)

    return answered


def _body(answer: Iterable[bytes]) -> bytes:
    """Return the body of an answer that is there as a whole; of others nothing."""
    if isinstance(answer, list):
        return b"".join(answer)
    body: bytes = getattr(answer, "content", b"")
    return body


def watched(application: Asgi) -> Asgi:
    """An ASGI application around another one. Of a stream the request ends with its first byte."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        sent = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
        exchange = Exchange(scope["method"], scope["path"], sent.decode("latin-1"))
        token = request_id.set(exchange.id)
        has_ended = False

        async def send_noted(message: Any) -> None:
            nonlocal has_ended
            if message["type"] == "http.response.start":
                _begin(exchange, message)
                if exchange.is_stream:
                    has_ended = True
                    exchange.end()
                    series.STREAMS_OPEN.inc()
            elif exchange.status >= 400:
                exchange.explained(message.get("body", b""))
            await send(message)

        try:
            await application(scope, receive, send_noted)
        finally:
            if has_ended:
                series.STREAMS_OPEN.dec()
            else:
                exchange.end()
            request_id.reset(token)

    return answered


def _begin(exchange: Exchange, message: Any) -> None:
    headers = list(message.get("headers", ()))
    kinds = [value for name, value in headers if name.lower() == b"content-type"]
    exchange.answered(message["status"], kinds[0].decode("latin-1") if kinds else "")
    message["headers"] = [*headers, (b"x-request-id", exchange.id.encode())]
