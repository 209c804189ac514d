"""The client that awaits its answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Self, TypeVar

import httpx

from rauswurf_client.calls import Call
from rauswurf_client.client import ATTEMPTS, HERE, next_page
from rauswurf_client.errors import Language
from rauswurf_client.exchange import Exchange, backoff, refused, retry_after, stays_refused, unreachable
from rauswurf_client.following import Follower, event_stream, game_stream
from rauswurf_client.models import EventMessage, GameMessage, Page
from rauswurf_client.recording import AsyncRecorder

Answer = TypeVar("Answer")
Item = TypeVar("Item")
Message = TypeVar("Message")


class AsyncClient:
    """What `Client` is, for programs that await."""

    def __init__(
        self,
        site: str = HERE,
        token: str | None = None,
        *,
        language: Language = "en",
        attempts: int = ATTEMPTS,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._exchange = Exchange(site.rstrip("/"), token, language, attempts)
        self._http = httpx.AsyncClient(transport=transport)
        self._sleep = sleep

    @property
    def site(self) -> str:
        """The address of the site, without a slash at the end."""
        return self._exchange.site

    async def ask(self, call: Call[Answer], *, attempts: int | None = None) -> Answer:
        """The answer to a call; raises `Refusal` or `Unreachable`."""
        exchange, attempt = self._exchange, 0
        request = exchange.request(self._http, call)
        while True:
            attempt += 1
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = await self._http.send(request)
            except httpx.TransportError as error:
                outcome = error
            wait = exchange.pause(call, attempt, outcome, attempts)
            if wait is None:
                break
            await self._sleep(wait)
        if isinstance(outcome, httpx.TransportError):
            raise unreachable(exchange.site, outcome) from outcome
        return exchange.answer(call, outcome)

    async def every(self, call: Call[Page[Item]]) -> AsyncIterator[Item]:
        """All items of a list, page after page as they are needed."""
        following: Call[Page[Item]] | None = call
        while following is not None:
            page = await self.ask(following)
            for item in page["results"]:
                yield item
            following = next_page(following, page)

    async def save(self, call: Call[bytes], file: Path) -> Path:
        """Put a file that the site offers into a file here."""
        file.write_bytes(await self.ask(call))
        return file

    def watch_game(self, game: str, *, after: int | None = None) -> AsyncIterator[GameMessage]:
        """What happens in a game, as it happens: first its state, or everything after a number; until it is over."""
        return self._follow(Follower(game_stream(game), after))

    def watch_event(self, slug: str, *, after: int | None = None) -> AsyncIterator[EventMessage]:
        """The table of an event and every change of it, until it is over."""
        return self._follow(Follower(event_stream(slug), after))

    def recorder(self, game: str, journal: Path | None = None) -> AsyncRecorder:
        """Whoever records the throws of a game."""
        return AsyncRecorder(self, game, journal)

    async def _follow(self, follower: Follower[Message]) -> AsyncIterator[Message]:
        while not follower.is_over:
            request = self._exchange.stream_request(self._http, follower)
            wait = None
            try:
                response = await self._http.send(request, stream=True)
                try:
                    if not response.is_success:
                        await response.aread()
                        if stays_refused(response):
                            raise refused(response)
                        wait = retry_after(response)
                    else:
                        async for line in response.aiter_lines():
                            if (message := follower.take(line)) is not None:
                                yield message
                finally:
                    await response.aclose()
            except httpx.TransportError:
                pass
            if not follower.is_over:
                follower.failures += 1
                await self._sleep(backoff(follower.failures) if wait is None else wait)

    async def close(self) -> None:
        """Close its connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
