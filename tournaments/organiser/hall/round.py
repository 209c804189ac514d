"""The screen of a round: what every table waits for, the hall's clock, boards that are left, closing and annulling."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from games.access import translate_text
from games.domain.clock import ClockAction
from games.enums import Action
from rules import Text
from tournaments.db import refused
from tournaments.models import Draw, Event
from tournaments.organiser.hall.round_view import RoundDesk, state_of_hall
from tournaments.organiser.kit import REFUSED, hall_page, may_do, refusals_shown, reverse_desk, who_acts
from tournaments.player_refs import resolve_current
from tournaments.services import hall
from tournaments.standings.event_state import EventState
from tournaments.standings.hall import round_of_subject

PART = "round"
#: What is done with a round of an event, by its subject; it returns what is said then.
Way = Callable[[HttpRequest, Event, str], str]
#: Longer numbers are not minutes.
_MOST_DIGITS = 4
#: What the fields of this page are called where something is refused.
LABELS = {"minutes": _("Minutes"), "reason": _("Reason")}


def desk_of(event: Event, subject: str) -> RoundDesk | None:
    """Return the requested round. Raises ``Http404`` for one that is not published."""
    try:
        return RoundDesk.of(event, subject, timezone.now())
    except REFUSED as error:
        raise Http404 from error


@require_safe
@hall_page(Action.RULE)
def round_page(request: HttpRequest, event: Event) -> HttpResponse:
    context = _page(request, event)
    return render(request, "organise/hall/round.html", context)


@require_safe
@hall_page(Action.RULE)
def round_now(request: HttpRequest, event: Event) -> HttpResponse:
    """The part of that page that changes; 304 as long as nothing has happened."""
    etag = f'"{state_of_hall(event)}-{get_language()}"'
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    answer = render(request, "organise/hall/round_now.html", _page(request, event))
    answer["ETag"] = etag
    return answer


def _page(request: HttpRequest, event: Event) -> dict[str, object]:
    return {
        "event": event,
        "part": PART,
        "desk": desk_of(event, request.GET.get("round", "")),
        "may_organise": may_do(request, Action.ORGANISE, event),
    }


# -- what is done with a round ---------------------------------------------------------------------


def _turn(action: ClockAction, said: Any) -> Way:
    def turn(request: HttpRequest, event: Event, subject: str) -> str:
        hall.turn_clock(subject=subject, action=action, **who_acts(request, event))
        return str(said)

    return turn


def _minutes(request: HttpRequest) -> int:
    text = request.POST.get("minutes", "").strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS):
        raise refused("minutes", Text("a whole number of minutes is needed"))
    return int(text)


def _extend(request: HttpRequest, event: Event, subject: str) -> str:
    minutes = _minutes(request)
    hall.extend_clock(subject=subject, minutes=minutes, **who_acts(request, event))
    if minutes < 0:
        return ngettext("%(n)d minute taken off.", "%(n)d minutes taken off.", -minutes) % {"n": -minutes}
    return ngettext("%(n)d minute added.", "%(n)d minutes added.", minutes) % {"n": minutes}


def _set_minutes(request: HttpRequest, event: Event, subject: str) -> str:
    minutes = _minutes(request)
    hall.set_minutes(subject=subject, minutes=minutes, **who_acts(request, event))
    return ngettext("The round has %(n)d minute.", "The round has %(n)d minutes.", minutes) % {"n": minutes}


def _pause_all(request: HttpRequest, event: Event, subject: str) -> str:
    hall.pause_everything(**who_acts(request, event))
    return gettext("All clocks are paused.")


def _adjudicate(request: HttpRequest, event: Event, subject: str) -> str:
    found = hall.adjudicate_left(subject=subject, **who_acts(request, event))
    done = len(found.games)
    return ngettext("%(n)d board adjudicated.", "%(n)d boards adjudicated.", done) % {"n": done}


def _decide(decide: Callable[..., Draw], said: Any, *, takes_reason: bool = True) -> Way:
    def decided(request: HttpRequest, event: Event, subject: str) -> str:
        reason = {"reason": request.POST.get("reason", "")} if takes_reason else {}
        draw = decide(subject=subject, **reason, **who_acts(request, event))
        return str(said) % {"round": translate_text(resolve_current(draw.name))}

    return decided


#: The word in the address → what is done.
WAYS: Mapping[str, Way] = {
    "start": _turn(ClockAction.START, _("The clock runs.")),
    "pause": _turn(ClockAction.PAUSE, _("The clock is paused.")),
    "resume": _turn(ClockAction.RESUME, _("The clock runs.")),
    "extend": _extend,
    "minutes": _set_minutes,
    "pause-all": _pause_all,
    "adjudicate": _adjudicate,
    "close": _decide(hall.close_round, _("%(round)s is closed.")),
    "reopen": _decide(hall.reopen_round, _("%(round)s is open again."), takes_reason=False),
    "annul": _decide(hall.annul_round, _("%(round)s is annulled.")),
}
_OF_ORGANISERS = ("close", "reopen", "annul")


@require_POST
@hall_page(Action.RULE)
def do_with_round(request: HttpRequest, event: Event, subject: str, way: str) -> HttpResponse:
    """Turn the clock of a round, adjudicate what is left, close, reopen or annul it; what forbids it is said."""
    if way not in WAYS:
        raise Http404
    if way in _OF_ORGANISERS and not may_do(request, Action.ORGANISE, event):
        raise PermissionDenied
    with refusals_shown(request, LABELS):
        messages.success(request, WAYS[way](request, event, subject))
    return redirect(f"{reverse_desk('desk-round', event)}?round={subject}")


# -- boards that are left --------------------------------------------------------------------------


#: A board as it would be adjudicated: its name, and who gets which place.
AdjudicatedBoard = tuple[str, list[tuple[int, str, int]]]


@require_safe
@hall_page(Action.RULE)
def adjudicate_page(request: HttpRequest, event: Event, subject: str) -> HttpResponse:
    """What adjudicating all boards of a round that are left would give: done, looked at, and rolled back."""
    desk = desk_of(event, subject)
    assert desk is not None
    boards: list[AdjudicatedBoard] = []
    without: list[int] = []
    why = ""
    with transaction.atomic():
        try:
            found = hall.adjudicate_left(subject=subject, **who_acts(request, event))
            boards, without = _seen(event, subject, found)
        except REFUSED as error:
            why = translate_text(error.message)
        transaction.set_rollback(True)
    context = {
        "event": event,
        "part": PART,
        "heading": gettext("Adjudicate boards"),
        "desk": desk,
        "boards": boards,
        "without": without,
        "why": why,
    }
    return render(request, "organise/hall/adjudicate.html", context)


def _seen(event: Event, subject: str, found: hall.Adjudicated) -> tuple[list[AdjudicatedBoard], list[int]]:
    event_state = EventState.load(Event.objects.select_related("season").get(pk=event.pk))
    round_, names = round_of_subject(event_state, subject), event_state.players
    boards: list[AdjudicatedBoard] = []
    for each in event_state.games:
        if each.number in found.games:
            values = each.game.events.filter(kind="adjudication").latest("number").payload["values"]
            led = each.game.seating
            places = [
                (place, names[player], sum(values[colour] for colour in led[player]))
                for place, group in _placed(each.game.ranking)
                for player in group
            ]
            boards.append((translate_text(resolve_current(each.name)), places))
    return boards, [number - round_.stage.first + 1 for number in found.without_board]


def _placed(ranking: list[list[str]]) -> list[tuple[int, list[str]]]:
    placed, place = [], 1
    for group in ranking:
        placed.append((place, group))
        place += len(group)
    return placed
