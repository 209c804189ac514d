"""Tasks and periodic jobs: counted, and with the id of the request that asked for them."""

from __future__ import annotations

import time
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from celery.signals import before_task_publish, task_failure, task_postrun, task_prerun

from config.jobs import JOBS
from config.watch.broker import ASKED_AT
from config.watch.context import request_id, well_formed
from config.watch.counters import counters

#: The header of a task that carries the id of what asked for it.
REQUEST_ID = "request_id"
_JOBS = {job.task: job.name for job in JOBS}


@contextmanager
def counted(job: str) -> Iterator[None]:
    """Count a periodic job that is done in here, under an id of its own."""
    token = request_id.set(well_formed(""))
    began = time.monotonic()
    try:
        yield
        counters().job_last_done_timestamp_seconds.labels(job).set(time.time())
    except Exception:
        counters().job_failures_total.labels(job).inc()
        raise
    finally:
        counters().job_seconds_total.labels(job).inc(time.monotonic() - began)
        request_id.reset(token)


@before_task_publish.connect
def send_id_along(headers: MutableMapping[str, Any], **_: Any) -> None:
    """Tell the worker who asked for a task, and when."""
    headers[REQUEST_ID] = request_id.get() or well_formed("")
    headers[ASKED_AT] = time.time()


@task_prerun.connect
def begin(task: Any, **_: Any) -> None:
    """Work under the id of what asked for the task; note how long it waited."""
    if task.request.is_eager:
        return
    told = task.request.get(REQUEST_ID) or ""
    task.request.watch = (time.monotonic(), request_id.set(well_formed(str(told))))
    if asked_at := task.request.get(ASKED_AT):
        counters().task_wait_seconds.observe(max(0.0, time.time() - float(asked_at)))


@task_failure.connect
def fail(sender: Any, **_: Any) -> None:
    """Count a task that ended with an error."""
    counters().job_failures_total.labels(name_of(sender.name)).inc()


@task_postrun.connect
def end(task: Any, state: str | None = None, **_: Any) -> None:
    """Count a task, and when a periodic one was done."""
    watch = task.request.get("watch")
    if watch is None:
        return
    began, token = watch
    name = name_of(task.name)
    counters().job_seconds_total.labels(name).inc(time.monotonic() - began)
    if state == "SUCCESS":
        counters().job_last_done_timestamp_seconds.labels(name).set(time.time())
    request_id.reset(token)


def name_of(task: str) -> str:
    """Return the name of the periodic job that a task does, else that of the task."""
    return _JOBS.get(task, task.rpartition(".")[2])
