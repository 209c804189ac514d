"""Networks as phones have them: answers get lost, lines are cut, there is no connection at all."""

from __future__ import annotations

from collections.abc import Iterator

import httpx


class Cut(httpx.SyncByteStream):
    """An answer that breaks off after so many pieces."""

    def __init__(self, whole: httpx.SyncByteStream, pieces: int) -> None:
        self.whole = whole
        self.pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        for number, piece in enumerate(self.whole):
            if number == self.pieces:
                raise httpx.ReadError("the line was cut")
            yield piece

    def close(self) -> None:
        self.whole.close()


class Lossy(httpx.BaseTransport):
    """A network that loses answers after the request has arrived, or has no connection at all."""

    def __init__(self) -> None:
        self.wire = httpx.HTTPTransport()
        self.is_cut = False
        self.is_busy = False
        self.lost_answers = 0
        #: After so many pieces every answer is cut.
        self.pieces: int | None = None
        self.answered: list[httpx.Response] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if self.is_cut:
            raise httpx.ConnectError("no network")
        if self.is_busy:
            return httpx.Response(503, headers={"Retry-After": "1"}, json={"detail": "later"})
        response = self.wire.handle_request(request)
        self.answered.append(response)
        if self.lost_answers:
            self.lost_answers -= 1
            response.read()
            response.close()
            raise httpx.ReadError("the answer got lost")
        if self.pieces is not None and isinstance(response.stream, httpx.SyncByteStream):
            response.stream = Cut(response.stream, self.pieces)
        return response

    def close(self) -> None:
        self.wire.close()
