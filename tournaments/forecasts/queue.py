"""The work on forecasts: parts that anybody computes, and their results.

What is still to be done is stored in the database only, and a part that was computed twice counts once. So
whatever dies in between – a worker, the broker, the whole machine – costs time and nothing else.
"""

import logging
from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.work.claims import attempts_at
from games.work.kinds import ALL_WORKERS, Due, Lane, Work
from rules import Text
from tournaments.forecasting.request import added, run_request
from tournaments.forecasts.requests import UNDER_WAY
from tournaments.formats import FormatError
from tournaments.models import ForecastPart, ForecastRun

logger = logging.getLogger(__name__)
State = ForecastRun.State

#: A part is begun this often; then something is wrong with it and not with the workers.
MOST_ATTEMPTS = 10


def _due(now: datetime) -> Iterator[Due]:
    """Yield the parts to be computed; of several forecasts all make headway."""
    parts = _wanted().order_by("first", "run").values_list("pk", "run__asked_at")
    for part, since in parts:
        yield str(part), since


def work_on(part: int) -> None:
    """Compute a part and store its result; nothing where it is no longer wanted."""
    found = _wanted().filter(pk=part).select_related("run").first()
    if found is None:
        return
    try:
        tally = run_request(found.run.question, range(found.first, found.stop))
    except FormatError as error:
        give_up(part=part, why=error.message)
    else:
        keep(part=part, found=tally, now=timezone.now())


def _work_on(key: str, now: datetime) -> None:
    if attempts_at(WORK.kind, key) > MOST_ATTEMPTS:
        give_up(part=int(key), why=_NEVER_CAME_BACK)
    else:
        work_on(int(key))


#: A part takes a few seconds.
WORK = Work("forecasts", Lane.LONG, 1.0, _due, _work_on, at_once=ALL_WORKERS)


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


def _wanted() -> QuerySet[ForecastPart]:
    return ForecastPart.objects.filter(run__event__status__in=UNDER_WAY, run__state=State.RUNNING)


def _drop_earlier(run: ForecastRun) -> None:
    """Delete the forecasts that ``run`` replaces."""
    earlier = ForecastRun.objects.filter(
        event=run.event_id, strengths=run.strengths, version__lte=run.version
    ).exclude(pk=run.pk)
    earlier.exclude(state=State.RUNNING).delete()


_NEVER_CAME_BACK = Text("it could not be computed: a worker never answered")
