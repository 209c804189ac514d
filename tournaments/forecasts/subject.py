"""Subjects of forecasts: an event or a season, as the database has it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.db.models import Exists, QuerySet

from rules.i18n import Text
from tournaments.forecasting import Boards
from tournaments.forecasting.request import ForecastRequest
from tournaments.forecasting.season_request import SeasonForecastRequest
from tournaments.formats import FORMATS
from tournaments.models import Event, ForecastRun, Season, Strengths
from tournaments.standings.event_state import EventState

#: Events in these states can be asked about; automatic forecasts are made only while an event is played.
UNDER_WAY = (Event.Status.DRAWN, Event.Status.RUNNING)
#: The same for all: so two forecasts differ by what is assumed, and as little as can be by luck.
SEED = 1
#: A table that has just changed may change again.
SETTLED_AFTER = timedelta(seconds=2)
#: While games are being played their boards are read anew after this long.
BOARDS_ANEW = timedelta(minutes=10)


@dataclass(frozen=True, kw_only=True)
class ForecastSubject(ABC):
    """An event or a season as it stands: all of it at one ``version`` of its tables, after so many ``results``.

    ``key`` is what it is called in digests, ``events`` what is kept with a forecast of its events (``ForecastRun``).
    """

    #: The setting with the number of runs of an automatic forecast.
    runs_setting: ClassVar[str]
    #: The message where nothing is left to be played.
    nothing_to_play: ClassVar[Text]

    about: Event | Season
    key: str
    version: int
    results: int
    events: Sequence[Mapping[str, Any]] | None = None

    @classmethod
    @abstractmethod
    def under_way(cls) -> QuerySet[Any]:
        """Return the subjects that can be asked about."""

    @classmethod
    def refusal(cls, pk: int) -> Text:
        """Say why the one with that id cannot be asked about, where it cannot."""
        return cls.nothing_to_play

    @classmethod
    @abstractmethod
    def changed(cls, now: datetime) -> QuerySet[Any, int]:
        """Ids of those that are being played and of whose present tables, all settled by now, there is no forecast,
        or only one of boards of a while ago.
        """

    @classmethod
    @abstractmethod
    def read(cls, pk: int, boards: Callable[[EventState], Boards], now: datetime) -> Self:
        """Read the subject with that id, without blocking writers; running games are played on from these boards."""

    @abstractmethod
    def question(self, strengths: Strengths) -> ForecastRequest | SeasonForecastRequest:
        """Return the forecast request, with nothing assumed. Two queries at most."""


def being_played() -> QuerySet[Event]:
    """Return the events that are forecast whenever their tables change."""
    return simulated().filter(status=Event.Status.RUNNING, forecasts=True)


def simulated() -> QuerySet[Event]:
    """Return the events that can be played on by lot: not called off, and of a format that can."""
    formats = [key for key, each in FORMATS.items() if each.is_simulated]
    return Event.objects.filter(format_key__in=formats).exclude(hold=Event.Hold.CALLED_OFF)


def without_forecast(
    playing: QuerySet[Any], known: QuerySet[ForecastRun], running: QuerySet[Any], now: datetime
) -> QuerySet[Any, int]:
    """Return the ids without a known forecast; where games are running, without one of recent boards."""
    of_boards_now = known.filter(asked_at__gt=now - BOARDS_ANEW)
    due = ~Exists(known) | (Exists(running) & ~Exists(of_boards_now))
    return playing.filter(due).values_list("pk", flat=True)
