"""Registration and check-in by phone at the desk: opened and closed, their codes, who has registered, who waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from games.access.decorators import caller_of
from games.access.permissions import check_allowed
from games.access.phone_link import link_for_phones
from games.enums import Action
from games.errors import RecordingError
from tournaments.models import Entry, Event, Registration
from tournaments.models.registration import LONGEST_CONDITIONS, MOST_WAITING
from tournaments.organiser.actions.base import REFUSED
from tournaments.organiser.desk_parts import reverse_desk
from tournaments.organiser.hall.crowd import Crowd, PersonCard, Shown
from tournaments.organiser.hall.page import hall_page, who_acts
from tournaments.organiser.i18n import translate_text
from tournaments.organiser.permissions import may_do
from tournaments.scopes import scope_of_event
from tournaments.services import hall
from tournaments.standings.hall import places_of

PART = "check-in"
#: No hall has more places; as the setting of the format has it.
MOST_PLACES = 2000
_MOMENT: Mapping[str, Any] = {"attrs": {"type": "datetime-local"}, "format": "%Y-%m-%dT%H:%M"}


class RegistrationSetupForm(forms.Form):
    """Whether people register themselves, how many, until when, on which conditions."""

    is_open = forms.BooleanField(label=_("Registration open"), required=False)
    places = forms.IntegerField(
        label=_("Places"),
        required=False,
        min_value=0,
        max_value=MOST_PLACES,
        help_text=_("Whoever registers later waits for a place. Empty: no limit."),
    )
    most_waiting = forms.IntegerField(
        label=_("Places on the waiting list"), min_value=0, max_value=MOST_WAITING
    )
    closes_at = forms.DateTimeField(
        label=_("Closes at"), required=False, widget=forms.DateTimeInput(**_MOMENT)
    )
    conditions = forms.CharField(
        label=_("Price and conditions"),
        required=False,
        max_length=LONGEST_CONDITIONS,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    @classmethod
    def of(cls, registration: Registration, data: Any) -> RegistrationSetupForm:
        """Return the form as registration stands."""
        initial = {
            "is_open": registration.is_open,
            "places": places_of(registration.event) or None,
            "most_waiting": registration.most_waiting,
            "closes_at": registration.closes_at,
            "conditions": registration.conditions,
        }
        return cls(data, initial=initial, label_suffix="")


def own_address(event: Event, entry: Entry) -> str:
    """Return somebody's personal link."""
    token = hall.personal_token(event, entry)
    return reverse("tournaments:own-registration", args=[event.slug, entry.number, token])


@require_http_methods(["GET", "HEAD", "POST"])
@hall_page(Action.RULE)
def registration_page(request: HttpRequest, event: Event) -> HttpResponse:
    """How people get in by themselves; its settings are the organiser's."""
    registration = hall.registration_of(event)
    form = RegistrationSetupForm.of(registration, request.POST or None)
    if request.method == "POST":
        check_allowed(caller_of(request), Action.ORGANISE, scope_of_event(event))
        if form.is_valid() and _is_saved(request, event, form):
            messages.success(request, gettext("Saved."))
            return redirect(reverse_desk("desk-registration", event))
    return render(request, "organise/hall/registration.html", _context(request, event, registration, form))


def _is_saved(request: HttpRequest, event: Event, form: RegistrationSetupForm) -> bool:
    told = dict(form.cleaned_data)
    places = told.pop("places") or 0
    try:
        hall.set_up_registration(changes=told, places=places, **who_acts(request, event))
    except REFUSED as error:
        field = str(error.details.get("field", "")) if isinstance(error, RecordingError) else ""
        form.add_error(
            field if field in form.fields else None,
            translate_text(error.message).removeprefix(f"{field}: "),
        )
        return False
    return True


def _context(
    request: HttpRequest, event: Event, registration: Registration, form: RegistrationSetupForm
) -> dict[str, Any]:
    crowd = Crowd(event)
    code = registration.door_code
    return {
        "event": event,
        "part": PART,
        "heading": gettext("Registration and door"),
        "registration": registration,
        "form": form,
        "may_organise": may_do(request, Action.ORGANISE, event),
        "public": link_for_phones(request, reverse("tournaments:register", args=[event.slug])),
        "door": link_for_phones(request, reverse("tournaments:door", args=[event.slug, code]))
        if code
        else None,
        "people": _registered(crowd),
        "waiting": [each for each in crowd.people if each.list_key is Shown.WAITING],
        "by_phone": sum(each.is_by_phone for each in crowd.people),
    }


def _registered(crowd: Crowd) -> Sequence[PersonCard]:
    """List who has registered themselves, the latest first."""
    found = [each for each in crowd.people if each.entry.registered]
    return sorted(found, key=lambda each: -each.entry.number)


@require_POST
@hall_page(Action.RULE)
def set_door(request: HttpRequest, event: Event) -> HttpResponse:
    """Open check-in by phone, change its code, or close it."""
    ways = {"open": hall.open_door, "close": hall.close_door}
    wanted = request.POST.get("do", "")
    if wanted not in ways:
        return HttpResponseBadRequest(gettext("do: one of %(ways)s is needed") % {"ways": ", ".join(ways)})
    ways[wanted](**who_acts(request, event))
    return redirect(reverse_desk("desk-registration", event))
