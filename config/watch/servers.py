"""WSGI and ASGI applications whose requests are counted, have ids and a line in the log each."""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from config.watch import series
from config.watch.context import request_id
from config.watch.exchange import Exchange

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Asgi = Callable[[Any, Receive, Send], Awaitable[None]]


class Watched:
    """A WSGI application around another one. A request ends for it when the answer is ready to be sent."""

    def __init__(self, application: Wsgi) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer as the other application does, with the id of the request."""
        exchange = Exchange(
            environ["REQUEST_METHOD"], environ["PATH_INFO"], environ.get("HTTP_X_REQUEST_ID", "")
        )
        token = request_id.set(exchange.id)

        def started(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            kinds = [value for name, value in headers if name.lower() == "content-type"]
            exchange.answered(int(status[:3]), kinds[0] if kinds else "")
            return start_response(status, [*headers, ("X-Request-ID", exchange.id)], *failure)

        try:
            answer = self.application(environ, started)
            if exchange.status >= 400:
                exchange.explained(_body(answer))
            return answer
        finally:
            exchange.end()
            request_id.reset(token)


def _body(answer: Iterable[bytes]) -> bytes:
    """Return the body of an answer that is there as a whole; of others nothing."""
    if isinstance(answer, list):
        return b"".join(answer)
    body: bytes = getattr(answer, "content", b"")
    return body


def watched(application: Asgi) -> Asgi:
    """An ASGI application around another one. Of a stream the request ends with its first byte."""

    async def answered(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
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
