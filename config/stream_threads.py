"""No thread is kept for a stream: Django keeps the one in which middleware was asked until the answer has been sent.

For a stream that is hours.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from asgiref.sync import ThreadSensitiveContext

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]

#: How the addresses of streams end (deploy/ sends those alone to the streams).
_STREAMS = ("/events/", "/changes/")


def without_threads_for_streams(application: Application) -> Application:
    """An ASGI application around another one, whose thread ends when a stream begins.

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
