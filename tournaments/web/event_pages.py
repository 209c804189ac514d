"""The pages of an event: parts with an address each, followed live."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.access import caller_of, is_allowed, may_everywhere
from games.api.etags import unless_known
from games.chances.presenters import most_exciting
from games.enums import Action, GameState
from games.models import Game
from games.models.player import folded as fold_name
from games.visibility.viewers import vary_by_viewer
from rules import Text
from tournaments.forecasts.presenters import ForecastsPresenter
from tournaments.forecasts.queries import forecasts_of
from tournaments.forecasts.requests import UNDER_WAY
from tournaments.formats.open.settings import PLACE_POINTS, SMALL_TABLES
from tournaments.hall.seat_plan import SeatPlan, has_results
from tournaments.hall.services import code_at_door, registration_of, why_not_open
from tournaments.kit.desk import may_do
from tournaments.models import Entry, Event
from tournaments.rankings.queries import points_of
from tournaments.scopes import around_event
from tournaments.standings.presenters import EventPresenter, Said, named_figures
from tournaments.standings.schedule import cross_table, folded, next_of_each, schedule
from tournaments.visibility import visible_event

# -- parts of halls --------------------------------------------------------------------------------


#: Rows of a table on a page, tables of a round, games: so that no page is heavier than 120 kB.
ROWS_ON_A_PAGE = 100
TABLES_ON_A_PAGE = 50
GAMES_ON_A_PAGE = 24
#: The number of characters of a name used in a search.
LONGEST_SEARCH = 60


#: One of several tables or rounds: its name, the query of its address, and whether it is shown.
HallTab = tuple[Said, str, bool]


def hall_standings(shown: EventPresenter, asked: QueryDict) -> dict[str, Any]:
    """Return a table of a hall: of all people, of the teams or of a group.

    Before the first result there are no places: then it lists who is present, by start number.
    """
    projection, plan = shown.projection, SeatPlan(shown)
    has_begun = has_results(projection)
    parts = {part["key"]: part for part in projection["parts"]} if has_begun else {}
    chosen = parts.get(asked.get("of", ""))
    search = _search(asked)
    table = chosen or projection
    rows = [_with_entry(row, shown) for row in table["rows"]] if has_begun else _present(shown)
    found = [row for row in rows if _is_meant(search, row["name"], row["number"], row["team"])]
    page = Paginator(found, ROWS_ON_A_PAGE).get_page(asked.get("page"))
    if has_begun:
        page.object_list = [{**row, "named": named_figures(table, row)} for row in page.object_list]
    settings = projection["settings"]
    places_count = settings["scoring"] == PLACE_POINTS
    return {
        "has_begun": has_begun,
        "left": plan.open_rounds,
        "choices": _tables(parts, chosen),
        "columns": table["columns"],
        "of_teams": bool(chosen and chosen["of_teams"]),
        "page": page,
        "search": search,
        "query": _query(of=chosen["key"] if chosen else "", name=search),
        "cuts": plan.cuts,
        "small_tables": SMALL_TABLES[settings["small_tables"]].as_json() if places_count else None,
    }


def hall_rounds(shown: EventPresenter, asked: QueryDict) -> dict[str, Any]:
    """Return the requested round, else the one that was published last."""
    plan = SeatPlan(shown)
    by_subject = {each.subject: each for each in plan.rounds}
    chosen = by_subject.get(asked.get("round", ""), plan.current)
    search = _search(asked)
    tables = [
        table
        for table in (chosen.tables if chosen else ())
        if any(_is_meant(search, seat.name, seat.number) for seat in table.seats)
    ]
    return {
        "choices": [
            (each.name, _query(round=each.subject), each is chosen) for each in reversed(plan.rounds)
        ],
        "chosen": chosen,
        "page": Paginator(tables, TABLES_ON_A_PAGE).get_page(asked.get("page")),
        "search": search,
        "query": _query(round=chosen.subject if chosen else "", name=search),
    }


def _present(shown: EventPresenter) -> list[Mapping[str, Any]]:
    there = (each for each in shown.projection["entries"] if each["presence"] == Entry.Presence.PRESENT)
    return sorted(there, key=lambda each: int(each["number"]))


def _tables(parts: Mapping[str, Mapping[str, Any]], chosen: Mapping[str, Any] | None) -> list[HallTab]:
    if not parts:
        return []
    of_parts = ((part["name"], _query(of=key), part is chosen) for key, part in parts.items())
    return [(Text("Everybody").as_json(), "", chosen is None), *of_parts]


def _with_entry(row: Mapping[str, Any], shown: EventPresenter) -> Mapping[str, Any]:
    """Add the start number and the team to a row; those of a team are empty."""
    return {"number": 0, "team": "", **shown.entries.get(row["entrant"], {}), **row}


def _search(asked: QueryDict) -> str:
    return asked.get("name", "").strip()[:LONGEST_SEARCH]


def _is_meant(search: str, name: str, number: int, team: str = "") -> bool:
    """Check whether a person matches a search: by a part of the name or of the team, or by the start number."""
    if search.isdecimal():
        return number == int(search)
    wanted = fold_name(search)
    return wanted in fold_name(name) or (bool(team) and wanted in fold_name(team))


def _query(**asked: str) -> str:
    return urlencode({name: value for name, value in asked.items() if value})


# -- pages -----------------------------------------------------------------------------------------


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
            {
                "part": each,
                "label": (event.format.seats_a_hall and each.label_of_hall) or each.label,
                "address": each.address(event),
            }
            for each in PARTS
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
        # Asked only of an event at which several boards are in play.
        running = [game["game"] for game in shown.projection["games"] if game["state"] == GameState.RUNNING]
        context |= {
            "exciting": most_exciting(request, Game.objects.filter(pk__in=running))
            if len(running) > 1
            else None,
            "units": points_of(event)["units"] if shown.has_points else [],
        }
    return vary_by_viewer(event, render(request, "tournaments/event.html", context))


@require_safe
def event_live(request: HttpRequest, slug: str, part: EventPart) -> HttpResponse:
    """Show what changes in a part of an event; 304 while nothing has happened."""
    event = visible_event(request, slug)

    def changed() -> HttpResponse:
        context = _changing(request, event, EventPresenter(event), part)
        return render(request, "tournaments/live.html", context)

    return vary_by_viewer(event, unless_known(request, _etag(event), changed))


@require_safe
def event_forecast(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the forecasts of an event; 304 while no more is known."""
    event = visible_event(request, slug)
    chances = _chances(event)
    if chances is None:
        raise Http404
    page = partial(render, request, "tournaments/forecast.html", {"chances": chances})
    return vary_by_viewer(event, unless_known(request, f'"{chances.etag}-{get_language()}"', page))


def _changing(request: HttpRequest, event: Event, shown: EventPresenter, part: EventPart) -> dict[str, Any]:
    """What the template of a part needs."""
    is_hall = event.format.seats_a_hall
    room = "hall" if is_hall and part.key in _OF_HALLS else "parts"
    template = f"tournaments/{room}/{part.key}.html"
    context: dict[str, Any] = {"shown": shown, "part": part, "template": template}
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


def _chances(event: Event) -> ForecastsPresenter | None:
    """The chances in an event that goes on. One query."""
    if event.status not in UNDER_WAY:
        return None
    return ForecastsPresenter(forecasts_of(event))


def _etag(event: Event) -> str:
    return f'"{event.version}-{get_language()}"'
