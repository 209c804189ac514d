"""From the draw to the board: who got which colours, the throws for the start, a code for the referee's phone."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import (
    NotAllowed,
    Purpose,
    address_of,
    end_of,
    is_allowed,
    issue_token,
    link_for_phones,
    magic_links,
    translate_text,
)
from games.access.decorators import caller_of
from games.enums import Action, GameState, Role
from games.errors import BadRequest
from games.models import AccessToken
from tournaments import services
from tournaments.formats import NextGame
from tournaments.models import Event
from tournaments.organiser.page import event_page, who_acts
from tournaments.organiser.refusals import refusals_shown
from tournaments.organiser.start_throws import Throws
from tournaments.scopes import scope_of_event
from tournaments.standings.event_state import EventState
from tournaments.standings.presenters import EventPresenter

#: The key of a session under which the link waits for the page that shows it, once.
_LINK = "referees-link"


@require_http_methods(["GET", "HEAD", "POST"])
@event_page(Action.ORGANISE)
def first_game(request: HttpRequest, event: Event) -> HttpResponse:
    """What was drawn, and the next game: it begins with the last throw for the start."""
    if event.format.seats_a_hall:
        return redirect("tournaments:desk", event.slug)
    state = EventState.load(event)
    due = next(iter(state.due), None)
    if state.verdict.draws and request.method == "POST":
        with refusals_shown(request):
            services.draw_all(**who_acts(request, event))
        return redirect("tournaments:first-game", event.slug)
    throws = None
    if due is not None and request.method == "POST":
        throws = Throws.from_page(event, due, request.POST)
        if throws is None or throws.starter:
            return _started(request, event, due, throws)
    shown = EventPresenter(event)
    if due is None and not state.verdict.draws:
        return redirect("tournaments:board" if _running(shown) else "tournaments:desk", event.slug)
    context = {
        "shown": shown,
        "due": due and next(iter(shown.next_games), None),
        "throws": throws,
        "draws_due": [translate_text(draw.name) for draw in state.verdict.draws],
        "missing": [translate_text(missing) for missing in state.verdict.missing],
    }
    return render(request, "organise/first_game.html", context)


def _started(request: HttpRequest, event: Event, due: NextGame, throws: Throws | None) -> HttpResponse:
    """Start the game, with a link for its referee; what forbids it is said."""
    with refusals_shown(request):
        services.start_next_game(
            number=due.number,
            rounds=throws.rounds if throws else (),
            **who_acts(request, event),
        )
        if is_allowed(caller_of(request), Action.GRANT, scope_of_event(event)):
            _keep_link(request, event)
        return redirect("tournaments:board", event.slug)
    return redirect("tournaments:desk", event.slug)


@require_safe
@event_page(Action.ORGANISE)
def board_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The game that is being played: its board, and the code that lets the referee's phone in, shown once."""
    shown = EventPresenter(event)
    game = _running(shown)
    if game is None:
        return redirect("tournaments:first-game", event.slug)
    path, token = request.session.pop(_LINK, ("", None))
    context = {
        "shown": shown,
        "game": game,
        "phone": link_for_phones(request, path) if path else None,
        "token": AccessToken.objects.filter(pk=token).first(),
        "may_admit": is_allowed(caller_of(request), Action.GRANT, scope_of_event(event)),
    }
    return render(request, "organise/board.html", context)


@require_POST
@event_page(Action.ORGANISE)
def new_link(request: HttpRequest, event: Event) -> HttpResponse:
    _keep_link(request, event)
    return redirect("tournaments:board", event.slug)


def _running(shown: EventPresenter) -> dict[str, Any] | None:
    """Return the game that is being played, of several the one begun last."""
    running = [game for game in shown.games if game["state"] == GameState.RUNNING]
    return running[0] if running else None


def _keep_link(request: HttpRequest, event: Event) -> None:
    now = timezone.now()
    name = gettext("Referee, %(event)s") % {"event": event.name[:60]}
    try:
        token, text = issue_token(
            name=name,
            role=Role.REFEREE,
            place=f"event:{event.slug}",
            by=caller_of(request),
            expires_at=end_of(Purpose.REFEREE, now),
            now=now,
            address=address_of(request),
        )
    except (BadRequest, NotAllowed) as error:
        messages.error(request, translate_text(error.message))
        return
    request.session[_LINK] = [magic_links.address_with(text), token.pk]
