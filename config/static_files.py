"""Static files served by the application itself, under WSGI and ASGI alike."""

import gzip
from collections.abc import Awaitable, Callable
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware

#: What is worth packing.
_PACKED = ("text/", "application/javascript", "image/svg+xml")

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise that costs an asynchronous request no thread and answers it with a plain response.

    WhiteNoise's own middleware is synchronous and streams from an open file, which Django can only pass
    on under ASGI by reading it whole, with a warning. Our files are small, so they are read at once.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        super().__init__(get_response)
        self.asynchronous = iscoroutinefunction(get_response)
        if self.asynchronous:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        """The static file of the request's path, or whatever the rest of the site answers."""
        answer: Answer = super().__call__(request)
        if self.asynchronous and isinstance(answer, HttpResponseBase):
            return completed_response(answer)
        return answer

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """The whole file, or the part or the 304 that the request's headers ask for."""
        found = static_file.get_response(request.method, request.META)
        body, headers = b"", dict(found.headers)
        if found.file is not None:
            with found.file:
                body = found.file.read()
        if headers.get("Content-Type", "").startswith(_PACKED):
            headers["Vary"] = "Accept-Encoding"
            if (
                found.status == HTTPStatus.OK
                and body
                and "gzip" in request.headers.get("Accept-Encoding", "")
            ):
                body = _packed(body)
                headers |= {"Content-Encoding": "gzip", "Content-Length": str(len(body))}
        return HttpResponse(body, status=int(found.status), headers=headers)


@lru_cache(maxsize=256)
def _packed(body: bytes) -> bytes:
    """A text as it travels: a third of its size. The same bytes every time, whenever it is packed."""
    return gzip.compress(body, mtime=0)


async def completed_response(response: HttpResponseBase) -> HttpResponseBase:
    """A response that is there already, for a caller that awaits one."""
    return response
