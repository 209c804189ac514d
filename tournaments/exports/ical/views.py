"""The addresses of the calendars: of an event, a season, a player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api import query_params
from games.visibility.viewers import for_this_viewer, player_for, viewer_of
from tournaments.exports.base import ASKED_WITH, Export, ExportView, export_response, file_responses
from tournaments.exports.cache import get_or_render
from tournaments.exports.ical import events as entries
from tournaments.exports.ical.calendar import CONTENT_TYPE, Calendar, CalendarItem
from tournaments.exports.ical.events import EventCalendar
from tournaments.models import Event, Season
from tournaments.standings.history import made_at
from tournaments.visibility import visible_event

#: So many events, the latest, are told of in one calendar.
MOST_EVENTS = 50

_CALENDAR = extend_schema(parameters=ASKED_WITH, responses=file_responses(CONTENT_TYPE))


class EventCalendarView(ExportView):
    """The calendar of an event."""

    @_CALENDAR
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The days of an event and its games, with players, colours and results."""
        event = visible_event(request, slug)
        return _calendar(
            request, f"event-{slug}", event.name, event.get_absolute_url(), [event], entries.calendar_items
        )


class SeasonCalendarView(ExportView):
    """The calendar of a season."""

    @_CALENDAR
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The days of the events of a season, at most the latest 50 of them."""
        season = get_object_or_404(Season, slug=slug)
        events = _events(request).filter(season=season)[:MOST_EVENTS]
        path = reverse("tournaments:season", args=[slug])
        return _calendar(request, f"season-{slug}", season.name, path, events, entries.days)


class PlayerCalendarView(ExportView):
    """The calendar of a player."""

    @_CALENDAR
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        """The events that a player is entered in, at most the latest 50 of them, and his games there."""
        player = player_for(request, pk)
        events = _events(request).filter(entries__player=player)[:MOST_EVENTS]
        path = reverse("tournaments:player", args=[pk])

        def his(told: Sequence[EventCalendar]) -> list[CalendarItem]:
            return entries.of_player(told, str(pk))

        return for_this_viewer(_calendar(request, f"player-{pk}", player.shown_as, path, events, his))


def _events(request: Request) -> QuerySet[Event]:
    seen = Event.objects.visible_to(viewer_of(request))
    return seen.select_related("season").order_by("-starts_on", "slug")


def _calendar(
    request: Request,
    called: str,
    name: str,
    path: str,
    found: Sequence[Event] | QuerySet[Event],
    told: Callable[[Sequence[EventCalendar]], list[CalendarItem]],
) -> HttpResponseBase:
    """The calendar of the events, which the caller may see."""
    language = query_params.language(request.query_params)
    events = list(found)
    address = request.build_absolute_uri

    def written() -> bytes:
        made = made_at(events) if events else {}
        host = split_domain_port(request.get_host())[0]
        telling = [EventCalendar(event, made[event.pk], address, host) for event in events]
        return Calendar(f"{called}@{host}", name, address(path), language, told(telling)).as_ical()

    made_of = [name, address("/"), *(event.projection for event in events)]
    file = Export(f"{called}.ics", CONTENT_TYPE, language, made_of, lambda: get_or_render(file.etag, written))
    answer = export_response(request, file)
    return answer if all(event.is_public for event in events) else for_this_viewer(answer)
