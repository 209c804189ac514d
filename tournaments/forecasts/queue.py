"""The work queue of forecasts: parts handed out to workers, and their results.

What is still to be done stands in the database and nowhere else. A part that was handed out and has not
come back is handed out again; one that comes back twice counts once. So whatever dies in between – a worker, the
broker, the whole machine – costs time and nothing else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Case, Count, F, Max, Min, OuterRef, Q, QuerySet, Subquery, When
from django.utils import timezone

from rules.i18n import Text
from tournaments.forecasting.request import added, run_request
from tournaments.forecasts.events import UNDER_WAY
from tournaments.forecasts.requests import ask_where_changed, has_changed
from tournaments.formats import FormatError
from tournaments.models import Event, ForecastPart, ForecastRun

logger = logging.getLogger(__name__)
State = ForecastRun.State

#: A part that has not come back by then is handed out again; it takes a few seconds to compute.
PATIENCE = timedelta(seconds=60)
#: A part is handed out this often; then something is wrong with it and not with the workers.
MOST_ATTEMPTS = 10
#: How long a requested forecast can be read.
KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Task:
    """A unit of work: a pure function of these two."""

    part: int
    question: str
    runs: range


def hand_out(*, now: datetime, most: int) -> list[int]:
    """Ids of ``most`` parts to be worked out now, of what somebody has asked for first; of several forecasts all
    make headway.
    """
    if most <= 0 or not _free(now).exists():
        return []
    with transaction.atomic():
        free = _free(now).select_for_update(skip_locked=True, of=("self",))
        found = list(free.order_by(_of_itself(), "first", "run")[:most])
        parts = [part.pk for part in found if part.attempts < MOST_ATTEMPTS]
        ForecastPart.objects.filter(pk__in=parts).update(handed_out_at=now, attempts=F("attempts") + 1)
    for part in found:
        if part.attempts >= MOST_ATTEMPTS:
            give_up(part=part.pk, why=_NEVER_CAME_BACK)
    return parts


def on_their_way(now: datetime) -> int:
    """Count the parts that were handed out and may still come back."""
    return _wanted().filter(handed_out_at__gt=now - PATIENCE).count()


def task_of(part: int) -> Task | None:
    """Return the task of a part; None where it has been done, or is no longer wanted. One query."""
    found = _wanted().filter(pk=part).select_related("run").first()
    return None if found is None else Task(part, found.run.question, range(found.first, found.stop))


def work_on(part: int) -> None:
    """Compute a part and store its result."""
    task = task_of(part)
    if task is None:
        return
    try:
        found = run_request(task.question, task.runs)
    except FormatError as error:
        give_up(part=part, why=error.message)
    else:
        keep(part=part, found=found, now=timezone.now())


@transaction.atomic
def keep(*, part: int, found: str, now: datetime) -> None:
    """Add the result of a part to its forecast, unless that has been done; the last part finishes the forecast."""
    run = ForecastRun.objects.select_for_update(of=("self",)).filter(parts=part).first()
    task = ForecastPart.objects.filter(pk=part).first()
    if run is None or task is None or run.state != State.RUNNING:
        return
    task.delete()
    run.tallies = added(run.tallies, found) if run.tallies else found
    run.done += task.stop - task.first
    if run.done == run.runs:
        run.state, run.finished_at = State.FINISHED, now
        _drop_earlier(run)
    run.save(update_fields=["tallies", "done", "state", "finished_at"])


@transaction.atomic
def give_up(*, part: int, why: Text) -> None:
    """Mark the forecast of this part as failed."""
    run = ForecastRun.objects.select_for_update(of=("self",)).filter(parts=part).first()
    if run is None:
        return
    logger.warning("forecasts: %s: %s", run, why)
    run.state, run.why = State.FAILED, why
    run.save(update_fields=["state", "why"])
    run.parts.all().delete()


def is_anything_due(*, now: datetime) -> bool:
    """Check whether a table has changed or a part is to be computed. Two queries at most."""
    return has_changed(now=now) or _free(now).exists()


def backlog(now: datetime) -> tuple[int, datetime | None]:
    """Return how many parts nobody works on, and since when the oldest is asked for."""
    found = _free(now).aggregate(due=Count("pk"), since=Min("run__asked_at"))
    return found["due"], found["since"]


def behind() -> int:
    """Return by how many versions of its table the forecast of an event under way is behind, at most."""
    if not settings.FORECAST_RUNS:
        return 0
    told = ForecastRun.objects.filter(event=OuterRef("pk"), state=State.FINISHED, asked_by="")
    events = Event.objects.filter(forecasts=True, status__in=UNDER_WAY).annotate(
        told=Subquery(told.order_by("-version").values("version")[:1])
    )
    # One that has none yet, or never gets one, is not behind by its whole past.
    return events.filter(told__isnull=False).aggregate(most=Max(F("version") - F("told")))["most"] or 0


def work_due(*, now: datetime) -> int:
    """Compute all that is due at ``now``, with what comes to it meanwhile; return how many parts there were."""
    return work_off() if is_anything_due(now=now) else 0


def work_off(goes_on: Callable[[], bool] = lambda: True) -> int:
    """Compute all that is due, part after part, as long as it ``goes_on``; return how many parts there were.

    When a table changes meanwhile its forecast is begun, and what is left of the earlier one given up.
    """
    done = 0
    while goes_on():
        ask_where_changed(now=timezone.now())
        parts = hand_out(now=timezone.now(), most=1)
        if not parts:
            break
        for part in parts:
            work_on(part)
            done += 1
    return done


def prune_forecasts(*, now: datetime) -> int:
    """Delete forecasts that were requested long ago; return how many there were."""
    old = ForecastRun.objects.filter(asked_at__lt=now - KEPT).exclude(asked_by="")
    return old.delete()[1].get(ForecastRun._meta.label, 0)


def _wanted() -> QuerySet[ForecastPart]:
    return ForecastPart.objects.filter(run__event__status__in=UNDER_WAY, run__state=State.RUNNING)


def _of_itself() -> Case:
    """Order automatic forecasts last."""
    return Case(When(run__asked_by="", then=1), default=0)


def _free(now: datetime) -> QuerySet[ForecastPart]:
    """Return the parts that nobody works on, as far as one can know."""
    return _wanted().filter(Q(handed_out_at=None) | Q(handed_out_at__lte=now - PATIENCE))


def _drop_earlier(run: ForecastRun) -> None:
    """Delete the automatic forecasts that an automatic ``run`` replaces."""
    if not run.asked_by:
        earlier = ForecastRun.objects.filter(event=run.event_id, asked_by="", strengths=run.strengths)
        earlier = earlier.exclude(pk=run.pk).exclude(state=State.RUNNING)
        earlier.filter(version__lte=run.version, with_something=None).delete()


_NEVER_CAME_BACK = Text("it could not be computed: a worker never answered")
