"""Typed-in history in the admin: a result list is uploaded, looked at, doubtful names decided, then taken over."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access.admin import may_everywhere
from games.access.roles import Action
from games.admin import actor_of
from tournaments.history import NEW, Outcome, Person, look, take_over
from tournaments.history.sheet import MOST_BYTES


class UploadForm(forms.Form):
    """A result list, as a file or carried along from the page before."""

    file = forms.FileField(label=_("result list (CSV)"), required=False)
    carried = forms.CharField(widget=forms.HiddenInput, required=False)
    source = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)

    def clean(self) -> dict[str, Any]:
        """What was uploaded, or was before: ``data`` and ``source``."""
        cleaned = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        try:
            data = (
                file.read(MOST_BYTES + 1)
                if file
                else base64.b64decode(cleaned.get("carried", ""), validate=True)
            )
        except (binascii.Error, ValueError):
            data = b""
        if not data:
            self.add_error("file", _("A file is needed."))
        source = file.name[:200] if file else cleaned.get("source", "")
        return {**cleaned, "data": data, "source": source}


class NamesForm(forms.Form):
    """Whom the doubtful names mean."""

    def __init__(self, people: list[Person], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.people = people
        for number, person in enumerate(people):
            choices = [("", "–"), *((each.key, each.name) for each in person.candidates)]
            self.fields[f"name-{number}"] = forms.ChoiceField(
                label=person.typed, choices=[*choices, (NEW, _("a new player"))], required=False
            )

    @property
    def decisions(self) -> dict[str, str]:
        """Typed name → who it is, as far as it was decided."""
        return {
            person.typed: self.cleaned_data.get(f"name-{number}", "")
            for number, person in enumerate(self.people)
        }


def history_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The page: upload, then what would be taken over, then it is."""
    if not may_everywhere(request, Action.ORGANISE):
        raise PermissionDenied
    upload = UploadForm(request.POST or None, request.FILES or None)
    outcome, names = None, None
    if request.method == "POST" and upload.is_valid():
        data, source = upload.cleaned_data["data"], upload.cleaned_data["source"]
        who: dict[str, Any] = {"actor": actor_of(request.user), "now": timezone.now(), "source": source}
        names = NamesForm(doubtful(look(data, **who)), request.POST)
        names.is_valid()
        done = take_over if "take" in request.POST else look
        outcome = done(data, decisions=names.decisions, **who)
        if done is take_over and outcome.is_ready:
            taken = _("The result list has been taken over.")
            messages.success(request, taken if outcome.has_news else _("All of it is here already."))
            return HttpResponseRedirect(reverse("admin:tournaments_event_changelist"))
        carried = {"carried": base64.b64encode(data).decode(), "source": source}
        upload = UploadForm(initial=carried)
    told = {
        "title": _("Past seasons from result lists"),
        "upload": upload,
        "outcome": outcome,
        "names": names,
    }
    return TemplateResponse(request, "admin/tournaments/season/history.html", {**context, **told})


def doubtful(outcome: Outcome) -> list[Person]:
    """The people of a list whose names are doubtful."""
    return [person for person in outcome.people if person.candidates]
