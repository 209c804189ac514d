"""Requesting forecasts: by an organiser, and automatically by every change of a table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db import transaction

from tournaments.errors import EventStateConflict
from tournaments.forecasting.request import ForecastRequest, read_question
from tournaments.forecasts.event_subject import boards_of
from tournaments.forecasts.store import (
    RequestedForecast,
    check_number,
    check_runs,
    forget_failed,
    get_or_create_run,
    store_automatic,
    without_anything_assumed,
)
from tournaments.forecasts.subject import SEED, ForecastSubject
from tournaments.models import Strengths


@transaction.atomic
def ask(
    kind: type[ForecastSubject],
    pk: int,
    *,
    strengths: Strengths,
    runs: int,
    actor: str,
    now: datetime,
    assumed: Mapping[int, str] | None = None,
) -> RequestedForecast:
    """Request a forecast from the present state, as if these players (by key) won these games.

    The same question about the same state is worked out once. Beside a forecast with something assumed, of an event
    alone, there is always one without, of the same state to the boards. Boards are not played on here, for whoever asks
    does not wait: where there is no forecast of this table yet, running games count as not begun. Raises
    ``EventStateConflict``
    where nothing is left to play or too much is being worked out already, ``FormatError`` for what cannot be assumed.
    """
    check_runs(runs)
    if not kind.under_way().filter(pk=pk).exists():
        raise EventStateConflict(kind.refusal(pk))
    subject = kind.read(pk, lambda course: {}, now)
    known = without_anything_assumed(subject, strengths)
    question = subject.question(strengths) if known is None else read_question(known.question)
    wanted = question
    if assumed:
        assert isinstance(question, ForecastRequest)
        wanted = question.assuming(assumed)
    forget_failed(subject)
    asked = get_or_create_run(subject, strengths, wanted, runs, actor, now)
    if asked.replayed:
        return asked
    check_number(subject)
    if assumed:
        asked.run.without = known or get_or_create_run(subject, strengths, question, runs, actor, now).run
        asked.run.save(update_fields=["without"])
    return asked


def ask_where_changed(kind: type[ForecastSubject], *, now: datetime) -> int:
    """Request forecasts of everything that is being played and has changed; return how many there were.

    Nobody who changes a table waits for that or writes anything for it: the tables are looked at. What was being
    worked out for an earlier one is given up.
    """
    runs = _runs_of_itself(kind)
    changed = list(kind.changed(now)) if runs else []
    for pk in changed:
        # Takes seconds where games are being played: nobody is kept from writing meanwhile.
        subject = kind.read(pk, partial(boards_of, seed=SEED), now)
        questions = {strengths: subject.question(strengths) for strengths in Strengths}
        store_automatic(subject, questions, runs, now)
    return len(changed)


def has_changed(kind: type[ForecastSubject], *, now: datetime) -> bool:
    """Check whether ``ask_where_changed`` has anything to do. One query."""
    return bool(_runs_of_itself(kind)) and kind.changed(now).exists()


def _runs_of_itself(kind: type[ForecastSubject]) -> int:
    runs: int = getattr(settings, kind.runs_setting)
    return runs
