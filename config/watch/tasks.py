"""Work in the background and what is recorded: counted, tasks with the id of the request that asked for them."""

import time
from collections import Counter
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from django.dispatch import receiver

from config.watch import series
from config.watch.context import request_id, well_formed
from games.models import Game
from games.signals import recorded
from games.work.claims import measure_with

#: The header of a task that carries the id of what asked for it.
REQUEST_ID = "request_id"


@contextmanager
def counted(kind: str) -> Iterator[None]:
    """Count work that is done in here, under the id of what asked for it."""
    token = request_id.set(request_id.get() or well_formed(""))
    began = time.monotonic()
    try:
        yield
        series.JOB_LAST_DONE.labels(kind).set(time.time())
    except Exception:
        series.JOB_FAILURES.labels(kind).inc()
        raise
    finally:
        series.JOB_SECONDS.labels(kind).inc(time.monotonic() - began)
        request_id.reset(token)


measure_with(counted)


@before_task_publish.connect
def send_id_along(headers: MutableMapping[str, Any], **_: Any) -> None:
    """Tell the worker who asked for a task."""
    headers[REQUEST_ID] = request_id.get() or well_formed("")


@task_prerun.connect
def begin(task: Any, **_: Any) -> None:
    """Work under the id of what asked for the task."""
    if task.request.is_eager:
        return
    task.request.watch = request_id.set(well_formed(str(task.request.get(REQUEST_ID) or "")))


@task_postrun.connect
def end(task: Any, **_: Any) -> None:
    """Forget the id."""
    if (token := task.request.get("watch")) is not None:
        request_id.reset(token)


@receiver(recorded, sender=Game)
def count_events(kinds: Sequence[str], **_: Any) -> None:
    """Count the events that are new, by kind."""
    for kind, number in Counter(kinds).items():
        series.EVENTS_RECORDED.labels(kind).inc(number)
