"""Stored forecasts of a season: which are shown to whom, and how they are serialised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from rest_framework.request import Request

from games.visibility.viewers import may_see, viewer_of
from tournaments.forecasting import SeasonForecast
from tournaments.forecasting.request import read_season_answer
from tournaments.forecasts.queries import displayed_runs, etag_of, latest_first, serialize_progress
from tournaments.forecasts.season_subject import SeasonNames, as_json, names_of, read_events
from tournaments.forecasts.store import forecasts_about
from tournaments.forecasts.subject import UNDER_WAY
from tournaments.models import Event, ForecastRun, Season
from tournaments.rankings.registry import RankingList, lists_with_season
from tournaments.scopes import scope_of_event


@dataclass(frozen=True)
class SeasonForecasts:
    """What there is to be shown of a season with these events, by strengths."""

    season: Season
    events: Sequence[Event]
    as_it_stands: Sequence[ForecastRun]

    @property
    def version(self) -> int:
        """Return the version of the present tables (``SeasonSubject.version``)."""
        return sum(event.version for event in self.events)

    @property
    def etag(self) -> str:
        """Return the ETag, another one as soon as there is anything else to show."""
        return etag_of(self.version, self.as_it_stands)

    def names(self, run: ForecastRun) -> SeasonNames:
        """Return the names that one of them is shown with."""
        ahead = {event.slug: event for event in self.events}
        return read_events(self.season, ahead, run.events or (), self._names, self._lists)

    @cached_property
    def _lists(self) -> list[RankingList]:
        return lists_with_season(self.season)

    @cached_property
    def _names(self) -> dict[str, str]:
        found = [answer_of(run) for run in self.as_it_stands]
        players = {player for each in found for wins in each.titles.values() for player in wins}
        players |= {player for each in found for places in each.lists.values() for player in places}
        return names_of(players) if players else {}


def forecasts_of_season(season: Season, events: Sequence[Event]) -> SeasonForecasts:
    """Return the forecasts of a season; ``events``: all of it, as they are now.

    One query, and one for the names; none where nothing is being played.
    """
    if not goes_on(events):
        return SeasonForecasts(season, events, ())
    return SeasonForecasts(
        season, events, displayed_runs(latest_first(forecasts_about(season).defer("question")))
    )


def goes_on(events: Sequence[Event]) -> bool:
    """Check whether any of the events of a season is under way (``SeasonSubject.under_way``)."""
    return any(event.status in UNDER_WAY and event.hold != Event.Hold.CALLED_OFF for event in events)


def events_of(season: Season) -> list[Event]:
    """List all its events as they are now, in their order. One query."""
    return list(season.events.order_by("starts_on", "slug").select_related("season"))


def embargoed_in(season: Season) -> list[Event]:
    """List the embargoed events on which the forecasts of a season depend. One query."""
    return list(Event.objects.filter(season=season, is_public=False).select_related("season"))


def sees_all(request: HttpRequest | Request, embargoed: Sequence[Event]) -> bool:
    """Check whether the caller sees these events as they are now, and the boards of the running ones.

    No query where there are none.
    """
    return all(may_see(viewer_of(request), scope_of_event(event)) for event in embargoed)


def answer_of(run: ForecastRun) -> SeasonForecast:
    """Return the result so far."""
    return read_season_answer(run.tallies) if run.tallies else NOTHING_FOUND


NOTHING_FOUND = SeasonForecast(runs=0, left_out=0, titles={}, lists={}, crowns={}, games={})


def serialize_season_forecasts(forecasts: SeasonForecasts) -> dict[str, Any]:
    """Serialise all of it (docs/reference/api.md)."""
    return {
        "season": forecasts.season.slug,
        "version": forecasts.version,
        "as_it_stands": [serialize_season_run(run, forecasts.names(run)) for run in forecasts.as_it_stands],
    }


def serialize_season_run(run: ForecastRun, names: SeasonNames) -> dict[str, Any]:
    """Serialise a forecast with its request and progress."""
    return {**serialize_progress(run), **as_json(names, answer_of(run))}
