"""Past seasons from result lists: a list is uploaded, looked at, doubtful names decided, then imported."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.decorators import require_permission, translate_text
from games.access.scopes import EVERYWHERE
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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.ORGANISE, lambda: EVERYWHERE)
def results_page(request: HttpRequest) -> HttpResponse:
    """Ask for a list, show what would be imported, import it. A long list goes to a page of its own."""
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
            taken = gettext("The results are imported.")
            messages.success(request, taken if found.has_news else gettext("All of it is here already."))
            return redirect("tournaments:organise")
        outcome = found.as_json()
        carried = {"carried": base64.b64encode(data).decode(), "source": source}
        upload = UploadForm(initial=carried)
    context = {
        "upload": upload,
        "outcome": outcome,
        "names": names,
        "imports": [] if outcome else HistoryImport.objects.defer("content", "outcome")[:LATEST],
    }
    return render(request, "organise/imports/results.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.ORGANISE, lambda pk: EVERYWHERE)
def long_list_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how far a long list is; once it has been looked at, what would be imported, and the way to do it."""
    found = get_object_or_404(HistoryImport, pk=pk)
    outcome = outcome_of(found)
    names = None if outcome is None else NamesForm(outcome, request.POST or None)
    if request.method == "POST":
        return _to(_asked(request, found, names))
    return render(
        request, "organise/imports/long_list.html", {"found": found, "outcome": outcome, "names": names}
    )


def _asked(request: HttpRequest, found: HistoryImport, names: NamesForm | None) -> HistoryImport:
    """What somebody wants of an import: that it stops, goes on, or that the list is imported or looked at again."""
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
    return redirect("tournaments:import-of-results", found.pk)
