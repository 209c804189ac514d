"""The rehearsal of a hall at the desk: started with invented people, watched, stopped, deleted."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext, gettext_lazy as _
from django.views.decorators.http import require_POST

from games.access import caller_of
from games.enums import Action
from games.templatetags.board import localized
from tournaments.demo import rehearsals
from tournaments.hall.seat_plan import SeatPlan
from tournaments.kit.desk import complaining, desk_response, hall_page, reverse_desk, takes_form, who_acts
from tournaments.models import Entry, Event, Hall, HallRehearsal
from tournaments.standings.presenters import EventPresenter

PART = "overview"
_USUAL_PEOPLE = 40
#: Seconds from one step to the next.
_PACES = {
    2: _("Quick: a step every 2 seconds"),
    5: _("Steady: a step every 5 seconds"),
    10: _("Slow: a step every 10 seconds"),
}


def _course(rehearsal: HallRehearsal) -> dict[str, Any]:
    """Return how far a rehearsal has come, and what came out."""
    plan = SeatPlan(EventPresenter(rehearsal.event))
    projection = plan.shown.projection
    where = [each["presence"] for each in projection["entries"]]
    finished = projection["finished"]
    return {
        "entered": len(where),
        "present": where.count(Entry.Presence.PRESENT),
        # Of the rounds that are published: name, tables with a result, tables.
        "rounds": [
            (localized(each.name), len(each.tables) - each.left, len(each.tables)) for each in plan.rounds
        ],
        "result": localized(finished["reason"]) if finished else "",
    }


class RehearsalForm(forms.Form):
    """How many people are invented, and how fast they play."""

    people = forms.IntegerField(label=_("People"), min_value=1, max_value=rehearsals.MOST_PEOPLE)
    pace = forms.TypedChoiceField(label=_("Pace"), coerce=int, choices=list(_PACES.items()))


@takes_form
@hall_page(Action.ORGANISE)
def rehearse_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Start the rehearsal of a hall, or see how it goes; ``?now``: only the part that changes while it is played."""
    if HallRehearsal.objects.filter(event=event).exists():
        raise Http404
    form = RehearsalForm(request.POST or None, initial={"people": _USUAL_PEOPLE, "pace": 5})
    if request.method == "POST" and form.is_valid():
        with complaining(form):
            made = rehearsals.start_rehearsal(
                name=gettext("Rehearsal: %(event)s") % {"event": event.name[:130]},
                people=form.cleaned_data["people"],
                pace=form.cleaned_data["pace"],
                language=Hall.Language.GERMAN if get_language() == "de" else Hall.Language.ENGLISH,
                **who_acts(request, event),
            )
            return redirect(reverse_desk("desk-rehearse", made.of))
    page = partial(desk_response, request, event=event, part=PART, heading=gettext("Rehearse"), form=form)
    rehearsal = event.rehearsals.select_related("event", "hall").first()
    if rehearsal is None:
        return page(template="hall/rehearse")
    etag = f'"{rehearsal.event.version}-{rehearsal.steps}-{rehearsal.state}-{get_language()}"'
    is_part = "now" in request.GET
    if is_part and (unchanged := get_conditional_response(request, etag=etag)):
        return unchanged
    template = "hall/rehearsal_now" if is_part else "hall/rehearse"
    answer = page(template=template, rehearsal=rehearsal, course=_course(rehearsal), etag=etag)
    answer["ETag"] = etag
    return answer


_WAYS: Mapping[str, Callable[..., object]] = {
    "stop": rehearsals.stop_rehearsal,
    "resume": rehearsals.resume_rehearsal,
}


@require_POST
@hall_page(Action.ORGANISE)
def do_with_rehearsal(request: HttpRequest, event: Event, way: str) -> HttpResponse:
    rehearsal = HallRehearsal.objects.select_related("of").filter(event=event).first()
    if rehearsal is None or way not in (*_WAYS, "delete"):
        raise Http404
    of: Any = rehearsal.of
    who: dict[str, Any] = {"rehearsal_id": rehearsal.pk, "now": timezone.now()}
    if way == "delete":
        rehearsals.delete_rehearsal(actor=caller_of(request).actor, **who)
        messages.success(request, gettext("Rehearsal deleted."))
    else:
        _WAYS[way](**who)
    return redirect(reverse_desk("desk-rehearse", of))
