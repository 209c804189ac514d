"""What forecasts are about: an event or a season, as the database has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Protocol, Self

from django.db.models import Exists, QuerySet

from rules.i18n import Text
from tournaments.forecasting import Boards
from tournaments.forecasting.request import Question
from tournaments.forecasting.season_request import SeasonQuestion
from tournaments.models import Event, ForecastRun, Season, Strengths
from tournaments.standings.event_state import Course

#: Somebody may ask in these; of itself a forecast is made while the event is played.
UNDER_WAY = (Event.Status.DRAWN, Event.Status.RUNNING)
#: The same for all: so two forecasts differ by what is assumed, and as little as can be by luck.
SEED = 1
#: A table that has just changed may change again.
SETTLED_AFTER = timedelta(seconds=2)
#: While games are being played their boards are looked at anew after so long.
BOARDS_ANEW = timedelta(minutes=10)


class ForecastSubject(Protocol):
    """An event or a season as it stands, all of it at one version of its tables."""

    #: The setting that says how many runs a forecast has that nobody has asked for.
    runs_setting: ClassVar[str]
    #: What is told to whoever asks where nothing is left to be played.
    nothing_to_play: ClassVar[Text]

    @classmethod
    def under_way(cls) -> QuerySet[Any]:
        """Those about which can be asked."""
        ...

    @classmethod
    def changed(cls, now: datetime) -> QuerySet[Any, int]:
        """Ids of those that are being played and of whose present tables, all settled by now, there is no forecast,
        or only one of boards of a while ago.
        """
        ...

    @classmethod
    def read(cls, pk: int, boards: Callable[[Course], Boards], now: datetime) -> Self:
        """The one with that id, without holding up whoever plays; running games are played on from these boards."""
        ...

    @property
    def about(self) -> Event | Season:
        """The event or season."""
        ...

    @property
    def key(self) -> str:
        """What it is called in digests of forecasts."""
        ...

    @property
    def version(self) -> int:
        """It grows with every change of a table."""
        ...

    @property
    def results(self) -> int:
        """How many games have one."""
        ...

    @property
    def events(self) -> Sequence[Mapping[str, Any]] | None:
        """What is kept with a forecast of its events (``ForecastRun.events``)."""
        ...

    def question(self, strengths: Strengths) -> Question | SeasonQuestion:
        """What is asked, with nothing assumed. Two queries at most."""
        ...


def without_forecast(
    playing: QuerySet[Any], known: QuerySet[ForecastRun], running: QuerySet[Any], now: datetime
) -> QuerySet[Any, int]:
    """Ids of those without a known forecast; where games are running, without one of boards of a while ago."""
    of_boards_now = known.filter(asked_at__gt=now - BOARDS_ANEW)
    due = ~Exists(known) | (Exists(running) & ~Exists(of_boards_now))
    return playing.filter(due).values_list("pk", flat=True)
