"""The game of an event that is due, begun at its board by its recorder: by the rules, or by tapped throws."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import (
    SITE,
    Principal,
    check_allowed,
    is_allowed,
    scope_around,
    scope_of_game,
    signed_in,
    translate_text,
)
from games.access.decorators import caller_of
from games.enums import Action
from rules import Text
from tournaments import services
from tournaments.formats import NextGame
from tournaments.models import Event
from tournaments.organiser.refusals import REFUSED
from tournaments.organiser.start_throws import DiceKeys, Throws
from tournaments.scopes import around_event
from tournaments.standings.event_state import EventState
from tournaments.standings.presenters import EventPresenter

#: The number of events searched in a season or the whole site, the latest first.
_MOST_EVENTS = 30


@dataclass(frozen=True, slots=True)
class DueGame:
    """A game that can begin now in a place: ``game`` as pages show it, ``board`` where the place is a board."""

    event: Event
    game: Mapping[str, Any]
    board: str = ""

    @property
    def address(self) -> str:
        return reverse("tournaments:start-due", args=[self.event.slug, self.game["number"]])

    @property
    def dice(self) -> DiceKeys | None:
        """The dice to tap for the first throw; None where the rules say who starts."""
        if self.game["starter"]:
            return None
        faces = sorted(set(self.event.rules_of(self.game["rules"]).die_faces))
        colours = [colour for seat in self.game["seats"] for colour in seat.colours]
        return DiceKeys("die", faces, (self.game["to_throw"] or colours)[0], (), "")


def games_due_in(place: str) -> list[DueGame]:
    """List the games that can begin in a place, those of the latest event first. One query."""
    kind, _, rest = place.partition(":")
    slug, _, part = rest.partition(":")
    going_on = Event.objects.filter(hold=Event.Hold.NONE, rehearsal=None).exclude(
        status=Event.Status.FINISHED
    )
    if kind == SITE:
        events = going_on.filter(archived=False)
    elif kind == "season":
        events = going_on.filter(archived=False, season__slug=slug)
    elif kind in ("event", "board", "round"):
        events = going_on.filter(slug=slug)
    else:
        return []
    return [due for event in events[:_MOST_EVENTS] for due in _due_in_event(event, kind, part)]


def _due_in_event(event: Event, kind: str, part: str) -> Iterator[DueGame]:
    """The due games whose players are free; at a board those of no other board, while it is free itself."""
    shown = EventPresenter(event)
    begun = shown.running_games
    boards = {game["number"]: game["board"] for game in shown.projection["games"]}
    if kind == "board" and any(game["board"] == part for game in begun):
        return
    busy = {key for game in begun for key in game["seating"]}
    for game in shown.next_games:
        is_here = {
            "board": boards.get(game["number"], "") in ("", part),
            "round": str(game["number"]) == part,
        }
        if is_here.get(kind, True) and busy.isdisjoint(game["seating"]):
            yield DueGame(event, game, part if kind == "board" else "")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def start_due(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A game that is due: it begins with a tap, or with the last throw for the start."""
    event = get_object_or_404(Event.objects.select_related("season"), slug=slug)
    place = place_to_start(caller_of(request), slug, number)
    if not place:
        check_allowed(caller_of(request), Action.RECORD, around_event(slug))
    found = next((due for due in games_due_in(place) if due.game["number"] == number), None)
    state = EventState.load(event) if found else None
    due = next((each for each in state.due if each.number == number), None) if state else None
    if found is None or due is None:
        return redirect(_instead(request, EventPresenter(event), number))
    throws = Throws.from_page(event, due, request.POST)
    if request.method == "POST" and (throws is None or throws.starter):
        return _begun(request, found, due, throws)
    return _page(request, found, throws)


def place_to_start(caller: Principal, slug: str, number: int) -> str:
    """Return the place in which the caller may record the game that is due; empty where there is none."""
    boards = [place for place in caller.places_to(Action.RECORD) if place.startswith(f"board:{slug}:")]
    places = (f"event:{slug}", f"round:{slug}:{number}", *boards)
    return next((place for place in places if is_allowed(caller, Action.RECORD, scope_around(place))), "")


def _instead(request: HttpRequest, shown: EventPresenter, number: int) -> str:
    """The address for a game that is not due: its board if it has begun, else back."""
    for game in shown.running_games:
        is_here = game["number"] == number
        if is_here and is_allowed(caller_of(request), Action.RECORD, scope_of_game(UUID(game["game"]))):
            return reverse("games:referee", args=[game["game"]])
    return reverse("games:here") if request.session.get("link") else shown.event.get_absolute_url()


def _begun(request: HttpRequest, found: DueGame, due: NextGame, throws: Throws | None) -> HttpResponse:
    try:
        started = services.start_next_game(
            event_id=found.event.pk,
            actor=caller_of(request).actor,
            now=timezone.now(),
            number=due.number,
            rounds=throws.rounds if throws else (),
            board=found.board,
        )
    except REFUSED as error:
        return _page(request, found, throws, error.message)
    return redirect("games:referee", started.played.game_id)


def _page(
    request: HttpRequest, found: DueGame, throws: Throws | None, refusal: Text | None = None
) -> HttpResponse:
    context = {
        "found": found,
        "throws": throws,
        "dice": throws and throws.keys,
        "refusal": refusal and translate_text(refusal),
    }
    return render(request, "tournaments/start_due.html", context, status=409 if refusal else 200)
