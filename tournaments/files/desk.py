"""What becomes of events: their files and those of seasons, result lists, the archive, their end."""

import base64
import binascii
import json
from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import caller_of, require_permission, translate_text
from games.enums import Action
from games.errors import RecordingError
from games.models import Player
from games.queries.name_matching import KnownNames, namesakes_in_words
from games.views.refusals import Refusal
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.files.result_import import ResultList, hand_over
from tournaments.files.result_import.cells import MOST_BYTES
from tournaments.files.season_file import export_season, import_season
from tournaments.kit.desk import (
    REFUSED,
    acting,
    event_page,
    page_of_site,
    refusals_shown,
    takes_form,
    who_acts,
)
from tournaments.kit.exporter import download
from tournaments.models import Event, HistoryImport, Season, whole_number
from tournaments.scopes import around_event, around_season
from tournaments.visibility import event_of

# -- files of events and seasons -------------------------------------------------------------------


class ArchiveForm(forms.Form):
    """A file of an event or of a season."""

    file = forms.FileField(
        label=_("File"), widget=forms.FileInput(attrs={"accept": ".json,application/json"})
    )

    def clean_file(self) -> str:
        try:
            text: str = self.cleaned_data["file"].read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("This is no event or season file."), code="invalid") from error
        return text


@never_cache
@require_safe
@require_permission(Action.ORGANISE, around_event)
def event_file(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_of(slug)
    return download(export_event(event, caller_of(request)), f"{slug}.json")


@never_cache
@require_safe
@require_permission(Action.ORGANISE, around_season)
def season_file(request: HttpRequest, slug: str) -> HttpResponse:
    """A season with all its events as one file (docs/reference/season-file.md)."""
    season = get_object_or_404(Season, slug=slug)
    return download(export_season(season, caller_of(request)), f"{slug}.json")


@page_of_site(Action.ORGANISE)
def import_page(request: HttpRequest) -> HttpResponse:
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid() and (answer := _imported(request, form)):
        return answer
    seasons = Season.objects.all()
    return render(request, "organise/import.html", {"form": form, "seasons": seasons})


def _imported(request: HttpRequest, form: ArchiveForm) -> HttpResponse | None:
    text = form.cleaned_data["file"]
    who = acting(request)
    known = KnownNames()
    try:
        if _is_season(text):
            season = import_season(text, **who)
            messages.success(request, gettext("%(name)s is imported.") % {"name": season.name})
            _say_namesakes(request, known, Player.objects.filter(entries__event__season=season).distinct())
            return redirect("tournaments:season", season.slug)
        event = import_event(text, **who)
    except REFUSED as error:
        form.add_error("file", _with_link(error))
        return None
    messages.success(request, gettext("%(name)s is imported.") % {"name": event.name})
    _say_namesakes(request, known, Player.objects.filter(entries__event=event))
    return redirect("tournaments:desk", event.slug)


def _say_namesakes(request: HttpRequest, known: KnownNames, players: QuerySet[Player]) -> None:
    """List the new players by the ids of the file whose names are known here."""
    if names := known.namesakes_of(players):
        messages.warning(request, namesakes_in_words(names))


def _with_link(error: Refusal) -> str:
    """Return what is wrong; an event that is here already with the way to it."""
    message = translate_text(error.message)
    slug = error.details.get("event") if isinstance(error, RecordingError) else None
    if slug is None:
        return message
    way = reverse("tournaments:event", args=[slug])
    return format_html(
        '{} <a href="{}">{}</a>', message.removesuffix(way).strip(), way, gettext("Open event")
    )


def _is_season(text: str) -> bool:
    """Check whether the file is a season; for anything else the reader of event files has the better errors."""
    try:
        file = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(file, dict) and str(file.get("rauswurf", "")).startswith("season/")


# -- result lists ----------------------------------------------------------------------------------


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


@page_of_site(Action.ORGANISE)
def results_page(request: HttpRequest) -> HttpResponse:
    """Ask for a list, show what would be imported, import it; show how far the long lists are, or end one."""
    if "end" in request.POST:
        HistoryImport.objects.filter(pk=whole_number(request.POST["end"]) or 0).delete()
        return redirect("tournaments:import-results")
    upload = UploadForm(request.POST or None, request.FILES or None)
    outcome = None
    if request.method == "POST" and upload.is_valid():
        data, source = upload.cleaned_data["data"], upload.cleaned_data["source"]
        is_preview = "take" not in request.POST
        listed = ResultList(data)
        decisions = {name: request.POST.get(f"who-{name}", "") for name in listed.names}
        found, steps = hand_over(
            listed, decisions=decisions, source=source, is_preview=is_preview, **acting(request)
        )
        if steps is not None:
            return redirect("tournaments:import-results")
        if found.is_ready and not is_preview:
            taken = gettext("The results are imported.")
            messages.success(request, taken if found.has_news else gettext("All of it is here already."))
            season = Season.objects.get(events__slug=found.events[0].slug)
            return redirect("tournaments:season", season.slug)
        outcome = found
        upload = UploadForm(initial={"carried": base64.b64encode(data).decode(), "source": source})
    imports = [] if outcome else list(HistoryImport.objects.defer("content", "players")[:LATEST])
    context = {
        "upload": upload,
        "outcome": outcome,
        "imports": imports,
        "is_under_way": any(each.is_under_way for each in imports),
    }
    return render(request, "organise/imports/results.html", context)


# -- archive and end -------------------------------------------------------------------------------


@require_safe
@event_page(Action.ORGANISE)
def put_away_page(request: HttpRequest, event: Event) -> HttpResponse:
    return render(request, "organise/put_away.html", _context(event, gettext("File, archive, delete")))


@require_POST
@event_page(Action.ORGANISE)
def archive(request: HttpRequest, event: Event) -> HttpResponse:
    _change(request, event, services.archive_event, gettext("%(event)s is archived."))
    return redirect("tournaments:put-away", event.slug)


@require_POST
@event_page(Action.ORGANISE)
def restore(request: HttpRequest, event: Event) -> HttpResponse:
    _change(request, event, services.restore_event, gettext("%(event)s stands in the lists again."))
    return redirect("tournaments:put-away", event.slug)


@takes_form
@event_page(Action.ORGANISE)
def delete(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask once, then delete the event; one with games stays, and it is said why."""
    if request.method != "POST":
        heading = gettext("Delete %(event)s?") % {"event": event.name}
        return render(request, "organise/delete_event.html", _context(event, heading))
    if _change(request, event, services.delete_event, gettext("%(event)s is deleted.")):
        return redirect("tournaments:organise")
    return redirect("tournaments:put-away", event.slug)


def _change(request: HttpRequest, event: Event, change: Callable[..., object], said: str) -> bool:
    """Change what becomes of the event, and say so; where that is refused say why."""
    with refusals_shown(request):
        change(**who_acts(request, event))
        messages.success(request, said % {"event": event.name})
        return True
    return False


def _context(event: Event, heading: str) -> dict[str, Any]:
    return {
        "part": "settings",
        "heading": heading,
        "event": event,
        "games": event.games.count(),
        "entries": event.entries.count(),
        "why_kept": services.PLAYED,
        "played": translate_text(services.BEING_PLAYED) if services.is_being_played(event) else "",
    }
