"""Phones that go on recording whatever is done to their site meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from random import Random
from types import TracebackType

from tests.endurance.boards import new_game, two_players
from tests.endurance.phone import Phone
from tests.endurance.wire import NO_ANSWER, Wire
from tests.servers import Site

SECONDS = 120
#: More throws than are taken back now and then: no game comes to its end.
TAKEN_BACK = 20


def new_games(site: Site, token: str, number: int) -> list[str]:
    """So many games that have begun."""
    wire = Wire(site, token)
    seats = two_players(wire)
    return [new_game(wire, seats) for _ in range(number)]


class Phones:
    """A phone for each game, recording without a pause; what is not answered is sent again."""

    def __init__(self, site: Site, token: str, games: Iterable[str]) -> None:
        self.phones = [Phone(Wire(site, token), game, Random(number)) for number, game in enumerate(games)]
        #: The longest time for which a throw of any phone waited to be recorded.
        self.longest = 0.0
        self.failures: list[BaseException] = []
        self._stopped = threading.Event()
        self._threads = [threading.Thread(target=self._record, args=[phone]) for phone in self.phones]

    def __enter__(self) -> Phones:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    @property
    def recorded(self) -> dict[str, int]:
        """How far each game has come, as far as its phone was told."""
        return {phone.path: phone.number for phone in self.phones}

    def go_on(self, events: int) -> None:
        """Wait until so many more events of every game are recorded."""
        wanted = {path: number + events for path, number in self.recorded.items()}
        deadline = time.monotonic() + SECONDS
        while any(number < wanted[path] for path, number in self.recorded.items()):
            assert not self.failures, self.failures
            assert time.monotonic() < deadline, "nobody answers any more"
            time.sleep(0.02)

    def check_nothing_is_lost(self) -> None:
        """Raises where the site does not have what was entered, once and in order. To be asked at the end."""
        assert not self.failures, self.failures
        for phone in self.phones:
            log = phone.wire.get(phone.path + "events/")["events"]
            assert phone.log == log
            assert not phone.queue
            phone.check_meant(log)

    def _record(self, phone: Phone) -> None:
        try:
            while not self._stopped.is_set():
                self._enter(phone)
                begun = time.monotonic()
                while letter := phone.letter():
                    try:
                        phone.opened(phone.wire.deliver(letter))
                    except NO_ANSWER:
                        time.sleep(0.02)
                self.longest = max(self.longest, time.monotonic() - begun)
                time.sleep(0.01)
        except BaseException as failure:
            self.failures.append(failure)

    @staticmethod
    def _enter(phone: Phone) -> None:
        if phone.lots.random() < 1 / TAKEN_BACK:
            phone.enter_take_back(TAKEN_BACK)
        else:
            phone.enter_throw()
