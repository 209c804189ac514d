"""A championship's whole machinery, each part of which can be killed while games are recorded."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Protocol, Self

from tests import servers
from tests.endurance.follower import Follower
from tests.endurance.going_on import Phones, new_games
from tests.endurance.phone import Phone
from tests.endurance.wire import Wire
from tests.games.viewing import token_of
from tests.servers import Mortal, Site, wait_until
from tests.tournaments.webhooks.evening import HOOKS, Evening
from tests.tournaments.webhooks.receiving import Receiver
from tournaments.webhooks.dispatch import TAKEN


class Part(Protocol):
    """A part of the machinery."""

    def kill(self) -> object:
        """End it with its children, as a power cut would."""

    def start(self) -> object:
        """Begin again."""


class Celery:
    """Celery's worker or its beat."""

    def __init__(self, environment: Mapping[str, str], *what: str) -> None:
        self.environment = {**environment, "C_FORCE_ROOT": "1"}
        self.what = (*what, "--loglevel", "CRITICAL")
        self.running = ExitStack()
        self.process: subprocess.Popen[bytes]
        self.start()

    def start(self) -> None:
        """Begin to work."""
        self.process = self.running.enter_context(servers.celery(self.environment, *self.what))

    def kill(self) -> None:
        """End it with its children."""
        self.running.close()

    def keep_up(self) -> None:
        """Begin again where it has ended by itself, as whatever runs it does (docs/install/run.md).

        A worker that loses its broker in the moment in which it gets to know it gives up.
        """
        if self.process.poll() is not None:
            self.kill()
            self.start()


@dataclass
class Hall:
    """PostgreSQL, Redis, gunicorn for recording, uvicorn for streams, a worker and what tells it the time."""

    postgresql: Mortal
    redis: Mortal
    recording: Site
    streaming: Site
    worker: Celery
    beat: Celery
    token: str
    #: From when to when the database was away.
    outages: list[tuple[float, float]] = field(default_factory=list)

    @contextmanager
    def without(self, *parts: Part) -> Iterator[None]:
        """While parts of it are dead."""
        begun = time.monotonic()
        for part in parts:
            part.kill()
        yield
        for part in parts:
            part.start()
        if self.postgresql in parts:
            self.outages.append((begun, time.monotonic()))

    @contextmanager
    def without_a_process(self) -> Iterator[None]:
        """One of gunicorn's processes dies; gunicorn itself starts another."""
        assert self.recording.process is not None
        master = self.recording.process.pid
        _, first, *_ = servers.family(master)
        os.kill(first, signal.SIGKILL)
        yield
        wait_until(lambda: len(list(servers.family(master))) == 3)


@contextmanager
def hall() -> Iterator[Hall]:
    """Everything running, with an empty database."""
    with ExitStack() as stack:
        postgresql = stack.enter_context(servers.mortal_postgresql())
        redis = stack.enter_context(servers.mortal_redis())
        url = stack.enter_context(servers.postgresql_database(postgresql.url, "hall"))
        variables = {
            "DATABASE_URL": url,
            "REDIS_URL": redis.url,
            "LOG_LEVEL": "CRITICAL",
            "WEBHOOKS_TO_PRIVATE_ADDRESSES": "true",
        }
        recording = stack.enter_context(servers.site(variables, servers.threads))
        streaming = Site(recording.environment)
        stack.callback(streaming.kill)
        streaming.start()
        worker = Celery(recording.environment, "worker", "--concurrency", "2")
        beat = Celery(recording.environment, "beat")
        for each in (worker, beat):
            stack.callback(each.kill)
        yield Hall(postgresql, redis, recording, streaming, worker, beat, token_of(recording))


class Recording(Phones):
    """Two games that are recorded without a pause, one of them by two phones at once, and followed by viewers.

    The other one is a game of an event with a webhook, to which tests are sent meanwhile.
    """

    most = (1, 1, 10)

    def __init__(self, where: Hall, seed: int) -> None:
        self.hall, self._open = where, ExitStack()
        self.receiver = self._open.enter_context(Receiver())
        self.evening = Evening(where.recording, f"evening-{seed}")
        self.hook = f"{HOOKS}{self.evening.subscribe(self.receiver.url)['id']}/"
        #: The ids of the messages that the site has said it will send.
        self.promised: list[str] = []
        self.games = [*new_games(where.recording, where.token, 1), self.evening.start()["id"]]
        #: Somebody who asks the process of the streams, which shares its connections between all who ask.
        self.reader = Wire(where.streaming, where.token)
        self.organiser = Wire(where.recording, where.token)
        self.followers = [Follower(where.streaming, game) for game in self.games]
        games = [self.games[0], *self.games]
        super().__init__(where.recording, where.token, games, self._read, self._ping, seed=seed)

    def __enter__(self) -> Self:
        for follower in self.followers:
            self._open.enter_context(follower)
        return super().__enter__()

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self._open.close()

    @property
    def wires(self) -> list[Wire]:
        """All over which something was asked."""
        return [self.reader, self.organiser, *(phone.wire for phone in self.phones)]

    def stop(self) -> None:
        """Let the phones send what they still have, the viewers see it, and the messages arrive."""
        super().__exit__()
        self.check_nothing_is_lost()
        for follower, game in zip(self.followers, self.games, strict=True):
            (end,) = {phone.number for phone in self.phones if game in phone.path}
            follower.wait_until(lambda follower=follower, end=end: len(follower.numbers) >= end)  # type: ignore[misc]
            assert follower.numbers == list(range(1, end + 1))
        assert self.promised

        def have_arrived() -> bool:
            # What a killed worker was about to send is sent by another one some minutes later.
            for each in (self.hall.worker, self.hall.beat):
                each.keep_up()
            self.evening.pass_time(TAKEN)
            return {*self.promised} <= {message.id for message in self.receiver.received}

        wait_until(have_arrived)

    def enter(self, phone: Phone) -> None:
        """All kinds of things; as many come back as go on, so that no game ever ends."""
        for _ in range(phone.lots.choice([1, 1, 1, 3])):
            phone.enter_throw()
        match phone.lots.randrange(10):
            case 0 | 1:
                phone.enter_take_back(phone.lots.randint(1, 12))
            case 2:
                phone.enter_bring_back(phone.lots.randint(1, 3))
            case 3:
                phone.enter_irregular_throw()
            case 4:
                phone.enter_words()

    def _read(self) -> None:
        self.reader.get(self.phones[0].path)
        time.sleep(0.02)

    def _ping(self) -> None:
        self.promised.append(self.organiser.post(f"{self.hook}ping/", {}).body["id"])
        time.sleep(0.1)
