"""Networks as phones have them: answers get lost, lines are cut, there is no connection at all."""

from collections.abc import Iterator

import httpx


class Cut(httpx.SyncByteStream):
    """An answer that breaks off in the middle of a line, with or without an error."""

    def __init__(self, whole: httpx.SyncByteStream, pieces: int, *, is_error: bool) -> None:
        self.whole = whole
        self.pieces = pieces
        self.is_error = is_error

    def __iter__(self) -> Iterator[bytes]:
        for number, piece in enumerate(self.whole):
            if number == self.pieces:
                yield piece[: len(piece) // 2]
                if self.is_error:
                    raise httpx.ReadError("the line was cut")
                return
            yield piece

    def close(self) -> None:
        self.whole.close()


class Lossy(httpx.BaseTransport):
    """A network that loses answers after the request has arrived, or has no connection at all."""

    def __init__(self) -> None:
        self.wire = httpx.HTTPTransport()
        self.is_cut = False
        #: A 503 is answered to as many requests, with these seconds as `Retry-After`.
        self.busy = 0
        self.retry_after = 1
        self.lost_answers = 0
        #: After as many pieces every answer is cut.
        self.pieces: int | None = None
        self.asked: list[httpx.Request] = []
        self.answered: list[httpx.Response] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if self.is_cut:
            raise httpx.ConnectError("no network")
        if self.busy:
            self.busy -= 1
            return httpx.Response(
                503, headers={"Retry-After": str(self.retry_after)}, json={"detail": "later"}
            )
        response = self.wire.handle_request(request)
        self.answered.append(response)
        if self.lost_answers:
            self.lost_answers -= 1
            response.read()
            response.close()
            raise httpx.ReadError("the answer got lost")
        if self.pieces is not None and isinstance(response.stream, httpx.SyncByteStream):
            response.stream = Cut(response.stream, self.pieces, is_error=len(self.answered) % 2 == 0)
        return response

    def close(self) -> None:
        self.wire.close()
