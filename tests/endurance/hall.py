"""A championship's whole machinery, each part of which can be killed while games are recorded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from random import Random

from tests import servers
from tests.endurance.boards import new_game, two_players
from tests.endurance.follower import Follower
from tests.endurance.phone import Phone
from tests.endurance.wire import NO_ANSWER, Wire
from tests.games.viewing import token_of
from tests.servers import Mortal, Site, wait_until
from tests.tournaments.webhooks.evening import Evening
from tests.tournaments.webhooks.receiving import Receiver
from tournaments.webhooks.dispatch import TAKEN

#: Until a worker that is started again has sent what the killed one was about to send.
SECONDS = servers.START_SECONDS


@dataclass
class Celery:
    """Celery's worker or its beat in a process of its own."""

    environment: dict[str, str]
    what: tuple[str, ...]
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin to work."""
        command = [sys.executable, "-m", "celery", "--app", "config", *self.what, "--loglevel", "CRITICAL"]
        self.process = subprocess.Popen(
            command,
            env={**self.environment, "C_FORCE_ROOT": "1"},
            cwd=servers.ROOT,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self) -> None:
        """End it with its children, as a power cut would."""
        if self.process is not None:
            with suppress(ProcessLookupError):  # it may have ended by itself
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def keep_up(self) -> None:
        """Begin again where it has ended by itself, as whatever runs it does (docs/install/run.md).

        A worker that loses its broker in the moment in which it gets to know it gives up.
        """
        if self.process is not None and self.process.poll() is not None:
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
    def without_postgresql(self) -> Iterator[None]:
        """While the database is away."""
        begun = time.monotonic()
        self.postgresql.kill()
        yield
        self.postgresql.start()
        self.outages.append((begun, time.monotonic()))

    @contextmanager
    def without_redis(self) -> Iterator[None]:
        """While Redis is away; what it knew is forgotten."""
        self.redis.kill()
        yield
        self.redis.start()

    @contextmanager
    def without_worker(self) -> Iterator[None]:
        """While nobody works."""
        self.worker.kill()
        yield
        self.worker.start()

    @contextmanager
    def without_web(self) -> Iterator[None]:
        """While nobody can be asked, neither for recording nor for streams."""
        self.recording.kill()
        self.streaming.kill()
        yield
        self.recording.start()
        self.streaming.start()

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
        worker = Celery(recording.environment, ("worker", "--concurrency", "2"))
        beat = Celery(recording.environment, ("beat",))
        for each in (worker, beat):
            stack.callback(each.kill)
            each.start()
        yield Hall(postgresql, redis, recording, streaming, worker, beat, token_of(recording))


class Recording:
    """Two games that are recorded without a pause, one of them by two phones at once, and followed by viewers.

    The other one is a game of an event with a webhook, to which tests are sent meanwhile.
    """

    def __init__(self, where: Hall, seed: int) -> None:
        self.hall, self.lots = where, Random(seed)
        self._leaving = ExitStack()
        self.receiver = self._leaving.enter_context(Receiver())
        self.evening = Evening(where.recording, f"evening-{seed}")
        self.hook = f"{self.evening.event}webhooks/{self.evening.subscribe(self.receiver.url)['id']}/"
        #: The ids of the messages that the site has said it will send.
        self.promised: list[str] = []
        wire = Wire(where.recording, where.token)
        self.games = [new_game(wire, two_players(wire)), self.evening.start()["id"]]
        self.phones = [
            Phone(Wire(where.recording, where.token), game, Random(seed + number))
            for number, game in enumerate([self.games[0], *self.games])
        ]
        #: Somebody who asks the process of the streams, which shares its connections between all who ask.
        self.reader = Wire(where.streaming, where.token)
        self.organiser = Wire(where.recording, where.token)
        self.followers = [Follower(where.streaming, game) for game in self.games]
        self.failures: list[BaseException] = []
        self._stopped, self._left = threading.Event(), threading.Event()
        self._threads = [
            threading.Thread(target=self._record, args=[phone], daemon=True) for phone in self.phones
        ]
        self._threads += [threading.Thread(target=each, daemon=True) for each in (self._read, self._ping)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self._left.set()
        for thread in self._threads:
            thread.join()
        for follower in self.followers:
            follower.stop()
        self._leaving.close()

    def go_on(self, events: int) -> None:
        """Until every phone knows so many more events."""
        wanted = [phone.number + events for phone in self.phones]
        self._wait_until(
            lambda: all(phone.number >= number for phone, number in zip(self.phones, wanted, strict=True))
        )

    @property
    def wires(self) -> list[Wire]:
        """All over which something was asked."""
        return [self.reader, self.organiser, *(phone.wire for phone in self.phones)]

    def stop(self) -> None:
        """Let the phones send what they still have, and the viewers see it."""
        self._stopped.set()
        self._wait_until(lambda: not any(thread.is_alive() for thread in self._threads))
        for phone in self.phones:
            phone.reload()
        ends = {phone.path: phone.number for phone in self.phones}
        self._wait_until(
            lambda: all(
                len(follower.numbers) >= ends[f"/api/v1/games/{game}/"]
                for follower, game in zip(self.followers, self.games, strict=True)
            )
        )
        # What a killed worker was about to send is sent by another one some minutes later.
        deadline = time.monotonic() + SECONDS
        while missing := set(self.promised) - {message.id for message in self.receiver.received}:
            assert time.monotonic() < deadline, missing
            for each in (self.hall.worker, self.hall.beat):
                each.keep_up()
            self.evening.pass_time(TAKEN)

    def _wait_until(self, happened: Callable[[], bool]) -> None:
        wait_until(lambda: self.failures != [] or happened())
        if self.failures:
            raise self.failures[0]

    def _record(self, phone: Phone) -> None:
        try:
            while not self._left.is_set() and (phone.queue or not self._stopped.is_set()):
                if not phone.queue:
                    self._enter(phone)
                try:
                    letter = phone.letter(most=phone.lots.choice([1, 1, 10]))
                    assert letter is not None
                    phone.opened(phone.wire.deliver(letter))
                except NO_ANSWER:
                    time.sleep(0.02)
        except BaseException as failure:
            self.failures.append(failure)

    def _read(self) -> None:
        try:
            while not self._left.is_set() and not self._stopped.is_set():
                try:
                    self.reader.get(self.phones[0].path)
                except NO_ANSWER:
                    time.sleep(0.02)
                time.sleep(0.02)
        except BaseException as failure:
            self.failures.append(failure)

    def _ping(self) -> None:
        try:
            while not self._left.is_set() and not self._stopped.is_set():
                try:
                    self.promised.append(self.organiser.post(f"{self.hook}ping/", {}).body["id"])
                except NO_ANSWER:
                    time.sleep(0.02)
                time.sleep(0.1)
        except BaseException as failure:
            self.failures.append(failure)

    @staticmethod
    def _enter(phone: Phone) -> None:
        # As many come back as go on, so that no game ever ends.
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
