"""Tasks: in the process without a broker; with one a worker does them (watch/test_logs.py)."""

from typing import Any

import pytest
from celery import Celery
from celery.beat import ScheduleEntry, Service
from celery.schedules import schedule
from redis import Redis

from config.beat import MOST_WAITING, PatientScheduler
from config.celery import app
from config.watch import broker
from config.watch.broker import QUEUE


def test_without_a_broker_a_task_runs_at_once() -> None:
    rung = []

    @app.task(name="ring once", shared=False)
    def ring(*, bell: str) -> None:
        rung.append(bell)

    ring.delay(bell="one")
    assert rung == ["one"]


def test_beat_asks_for_no_more_than_anybody_does(redis_url: str, settings: Any) -> None:
    """Without a worker, Redis would hold a few hundred thousand messages more each day."""
    settings.REDIS_URL = f"{redis_url}/9"  # of this test alone
    asking = Celery("asking", broker=settings.REDIS_URL, set_as_current=False)
    scheduler = PatientScheduler(asking)
    entry = ScheduleEntry("sweep", "sweep", schedule=schedule(1), app=asking)
    with Redis.from_url(settings.REDIS_URL) as redis:
        for waiting, more in ((MOST_WAITING - 1, 1), (MOST_WAITING, 0)):
            redis.flushdb()
            redis.rpush(QUEUE, *["{}"] * waiting)
            scheduler._looked_at = 0.0
            scheduler.apply_entry(entry)
            assert redis.llen(QUEUE) == waiting + more
        redis.flushdb()
        scheduler.apply_entry(entry)
        assert redis.llen(QUEUE) == 0
        scheduler._looked_at = 0.0
        scheduler.apply_entry(entry)
        assert redis.llen(QUEUE) == 1


def test_tasks_of_every_priority_are_counted(redis_url: str, settings: Any) -> None:
    settings.REDIS_URL = f"{redis_url}/8"  # of this test alone
    with Redis.from_url(settings.REDIS_URL) as redis:
        redis.flushdb()
        redis.rpush(QUEUE + "\x06\x169", "a task")
        redis.rpush(QUEUE, "another")
        assert broker.tasks() == 2
        redis.flushdb()


def test_beat_ends_although_the_client_of_redis_loses_the_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    asking = Celery("asking", broker="memory://", set_as_current=False)
    service = Service(asking, scheduler_cls=PatientScheduler)
    sent = []

    def interrupted(*_: Any, **__: Any) -> None:
        sent.append(True)
        if len(sent) > 1:
            raise KeyboardInterrupt  # it did not end
        service.sync()  # what Celery's handler of SIGTERM does before it raises SystemExit
        raise ValueError("I/O operation on closed file")

    monkeypatch.setattr(asking, "send_task", interrupted)
    service.start()
    assert len(sent) == 1
