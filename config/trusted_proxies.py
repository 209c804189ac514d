"""Whom an ASGI server says that it talks to, and by which scheme: what a header claims only where ``PROXIES`` says so.

A server started by hand may believe ``X-Forwarded-For`` and ``X-Forwarded-Proto`` by itself: uvicorn does from
whoever asks from the same machine, if it is not told otherwise, and then nobody can tell any more who asked. Where
no proxy is set to be believed, an address that stands in the header counts as unknown, and the scheme as plain.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Asgi = Callable[[Any, Receive, Send], Awaitable[None]]


def without_claims(application: Asgi) -> Asgi:
    """An ASGI application that is not told by headers who asks, unless ``PROXIES`` in front do so."""

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
    """Whether the address that the server tells stands in the header, alone or with a port."""
    if client is None:
        return False
    entries = [each.strip() for each in value.decode("latin-1").split(",")]
    return any(each == client[0] or each.startswith((f"{client[0]}:", f"[{client[0]}]")) for each in entries)
