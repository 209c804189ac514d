"""Forecasts are asked for: by an organiser who wants to know, and by every change of a table of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.enums import GameState
from rules.i18n import Text
from tournaments.errors import NotNow
from tournaments.forecasting.request import Question
from tournaments.forecasts.event_subject import boards_of, question_of
from tournaments.forecasts.store import (
    Asked,
    Standing,
    check_number,
    check_runs,
    forget_failed,
    keep_of_itself,
    kept,
    without_anything_assumed,
)
from tournaments.models import Event, EventGame, EventTable, ForecastRun, Strengths
from tournaments.standings.event_state import Course

#: Somebody may ask in these; of itself a forecast is made while the event is played.
UNDER_WAY = (Event.Status.DRAWN, Event.Status.RUNNING)
#: The same for all: so two forecasts differ by what is assumed, and as little as can be by luck.
SEED = 1
#: A table that has just changed may change again.
SETTLED_AFTER = timedelta(seconds=2)
#: While games are being played their boards are looked at anew after so long.
BOARDS_ANEW = timedelta(minutes=10)


@transaction.atomic
def ask(
    *,
    event_id: int,
    strengths: Strengths,
    assumed: Mapping[int, str],
    runs: int,
    actor: str,
    now: datetime,
) -> Asked:
    """Have an event played on from its present state, as if these players (by key) won these games.

    The same question about the same state is worked out once. Beside a forecast with something assumed there is
    always one without, of the same state to the boards. Boards are not played on here, for whoever asks does not wait:
    where there is no forecast of this table yet, running games count as not begun. Raises ``NotNow`` where nothing is
    left to play or too much is being worked out already, ``FormatError`` for what cannot be assumed.
    """
    check_runs(runs)
    course = _standing(event_id)
    _check_state(course.event)
    standing = _as_it_stands(course)
    known = without_anything_assumed(standing, strengths)
    question = question_of(course, strengths=strengths, seed=SEED, boards={}, assume={})
    if known is not None:
        question = Question.read(known.question)
    wanted = replace(question, assumed=dict(assumed))
    wanted.work_out(range(0))
    forget_failed(standing)
    asked = kept(standing, strengths, wanted, runs, actor, now)
    if asked.replayed:
        return asked
    check_number(standing)
    if assumed:
        asked.run.without = known or kept(standing, strengths, question, runs, actor, now).run
        asked.run.save(update_fields=["without"])
    return asked


def ask_where_tables_have_changed(*, now: datetime) -> int:
    """Have every event that is being played forecast from its present table; how many there were.

    Nobody who changes a table waits for that or writes anything for it: the tables are looked at. What was being
    worked out for an earlier one is given up.
    """
    if not settings.FORECAST_RUNS:
        return 0
    changed = list(_changed(now))
    for event_id in changed:
        _ask_for_table(event_id, now)
    return len(changed)


def is_asked_for(*, now: datetime) -> bool:
    """Whether there is anything to do for ``ask_where_tables_have_changed``. One query."""
    return bool(settings.FORECAST_RUNS) and _changed(now).exists()


def _check_state(event: Event) -> None:
    if event.status not in UNDER_WAY or event.hold == Event.Hold.CALLED_OFF:
        raise NotNow(
            Text(
                "only an event that is drawn and not over yet can be played on",
                "weiterspielen lässt sich nur ein Turnier, das ausgelost und nicht zu Ende ist",
            )
        )


def _changed(now: datetime) -> QuerySet[Event, int]:
    """Ids of events under way of whose present table, settled by now, there is no forecast, or only one of boards
    of a while ago.
    """
    of_this_event = {"event": OuterRef("pk"), "version": OuterRef("version")}
    known = ForecastRun.objects.filter(**of_this_event, asked_by="")
    running = EventGame.objects.filter(event=OuterRef("pk"), game__state=GameState.RUNNING)
    unsettled = EventTable.objects.filter(**of_this_event, made_at__gt=now - SETTLED_AFTER)
    events = Event.objects.filter(status=Event.Status.RUNNING, forecasts=True)
    events = events.exclude(hold=Event.Hold.CALLED_OFF).filter(~Exists(unsettled))
    of_boards_now = known.filter(asked_at__gt=now - BOARDS_ANEW)
    return events.filter(~Exists(known) | (Exists(running) & ~Exists(of_boards_now))).values_list(
        "pk", flat=True
    )


def _ask_for_table(event_id: int, now: datetime) -> None:
    course = _standing(event_id)
    # Takes a second where games are being played: nobody is kept from writing meanwhile.
    boards = boards_of(course, seed=SEED)
    questions = {
        strengths: question_of(course, strengths=strengths, seed=SEED, boards=boards, assume={})
        for strengths in Strengths
    }
    standing = _as_it_stands(course)
    keep_of_itself(standing, questions, settings.FORECAST_RUNS, now)


def _as_it_stands(course: Course) -> Standing:
    return Standing(about=course.event, version=course.event.version, results=len(course.contest.results))


def _standing(event_id: int) -> Course:
    """The event as it stands, all of it at one version of its table, without holding up whoever plays."""
    while True:
        course = Course.of(Event.objects.select_related("season").get(pk=event_id))
        if Event.objects.filter(pk=event_id, version=course.event.version).exists():
            return course
