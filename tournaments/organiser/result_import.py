"""Past seasons from result lists: a list is uploaded, looked at, doubtful names decided, then imported."""

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import EVERYWHERE, require_permission
from games.admin import actor_of
from games.enums import Action
from tournaments.models import HistoryImport, Season
from tournaments.transfer.result_import import NEW, ResultList, import_list, preview_import
from tournaments.transfer.result_import.cells import MOST_BYTES
from tournaments.transfer.result_import.long_lists import hand_in

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
        """Typed name → the chosen player, as far as decided."""
        return {
            person["typed"]: self.cleaned_data.get(f"name-{number}", "")
            for number, person in enumerate(self.people)
        }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.ORGANISE, lambda: EVERYWHERE)
def results_page(request: HttpRequest) -> HttpResponse:
    """Ask for a list, show what would be imported, import it; show how far the long lists are, or end one."""
    if "end" in request.POST:
        HistoryImport.objects.filter(pk=_number(request.POST["end"])).delete()
        return redirect("tournaments:import-results")
    upload = UploadForm(request.POST or None, request.FILES or None)
    outcome, names, is_long = None, None, False
    if request.method == "POST" and upload.is_valid():
        data, source = upload.cleaned_data["data"], upload.cleaned_data["source"]
        who: dict[str, Any] = {"actor": actor_of(request.user), "now": timezone.now(), "source": source}
        names = NamesForm(preview_import(data, **who).as_json(), request.POST)
        names.is_valid()
        is_long = ResultList.read(data).is_long
        done = import_list if "take" in request.POST and not is_long else preview_import
        found = done(data, decisions=names.decisions, **who)
        if "take" in request.POST and found.is_ready:
            if is_long:
                hand_in(data, decisions=names.decisions, **who)
                return redirect("tournaments:import-results")
            taken = gettext("The results are imported.")
            messages.success(request, taken if found.has_news else gettext("All of it is here already."))
            season = Season.objects.get(events__slug=found.events[0].slug)
            return redirect("tournaments:season", season.slug)
        outcome = found.as_json()
        carried = {"carried": base64.b64encode(data).decode(), "source": source}
        upload = UploadForm(initial=carried)
    imports = [] if outcome else list(HistoryImport.objects.defer("content", "players")[:LATEST])
    context = {
        "upload": upload,
        "outcome": outcome,
        "names": names,
        "is_long": is_long,
        "imports": imports,
        "is_under_way": any(each.is_under_way for each in imports),
    }
    return render(request, "organise/imports/results.html", context)


def _number(text: str) -> int:
    """The number of a button; 0, which no row has, where it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0
