"""The pages of an event: parts with an address each, followed live."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.access import caller_of, is_allowed, may_everywhere
from games.chances.presenters import ExcitingGameCard, most_exciting_of
from games.enums import Action, GameState
from games.visibility.viewers import vary_by_viewer
from rules import Text
from tournaments.forecasts.events import UNDER_WAY
from tournaments.forecasts.presenters import ForecastsPresenter
from tournaments.forecasts.queries import forecasts_of
from tournaments.models import Event
from tournaments.organiser.permissions import may_do
from tournaments.rankings.queries import points_of
from tournaments.scopes import around_event
from tournaments.services.hall import code_at_door, registration_of, why_not_open
from tournaments.standings.cross_table import cross_table
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.schedule import folded, next_of_each, schedule
from tournaments.visibility import visible_event
from tournaments.web.hall_parts import GAMES_ON_A_PAGE, hall_rounds, hall_standings

#: Games on one page.
ON_A_PAGE = 60


@dataclass(frozen=True, slots=True)
class EventPart:
    """A part of an event's pages; the first has the address of the event itself."""

    key: str
    label: Text
    #: What it is called where the event is a hall of many tables.
    label_of_hall: Text | None = None

    @property
    def is_first(self) -> bool:
        """Whether its address is that of the event."""
        return self.key == "table"

    def label_in(self, event: Event) -> Text:
        return self.label_of_hall if self.label_of_hall and event.format.seats_a_hall else self.label

    def template(self, event: Event) -> str:
        is_of_hall = event.format.seats_a_hall and self.key in _OF_HALLS
        return f"tournaments/{'hall' if is_of_hall else 'parts'}/{self.key}.html"

    def address(self, event: Event) -> str:
        name = "tournaments:event" if self.is_first else f"tournaments:event-{self.key}"
        return reverse(name, args=[event.slug])

    def live_address(self, event: Event) -> str:
        name = "tournaments:live" if self.is_first else f"tournaments:live-{self.key}"
        return reverse(name, args=[event.slug])


#: Parts that look another way where hundreds sit at many tables.
_OF_HALLS = ("table", "schedule")

PARTS: Sequence[EventPart] = (
    EventPart("table", Text("Table")),
    EventPart("games", Text("Games")),
    EventPart("schedule", Text("Schedule"), Text("Rounds")),
    EventPart("chances", Text("Chances")),
    EventPart("about", Text("About")),
)


@require_safe
def event_page(request: HttpRequest, slug: str, part: EventPart) -> HttpResponse:
    """Show a part of an event."""
    event, caller, where = visible_event(request, slug), caller_of(request), around_event(slug)
    shown = EventPresenter(event)
    asked = f"?{request.GET.urlencode()}" if request.GET else ""
    context = {
        **_changing(request, event, shown, part),
        "parts": [
            {"part": each, "label": each.label_in(event), "address": each.address(event)} for each in PARTS
        ],
        "live": part.live_address(event) + asked,
        "etag": _etag(event),
        "is_hall": event.format.seats_a_hall,
        "may_admit": is_allowed(caller, Action.GRANT, where),
        "may_audit": is_allowed(caller, Action.AUDIT, where),
        "may_rule": is_allowed(caller, Action.RULE, where),
        "may_organise": request.user.is_authenticated and may_do(request, Action.RULE, event),
        "demo": event.season.is_demo,
        "may_remove": may_everywhere(request, Action.ORGANISE),
    }
    if event.format.seats_a_hall:
        context["rehearsed"] = Event.objects.filter(rehearsals__event=event).defer("projection").first()
        registration = registration_of(event)
        context["can_register"] = why_not_open(event, registration, timezone.now()) is None
        context["can_arrive"] = bool(code_at_door(event, registration))
    if part.is_first:
        context |= {
            "exciting": _most_exciting(request, shown),
            "units": points_of(event)["units"] if shown.has_points else [],
        }
    return vary_by_viewer(event, render(request, "tournaments/event.html", context))


@require_safe
@cache_control(no_cache=True)
def event_live(request: HttpRequest, slug: str, part: EventPart) -> HttpResponse:
    """Show what changes in a part of an event; 304 while nothing has happened."""
    event = visible_event(request, slug)
    if unchanged := get_conditional_response(request, etag=_etag(event)):
        return vary_by_viewer(event, unchanged)
    context = _changing(request, event, EventPresenter(event), part)
    response = render(request, "tournaments/live.html", context)
    response["ETag"] = _etag(event)
    return vary_by_viewer(event, response)


@require_safe
@cache_control(no_cache=True)
def event_forecast(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the forecasts of an event; 304 while no more is known."""
    event = visible_event(request, slug)
    chances = _chances(event)
    if chances is None:
        raise Http404
    etag = f'"{chances.etag}-{get_language()}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = render(request, "tournaments/forecast.html", {"chances": chances})
        response["ETag"] = etag
    return vary_by_viewer(event, response)


def _changing(request: HttpRequest, event: Event, shown: EventPresenter, part: EventPart) -> dict[str, Any]:
    """What the template of a part needs."""
    is_hall = event.format.seats_a_hall
    context: dict[str, Any] = {"shown": shown, "part": part, "template": part.template(event)}
    match part.key:
        case "games":
            context["page"] = _page(request, shown.games, GAMES_ON_A_PAGE if is_hall else ON_A_PAGE)
        case "table" if is_hall:
            context["hall"] = hall_standings(shown, request.GET)
        case "schedule" if is_hall:
            context["hall"] = hall_rounds(shown, request.GET)
        case "table":
            context["cross_table"] = cross_table(shown)
        case "schedule":
            games = schedule(shown)
            context["page"] = _page(request, folded(games), ON_A_PAGE)
            context["next_of_each"] = next_of_each(shown, games)
        case "chances":
            context["chances"] = _chances(event)
    return context


def _page(request: HttpRequest, items: Sequence[Any], most: int) -> Page[Any]:
    return Paginator(items, most).get_page(request.GET.get("page"))


def _most_exciting(request: HttpRequest, shown: EventPresenter) -> ExcitingGameCard | None:
    """The most exciting board of an event at which several are in play; asked only then."""
    running = [game["game"] for game in shown.projection["games"] if game["state"] == GameState.RUNNING]
    return most_exciting_of(request, running) if len(running) > 1 else None


def _chances(event: Event) -> ForecastsPresenter | None:
    """The chances in an event that goes on. One query."""
    if event.status not in UNDER_WAY:
        return None
    return ForecastsPresenter(forecasts_of(event))


def _etag(event: Event) -> str:
    return f'"{event.version}-{get_language()}"'
