"""Events that go on, and whoever works at their forecasts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win
from tournaments.forecasts.events import SETTLED_AFTER
from tournaments.forecasts.queue import hand_out, work_on
from tournaments.forecasts.requests import RequestedForecast, ask, ask_where_changed
from tournaments.models import Event, ForecastRun, Strengths

#: Tables made now have settled by then.
LATER = NOW + SETTLED_AFTER + timedelta(seconds=1)


@pytest.fixture
def under_way(cup: Event) -> Event:
    """Änne has one of the two wins needed."""
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    return Event.objects.get(pk=cup.pk)


def asked(event: Event, assumed: Mapping[int, str] | None = None, **wanted: Any) -> RequestedForecast:
    """A forecast that somebody asks for: 120 runs, three parts."""
    usual: dict[str, Any] = {"strengths": Strengths.EQUAL, "runs": 120, "actor": "anna", "now": LATER}
    return ask(event.pk, assumed=assumed, **{**usual, **wanted})


def swept() -> None:
    """What the background does when tables have changed."""
    ask_where_changed(now=LATER)


def worked_off() -> int:
    """What the background does then, until nothing is left; how many parts there were."""
    done = 0
    while parts := hand_out(now=LATER, most=1):
        for part in parts:
            work_on(part)
            done += 1
    return done


def runs_of(event: Event, **which: Any) -> list[ForecastRun]:
    """The forecasts of an event, as they were asked for."""
    return list(ForecastRun.objects.filter(event=event, **which).order_by("pk"))
