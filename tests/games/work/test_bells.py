"""Who works is told at once of what there is to do, and nobody who writes waits for it."""

import threading
import time
from itertools import pairwise

import pytest
from celery import current_app

from games.models import Game
from games.work.bells import APART_SECONDS, TASK, BrokerBell, bells
from games.work.kinds import Lane
from tests.games.chances.conftest import NewGame, near_the_end as near_the_end, throw


@pytest.mark.django_db(transaction=True)
def test_the_process_that_counts_beside_its_requests_hears_of_every_throw(
    near_the_end: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, bell = near_the_end(), threading.Event()
    monkeypatch.setitem(bells, "chances", bell)
    for number in (3, 4):
        throw(game, 1)
        assert bell.is_set()
        assert Game.objects.get().number == number
        bell.clear()


def test_throw_after_throw_asks_the_workers_now_and_then_and_the_last_one_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[float] = []

    def send(name: str, **_: object) -> None:
        assert name == TASK
        asked.append(time.monotonic())

    monkeypatch.setattr(current_app, "send_task", send)
    broker = BrokerBell("chances", Lane.SPARE)
    until = time.monotonic() + 2.2 * APART_SECONDS
    while time.monotonic() < until:
        broker.tell_soon()
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
    broker = BrokerBell("chances", Lane.SPARE)
    broker.tell_soon()
    assert tried.acquire(timeout=60)
    while broker.is_silent is False:
        pass
    broker.tell_soon()
    assert not tried.acquire(timeout=0.2)
    assert caplog.text.count("the broker does not answer") == 1
