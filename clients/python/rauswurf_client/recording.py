"""Record a game throw by throw, with or without a connection: kept first, then sent in order until it has arrived."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self

from rauswurf_client import api
from rauswurf_client.errors import IllegalThrow, Refusal, Stale, Unreachable
from rauswurf_client.models import Game, ThrowRequest
from rauswurf_client.outbox import Outbox

if TYPE_CHECKING:
    from rauswurf_client.async_client import AsyncClient
    from rauswurf_client.client import Client


class _Keeper:
    """What both recorders do without asking the site."""

    def __init__(self, game: str, journal: Path | None) -> None:
        self._outbox = Outbox(game, journal)

    @property
    def waiting(self) -> list[ThrowRequest]:
        """What has not arrived yet, the oldest first."""
        return list(self._outbox.waiting)

    def keep(self, die: int, move: str | None = None) -> None:
        """Keep a throw and send nothing yet."""
        self._outbox.add(die, move)

    def discard(self) -> list[ThrowRequest]:
        """Leave out what waits, and say what it was; what comes next builds on what the site has."""
        return self._outbox.discard()

    def build_on(self, game: Game) -> None:
        """Let what waits come after this state: where somebody else was quicker, and both are right."""
        self._outbox.know(game)


class Recorder(_Keeper):
    """The throws of one game. With a `journal`, a file, what waits outlives the program and the machine.

    `throw` keeps a throw and sends what waits; without a connection it stays and goes along with the next one, or
    with `send`. A refusal is raised (`IllegalThrow`, `Stale` …) and what was refused goes on waiting: correct it
    by `discard` and throw again.
    """

    def __init__(self, client: Client, game: str, journal: Path | None = None) -> None:
        super().__init__(game, journal)
        self._client = client

    def throw(self, die: int, move: str | None = None) -> Game | None:
        """Keep a throw and send what waits; the game then, or `None` where the site is not there for now."""
        self._outbox.add(die, move)
        try:
            return self._send(attempts=1)
        except Unreachable:
            return None
        except Refusal as refused:
            if refused.is_passing:
                return None
            raise

    def send(self) -> Game | None:
        """Send what waits, in order; the game then. `None`: nothing waited. Raises `Unreachable` after all attempts."""
        return self._send(attempts=None)

    def _send(self, attempts: int | None) -> Game | None:
        game = None
        while self._outbox.waiting:
            if self._outbox.number is None:
                self._outbox.know(self._client.ask(api.games_retrieve(self._outbox.game), attempts=attempts))
            call = self._outbox.call()
            try:
                answer = self._client.ask(call, attempts=attempts)
            except (IllegalThrow, Stale) as refused:
                if not self._outbox.goes_on_after(refused):
                    raise
                game = refused.current or game
            else:
                self._outbox.taken(call, answer)
                game = answer["game"]
        return game

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.send()


class AsyncRecorder(_Keeper):
    """The same for programs that await."""

    def __init__(self, client: AsyncClient, game: str, journal: Path | None = None) -> None:
        super().__init__(game, journal)
        self._client = client

    async def throw(self, die: int, move: str | None = None) -> Game | None:
        """Keep a throw and send what waits; the game then, or `None` where the site is not there for now."""
        self._outbox.add(die, move)
        try:
            return await self._send(attempts=1)
        except Unreachable:
            return None
        except Refusal as refused:
            if refused.is_passing:
                return None
            raise

    async def send(self) -> Game | None:
        """Send what waits, in order; the game then. `None`: nothing waited. Raises `Unreachable` after all attempts."""
        return await self._send(attempts=None)

    async def _send(self, attempts: int | None) -> Game | None:
        game = None
        while self._outbox.waiting:
            if self._outbox.number is None:
                self._outbox.know(
                    await self._client.ask(api.games_retrieve(self._outbox.game), attempts=attempts)
                )
            call = self._outbox.call()
            try:
                answer = await self._client.ask(call, attempts=attempts)
            except (IllegalThrow, Stale) as refused:
                if not self._outbox.goes_on_after(refused):
                    raise
                game = refused.current or game
            else:
                self._outbox.taken(call, answer)
                game = answer["game"]
        return game

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            await self.send()
