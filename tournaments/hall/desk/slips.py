"""Slips at the desk, one after the other by the keyboard alone: table, Enter, what is on it, Enter, the next one.

Places count at once; of lines the points are shown first, and the same slip sent again is what saves it.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games.access import translate_text
from games.enums import Action
from games.errors import WrongState
from tournaments.hall import services as hall
from tournaments.hall.desk.round import RoundDesk, desk_of
from tournaments.hall.desk.typed_slip import SlipTable, SlipValue
from tournaments.kit.desk import (
    REFUSED,
    desk_response,
    hall_page,
    may_do,
    refusals_shown,
    reverse_desk,
    say_refused,
    takes_form,
    who_acts,
)
from tournaments.models import Event, ResultClaim, whole_number
from tournaments.standings.event_state import EventState
from tournaments.standings.rounds import HallTable, round_of_number

PART = "slips"
#: The number of slips listed that were entered last.
_LAST = 5


@require_safe
@hall_page(Action.RULE)
def slips_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask for a table; ``?table=`` opens it."""
    desk, asked = desk_of(event, request.GET.get("round", "")), request.GET.get("table", "")
    if desk is None or not asked:
        return _shown(request, event, desk)
    number = whole_number(asked.strip())
    table = desk.table(number) if number else None
    if table is None:
        tables = f"{desk.tables[0].table}–{desk.tables[-1].table}"
        why = gettext("There is no table %(table)s; there are %(tables)s.")
        return _shown(
            request, event, desk, why=why % {"table": asked[:20], "tables": tables}, asked=asked[:20]
        )
    return _shown(request, event, desk, table, asked=asked)


def _shown(
    request: HttpRequest, event: Event, desk: RoundDesk | None, table: HallTable | None = None, **more: Any
) -> HttpResponse:
    context = {"desk": desk, "last": _last(desk) if desk else [], **more}
    if desk is not None and table is not None:
        context["slip"] = context.get("slip") or SlipTable(desk.event_state, table)
        context["claimed"] = desk.claimed_table(table) if table.claims else None
        context["missing_board"] = desk.missing_board(table)
        context["table"] = table
        context["fields"] = _fields(context["slip"], more.get("entered", {}), more.get("wrong", ""))
    status = 400 if more.get("why") else 200
    return desk_response(request, "hall/slips", event, PART, status=status, **context)


def _fields(slip: SlipTable, entered: Mapping[str, Any], wrong: str) -> list[dict[str, Any]]:
    return [
        {
            "colour": colour,
            "name": f"line-{colour}",
            "sitter": slip.leader(colour),
            "value": entered.get(f"line-{colour}", ""),
            "is_wrong": wrong in (f"line-{colour}", f"lines.{colour}"),
        }
        for colour in slip.colours
    ]


def _last(desk: RoundDesk) -> list[dict[str, Any]]:
    """List the slips of the round that were entered last, the latest of each table."""
    confirmed = [
        (claim.made_at, claim.pk, table.table, claim)
        for table in desk.tables
        for claim in table.claims
        if claim.state == claim.State.CONFIRMED
    ]
    tables = {each.table: each for each in desk.tables}
    latest: dict[int, ResultClaim] = {}
    for _made_at, _pk, number, claim in sorted(confirmed, reverse=True):
        latest.setdefault(number, claim)
    return [
        {"table": tables[number], "worked": desk.worked(SlipTable(desk.event_state, tables[number]), claim)}
        for number, claim in list(latest.items())[:_LAST]
    ]


# -- one slip --------------------------------------------------------------------------------------


def _opened(event: Event, number: int) -> tuple[RoundDesk, HallTable]:
    """Return the round in which a game is a table, and the table. Raises ``Http404`` where there is none."""
    event_state = EventState.load(event)
    found = round_of_number(event_state, number)
    if found is None:
        raise Http404
    desk = RoundDesk(event_state, found, timezone.now())
    return desk, next(each for each in desk.tables if each.number == number)


@takes_form
@hall_page(Action.RULE)
def slip_page(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Look at a slip, or save it: ``do=look`` shows what it gives; what was looked at is saved when it comes again."""
    desk, table = _opened(event, number)
    if request.method != "POST":
        return redirect(f"{reverse_desk('desk-slips', event)}?round={desk.subject}&table={table.table}")
    slip = SlipTable(desk.event_state, table)
    entered = request.POST
    shown: dict[str, Any] = {"slip": slip, "entered": entered, "asked": str(table.table)}
    try:
        worked = slip.evaluate(slip.read(entered))
        seen = json.dumps(worked.slip.as_json(), sort_keys=True)
        is_seen = bool(worked.slip.order) or entered.get("seen") == seen
        if entered.get("do") == "look" or not is_seen:
            return _shown(request, event, desk, table, worked=worked, seen=seen, **shown)
        return _saved(request, event, desk, table, worked)
    except REFUSED as error:
        wrong = error.field
        why = say_refused(error, slip.labels)
        return _shown(request, event, desk, table, why=why, wrong=wrong, **shown)


def _saved(
    request: HttpRequest, event: Event, desk: RoundDesk, table: HallTable, worked: SlipValue
) -> HttpResponse:
    slip = hall.TableSlip(table.number, worked.slip, request.POST.get("over_throws", "") == "on")
    (entered,) = hall.enter_slips(slips=[slip], **who_acts(request, event))
    back = f"{reverse_desk('desk-slips', event)}?round={desk.subject}"
    gave = [
        sitter.name if each.points is None else f"{sitter.name} {each.points}"
        for each, sitter in worked.given
    ]
    what = {"table": table.table, "result": ", ".join(gave)}
    if entered.outcome is hall.SlipOutcome.CONTRADICTS:
        messages.error(request, gettext("Table %(table)d has another result already.") % what)
        return redirect(f"{back}&table={table.table}")
    if entered.outcome is hall.SlipOutcome.REPEATED:
        messages.success(request, gettext("Table %(table)d: the same slip as before, one result.") % what)
    else:
        messages.success(request, gettext("Table %(table)d entered: %(result)s") % what)
    return redirect(back)


@require_POST
@hall_page(Action.RULE)
def undo_slip(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Take the result of a table back; its slip can be typed again at once."""
    desk, table = _opened(event, number)
    with refusals_shown(request):
        hall.undo_slip(number=number, **who_acts(request, event))
        messages.success(request, gettext("Table %(table)d: result taken back.") % {"table": table.table})
    return redirect(f"{reverse_desk('desk-slips', event)}?round={desk.subject}&table={table.table}")


@require_POST
@hall_page(Action.RULE)
def count_claim(request: HttpRequest, event: Event, claim: int) -> HttpResponse:
    """Let a claim about a table count; the other claims are set aside."""
    try:
        entered = hall.confirm_claim(claim_id=claim, **who_acts(request, event))
    except WrongState as error:
        messages.error(request, translate_text(error.message))
        if not may_do(request, Action.CORRECT, event):
            return redirect(reverse_desk("desk-round", event))
        number = ResultClaim.objects.get(event=event, pk=claim).number
        return redirect(reverse_desk("desk-correct", event, number))
    except REFUSED as error:
        messages.error(request, translate_text(error.message))
    else:
        _, table = _opened(event, entered.claim.number)
        messages.success(request, gettext("Table %(table)d: this result counts.") % {"table": table.table})
    wanted = request.POST.get("back", "")
    return redirect(reverse_desk("desk-slips" if wanted == "slips" else "desk-round", event))
