"""Whoever counts is woken by what is recorded, and nobody who records waits for it."""

import threading
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest
from celery import current_app

from games.chances.notify import APART_SECONDS, COUNT, ChancesNotifier, rung
from games.models import Game
from tests.games.chances.conftest import NewGame, throw


@pytest.fixture
def heard() -> Iterator[list[int]]:
    """What was rung, one entry each time."""
    found: list[int] = []

    def hear(**_: object) -> None:
        found.append(1)

    rung.connect(hear)
    yield found
    rung.disconnect(hear)


@pytest.mark.django_db(transaction=True)
def test_the_process_that_counts_beside_its_requests_hears_of_every_throw(
    near_the_end: NewGame, heard: list[int]
) -> None:
    game = near_the_end()
    before = len(heard)
    throw(game, 1, 1)
    assert len(heard) - before == 2
    assert Game.objects.get().number == 4


def test_a_burst_of_throws_asks_the_workers_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, done = [], threading.Event()

    def send(name: str, **_: object) -> None:
        asked.append(name)
        done.set()

    monkeypatch.setattr(current_app, "send_task", send)
    broker = ChancesNotifier()
    for _ in range(100):
        broker.ask_soon()
    assert done.wait(60)
    assert asked == [COUNT]
    done.clear()
    broker.ask_soon()
    assert done.wait(60)
    assert asked == [COUNT, COUNT]


def test_throw_after_throw_asks_the_workers_now_and_then_and_the_last_one_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[float] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_: asked.append(time.monotonic()))
    broker = ChancesNotifier()
    until = time.monotonic() + 2.2 * APART_SECONDS
    while time.monotonic() < until:
        broker.ask_soon()
        last = time.monotonic()
        time.sleep(0.01)
    while not asked or asked[-1] < last:
        assert time.monotonic() < last + 60
        time.sleep(0.01)
    assert all(later - earlier > APART_SECONDS / 2 for earlier, later in pairwise(asked))


def test_a_broker_that_does_not_answer_is_left_alone_for_a_while(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried = threading.Semaphore(0)

    def fail(name: str, **_: object) -> None:
        tried.release()
        raise OSError("away")

    monkeypatch.setattr(current_app, "send_task", fail)
    broker = ChancesNotifier()
    broker.ask_soon()
    assert tried.acquire(timeout=60)
    while broker.is_silent is False:
        pass
    broker.ask_soon()
    assert not tried.acquire(timeout=0.2)
    assert caplog.text.count("the broker does not answer") == 1
