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
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access.admin import may_everywhere
from games.access.decorators import translate_text
from games.admin import actor_of
from games.enums import Action
from tournaments.errors import ImportStateConflict
from tournaments.models import HistoryImport
from tournaments.transfer.result_import import NEW, ResultList, import_list, preview_import
from tournaments.transfer.result_import.csv_reader import MOST_BYTES
from tournaments.transfer.result_import.jobs import ask, outcome_of, resume, stop

#: Imports of long lists that are shown.
LATEST = 10


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

    def __init__(self, outcome: Mapping[str, Any], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.people = [person for person in outcome["people"] if person["candidates"]]
        for number, person in enumerate(self.people):
            choices = [("", "–"), *((each["key"], each["name"]) for each in person["candidates"])]
            self.fields[f"name-{number}"] = forms.ChoiceField(
                label=person["typed"], choices=[*choices, (NEW, _("a new player"))], required=False
            )

    @property
    def decisions(self) -> dict[str, str]:
        """Typed name → who it is, as far as it was decided."""
        return {
            person["typed"]: self.cleaned_data.get(f"name-{number}", "")
            for number, person in enumerate(self.people)
        }


def history_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The page: upload, then what would be taken over, then it is. A long list goes to a page of its own."""
    _check(request)
    upload = UploadForm(request.POST or None, request.FILES or None)
    outcome, names = None, None
    if request.method == "POST" and upload.is_valid():
        data, source = upload.cleaned_data["data"], upload.cleaned_data["source"]
        who: dict[str, Any] = {"actor": actor_of(request.user), "now": timezone.now(), "source": source}
        if ResultList.read(data).is_long:
            return _to(ask(data, is_preview=True, **who))
        names = NamesForm(preview_import(data, **who).as_json(), request.POST)
        names.is_valid()
        done = import_list if "take" in request.POST else preview_import
        found = done(data, decisions=names.decisions, **who)
        if done is import_list and found.is_ready:
            taken = _("The result list has been taken over.")
            messages.success(request, taken if found.has_news else _("All of it is here already."))
            return HttpResponseRedirect(reverse("admin:tournaments_event_changelist"))
        outcome = found.as_json()
        carried = {"carried": base64.b64encode(data).decode(), "source": source}
        upload = UploadForm(initial=carried)
    told = {
        "title": _("Past seasons from result lists"),
        "upload": upload,
        "outcome": outcome,
        "names": names,
        "imports": [] if outcome else HistoryImport.objects.defer("content", "outcome")[:LATEST],
    }
    return TemplateResponse(request, "admin/tournaments/season/history.html", {**context, **told})


def import_page(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """How far a long list is; once it has been looked at, what would be taken over, and the way to do it."""
    _check(request)
    found = get_object_or_404(HistoryImport, pk=pk)
    outcome = outcome_of(found)
    names = None if outcome is None else NamesForm(outcome, request.POST or None)
    if request.method == "POST":
        return _to(_asked(request, found, names))
    data = {
        "title": _("Past seasons from result lists"),
        "found": found,
        "outcome": outcome,
        "names": names,
    }
    return TemplateResponse(request, "admin/tournaments/season/history_import.html", {**context, **data})


def _asked(request: HttpRequest, found: HistoryImport, names: NamesForm | None) -> HistoryImport:
    """What somebody wants of an import: that it stops, goes on, or that the list is taken over or looked at again."""
    try:
        if "stop" in request.POST:
            return stop(import_id=found.pk, now=timezone.now())
        if "resume" in request.POST:
            return resume(import_id=found.pk)
    except ImportStateConflict as error:
        messages.error(request, translate_text(error.message))
        return found
    if names is None or found.is_under_way:
        return found
    names.is_valid()
    return ask(
        bytes(found.content),
        is_preview="take" not in request.POST,
        decisions={**found.decisions, **names.decisions},
        source=found.source,
        actor=actor_of(request.user),
        now=timezone.now(),
    )


def _to(found: HistoryImport) -> HttpResponse:
    return HttpResponseRedirect(reverse("admin:tournaments_season_import", args=[found.pk]))


def _check(request: HttpRequest) -> None:
    if not may_everywhere(request, Action.ORGANISE):
        raise PermissionDenied
