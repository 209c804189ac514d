"""Loops: where there are no workers, a thread for each kind of work."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import OperationalError

from games.work.bells import ring
from games.work.kinds import Due, Lane, Work
from games.work.loops import Loops
from tests.games.work.planted import Planted
from tests.servers import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@contextmanager
def looping(*kinds: Work) -> Iterator[Loops]:
    loops = Loops(kinds)
    loops.start()
    try:
        yield loops
    finally:
        loops.stop(None)


def test_what_is_due_is_done_and_what_becomes_due_when_somebody_rings() -> None:
    planted = Planted("a", "b")
    with looping(replace(planted.work, seconds=600)) as loops:
        wait_until(lambda: planted.done == ["a", "b"])
        wait_until(lambda: loops.idle_seconds > 0.3)
        planted.keys.append("c")
        rung = time.monotonic()
        ring("planted", Lane.AT_ONCE)
        wait_until(lambda: len(planted.done) == 3)
        assert time.monotonic() - rung < 30


def test_what_nobody_rang_for_is_found_all_the_same() -> None:
    planted = Planted()
    with looping(planted.work):
        planted.keys.append("a")
        wait_until(lambda: planted.done == ["a"])


def test_of_several_at_once_a_slow_one_holds_up_no_other() -> None:
    planted, answered = Planted("slow", "a", "b", "c"), threading.Event()

    def do(key: str, now: object) -> timedelta | None:
        if key == "slow":
            answered.wait(60)
        return planted.do(key, now)

    with looping(replace(planted.work, do=do, at_once=2)):
        wait_until(lambda: planted.done == ["a", "b", "c"])
        answered.set()
        wait_until(lambda: planted.done[3:] == ["slow"])


def test_a_database_that_is_away_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    planted, looks = Planted("a"), [0]

    def due(now: object) -> Iterator[Due]:
        looks[0] += 1
        if looks[0] == 1:
            raise OperationalError("away")
        return planted.due(now)

    with looping(replace(planted.work, due=due)):
        wait_until(lambda: planted.done == ["a"])
    assert "planted: the database could not be asked" in caplog.text


def test_a_process_that_ends_does_not_wait_for_what_takes_long() -> None:
    planted, begun, ended = Planted("a"), threading.Event(), threading.Event()

    def do(key: str, now: object) -> None:
        begun.set()
        ended.wait(60)

    loops = Loops([replace(planted.work, do=do)])
    loops.start()
    assert begun.wait(60)
    assert loops.idle_seconds < 0
    told = time.monotonic()
    loops.stop(0.2)
    assert time.monotonic() - told < 30
    ended.set()
    loops.stop(None)
