"""The work on forecasts: they are computed step by step, each by one worker at a time.

How far a forecast is, is stored in the database only, and a step that was computed twice counts once. So whatever dies
in between – a worker, the broker, the whole machine – costs time and nothing else.
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
from tournaments.forecasting import Forecast
from tournaments.forecasting.request import ForecastRequest
from tournaments.forecasts.requests import UNDER_WAY
from tournaments.formats import FormatError
from tournaments.models import ForecastRun

logger = logging.getLogger(__name__)
State = ForecastRun.State

#: Games of one step: a worker is busy with them for a few seconds, and loses no more than that when it dies.
GAMES_OF_A_STEP = 2_000
#: Runs of one step at most, so that there soon is something to show.
MOST_OF_A_STEP = 50
#: A step is begun this often; then something is wrong with it and not with the workers.
MOST_ATTEMPTS = 10


def _due(now: datetime) -> Iterator[Due]:
    """Yield the forecasts that are not finished; of several all make headway."""
    for run, since in _wanted().order_by("done", "pk").values_list("pk", "asked_at"):
        yield str(run), since


def _take_step(key: str, now: datetime) -> None:
    """Compute the next step of a forecast and store its result; nothing where it is no longer wanted."""
    run = _wanted().filter(pk=key).first()
    if run is None:
        return
    if attempts_at(WORK.kind, key) > MOST_ATTEMPTS:
        give_up(run_id=run.pk, why=_NEVER_CAME_BACK)
        return
    try:
        question = ForecastRequest.read(run.question)
        # A run of a long event takes longer than one with a single game left.
        size = min(max(GAMES_OF_A_STEP // max(question.games_left, 1), 1), MOST_OF_A_STEP)
        found = question.run(range(run.done, min(run.done + size, run.runs)))
    except FormatError as error:
        give_up(run_id=run.pk, why=error.message)
    else:
        keep(run_id=run.pk, first=run.done, found=found, now=timezone.now())


#: A step takes a few seconds.
WORK = Work("forecasts", Lane.LONG, 1.0, _due, _take_step, at_once=ALL_WORKERS)


@transaction.atomic
def keep(*, run_id: int, first: int, found: Forecast, now: datetime) -> None:
    """Add the runs from ``first`` on to a forecast, unless that has been done; the last ones finish it."""
    run = _lock(run_id)
    if run is None or run.done != first:
        return
    total = Forecast.read(run.tallies) + found if run.done else found
    run.tallies, run.done = total.as_text(), total.runs
    if run.done == run.runs:
        run.state, run.finished_at = State.FINISHED, now
        _drop_earlier(run)
    run.save(update_fields=["tallies", "done", "state", "finished_at"])


@transaction.atomic
def give_up(*, run_id: int, why: Text) -> None:
    """Mark a forecast as failed."""
    run = _lock(run_id)
    if run is None:
        return
    logger.warning("forecasts: %s: %s", run, why)
    run.state, run.why = State.FAILED, why
    run.save(update_fields=["state", "why"])


def _lock(run_id: int) -> ForecastRun | None:
    """Return a forecast that is being computed, its row locked until the transaction ends."""
    return ForecastRun.objects.select_for_update(of=("self",)).filter(pk=run_id, state=State.RUNNING).first()


def _wanted() -> QuerySet[ForecastRun]:
    return ForecastRun.objects.filter(event__status__in=UNDER_WAY, state=State.RUNNING)


def _drop_earlier(run: ForecastRun) -> None:
    """Delete the forecasts that ``run`` replaces."""
    earlier = ForecastRun.objects.filter(
        event=run.event_id, strengths=run.strengths, version__lte=run.version
    ).exclude(pk=run.pk)
    earlier.exclude(state=State.RUNNING).delete()


_NEVER_CAME_BACK = Text("it could not be computed: a worker never answered")
