"""Tasks: in the process without a broker, by a worker with one."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from celery.beat import ScheduleEntry
from celery.schedules import schedule
from redis import Redis

from config.beat import MOST_WAITING, PatientScheduler
from config.celery import app
from config.watch.broker import QUEUE
from tests.servers import ROOT

# A worker and a sender in a process with the settings of production; only the broker lies between them.
ROUND_TRIP = """
from celery.contrib.testing.worker import start_worker
from config.celery import app
from threading import Event
done = Event()

@app.task(name="ring")
def ring(*, bell: str, **later: object) -> None:
    print("rang", bell, flush=True)
    done.set()

with start_worker(app, perform_ping_check=False, loglevel="ERROR"):
    ring.delay(bell="one")
    assert not app.conf.task_always_eager
    assert done.wait(20)
"""


def test_without_a_broker_a_task_runs_at_once() -> None:
    rung = []

    @app.task(name="ring once", shared=False)
    def ring(*, bell: str) -> None:
        rung.append(bell)

    ring.delay(bell="one")
    assert rung == ["one"]


@pytest.mark.process
def test_with_a_broker_a_worker_runs_the_task(redis_url: str, tmp_path: Path) -> None:
    environment = {**os.environ, "REDIS_URL": redis_url, "DATA_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ROUND_TRIP],
        env={**environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "rang one\n"


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
