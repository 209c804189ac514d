"""No request has a larger body than the site takes: refused before its sender is looked up.

Servers hand a body on however large it is, and Django keeps it – in a file, where it is large – before it looks at
who asks. So bodies are read here, in front of Django: announced sizes are refused unread (413), others at the byte
that is too many, at an ASGI server slow ones when their time is over (408); for those that wait in threads the proxy
takes slow ones in. What was read is handed on with its length, also where
it came in chunks (RFC 9112, 7.1): without a length Django would take it for empty.
"""

import asyncio
import io
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, JsonResponse

from config.interfaces import Asgi, Environ, Receive, Scope, Send, StartResponse, Wsgi
from config.watch.context import WATCHING
from games.api import problems, query_params
from rules import Text

#: Addresses to which files are sent: result lists (docs/use/past-seasons.md).
TAKES_FILES = ("/api/v1/history/", "/organise/import/results/", "/organise/import/")
#: So long may a sender who was refused go on sending before the connection is cut: cut at once, it might
#: lose the answer.
LINGER_SECONDS = 2.0


def most_bytes(path: str) -> int:
    """How large a body may be that is sent to an address."""
    most: int = settings.MOST_FILE_BYTES if path in TAKES_FILES else settings.MOST_BODY_BYTES
    return most


class TooLarge(Exception):
    """There is more than may be."""


def length_of(request: HttpRequest) -> int | None:
    """Return how many bytes of a body are announced; ``None`` where it comes in chunks.

    Raises ``TooLarge``.
    """
    if "HTTP_TRANSFER_ENCODING" in request.META:
        return None
    length = int(request.META.get("CONTENT_LENGTH") or 0)
    if length > most_bytes(request.path):
        raise TooLarge
    return length


def too_large(request: HttpRequest) -> HttpResponse:
    """413, and how much may be sent there."""
    most = most_bytes(request.path)
    message = Text("request: a request to this address has at most {most} bytes", most=most)
    return refused(request, lambda: problems.refusal("bad-value", 413, message, field="request", most=most))


def too_slow(request: HttpRequest) -> HttpResponse:
    """408, and in which time it should have come."""
    message = Text(
        "The request has not arrived within {seconds} seconds; send it again.",
        seconds=settings.BODY_SECONDS,
    )
    return refused(request, lambda: problems.refusal("too-slow", 408, message))


def refused(request: HttpRequest, refusal: Callable[[], JsonResponse]) -> HttpResponse:
    """A refusal for the reader, after which the connection ends."""
    answer = query_params.in_the_readers_language(request, refusal)
    answer["Connection"] = "close"
    return answer


# -- ASGI ------------------------------------------------------------------------------------------

#: What says that there is a body, and how long it is.
_FRAMING = (b"content-length", b"transfer-encoding")


def with_limited_bodies(application: Asgi) -> Asgi:
    """An ASGI application that is handed whole bodies, none too large, and no request whose body came too slowly."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not any(name in _FRAMING for name, _ in scope["headers"]):
            await application(scope, receive, send)
            return
        request = ASGIRequest(scope, io.BytesIO())
        try:
            length_of(request)
            async with asyncio.timeout(settings.BODY_SECONDS):
                body = await _body(receive, most_bytes(request.path))
        except TooLarge:
            await _answer(too_large(request), receive, send)
        except TimeoutError:
            await _answer(too_slow(request), receive, send)
        else:
            if body is not None:
                await application(_with_length(scope, len(body)), _handed_on(body, receive), send)

    return limited


async def _body(receive: Receive, most: int) -> bytes | None:
    """Read the body; ``None`` where its sender has hung up. Raises ``TooLarge``."""
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > most:
            raise TooLarge
        more = message.get("more_body", False)
    return bytes(body)


def _with_length(scope: Scope, length: int) -> Scope:
    headers = [(name, value) for name, value in scope["headers"] if name not in _FRAMING]
    return {**scope, "headers": [*headers, (b"content-length", str(length).encode())]}


def _handed_on(body: bytes, receive: Receive) -> Receive:
    """Hand on the body once, and from then on what else comes: that the client has gone."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Any:
        return waiting.pop() if waiting else await receive()

    return receiving


async def _answer(answer: HttpResponse, receive: Receive, send: Send) -> None:
    headers = {**answer.headers, "Content-Length": str(len(answer.content))}
    entries = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": entries})
    await send({"type": "http.response.body", "body": answer.content, "more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while (message := await receive())["type"] != "http.disconnect" and message.get("more_body"):
                pass
    await send({"type": "http.response.body", "body": b"", "more_body": False})


# -- WSGI ------------------------------------------------------------------------------------------


def with_whole_bodies(application: Wsgi) -> Wsgi:
    """A WSGI application that is handed whole bodies, none too large.

    The server joins chunks and ends them, as gunicorn does.
    """

    def limited(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        request = WSGIRequest({**environ})
        most = most_bytes(request.path)
        try:
            length = length_of(request)
            if length == 0:
                return application(environ, start_response)
            body = environ["wsgi.input"].read(most + 1 if length is None else length)
            if len(body) > most:
                raise TooLarge
        except TooLarge:
            return answered(too_large(request), start_response)
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        handed_on = {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        return application({**environ, **handed_on}, start_response)

    return limited


def answered(answer: HttpResponse, start_response: StartResponse) -> Iterable[bytes]:
    """Answer a request in front of Django."""
    status = HTTPStatus(answer.status_code)
    headers = {**answer.headers, "Content-Length": str(len(answer.content))}
    start_response(f"{status.value} {status.phrase}", list(headers.items()))
    return [answer.content]


def with_limited_wait(application: Wsgi) -> Wsgi:
    """A WSGI application that gets no request that has waited ``LONGEST_WAIT_SECONDS``: those are answered 503.

    They will hardly wait longer; and where all were answered late, each answer would be for somebody who has gone.
    The proxy says in ``X-Request-Start`` when it handed the request on, in seconds since 1970. A client that makes it
    up has only itself refused. What watches the process asks there, then above all.
    """

    def in_time(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        if 0 < settings.LONGEST_WAIT_SECONDS < _waited(environ) and environ["PATH_INFO"] not in WATCHING:
            return answered(refused(WSGIRequest({**environ}), problems.overloaded), start_response)
        return application(environ, start_response)

    return in_time


def _waited(environ: Environ) -> float:
    """For how many seconds a request has waited; 0 where it is unknown."""
    try:
        return time.time() - float(environ["HTTP_X_REQUEST_START"])
    except (KeyError, ValueError):
        return 0.0
