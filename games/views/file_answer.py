"""A file that goes out in pieces, in a server of either kind: it may be larger than what memory there is."""

from __future__ import annotations

import weakref
from collections.abc import AsyncIterator, Iterator
from typing import IO

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

CHUNK = 64 * 1024


def file_answer(
    request: HttpRequest, file: IO[bytes], *, name: str, size: int, content_type: str
) -> StreamingHttpResponse:
    """Answer with an open file, to be saved under a name; it is closed with the answer."""
    chunks = pieces(file)
    answer = StreamingHttpResponse(
        _one_by_one(chunks) if isinstance(request, ASGIRequest) else chunks, content_type=content_type
    )
    answer["Content-Length"] = size
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer._resource_closers.append(file.close)  # type: ignore[attr-defined]
    # Where nobody reads the answer, nobody closes it either.
    weakref.finalize(answer, file.close)
    return answer


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Read a file on in pieces."""
    return iter(lambda: file.read(CHUNK), b"")


def _next(chunks: Iterator[bytes]) -> bytes:
    return next(chunks, b"")


async def _one_by_one(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    while piece := await sync_to_async(_next)(chunks):
        yield piece
