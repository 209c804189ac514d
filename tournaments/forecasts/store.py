"""The store of forecasts: each kept once, with its parts; those of an earlier state make room for later ones."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from rules.i18n import Text
from tournaments.db import refused
from tournaments.errors import EventStateConflict
from tournaments.forecasting.request import ForecastRequest
from tournaments.forecasting.season_request import SeasonForecastRequest
from tournaments.forecasts.subject import ForecastSubject
from tournaments.models import Event, ForecastPart, ForecastRun, Season, Strengths

State = ForecastRun.State

#: Games of one part: a worker is busy with them for a few seconds, and loses no more than that when it dies.
GAMES_OF_A_PART = 2_000
#: Runs of one part at most, so that there soon is something to show.
MOST_OF_A_PART = 50
#: Requested forecasts of one event or season that may be unfinished at once.
MOST_WAITING = 6
MOST_RUNS = 20_000


@dataclass(frozen=True, slots=True)
class RequestedForecast:
    """A forecast, and whether it was there already."""

    run: ForecastRun
    replayed: bool


def forecasts_about(about: Event | Season) -> QuerySet[ForecastRun]:
    """Return all stored forecasts of the event or season, at whatever version."""
    return ForecastRun.objects.filter(**{_column(about): about})


def _column(about: Event | Season) -> str:
    """Return the column of ``ForecastRun`` that refers to it."""
    name = about._meta.model_name
    assert name
    return name


def get_or_create_run(
    subject: ForecastSubject,
    strengths: Strengths,
    question: ForecastRequest | SeasonForecastRequest,
    runs: int,
    actor: str,
    now: datetime,
) -> RequestedForecast:
    """Return the forecast that answers the question, new with all its parts, or the existing one.

    A table may change without anything that a forecast depends on: a name is written otherwise, a game is interrupted.
    Then all that has been asked of the earlier one is about this one too.
    """
    text = question.as_text()
    of_itself = "" if actor else "of itself"
    whole = "\n".join((subject.key, strengths, of_itself, str(runs), text))
    run, made = ForecastRun.objects.get_or_create(
        digest=hashlib.sha256(whole.encode()).hexdigest(),
        defaults={
            _column(subject.about): subject.about,
            "events": subject.events,
            "version": subject.version,
            "results": subject.results,
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
        same = forecasts_about(subject.about).filter(strengths=strengths, version=run.version)
        same.filter(state=State.REPLACED).update(state=State.RUNNING)
        same.update(version=subject.version, asked_at=now)
    return RequestedForecast(run, not made)


@transaction.atomic
def store_automatic(
    subject: ForecastSubject,
    questions: Mapping[Strengths, ForecastRequest | SeasonForecastRequest],
    runs: int,
    now: datetime,
) -> None:
    """The forecasts that nobody has asked for, of the present state; what is being worked out for an earlier one is
    given up.
    """
    latest = [
        get_or_create_run(subject, strengths, question, runs, "", now).run.pk
        for strengths, question in questions.items()
    ]
    _replace_earlier(subject, latest)


def _replace_earlier(subject: ForecastSubject, latest: Sequence[int]) -> None:
    """Give up what is being computed for an earlier table, or earlier boards, than the ``latest`` (ids)."""
    under_way = forecasts_about(subject.about).filter(state=State.RUNNING).exclude(pk__in=latest)
    of_earlier_boards = Q(asked_by="", version=subject.version, with_something=None)
    earlier = under_way.filter(Q(version__lt=subject.version) | of_earlier_boards)
    ForecastRun.objects.filter(pk__in=list(earlier.values_list("pk", flat=True))).update(state=State.REPLACED)


def without_anything_assumed(subject: ForecastSubject, strengths: Strengths) -> ForecastRun | None:
    """Return the latest forecast of the present table with nothing assumed."""
    runs = forecasts_about(subject.about).filter(version=subject.version, strengths=strengths, assumed={})
    return runs.exclude(state=State.FAILED).order_by("-pk").first()


def forget_failed(subject: ForecastSubject) -> None:
    """Forget requested forecasts that failed, so that they may be requested again."""
    forecasts_about(subject.about).filter(state=State.FAILED).exclude(asked_by="").delete()


def check_runs(runs: int) -> None:
    """Raise ``BadRequest`` for an impossible number of runs."""
    if not 1 <= runs <= MOST_RUNS:
        raise refused("runs", Text("1 to {most_runs} are needed", most_runs=MOST_RUNS))


def check_number(subject: ForecastSubject) -> None:
    """Raise ``EventStateConflict`` where more is waiting than may be."""
    waiting = forecasts_about(subject.about).filter(state=State.RUNNING).exclude(asked_by="")
    if waiting.count() > MOST_WAITING:
        raise EventStateConflict(
            Text(
                "{most_waiting} forecasts of it are being computed already; ask again when they are done",
                most_waiting=MOST_WAITING,
            )
        )


def _runs_of_a_part(question: ForecastRequest | SeasonForecastRequest) -> int:
    """Return the runs of a part: a run of a long event takes longer than one of which a game is left."""
    return min(max(GAMES_OF_A_PART // max(question.games_left, 1), 1), MOST_OF_A_PART)
