"""Forecasts of seasons are asked for: as those of events, whenever a table of a season that is being played changes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery, Sum

from games.enums import GameState
from rules.i18n import Text
from tournaments.errors import NotNow
from tournaments.forecasting import Boards
from tournaments.forecasting.season_request import SeasonQuestion
from tournaments.forecasts.event_subject import boards_of
from tournaments.forecasts.requests import BOARDS_ANEW, SEED, SETTLED_AFTER, UNDER_WAY
from tournaments.forecasts.season_subject import SeasonCourse, events_told, question_of
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
from tournaments.models import Event, EventGame, EventTable, ForecastRun, Season, Strengths
from tournaments.standings.event_state import Course


def seasons_under_way() -> QuerySet[Season]:
    """Those of which an event is drawn and not over."""
    events = Event.objects.filter(season=OuterRef("pk"), status__in=UNDER_WAY)
    return Season.objects.filter(Exists(events.exclude(hold=Event.Hold.CALLED_OFF)))


@transaction.atomic
def ask_about_season(*, season_id: int, strengths: Strengths, runs: int, actor: str, now: datetime) -> Asked:
    """Have a season played on from its present state; as ``ask`` for an event, with nothing assumed.

    Raises ``NotNow`` where nothing is being played or too much is being worked out already.
    """
    check_runs(runs)
    if not seasons_under_way().filter(pk=season_id).exists():
        raise NotNow(
            Text(
                "only a season of which an event is drawn and not over yet can be played on",
                "weiterspielen lässt sich nur eine Saison mit einem Turnier, das ausgelost und nicht zu Ende ist",
            )
        )
    course, standing = _standing(season_id, lambda course: {}, now)
    known = without_anything_assumed(standing, strengths)
    question = question_of(course, strengths=strengths, seed=SEED)
    if known is not None:
        question = SeasonQuestion.read(known.question)
    forget_failed(standing)
    asked = kept(standing, strengths, question, runs, actor, now)
    if not asked.replayed:
        check_number(standing)
    return asked


def ask_where_seasons_have_changed(*, now: datetime) -> int:
    """Have every season of which an event is being played forecast from its present tables; how many there were."""
    if not settings.SEASON_FORECAST_RUNS:
        return 0
    changed = list(_changed(now))
    for season_id in changed:
        _ask_for_tables(season_id, now)
    return len(changed)


def is_asked_for(*, now: datetime) -> bool:
    """Whether there is anything to do for ``ask_where_seasons_have_changed``. One query."""
    return bool(settings.SEASON_FORECAST_RUNS) and _changed(now).exists()


def version_of(season: Season) -> int:
    """The sum of the versions of the tables of its events: it grows with every change of one. One query."""
    found: int | None = season.events.aggregate(all=Sum("version"))["all"]
    return found or 0


def _changed(now: datetime) -> QuerySet[Season, int]:
    """Ids of seasons of whose present tables, all settled by now, there is no forecast, or only one of boards of a
    while ago.
    """
    events = Event.objects.filter(season=OuterRef("pk")).order_by()
    versions = events.values("season").annotate(all=Sum("version")).values("all")
    playing = events.filter(status=Event.Status.RUNNING, forecasts=True).exclude(hold=Event.Hold.CALLED_OFF)
    unsettled = EventTable.objects.filter(event__season=OuterRef("pk"), made_at__gt=now - SETTLED_AFTER)
    running = EventGame.objects.filter(event__season=OuterRef("pk"), game__state=GameState.RUNNING)
    known = ForecastRun.objects.filter(season=OuterRef("pk"), version=OuterRef("versions"), asked_by="")
    of_boards_now = known.filter(asked_at__gt=now - BOARDS_ANEW)
    seasons = Season.objects.annotate(versions=Subquery(versions)).filter(Exists(playing), ~Exists(unsettled))
    return seasons.filter(~Exists(known) | (Exists(running) & ~Exists(of_boards_now))).values_list(
        "pk", flat=True
    )


def _ask_for_tables(season_id: int, now: datetime) -> None:
    # Takes seconds where games are being played: nobody is kept from writing meanwhile.
    course, standing = _standing(season_id, partial(boards_of, seed=SEED), now)
    questions = {strengths: question_of(course, strengths=strengths, seed=SEED) for strengths in Strengths}
    keep_of_itself(standing, questions, settings.SEASON_FORECAST_RUNS, now)


def _standing(
    season_id: int, boards: Callable[[Course], Boards], now: datetime
) -> tuple[SeasonCourse, Standing]:
    """The season as it stands, all of it at one version of its tables, without holding up whoever plays."""
    season = Season.objects.get(pk=season_id)
    while True:
        version = version_of(season)
        course = SeasonCourse.of(season, boards=boards, now=now)
        results = _results(season)
        if version_of(season) == version:
            return course, Standing(
                about=season, version=version, results=results, events=events_told(course)
            )


def _results(season: Season) -> int:
    games = EventGame.objects.filter(event__season=season, game__state=GameState.ENDED)
    return games.exclude(game__winner=None).count()
