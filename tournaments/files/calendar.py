"""The addresses of the calendars: of an event, a season, a player."""

from collections.abc import Callable, Iterable, Iterator, Sequence
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
from games.visibility.viewers import for_this_viewer, player_for, vary_by_things, viewer_of
from rules import COLOUR_NAMES, LETTERS
from tournaments.kit.exporter import (
    ASKED_WITH,
    Export,
    ExportView,
    export_response,
    file_responses,
    get_or_render,
)
from tournaments.models import Event, Season
from tournaments.standings.presenters import EventPresenter, SeatCard
from tournaments.standings.queries import made_at
from tournaments.standings.schedule import OPEN, GameStage, ScheduledGame, schedule
from tournaments.visibility import visible_event

# -- the calendar ----------------------------------------------------------------------------------

CONTENT_TYPE = "text/calendar; charset=utf-8"
_PRODUCT = "-//Rauswurf//Rauswurf 1//EN"
#: How often a calendar program may well ask again.
_REFRESHED = timedelta(hours=1)


def calendar_item(
    *,
    uid: str,
    version: int,
    made_at: datetime,
    begins: date | datetime,
    summary: str,
    description: str,
    url: str,
    ends: datetime | None = None,
    location: str = "",
    is_cancelled: bool = False,
) -> icalendar.Event:
    """Something that takes place: on a day (``date``) or from a moment on (``datetime``).

    ``uid`` is always the same for the same thing. ``version`` and ``made_at`` are those of the table that has
    of it: they grow with every change, so a program knows the newer of two. Moments are in UTC, so no time zone has to
    be described; days are without zone.
    """
    made_at = made_at.astimezone(UTC).replace(microsecond=0)
    return icalendar.Event.new(
        uid=uid,
        stamp=made_at,
        last_modified=made_at,
        sequence=version,
        summary=summary,
        description=description or None,
        url=url,
        location=location or None,
        status=icalendar.STATUS.CANCELLED if is_cancelled else icalendar.STATUS.CONFIRMED,
        # Subscribers watch; their own day is not blocked by it.
        transparency=icalendar.TRANSP.TRANSPARENT,
        start=_in_utc(begins),
        end=_end(begins, ends),
    )


def _end(begins: date | datetime, ends: datetime | None) -> date | None:
    """The first moment after it (RFC 5545 §3.6.1); None while unknown."""
    if not isinstance(begins, datetime):
        return begins + timedelta(days=1)
    return _in_utc(ends) if ends and _in_utc(ends) > _in_utc(begins) else None


def calendar_of(uid: str, name: str, url: str, language: str, items: Sequence[icalendar.Event]) -> bytes:
    """Items under a name as UTF-8, lines folded; ``uid`` is always the same for the same calendar."""
    calendar = icalendar.Calendar.new(
        prodid=_PRODUCT, name=name, url=url, language=language, uid=uid, subcomponents=items
    )
    # RFC 7986 §5.7 requires the type.
    calendar.add("REFRESH-INTERVAL", _REFRESHED, parameters={"VALUE": "DURATION"})
    return calendar.to_ical()


def _in_utc(moment: date) -> date:
    return moment.astimezone(UTC).replace(microsecond=0) if isinstance(moment, datetime) else moment


# -- events ----------------------------------------------------------------------------------------

#: What happens before six in the morning belongs to the evening before.
_SMALL_HOURS = timedelta(hours=6)


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
        """The games of which it is known who plays and when."""
        known = [game for game in schedule(self.presenter) if game.seats]
        return [game for game in known if game.stage != GameStage.TO_COME or game.planned_at]

    @cached_property
    def days(self) -> list[date]:
        """The day it begins on, and those on which games began: an event may be interrupted and go on later."""
        first = date.fromisoformat(self.presenter.projection["starts_on"])
        later = {_day_of(game.started_at) for game in self.games if game.started_at}
        return [first, *sorted(day for day in later if day > first)]

    def day_items(self) -> Iterator[icalendar.Event]:
        """An entry for each day; only that of the first keeps its name when the event is moved."""
        for day in self.days:
            yield self._entry(
                self.event.slug if day == self.days[0] else f"{day.isoformat()}.{self.event.slug}",
                begins=day,
                summary=self._name,
                description="\n".join(self._about()),
                path=self.event.get_absolute_url(),
                is_cancelled=self._is_called_off,
            )

    def game_items(self, player: str = "") -> Iterator[icalendar.Event]:
        """An entry for each game, or for each in which a player sits."""
        for game in self.games:
            if player and player not in [seat.player for seat in game.seats]:
                continue
            path = reverse("games:game", args=[game.game]) if game.game else self.event.get_absolute_url()
            yield self._entry(
                f"game-{game.number}.{self.event.slug}",
                # Without a time of its own: the day on which it ended, else the last day known.
                begins=game.started_at
                or game.planned_at
                or (_day_of(game.ended_at) if game.ended_at else self.days[-1]),
                ends=game.ended_at,
                summary=f"{self._name} · {game.title}: {_outcome(game)}",
                description="\n".join(self._about_game(game)),
                location=game.place,
                path=path,
                is_cancelled=game.stage == GameStage.ABANDONED
                or (self._is_called_off and game.stage in OPEN),
            )

    @property
    def _is_called_off(self) -> bool:
        return self.presenter.hold == Event.Hold.CALLED_OFF

    @property
    def _name(self) -> str:
        name: str = self.presenter.projection["name"]
        return name

    def _entry(self, name: str, *, path: str, **members: Any) -> icalendar.Event:
        return calendar_item(
            uid=f"{name}@{self.host}",
            version=self.event.version,
            made_at=self.made_at,
            url=self.address(path),
            **members,
        )

    def _about(self) -> Iterator[str]:
        projection = self.presenter.projection
        rules = " ".join((_("Rules"), rule_set_label(projection["rules"])))
        yield " · ".join((localized(self.event.format.name), rules, self.event.season.name))
        if self.presenter.hold:
            yield capfirst(str(self.presenter.hold.label))

    def _about_game(self, game: ScheduledGame) -> Iterator[str]:
        yield str(game.stage.label)
        for seat in game.seats:
            yield f"{seat.name} ({_colours(seat)})"
        if game.starter:
            yield _("starter: %(colour)s") % {"colour": localized(COLOUR_NAMES[game.starter])}


def _day_of(moment: datetime) -> date:
    return timezone.localdate(moment - _SMALL_HOURS)


def _outcome(game: ScheduledGame) -> str:
    return game.outcome or " – ".join(seat.name for seat in game.seats)


def _colours(seat: SeatCard) -> str:
    return ", ".join(f"{LETTERS[colour]} {localized(COLOUR_NAMES[colour])}" for colour in seat.colours)


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

        def items(calendar: EventCalendar) -> list[icalendar.Event]:
            return [*calendar.day_items(), *calendar.game_items()]

        return _calendar(request, f"event-{slug}", event.name, event.get_absolute_url(), [event], items)


class SeasonCalendarView(ExportView):
    """The calendar of a season."""

    @_CALENDAR
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The days of the events of a season, at most the latest 50 of them."""
        season = get_object_or_404(Season, slug=slug)
        events = _events(request).filter(season=season)[:MOST_EVENTS]
        path = reverse("tournaments:season", args=[slug])
        return _calendar(request, f"season-{slug}", season.name, path, events, EventCalendar.day_items)


class PlayerCalendarView(ExportView):
    """The calendar of a player."""

    @_CALENDAR
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        """The events that a player is entered in, at most the latest 50, with their games."""
        player = player_for(request, pk)
        events = _events(request).filter(entries__player=player)[:MOST_EVENTS]
        path = reverse("tournaments:player", args=[pk])

        def his(calendar: EventCalendar) -> list[icalendar.Event]:
            is_in = str(pk) in calendar.presenter.players.values()
            return [*calendar.day_items(), *calendar.game_items(str(pk))] if is_in else []

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
    items_of: Callable[[EventCalendar], Iterable[icalendar.Event]],
) -> HttpResponseBase:
    """The calendar of the events, which the caller may see."""
    language = query_params.language(request.query_params)
    events = list(found)
    address = request.build_absolute_uri

    def written() -> bytes:
        made = made_at(events) if events else {}
        host = split_domain_port(request.get_host())[0]
        calendars = [EventCalendar(event, made[event.pk], address, host) for event in events]
        items = [item for calendar in calendars for item in items_of(calendar)]
        return calendar_of(f"{called}@{host}", name, address(path), language, items)

    made_of = [name, address("/"), *(event.projection for event in events)]
    file = Export(f"{called}.ics", CONTENT_TYPE, language, made_of, lambda: get_or_render(file.etag, written))
    answer = export_response(request, file)
    return vary_by_things(events, answer)
