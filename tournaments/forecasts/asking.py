"""Forecasts are asked for: by an organiser who wants to know, and by every change of a table of itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game
from rules.text import Text
from tournaments.conduct.writing import refused
from tournaments.course import Course
from tournaments.errors import NotNow
from tournaments.event_forecast import boards_of, question_of
from tournaments.forecasting.question import Question
from tournaments.models import Event, EventGame, EventTable, ForecastPart, ForecastRun, Strengths

State = ForecastRun.State

#: Somebody may ask in these; of itself a forecast is made while the event is played.
UNDER_WAY = (Event.Status.DRAWN, Event.Status.RUNNING)
#: Games of one part: a worker is busy with them for a few seconds, and what he loses when he dies is no more.
GAMES_OF_A_PART = 2_000
#: Runs of one part at most, so that there soon is something to show.
MOST_OF_A_PART = 50
MOST_RUNS = 20_000
#: Forecasts of one event that are asked for and not finished yet.
MOST_WAITING = 6
#: The same for all: so two forecasts differ by what is assumed, and as little as can be by luck.
SEED = 1
#: A table that has just changed may change again.
SETTLED_AFTER = timedelta(seconds=2)
#: While games are being played their boards are looked at anew after so long.
BOARDS_ANEW = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Asked:
    """A forecast, and whether it was there already."""

    run: ForecastRun
    replayed: bool


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
    if not 1 <= runs <= MOST_RUNS:
        raise refused("runs", f"1 to {MOST_RUNS} are needed", f"nötig sind 1 bis {MOST_RUNS}")
    course = _standing(event_id)
    _check_state(course.event)
    known = _without(course.event, strengths)
    question = question_of(course, strengths=strengths, seed=SEED, boards={}, assume={})
    if known is not None:
        question = Question.read(known.question)
    wanted = replace(question, assumed=dict(assumed))
    wanted.work_out(range(0))
    ForecastRun.objects.filter(event=event_id, state=State.FAILED).exclude(asked_by="").delete()
    asked = _kept(course.event, strengths, wanted, runs, actor, now)
    if asked.replayed:
        return asked
    _check_number(event_id)
    if assumed:
        asked.run.without = known or _kept(course.event, strengths, question, runs, actor, now).run
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


def _check_number(event_id: int) -> None:
    waiting = ForecastRun.objects.filter(event=event_id, state=State.RUNNING).exclude(asked_by="")
    if waiting.count() > MOST_WAITING:
        raise NotNow(
            Text(
                f"{MOST_WAITING} forecasts of this event are being worked out already; ask again when they are done",
                f"{MOST_WAITING} Prognosen dieses Turniers werden schon berechnet; danach noch einmal fragen",
            )
        )


def _without(event: Event, strengths: Strengths) -> ForecastRun | None:
    """The latest forecast of the present table with nothing assumed."""
    runs = ForecastRun.objects.filter(event=event, version=event.version, strengths=strengths, assumed={})
    return runs.exclude(state=State.FAILED).order_by("-pk").first()


def _changed(now: datetime) -> QuerySet[Event, int]:
    """Ids of events under way of whose present table, settled by now, there is no forecast, or only one of boards
    of a while ago.
    """
    of_this_event = {"event": OuterRef("pk"), "version": OuterRef("version")}
    known = ForecastRun.objects.filter(**of_this_event, asked_by="")
    running = EventGame.objects.filter(event=OuterRef("pk"), game__state=Game.State.RUNNING)
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
    with transaction.atomic():
        runs = [
            _kept(course.event, strengths, question, settings.FORECAST_RUNS, "", now).run.pk
            for strengths, question in questions.items()
        ]
        under_way = ForecastRun.objects.filter(event=event_id, state=State.RUNNING).exclude(pk__in=runs)
        of_earlier_boards = Q(asked_by="", version=course.event.version, with_something=None)
        earlier = under_way.filter(Q(version__lt=course.event.version) | of_earlier_boards)
        ForecastRun.objects.filter(pk__in=list(earlier.values_list("pk", flat=True))).update(
            state=State.REPLACED
        )


def _standing(event_id: int) -> Course:
    """The event as it stands, all of it at one version of its table, without holding up whoever plays."""
    while True:
        course = Course.of(Event.objects.select_related("season").get(pk=event_id))
        if Event.objects.filter(pk=event_id, version=course.event.version).exists():
            return course


def _kept(
    event: Event, strengths: Strengths, question: Question, runs: int, actor: str, now: datetime
) -> Asked:
    """The forecast that answers the question, new with all its parts, or the one that was there.

    A table may change without anything that a forecast depends on: a name is written otherwise, a game is interrupted.
    Then all that has been asked of the earlier one is about this one too.
    """
    text = question.as_text()
    of_itself = "" if actor else "of itself"
    whole = "\n".join((str(event.pk), strengths, of_itself, str(runs), text))
    run, made = ForecastRun.objects.get_or_create(
        digest=hashlib.sha256(whole.encode()).hexdigest(),
        defaults={
            "event": event,
            "version": event.version,
            "results": len(question.contest.results),
            "strengths": strengths,
            "seed": question.seed,
            "assumed": {str(number): key for number, key in sorted(question.assumed.items())},
            "runs": runs,
            "question": text,
            "asked_by": actor,
            "asked_at": now,
        },
    )
    if made:
        size = _runs_of_a_part(question)
        ForecastPart.objects.bulk_create(
            ForecastPart(run=run, first=first, stop=min(first + size, runs)) for first in range(0, runs, size)
        )
    elif not actor:
        same = ForecastRun.objects.filter(event=event, strengths=strengths, version=run.version)
        same.filter(state=State.REPLACED).update(state=State.RUNNING)
        same.update(version=event.version, asked_at=now)
    return Asked(run, not made)


def _runs_of_a_part(question: Question) -> int:
    """A run of a long event takes longer than one of which a game is left."""
    return min(max(GAMES_OF_A_PART // max(question.games_left, 1), 1), MOST_OF_A_PART)
