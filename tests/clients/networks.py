"""Networks as phones have them: answers get lost, there is no connection at all."""

import httpx


class Lossy(httpx.BaseTransport):
    """A network that loses answers after the request has arrived, or has no connection at all."""

    def __init__(self) -> None:
        self.wire = httpx.HTTPTransport()
        self.is_cut = False
        #: A 503 is answered to as many requests, with these seconds as `Retry-After`.
        self.busy = 0
        self.retry_after = 1
        self.lost_answers = 0
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
        return response

    def close(self) -> None:
        self.wire.close()
