"""Check-in at the door on one's own phone: the code of the poster, then one's own name.

The code proves presence; people who have registered on this phone are known, others find their name by
start number or letters.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import ARRIVING, LIFETIMES, Purpose, address_of
from games.views.refusals import why_refused
from tournaments.hall import services as hall
from tournaments.hall.desk.crowd import Crowd, PersonCard
from tournaments.hall.pages.register import (
    hall_of,
    known_entries,
    remember_on_phone,
    visible_hall,
)
from tournaments.kit.desk import REFUSED, takes_form, too_many
from tournaments.models import Entry, Event

#: The number of people one phone checks in; more only at the desk.
MOST_OF_A_PHONE = 5
#: The number of names shown to choose from, and the letters that a search needs.
_MOST_NAMES, _FEWEST_LETTERS = 8, 3
_LONGEST = 60
_COOKIE, _SALT = "arrived", "tournaments.door"
_A_DAY = LIFETIMES[Purpose.IN_THE_HALL]


@takes_form
@never_cache
def door_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Ask who is there, and make them present."""
    opened, most = _opened(slug, code), settings.ARRIVALS_PER_MINUTE
    # Who has scanned the poster looks as often as they like; a spent minute gives no hint which code is right,
    # nor a hall that is not public from none at all.
    is_counted = request.method == "POST" or opened is None or ARRIVING.has_spent(address_of(request), most)
    if is_counted and (refusal := too_many(request, ARRIVING, most)):
        return refusal
    event = opened or visible_hall(request, slug)
    return _arrived(request, event, code) if request.method == "POST" else _asked(request, event, code)


@require_http_methods(["GET", "HEAD"])
@never_cache
def door_without_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the code of the poster, where the address was typed."""
    event = visible_hall(request, slug)
    code = "".join(request.GET.get("code", "")[:_LONGEST].split()).upper()
    if code.isascii() and code.isalnum():
        return redirect("tournaments:door", slug, code)
    return render(request, "tournaments/registration/door_code.html", {"event": event})


def _opened(slug: str, code: str) -> Event | None:
    """Return the hall whose door this code opens; None where it opens none."""
    with suppress(Http404):
        event = hall_of(slug)
        if hall.is_door_code(event, hall.registration_of(event), code):
            return event
    return None


def _asked(request: HttpRequest, event: Event, code: str, why: str = "") -> HttpResponse:
    registration = hall.registration_of(event)
    if not hall.is_door_code(event, registration, code):
        is_open = bool(hall.code_at_door(event, registration))
        context = {"event": event, "wrong": is_open, "closed": not is_open}
        return render(request, "tournaments/registration/door_code.html", context, status=404)
    asked = " ".join(request.GET.get("q", "")[:_LONGEST].split())
    context = {
        "event": event,
        "code": code,
        "asked": asked,
        "known": known_entries(request, event),
        "people": _found(event, asked),
        "too_short": bool(asked) and not asked.isdecimal() and len(asked) < _FEWEST_LETTERS,
        "fewest": _FEWEST_LETTERS,
        "why": why,
        "arrived": _arrived_here(request, event),
    }
    return render(request, "tournaments/registration/door.html", context, status=409 if why else 200)


def _found(event: Event, asked: str) -> Sequence[PersonCard]:
    """List the people that a start number or some letters mean: those who can still come."""
    if not asked or (not asked.isdecimal() and len(asked) < _FEWEST_LETTERS):
        return ()
    found = Crowd(event).find(asked)
    if asked.isdecimal():
        found = [each for each in found if str(each.entry.number) == asked.lstrip("0")]
    return [each for each in found if each.entry.presence != Entry.Presence.LEFT][:_MOST_NAMES]


def _arrived(request: HttpRequest, event: Event, code: str) -> HttpResponse:
    key, here = request.POST.get("who", ""), _keys_here(request, event)
    if key not in here and len(here) >= MOST_OF_A_PHONE:
        why = gettext("This phone has checked in %(most)d people. Others please go to the desk.") % {
            "most": MOST_OF_A_PHONE
        }
        return _asked(request, event, code, why)
    try:
        entry = hall.arrive(event_id=event.pk, who=key, code=code, now=timezone.now())
    except REFUSED as error:
        return _asked(request, event, code, why_refused(error))
    answer = redirect("tournaments:door", event.slug, code)
    keys, path = " ".join(dict.fromkeys((*here, entry.key))), f"{event.get_absolute_url()}here/"
    salt = f"{_SALT}:{event.slug}"
    remember_on_phone(request, answer, _COOKIE, keys, salt=salt, max_age=_A_DAY, path=path)
    return answer


def _keys_here(request: HttpRequest, event: Event) -> list[str]:
    cookie = request.get_signed_cookie(_COOKIE, default="", salt=f"{_SALT}:{event.slug}", max_age=_A_DAY)
    return str(cookie or "").split()


def _arrived_here(request: HttpRequest, event: Event) -> Sequence[dict[str, Any]]:
    """List whom this phone has checked in and the desk has not sent away again."""
    keys = _keys_here(request, event)
    if not keys:
        return ()
    found = event.entries.select_related("player").filter(key__in=keys, presence=Entry.Presence.PRESENT)
    return [{"number": each.number, "name": each.player.shown_as} for each in found.order_by("number")]
