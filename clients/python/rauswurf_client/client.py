"""The client that waits for its answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self, TypeVar

import httpx

from rauswurf_client.calls import Call
from rauswurf_client.errors import Language
from rauswurf_client.exchange import Exchange, backoff, refused, retry_after, stays_refused, unreachable
from rauswurf_client.following import Follower, event_stream, game_stream
from rauswurf_client.models import EventMessage, GameMessage, Page
from rauswurf_client.recording import Recorder

Answer = TypeVar("Answer")
Item = TypeVar("Item")
Message = TypeVar("Message")
HERE = "http://127.0.0.1:8000"
ATTEMPTS = 6


class Client:
    """A site, as one program sees it. `token` is what “manage.py create_token” or the page *Access* showed once.

    Whatever can be asked twice without harm is asked again where the answer got lost, up to `attempts` times;
    what was answered with an `ETag` is sent once.
    """

    def __init__(
        self,
        site: str = HERE,
        token: str | None = None,
        *,
        language: Language = "en",
        attempts: int = ATTEMPTS,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._exchange = Exchange(site.rstrip("/"), token, language, attempts)
        self._http = httpx.Client(transport=transport)
        self._sleep = sleep

    @property
    def site(self) -> str:
        """The address of the site, without a slash at the end."""
        return self._exchange.site

    def ask(self, call: Call[Answer], *, attempts: int | None = None) -> Answer:
        """The answer to a call; raises `Refusal` or `Unreachable`."""
        exchange, attempt = self._exchange, 0
        request = exchange.request(self._http, call)
        while True:
            attempt += 1
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = self._http.send(request)
            except httpx.TransportError as error:
                outcome = error
            wait = exchange.pause(call, attempt, outcome, attempts)
            if wait is None:
                break
            self._sleep(wait)
        if isinstance(outcome, httpx.TransportError):
            raise unreachable(exchange.site, outcome) from outcome
        return exchange.answer(call, outcome)

    def every(self, call: Call[Page[Item]]) -> Iterator[Item]:
        """All items of a list, page after page as they are needed."""
        following: Call[Page[Item]] | None = call
        while following is not None:
            page = self.ask(following)
            yield from page["results"]
            following = next_page(following, page)

    def save(self, call: Call[bytes], file: Path) -> Path:
        """Put a file that the site offers into a file here."""
        file.write_bytes(self.ask(call))
        return file

    def watch_game(self, game: str, *, after: int | None = None) -> Iterator[GameMessage]:
        """What happens in a game, as it happens: first its state, or everything after a number; until it is over."""
        return self._follow(Follower(game_stream(game), after))

    def watch_event(self, slug: str, *, after: int | None = None) -> Iterator[EventMessage]:
        """The table of an event and every change of it, until it is over."""
        return self._follow(Follower(event_stream(slug), after))

    def recorder(self, game: str, journal: Path | None = None) -> Recorder:
        """Whoever records the throws of a game."""
        return Recorder(self, game, journal)

    def _follow(self, follower: Follower[Message]) -> Iterator[Message]:
        while not follower.is_over:
            request = self._exchange.stream_request(self._http, follower)
            wait = None
            try:
                response = self._http.send(request, stream=True)
                try:
                    if not response.is_success:
                        response.read()
                        if stays_refused(response):
                            raise refused(response)
                        wait = retry_after(response)
                    else:
                        for line in response.iter_lines():
                            if (message := follower.take(line)) is not None:
                                yield message
                finally:
                    response.close()
            except httpx.TransportError:
                pass
            if not follower.is_over:
                follower.failures += 1
                self._sleep(backoff(follower.failures) if wait is None else wait)

    def close(self) -> None:
        """Close its connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def next_page(call: Call[Page[Item]], page: Page[Item]) -> Call[Page[Item]] | None:
    """The call for the page after this one."""
    address = page.get("next")
    if not address:
        return None
    query = httpx.URL(address).params
    return Call(call.method, call.path, query=dict(query))
