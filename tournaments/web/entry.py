"""What is entered at the boards of an event: the result of a game that waits for it, the start of one that is due."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import (
    SITE,
    Principal,
    caller_of,
    check_allowed,
    is_allowed,
    require_permission,
    scope_around,
    scope_of_game,
    signed_in,
    translate_text,
)
from games.domain.counters import count_throws
from games.domain.events.fields import LONGEST_TEXT
from games.domain.known_result import missing_pawns
from games.enums import Action, GameState
from games.models import Game
from games.services.undoable import can_undo
from rules import PAWNS, Text
from tournaments import services
from tournaments.formats import NextGame, phrases
from tournaments.kit.desk import REFUSED, may_do, takes_form
from tournaments.models import LONGEST_BOARD, LONGEST_REASON, Event, whole_number
from tournaments.organiser.throws import Throws
from tournaments.scopes import around_event
from tournaments.services.slip import LONGEST_SECONDS
from tournaments.standings.event_state import EventState
from tournaments.standings.presenters import EventPresenter
from tournaments.visibility import event_of

# -- results ---------------------------------------------------------------------------------------


@require_safe
@require_permission(Action.RULE, around_event)
@never_cache
def results_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The games of an event that wait for a result, those at the boards first, and one that has its result.

    ``?game=`` names the game that is opened, whether it waits or has its result; else the first that waits is open, and
    the last that has ended is shown.
    """
    shown = EventPresenter(event_of(slug))
    asked = whole_number(request.GET.get("game", ""))
    begun = shown.running
    recorded = {str(game.pk): game for game in Game.objects.filter(pk__in=[game["game"] for game in begun])}
    running = [_running_game(game, recorded[game["game"]]) for game in begun]
    games = running + [_due_game(shown, game) for game in shown.next_games]
    waits = any(game["number"] == asked for game in games)
    entered = _entered(shown, caller_of(request), asked)
    context = {
        "shown": shown,
        "games": games,
        "opened": asked if waits else next((game["number"] for game in games), None),
        "entered": entered,
        "not_due": None if waits or (entered and entered["number"] == asked) else asked,
        "counts_pawns": shown.event.format.counts_pawns,
        "pawns": range(PAWNS + 1),
        "rounds": range(2),
        "longest_minutes": LONGEST_SECONDS // 60,
        "longest_board": LONGEST_BOARD,
        "longest_reason": LONGEST_REASON,
        "longest_note": LONGEST_TEXT,
        "may_draw": may_do(request, Action.ORGANISE, shown.event),
    }
    return render(request, "tournaments/results.html", context)


def _running_game(game: Mapping[str, Any], recorded: Game) -> dict[str, Any]:
    return {**game, "ends": recorded.rules.ends, "throws": count_throws(recorded.tallies), "is_due": False}


def _due_game(shown: EventPresenter, game: Mapping[str, Any]) -> dict[str, Any]:
    colours = [colour for seat in game["seats"] for colour in seat.colours]
    return {
        **game,
        "ends": shown.event.rules_of(game["rules"]).ends,
        "is_due": True,
        "colours": colours,
        "to_throw": [] if game["starter"] else game["to_throw"] or colours,
        "faces": sorted(set(shown.event.rules_of(game["rules"]).die_faces)),
    }


def _entered(shown: EventPresenter, caller: Principal, asked: int | None) -> dict[str, Any] | None:
    """The game asked for if it has ended, else the last that has: what is missing, and whether to undo it alone."""
    ended = [game for game in shown.games if game["state"] == GameState.ENDED]
    game_data = next((game for game in ended if game["number"] == asked), ended[0] if ended else None)
    if game_data is None:
        return None
    game = Game.objects.get(pk=game_data["game"])
    winners = [seat.name for seat in game_data["seats"] if seat.won]
    return {
        **game_data,
        "log": game.number,
        "outcome": phrases.won_by(winners) if winners else None,
        "missing": missing_pawns(game) if game_data["number"] in shown.unfinished_games else [],
        "is_confirmed": bool(game.confirmations),
        "may_undo": can_undo(game, caller.actor, timezone.now()),
    }


# -- starts ----------------------------------------------------------------------------------------


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
    def dice(self) -> Throws | None:
        """The dice to tap for the first throw; None where the rules say who starts."""
        if self.game["starter"]:
            return None
        faces = sorted(set(self.event.rules_of(self.game["rules"]).die_faces))
        colours = [colour for seat in self.game["seats"] for colour in seat.colours]
        return Throws(faces, (), [], Text(""), (self.game["to_throw"] or colours)[0])


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
@takes_form
@signed_in
def start_due(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A game that is due: it begins with a tap, or with the last throw for the start."""
    event = event_of(slug)
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
        "dice": throws,
        "refusal": refusal and translate_text(refusal),
    }
    return render(request, "tournaments/start_due.html", context, status=409 if refusal else 200)
