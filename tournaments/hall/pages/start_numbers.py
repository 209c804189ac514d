"""The personal pages of a hall, found by start number: table, colour, opponents, clock and own results; public.

It says the same to all who may see the event, so that the phones of a hall are answered alike: the stored table is
read once for each of its versions and process, and who has what there is of them already gets 304.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from typing import Any

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.api.etags import unless_known
from games.visibility.viewers import vary_by_things, vary_by_viewer, viewer_of
from tournaments.formats import HALLS
from tournaments.hall.pages.register import visible_hall
from tournaments.hall.seat_plan import SeatPlan, has_results
from tournaments.models import Entry, Event, whole_number
from tournaments.standings.presenters import EventPresenter, named_figures
from tournaments.standings.rounds import RoundState

#: Milliseconds between two looks of a phone: 400 of them ask some 60 times a second, and have all read what is new
#: after eight seconds. While a clock runs nothing is waited for.
EVERY, EVERY_WHILE_PLAYING = 7000, 20000
#: The number of halls cached in a process, each of some megabytes.
_MOST_PLANS = 4

_plans: OrderedDict[tuple[int, int, bool], SeatPlan] = OrderedDict()
_one_at_a_time = threading.Lock()


# -- pages -----------------------------------------------------------------------------------------


@require_safe
def person_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a personal page; for an unknown number, the field for another one."""
    plan = _plan(request, slug)
    card = card_of(plan, number)
    if card is None:
        return _field(request, plan, str(number), status=404)
    context = {"shown": plan.shown, "card": card, "etag": _etag(card)}
    return _unlisted(plan, render(request, "tournaments/hall/person.html", context))


@require_safe
def person_live(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the part of it that changes; 304 while nothing has."""
    plan = _plan(request, slug)
    card = card_of(plan, number)
    if card is None:
        raise Http404
    context = {"shown": plan.shown, "card": card}
    page = partial(render, request, "tournaments/hall/person_live.html", context)
    return _unlisted(plan, unless_known(request, _etag(card), page))


@require_safe
def number_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the field for the start number, and lead to the page of the number that is typed in."""
    plan = _plan(request, slug)
    asked = request.GET.get("number", "").strip()
    if not asked:
        return _field(request, plan, "")
    number = whole_number(asked)
    if number not in plan.keys_by_number:
        return _field(request, plan, asked, status=404)
    return redirect("tournaments:start-number", slug=slug, number=number)


@require_safe
def number_anywhere(request: HttpRequest, number: int | None = None) -> HttpResponse:
    """Lead to the event with start numbers that is under way; where there are several, list them. One query."""
    events = _under_way(request)
    if len(events) == 1:
        slug = events[0].slug
        if number is None:
            way = redirect("tournaments:start-numbers", slug=slug)
        else:
            way = redirect("tournaments:start-number", slug=slug, number=number)
        return vary_by_viewer(events[0], way)
    context = {"events": events, "number": number}
    status = 200 if events else 404
    answer = render(request, "tournaments/hall/which_event.html", context, status=status)
    answer["X-Robots-Tag"] = "noindex"
    return vary_by_things(events, answer)


def _field(request: HttpRequest, plan: SeatPlan, asked: str, status: int = 200) -> HttpResponse:
    numbers = plan.keys_by_number
    context = {"shown": plan.shown, "asked": asked, "last": max(numbers, default=0)}
    return _unlisted(plan, render(request, "tournaments/hall/number.html", context, status=status))


def _unlisted(plan: SeatPlan, answer: HttpResponse) -> HttpResponse:
    """Keep the page out of search engines: it is of one person."""
    answer["X-Robots-Tag"] = "noindex"
    return vary_by_viewer(plan.shown.event, answer)


def _under_way(request: HttpRequest) -> list[Event]:
    """List the halls under way that the caller may see: those that have begun, else those that have not ended."""
    seen = Event.objects.visible_to(viewer_of(request)).filter(format_key__in=HALLS, archived=False)
    waiting = seen.exclude(hold__in=(Event.Hold.CALLED_OFF, Event.Hold.CLOSED))
    events = list(waiting.exclude(status=Event.Status.FINISHED).defer("projection"))
    return [event for event in events if event.status != Event.Status.OPEN] or events


# -- what they say ---------------------------------------------------------------------------------


def _plan(request: HttpRequest, slug: str) -> SeatPlan:
    """Return the hall, if the caller may see it, read once for each version."""
    event = visible_hall(request, slug)
    key = (event.pk, event.version, event.is_public)
    with _one_at_a_time:
        plan = _plans.get(key)
        if plan is None:
            plan = _plans[key] = SeatPlan(EventPresenter(event))
            while len(_plans) > _MOST_PLANS:
                _plans.popitem(last=False)
        _plans.move_to_end(key)
        return plan


def forget() -> None:
    """Forget the halls that were read: where versions start again, as in tests."""
    _plans.clear()


def _etag(card: Mapping[str, Any]) -> str:
    serialised = orjson.dumps(card, default=str, option=orjson.OPT_NON_STR_KEYS)
    return f'"{sha256(serialised).hexdigest()[:24]}-{get_language()}"'


def card_of(plan: SeatPlan, number: int) -> dict[str, Any] | None:
    """Return the content of a personal page; None for an unknown number.

    ``every``: the polling interval of the phone in milliseconds, ``final``: where they would play if it ended now.
    """
    key = plan.keys_by_number.get(number)
    if key is None:
        return None
    projection, entry = plan.shown.projection, plan.shown.entries[key]
    cuts = projection["cuts"]
    finished, places = projection["finished"], _places(plan, key)
    row = plan.rows.get(key) if has_results(projection) else None
    is_playing = any(place["clock"] and place["clock"].since for place in places)
    return {
        "number": number,
        "name": entry["name"],
        "team": entry["team"],
        "presence": entry["presence"],
        "places": places,
        "played": _played(plan, key),
        "row": row,
        "figures": named_figures(projection, row) if row else [],
        "people": len(projection["rows"]),
        "final": next((cut["name"] for cut in cuts if key in cut["entrants"]), None),
        "level_for": next((cut["name"] for cut in cuts if key in cut["level"]), None),
        "is_over": finished is not None,
        "has_won": finished is not None and finished["winner"] == key,
        "is_out": key in projection["out"],
        "every": EVERY_WHILE_PLAYING if is_playing else EVERY,
    }


def _places(plan: SeatPlan, key: str) -> list[dict[str, Any]]:
    """List the tables at which a person is to sit down, or is playing."""
    found = []
    for each in plan.open_rounds:
        table = each.by_key.get(key)
        if table is None or table.is_over:
            continue
        others = [seat for seat in table.seats if seat.key != key]
        place = {"round": each.name, "table": table, "own": table.seat_of(key), "others": others}
        found.append({**place, "clock": each.clock})
    return found


def _played(plan: SeatPlan, key: str) -> list[dict[str, Any]]:
    """List what the rounds gave to a person; without a table where they had no seat, or had left for good."""
    found = []
    is_gone = plan.shown.entries[key]["presence"] == Entry.Presence.LEFT
    last_seat = max((each.number for each in plan.rounds if key in each.by_key), default=0)
    for each in plan.rounds:
        table = each.by_key.get(key)
        is_over = table.is_over or not each.is_open if table else not each.is_final
        if is_over:
            result = {
                "round": each.name,
                "table": table,
                "points": table.seat_of(key).points if table else None,
                "is_annulled": each.state is RoundState.ANNULLED,
                "has_left": is_gone and each.number > last_seat,
            }
            found.append(result)
    return found
