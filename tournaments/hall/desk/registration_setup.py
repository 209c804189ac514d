"""Registration and check-in by phone at the desk: opened and closed, their codes, who has registered, who waits."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_POST

from games.access import caller_of, check_allowed, link_for_phones, translate_text
from games.enums import Action
from tournaments.formats.open.settings import MOST_PLACES
from tournaments.hall import services as hall
from tournaments.hall.desk.crowd import Crowd, Shown
from tournaments.kit.desk import (
    desk_response,
    hall_page,
    is_done,
    moment_widget,
    refusals_shown,
    reverse_desk,
    takes_form,
    who_acts,
)
from tournaments.models import Entry, Event, Registration
from tournaments.models.entry import LONGEST_CONDITIONS, MOST_WAITING
from tournaments.scopes import scope_of_event
from tournaments.standings.rounds import places_of

PART = "check-in"


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
    closes_at = forms.DateTimeField(label=_("Closes at"), required=False, widget=moment_widget())
    conditions = forms.CharField(
        label=_("Place, time, price, conditions"),
        help_text=_("Stands on the page, on its poster and on everybody's personal page."),
        required=False,
        max_length=LONGEST_CONDITIONS,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    @classmethod
    def of(cls, registration: Registration, data: Any) -> RegistrationSetupForm:
        now = timezone.now()
        initial = {
            "is_open": hall.why_not_open(registration.event, registration, now) is None,
            "places": places_of(registration.event) or None,
            "most_waiting": registration.most_waiting,
            "closes_at": registration.closes_at,
            "conditions": registration.conditions,
        }
        form = cls(data, initial=initial)
        could_be_open = Registration(event=registration.event, is_open=True)
        form.fields["is_open"].disabled = bool(hall.why_not_open(registration.event, could_be_open, now))
        return form

    @property
    def changes(self) -> dict[str, Any]:
        """The places, and what is changed beside: whether registration is open only where that can be chosen."""
        chosen = {name for name, field in self.fields.items() if not field.disabled}
        changes = {name: value for name, value in self.cleaned_data.items() if name in chosen}
        return {"places": changes.pop("places") or 0, "changes": changes}


def own_address(event: Event, entry: Entry) -> str:
    token = hall.personal_token(event, entry)
    return reverse("tournaments:own-registration", args=[event.slug, entry.number, token])


@takes_form
@hall_page(Action.RULE)
def registration_page(request: HttpRequest, event: Event) -> HttpResponse:
    """How people get in by themselves; its settings are the organiser's."""
    registration = hall.registration_of(event)
    form = RegistrationSetupForm.of(registration, request.POST or None)
    if request.method == "POST":
        check_allowed(caller_of(request), Action.ORGANISE, scope_of_event(event))
        if is_done(form, lambda: hall.set_up_registration(**form.changes, **who_acts(request, event))):
            messages.success(request, gettext("Saved."))
            return redirect(reverse_desk("desk-registration", event))
    crowd = Crowd(event)
    code = hall.code_at_door(event, registration)
    door_path = reverse("tournaments:door-code", args=[event.slug])
    why_not = hall.why_not_open(event, registration, timezone.now())
    return desk_response(
        request,
        "hall/registration",
        event,
        PART,
        gettext("Registration and door"),
        registration=registration,
        is_open=why_not is None,
        why_not=translate_text(why_not) if why_not else "",
        form=form,
        public=link_for_phones(request, reverse("tournaments:register", args=[event.slug])),
        door=link_for_phones(request, reverse("tournaments:door", args=[event.slug, code])) if code else None,
        code=code,
        door_path=door_path,
        is_over=event.status == Event.Status.FINISHED,
        door_address=link_for_phones(request, door_path).link,
        people=sorted(
            (each for each in crowd.people if each.entry.registered), key=lambda each: -each.entry.number
        ),
        waiting=[each for each in crowd.people if each.list_key is Shown.WAITING],
        by_phone=sum(each.is_by_phone for each in crowd.people),
    )


@require_POST
@hall_page(Action.RULE)
def set_door(request: HttpRequest, event: Event) -> HttpResponse:
    """Open check-in by phone, change its code, or close it."""
    ways = {"open": hall.open_door, "close": hall.close_door}
    wanted = request.POST.get("do", "")
    if wanted not in ways:
        return HttpResponseBadRequest(gettext("do: one of %(ways)s is needed") % {"ways": ", ".join(ways)})
    with refusals_shown(request):
        ways[wanted](**who_acts(request, event))
    return redirect(reverse_desk("desk-registration", event))
