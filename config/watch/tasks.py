"""Work in the background with the id of what asked for it, and what is recorded, counted."""

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
from games.work.claims import perform_within

#: The header of a task that carries the id of what asked for it.
REQUEST_ID = "request_id"


@contextmanager
def with_id() -> Iterator[None]:
    """Do work under the id of what asked for it."""
    token = request_id.set(request_id.get() or well_formed(""))
    try:
        yield
    finally:
        request_id.reset(token)


perform_within(with_id)


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
