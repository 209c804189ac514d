"""The slip of a table on a player's phone: no account, the code in the link opens this table and nothing else.

A player of the table says who they are and enters the result; another one confirms on another phone, or an
official does at the desk. Who they said they are is stored in a signed cookie of this page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import LIFETIMES, Purpose
from games.visibility.viewers import check_visible
from rules import PAWNS
from tournaments.hall import services as hall
from tournaments.hall.desk.round import RoundDesk
from tournaments.hall.desk.typed_slip import SlipTable
from tournaments.hall.pages.register import remember_on_phone
from tournaments.kit.desk import REFUSED, say_refused, takes_form
from tournaments.models import Event, ResultClaim
from tournaments.scopes import scope_of_event
from tournaments.services.slip import MOST_CAPTURES, Slip
from tournaments.standings.event_state import EventState
from tournaments.standings.rounds import HallTable, TableState, round_of_number

#: A phone is known for the day.
_A_DAY = LIFETIMES[Purpose.IN_THE_HALL]
_COOKIE = "slip"
#: The fields about the pawns of a colour, and their value where nothing is entered: no number, or no field.
_PAWNS = (("home", "-"), ("yard", "-"), ("fields", ""))


@dataclass(frozen=True)
class OpenedSlip:
    """The slip of a table, opened by its code."""

    event: Event
    desk: RoundDesk
    table: HallTable
    token: str
    #: The key of the person who holds the phone, as they have said; empty before.
    me: str

    @property
    def address(self) -> str:
        return reverse("tournaments:slip", args=[self.event.slug, self.table.number, self.token])

    @property
    def slip(self) -> SlipTable:
        return SlipTable(self.desk.event_state, self.table)

    @property
    def claimed(self) -> dict[str, Any]:
        return self.desk.claimed_table(self.table)

    @property
    def has_result(self) -> bool:
        return self.table.state in (TableState.ENTERED, TableState.CONFIRMED)

    @property
    def is_contradictory(self) -> bool:
        return self.table.state is TableState.CONTRADICTORY

    @property
    def waits(self) -> bool:
        return self.table.state is TableState.CLAIMED

    @property
    def mine(self) -> ResultClaim | None:
        own = [each for each in self.table.claims if each.claimant == self.me]
        return next((each for each in own if each.state != ResultClaim.State.CONFIRMED), None)

    @property
    def others(self) -> list[ResultClaim]:
        """Claims of other phones that can be confirmed here: all claims are the same."""
        found = [each for each in self.table.claims if each.state != ResultClaim.State.CONFIRMED]
        has_two = any(each.sheet != claim.sheet for each in found for claim in self.table.claims)
        return [] if has_two else [each for each in found if each.claimant != self.me]

    @property
    def my_name(self) -> str:
        return self.slip.called.get(self.me, "")


def _opened(request: HttpRequest, slug: str, number: int, token: str) -> OpenedSlip | None:
    """Open a slip; None where its code opens nothing, or not any more."""
    event = get_object_or_404(Event.objects.without_table(), slug=slug)
    event_state = EventState.load(event)
    round_ = round_of_number(event_state, number) if event.format.seats_a_hall else None
    if round_ is None or not hall.is_slip_token(event_state, number, token):
        check_visible(request, event, scope_of_event(event))
        return None
    desk = RoundDesk(event_state, round_, timezone.now())
    table = next(each for each in desk.tables if each.number == number)
    me = request.get_signed_cookie(_COOKIE, default="", salt=token, max_age=_A_DAY)
    return OpenedSlip(event, desk, table, token, me if me and me in table.seats else "")


@takes_form
@never_cache
def slip_page(request: HttpRequest, slug: str, number: int, token: str) -> HttpResponse:
    """What is said of a table; ``do``: ``me`` says who, ``tell`` what, ``confirm`` that it is right, ``withdraw``."""
    opened = _opened(request, slug, number, token)
    if opened is None:
        return render(request, "tournaments/slips/ended.html", status=404)
    if request.method != "POST":
        return _shown(request, opened)
    try:
        return _done(request, opened)
    except REFUSED as error:
        wrong = error.field
        why = say_refused(error, opened.slip.labels)
        return _shown(request, opened, why=why, wrong=wrong, entered=request.POST)


@require_safe
@never_cache
def slip_now(request: HttpRequest, slug: str, number: int, token: str) -> HttpResponse:
    opened = _opened(request, slug, number, token)
    if opened is None:
        return render(request, "tournaments/slips/ended.html", status=404)
    return render(request, "tournaments/slips/now.html", {"opened": opened, "event": opened.event})


def _shown(request: HttpRequest, opened: OpenedSlip, **more: Any) -> HttpResponse:
    entered = more.get("entered", {})
    context = {
        "event": opened.event,
        "opened": opened,
        "slip": opened.slip,
        "placed": [(each, entered.get(f"place-{each.number}", "")) for each in opened.slip.sitters],
        "lines": [_line(opened.slip, colour, entered) for colour in opened.slip.colours],
        "pawns": range(PAWNS + 1),
        "places": range(1, len(opened.slip.sitters) + 1),
        "digits_of_captures": len(str(MOST_CAPTURES)),
        "way": _way(request, opened.slip),
        **more,
    }
    return render(request, "tournaments/slips/slip.html", context, status=400 if more.get("why") else 200)


def _way(request: HttpRequest, slip: SlipTable) -> str:
    """Return what the form asks for: the places, or how the pawns stand."""
    wanted = request.POST.get("way") or request.GET.get("way") or "places"
    return "pawns" if wanted == "pawns" or not slip.takes_places else "places"


def _line(slip: SlipTable, colour: str, entered: Any) -> dict[str, Any]:
    return {
        "colour": colour,
        "sitter": slip.leader(colour),
        "home": entered.get(f"home-{colour}", ""),
        "yard": entered.get(f"yard-{colour}", ""),
        "fields": entered.get(f"fields-{colour}", ""),
        "captures": entered.get(f"captures-{colour}", ""),
    }


def _done(request: HttpRequest, opened: OpenedSlip) -> HttpResponse:
    wanted = request.POST.get("do", "")
    if wanted == "me":
        return _said_who(request, opened)
    if wanted == "forget":
        answer = redirect(opened.address)
        answer.delete_cookie(_COOKIE, path=opened.address)
        return answer
    if not opened.me:
        return _shown(request, opened, why=gettext("Choose your start number first."), wrong="me")
    if wanted in ("look", "tell"):
        worked = opened.slip.evaluate(_typed_slip(request, opened.slip))
        if wanted == "look":
            return _shown(request, opened, worked=worked, entered=request.POST)
        _claim(opened, worked.slip)
    elif wanted == "confirm":
        # Unless it was taken back meanwhile.
        for claim in [each for each in opened.others if str(each.pk) == request.POST.get("claim", "")]:
            _claim(opened, Slip.from_json(claim.sheet))
    elif wanted == "withdraw" and opened.mine is not None:
        hall.withdraw_claim(
            event_id=opened.event.pk,
            claim_id=opened.mine.pk,
            token=opened.token,
            claimant=opened.me,
            now=timezone.now(),
        )
    return redirect(opened.address)


def _said_who(request: HttpRequest, opened: OpenedSlip) -> HttpResponse:
    """Save who holds the phone; they cannot become another person after a claim."""
    keys = {str(each.number): each.key for each in opened.slip.sitters}
    key, why = request.POST.get("me", "").strip(), ""
    if key not in keys:
        why = gettext("At this table sit %(numbers)s.") % {"numbers": ", ".join(keys)}
    elif opened.mine is not None and keys[key] != opened.me:
        why = gettext("Take back first what was sent from this phone.")
    if why:
        return _shown(request, opened, why=why, wrong="me")
    answer = redirect(opened.address)
    remember_on_phone(
        request, answer, _COOKIE, keys[key], salt=opened.token, max_age=_A_DAY, path=opened.address
    )
    return answer


def _typed_slip(request: HttpRequest, slip: SlipTable) -> Slip:
    """Read what was tapped: a place for each person, or the pawns of every colour."""
    entered: Mapping[str, Any] = request.POST
    if _way(request, slip) == "places":
        at = {entered.get(f"place-{each.number}", ""): str(each.number) for each in slip.sitters}
        in_order = [at.get(str(place), "") for place in range(1, len(slip.sitters) + 1)]
        return slip.read({"places": " ".join(in_order) if all(in_order) else "-"})
    lines = {}
    for colour in slip.colours:
        pawns = " ".join(entered.get(f"{name}-{colour}") or empty for name, empty in _PAWNS)
        made = entered.get(f"captures-{colour}", "").strip()
        lines[f"line-{colour}"] = f"{pawns} x{made}" if made else pawns
    return slip.read({**lines, "finished": entered.get("finished", "")})


def _claim(opened: OpenedSlip, slip: Slip) -> None:
    hall.claim_result(
        event_id=opened.event.pk,
        number=opened.table.number,
        token=opened.token,
        claimant=opened.me,
        slip=slip,
        now=timezone.now(),
    )
