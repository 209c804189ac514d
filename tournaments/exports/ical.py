"""The addresses of the calendars: of an event, a season, a player."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Any
from uuid import UUID

import icalendar
from django.db.models import QuerySet
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api import query_params
from games.templatetags.board import localized, rule_set_label
from games.visibility.viewers import for_this_viewer, player_for, viewer_of
from rules import COLOUR_NAMES, LETTERS
from tournaments.exports.base import (
    ASKED_WITH,
    Export,
    ExportView,
    export_response,
    file_responses,
    get_or_render,
)
from tournaments.models import Event, Season, exact
from tournaments.ranking_rules.formatting import format_points
from tournaments.standings.history import made_at
from tournaments.standings.presenters import EventPresenter, SeatCard
from tournaments.standings.schedule import OPEN, GameStage, ScheduledGame, schedule
from tournaments.visibility import visible_event

# -- the calendar ----------------------------------------------------------------------------------

CONTENT_TYPE = "text/calendar; charset=utf-8"
_PRODUCT = "-//Rauswurf//Rauswurf 1//EN"
#: How often a calendar program may well ask again.
_REFRESHED = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class CalendarItem:
    """Something that takes place: on a day (``date``) or from a moment on (``datetime``).

    ``uid`` is always the same for the same thing. ``version`` and ``made_at`` are those of the table that has
    of it: they grow with every change, so a program knows the newer of two.
    """

    uid: str
    version: int
    made_at: datetime
    begins: date | datetime
    summary: str
    description: str
    url: str
    ends: datetime | None = None
    location: str = ""
    is_cancelled: bool = False

    def as_component(self) -> icalendar.Event:
        """The entry as a VEVENT. Moments are in UTC, so no time zone has to be described; days are without zone."""
        made_at = self.made_at.astimezone(UTC).replace(microsecond=0)
        return icalendar.Event.new(
            uid=self.uid,
            stamp=made_at,
            last_modified=made_at,
            sequence=self.version,
            summary=self.summary,
            description=self.description or None,
            url=self.url,
            location=self.location or None,
            status=icalendar.STATUS.CANCELLED if self.is_cancelled else icalendar.STATUS.CONFIRMED,
            # Subscribers watch; their own day is not blocked by it.
            transparency=icalendar.TRANSP.TRANSPARENT,
            start=_in_utc(self.begins),
            end=self._end,
        )

    @property
    def _end(self) -> date | None:
        """The first moment after it (RFC 5545 §3.6.1); None while unknown."""
        if not isinstance(self.begins, datetime):
            return self.begins + timedelta(days=1)
        begins = _in_utc(self.begins)
        ends = _in_utc(self.ends) if self.ends else begins
        return ends if ends > begins else None


@dataclass(frozen=True, slots=True)
class Calendar:
    """Entries under a name; ``uid`` is always the same for the same calendar."""

    uid: str
    name: str
    url: str
    language: str
    entries: Sequence[CalendarItem]

    def as_ical(self) -> bytes:
        """The calendar as UTF-8, lines folded."""
        calendar = icalendar.Calendar.new(
            prodid=_PRODUCT,
            name=self.name,
            url=self.url,
            language=self.language,
            uid=self.uid,
            subcomponents=[entry.as_component() for entry in self.entries],
        )
        # RFC 7986 §5.7 requires the type.
        calendar.add("REFRESH-INTERVAL", _REFRESHED, parameters={"VALUE": "DURATION"})
        return calendar.to_ical()


def _in_utc(moment: date) -> date:
    return moment.astimezone(UTC).replace(microsecond=0) if isinstance(moment, datetime) else moment


# -- views -----------------------------------------------------------------------------------------

# -- events ----------------------------------------------------------------------------------------

#: What happens before six in the morning belongs to the evening before.
_SMALL_HOURS = timedelta(hours=6)
#: The number of games without a time listed with the day of an event.
_MOST_PAIRINGS = 60


@dataclass(frozen=True)
class EventCalendar:
    """An event of a calendar. ``address`` makes a link of a path; ``host`` ends the UIDs."""

    event: Event
    made_at: datetime
    address: Callable[[str], str]
    host: str

    @cached_property
    def presenter(self) -> EventPresenter:
        return EventPresenter(self.event)

    @cached_property
    def games(self) -> list[ScheduledGame]:
        known = [game for game in self._schedule if game.seats]
        return [game for game in known if game.stage != GameStage.TO_COME or game.planned_at]

    @property
    def pairings(self) -> list[ScheduledGame]:
        """The games that are still to come without a time: who plays is known, when is not."""
        to_come = [game for game in self._schedule if game.stage == GameStage.TO_COME]
        return [game for game in to_come if game.seats and not game.planned_at]

    @cached_property
    def _schedule(self) -> list[ScheduledGame]:
        return schedule(self.presenter)

    @cached_property
    def days(self) -> list[date]:
        """The day it begins on, and those on which games began: an event may be interrupted and go on later."""
        later = {_day_of(game.started_at) for game in self.games if game.started_at}
        return [self._first_day, *sorted(day for day in later if day > self._first_day)]

    @property
    def _first_day(self) -> date:
        return date.fromisoformat(self.presenter.projection["starts_on"])

    def day_items(self) -> Iterator[CalendarItem]:
        """An entry for each day; only that of the first keeps its name when the event is moved."""
        for day in self.days:
            first = day == self._first_day
            yield self._entry(
                self.event.slug if first else f"{day.isoformat()}.{self.event.slug}",
                begins=day,
                summary=self._name,
                description="\n".join(self._about()),
                path=self.event.get_absolute_url(),
                is_cancelled=self._is_called_off,
            )

    def game_items(self, player: str = "") -> Iterator[CalendarItem]:
        """An entry for each game, or for each in which a player sits."""
        for game in self.games:
            if player and player not in [seat.player for seat in game.seats]:
                continue
            path = reverse("games:game", args=[game.game]) if game.game else self.event.get_absolute_url()
            yield self._entry(
                f"game-{game.number}.{self.event.slug}",
                begins=game.started_at or game.planned_at or self._day_without_time(game),
                ends=game.ended_at,
                summary=f"{self._name} · {game.title}: {_outcome(game)}",
                description="\n".join(self._about_game(game)),
                location=game.place,
                path=path,
                is_cancelled=game.stage == GameStage.ABANDONED
                or (self._is_called_off and game.stage in OPEN),
            )

    def has(self, player: str) -> bool:
        return player in self.presenter.players.values()

    @property
    def _is_called_off(self) -> bool:
        return self.presenter.hold == Event.Hold.CALLED_OFF

    @property
    def _name(self) -> str:
        name: str = self.presenter.projection["name"]
        return name

    def _entry(self, name: str, *, path: str, **members: Any) -> CalendarItem:
        return CalendarItem(
            uid=f"{name}@{self.host}",
            version=self.event.version,
            made_at=self.made_at,
            url=self.address(path),
            **members,
        )

    def _day_without_time(self, game: ScheduledGame) -> date:
        """The day of a game that has no time of its own: when it ended, else the last day known."""
        return _day_of(game.ended_at) if game.ended_at else self.days[-1]

    def _about(self) -> Iterator[str]:
        projection = self.presenter.projection
        rules = " ".join((_("Rules"), rule_set_label(projection["rules"])))
        yield " · ".join((localized(projection["format"]["name"]), rules, projection["season"]["name"]))
        if self.presenter.hold:
            yield capfirst(str(self.presenter.hold.label))
        for row in projection["rows"]:
            yield f"{row['place']}. {row['name']}{self._figure(row)}"
        yield capfirst(
            localized(projection["finished"]["reason"] if projection["finished"] else projection["outlook"])
        )
        for game in self.pairings[:_MOST_PAIRINGS]:
            yield f"{game.title}: {_outcome(game)}"

    def _figure(self, row: dict[str, Any]) -> str:
        if not row["figures"]:
            return ""
        column, points = self.presenter.projection["columns"][0], exact(row["figures"][0])
        unit = column["one"] if points == 1 else column["many"]
        return f": {format_points(points)} {localized(unit)}"

    def _about_game(self, game: ScheduledGame) -> Iterator[str]:
        yield str(game.stage.label)
        for seat in game.seats:
            points = "" if seat.points is None else f": {format_points(exact(seat.points))}"
            yield f"{seat.name} ({_colours(seat)}){points}"
        if game.starter:
            yield _("starter: %(colour)s") % {"colour": localized(COLOUR_NAMES[game.starter])}


def _day_of(moment: datetime) -> date:
    return timezone.localdate(moment - _SMALL_HOURS)


def _outcome(game: ScheduledGame) -> str:
    return game.outcome or " – ".join(seat.name for seat in game.seats)


def _colours(seat: SeatCard) -> str:
    return ", ".join(f"{LETTERS[colour]} {localized(COLOUR_NAMES[colour])}" for colour in seat.colours)


def calendar_items(events: Sequence[EventCalendar]) -> list[CalendarItem]:
    return [entry for event in events for entry in (*event.day_items(), *event.game_items())]


def of_player(events: Sequence[EventCalendar], player: str) -> list[CalendarItem]:
    return [
        entry
        for event in events
        if event.has(player)
        for entry in (*event.day_items(), *event.game_items(player))
    ]


def days(events: Sequence[EventCalendar]) -> list[CalendarItem]:
    return [entry for event in events for entry in event.day_items()]


# -- views -----------------------------------------------------------------------------------------

#: The number of events in one calendar, the latest.
MOST_EVENTS = 50

_CALENDAR = extend_schema(parameters=ASKED_WITH, responses=file_responses(CONTENT_TYPE))


class EventCalendarView(ExportView):
    """The calendar of an event."""

    @_CALENDAR
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The days of an event and its games, with players, colours and results."""
        event = visible_event(request, slug)
        return _calendar(
            request, f"event-{slug}", event.name, event.get_absolute_url(), [event], calendar_items
        )


class SeasonCalendarView(ExportView):
    """The calendar of a season."""

    @_CALENDAR
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The days of the events of a season, at most the latest 50 of them."""
        season = get_object_or_404(Season, slug=slug)
        events = _events(request).filter(season=season)[:MOST_EVENTS]
        path = reverse("tournaments:season", args=[slug])
        return _calendar(request, f"season-{slug}", season.name, path, events, days)


class PlayerCalendarView(ExportView):
    """The calendar of a player."""

    @_CALENDAR
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        """The events that a player is entered in, at most the latest 50 of them, and his games there."""
        player = player_for(request, pk)
        events = _events(request).filter(entries__player=player)[:MOST_EVENTS]
        path = reverse("tournaments:player", args=[pk])

        def his(calendars: Sequence[EventCalendar]) -> list[CalendarItem]:
            return of_player(calendars, str(pk))

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
    items_of: Callable[[Sequence[EventCalendar]], list[CalendarItem]],
) -> HttpResponseBase:
    """The calendar of the events, which the caller may see."""
    language = query_params.language(request.query_params)
    events = list(found)
    address = request.build_absolute_uri

    def written() -> bytes:
        made = made_at(events) if events else {}
        host = split_domain_port(request.get_host())[0]
        telling = [EventCalendar(event, made[event.pk], address, host) for event in events]
        return Calendar(f"{called}@{host}", name, address(path), language, items_of(telling)).as_ical()

    made_of = [name, address("/"), *(event.projection for event in events)]
    file = Export(f"{called}.ics", CONTENT_TYPE, language, made_of, lambda: get_or_render(file.etag, written))
    answer = export_response(request, file)
    return answer if all(event.is_public for event in events) else for_this_viewer(answer)
