"""Events that go on, and whoever works at their forecasts."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import override_settings

from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win
from tests.working import work_off_at
from tournaments.forecasts import queue, requests
from tournaments.forecasts.requests import SETTLED_AFTER
from tournaments.models import Event, ForecastRun, Strengths

#: Tables made now have settled by then.
LATER = NOW + SETTLED_AFTER + timedelta(seconds=1)


@pytest.fixture
def under_way(cup: Event) -> Event:
    """Änne has one of the two wins needed."""
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    return Event.objects.get(pk=cup.pk)


def asked(event: Event, strengths: Strengths = Strengths.EQUAL) -> ForecastRun:
    """The forecast of the event's table by these strengths alone: 120 runs, three steps."""
    with override_settings(FORECAST_RUNS=120):
        swept()
    ForecastRun.objects.filter(event=event).exclude(strengths=strengths).delete()
    return runs_of(event)[-1]


def swept(now: datetime = LATER) -> int:
    """Ask for forecasts of what has changed; of how many events."""
    return work_off_at(requests.WORK, now)


def due_forecasts() -> list[int]:
    """What is to be computed, in that order."""
    return [int(key) for key, _ in queue.WORK.due(LATER)]


def work_on(run_id: int) -> None:
    """Compute the next step of a forecast."""
    queue.WORK.do(str(run_id), LATER)


def worked_off() -> int:
    """Compute all of it; how many steps there were."""
    return work_off_at(queue.WORK, LATER)


def runs_of(event: Event, **which: Any) -> list[ForecastRun]:
    """The forecasts of an event, as they were asked for."""
    return list(ForecastRun.objects.filter(event=event, **which).order_by("pk"))
