"""Who works at a hall that is played over HTTP: desks, referees and the organiser, and the server that is killed."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from tests.endurance.hall_devices import PAUSE, Device, Notes
from tests.servers import Site


class Crew:
    """The devices of those who run the hall, and what they have noted."""

    def __init__(self, site: Site, desks: int) -> None:
        self.site, self.notes = site, Notes()
        self._token_of_organiser = self._token("organiser")
        self.organiser = self.organising()
        self.referees = [self._token("referee") for _ in range(desks)]
        #: Laptops at which somebody is logged in, each with one person before it.
        self.laptops: dict[int, Device] = {}
        self.before_laptop = threading.Lock()

    def _token(self, role: str) -> str:
        name = f"{role}-{uuid.uuid4().hex[:6]}"
        return self.site.manage("create_token", name, "--role", role).split()[-1]

    def desk(self, index: int) -> Device:
        """A desk: every second one is a page with a login, the others are programs."""
        if index % 2:
            return Device(self.site, self.notes, self.referees[index])
        if index not in self.laptops:
            self.laptops[index] = Device(self.site, self.notes)
            self.laptops[index].log_in(f"page-{index // 2}")
        return self.laptops[index]

    def helper(self, index: int) -> Device:
        """A program with the role of a referee."""
        return Device(self.site, self.notes, self.referees[index % len(self.referees)])

    def organising(self) -> Device:
        """A program of the organiser, for a thread of its own."""
        return Device(self.site, self.notes, self._token_of_organiser)

    def phone(self, pause: float = PAUSE) -> Device:
        """Somebody's phone, without an account."""
        return Device(self.site, self.notes, pause=pause)

    @contextmanager
    def killed(self, phase: str) -> Iterator[None]:
        """Kill the server and start it again; what is in the block is looked at while it is away."""
        self.site.kill()
        yield
        begun = time.monotonic()
        self.site.start()
        self.notes.answered("started again", time.monotonic() - begun)
        self.notes.count(f"killed: {phase}")
        assert ", 0 differed" in self.site.manage("rebuild_projections", "--check")

    @contextmanager
    def at_once(self, work: Sequence[Callable[[], object]]) -> Iterator[None]:
        """While all of this is done, each in a thread of its own; ends when they have, and raises what they raised."""
        over = self.notes.over

        def done(each: Callable[[], object]) -> None:
            try:
                each()
            except BaseException:
                over.set()
                raise

        with ThreadPoolExecutor(len(work)) as pool:
            futures = [pool.submit(done, each) for each in work]
            try:
                yield
            except BaseException:
                over.set()
                for future in futures:
                    if future.done() and (failure := future.exception()) is not None:
                        raise failure from None
                raise
            for future in futures:
                future.result()

    def wait_until(self, happened: Callable[[], bool]) -> None:
        """Until it has happened; ten minutes at the most."""
        deadline = time.monotonic() + 600
        while not happened():
            assert time.monotonic() < deadline
            assert not self.notes.over.wait(0.005), "something has failed meanwhile"
