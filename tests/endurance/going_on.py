"""What goes on in threads while a site is killed, updated or asked for a backup."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Self

from tests.endurance.boards import new_game, two_players
from tests.endurance.phone import Phone
from tests.endurance.wire import NO_ANSWER, Wire
from tests.servers import Site, wait_until


class GoingOn:
    """Each of these is done again and again in a thread of its own, also after it got no answer."""

    def __init__(self, *work: Callable[[], object]) -> None:
        self.failures: list[BaseException] = []
        self.stopped = threading.Event()
        self._threads = [threading.Thread(target=self._go_on, args=[each], daemon=True) for each in work]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        for thread in self._threads:
            thread.join()

    def wait_until(self, happened: Callable[[], object]) -> None:
        """Wait until it has happened; raise what has failed meanwhile."""
        wait_until(lambda: self.failures or happened(), pause=0.02)
        if self.failures:
            raise self.failures[0]

    def _go_on(self, work: Callable[[], object]) -> None:
        while not self.stopped.is_set():
            try:
                work()
            except NO_ANSWER:
                time.sleep(0.02)
            except BaseException as failure:
                self.failures.append(failure)
                return


def new_games(site: Site, token: str, number: int) -> list[str]:
    """A number of games that have begun."""
    wire = Wire(site, token)
    seats = two_players(wire)
    return [new_game(wire, seats) for _ in range(number)]


#: More throws than are taken back now and then: no game comes to its end.
TAKEN_BACK = 20


class Phones(GoingOn):
    """A phone for each game, recording without a pause; what is not answered is sent again."""

    #: The throws that go in one letter, by the lots of the phone.
    most: tuple[int, ...] = (1,)

    def __init__(
        self, site: Site, token: str, games: Iterable[str], *others: Callable[[], object], seed: int = 0
    ) -> None:
        self.phones = [
            Phone(Wire(site, token), game, Random(seed + number)) for number, game in enumerate(games)
        ]
        #: The longest time for which a throw of any phone waited to be recorded.
        self.longest = 0.0
        self._since: dict[Phone, float] = {}
        super().__init__(*(partial(self._record, phone) for phone in self.phones), *others)

    @property
    def recorded(self) -> dict[str, int]:
        """How far each game has come, as far as its phone knows."""
        return {phone.path: phone.number for phone in self.phones}

    def go_on(self, events: int) -> None:
        """Wait until every phone knows so many more events."""
        wanted = [phone.number + events for phone in self.phones]
        self.wait_until(lambda: all(phone.number >= n for phone, n in zip(self.phones, wanted, strict=True)))

    def check_nothing_is_lost(self) -> None:
        """Raise where the site does not have what was entered, once and in order. To be asked at the end."""
        assert not self.failures, self.failures
        for phone in self.phones:
            phone.flush()
        for phone in self.phones:
            phone.reload()
            log = phone.wire.get(phone.path + "events/")["events"]
            assert phone.log == log
            phone.check_meant(log)

    def enter(self, phone: Phone) -> None:
        """What a referee enters next."""
        if phone.lots.random() < 1 / TAKEN_BACK:
            phone.enter_take_back(TAKEN_BACK)
        else:
            phone.enter_throw()

    def _record(self, phone: Phone) -> None:
        if not phone.queue:
            self.enter(phone)
            self._since[phone] = time.monotonic()
        if letter := phone.letter(most=phone.lots.choice(self.most)):
            phone.opened(phone.wire.deliver(letter))
        if not phone.queue:
            self.longest = max(self.longest, time.monotonic() - self._since[phone])
            time.sleep(0.01)
