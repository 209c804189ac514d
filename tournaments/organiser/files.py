"""Whole events and seasons as files: handed out, and taken in on another site."""

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access import EVERYWHERE, caller_of, require_permission, translate_text
from games.admin import actor_of
from games.enums import Action
from games.errors import RecordingError
from games.models import Player
from games.queries.name_matching import KnownNames, namesakes_in_words
from tournaments.models import Event, Season
from tournaments.organiser.refusals import REFUSED, Refusal
from tournaments.scopes import around_event, around_season
from tournaments.transfer.archive import export_event, import_event
from tournaments.transfer.season_archive import export_season, import_season


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
    event = get_object_or_404(Event.objects.select_related("season"), slug=slug)
    return _file(export_event(event, caller_of(request)), f"{slug}.json")


@never_cache
@require_safe
@require_permission(Action.ORGANISE, around_season)
def season_file(request: HttpRequest, slug: str) -> HttpResponse:
    """A season with all its events as one file (docs/reference/season-file.md)."""
    season = get_object_or_404(Season, slug=slug)
    return _file(export_season(season, caller_of(request)), f"{slug}.json")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.ORGANISE, lambda: EVERYWHERE)
def import_page(request: HttpRequest) -> HttpResponse:
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid() and (answer := _imported(request, form)):
        return answer
    seasons = Season.objects.all()
    return render(request, "organise/import.html", {"form": form, "seasons": seasons})


def _imported(request: HttpRequest, form: ArchiveForm) -> HttpResponse | None:
    text = form.cleaned_data["file"]
    who: dict[str, Any] = {"actor": actor_of(request.user), "now": timezone.now()}
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


def _file(text: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/json", headers=headers)
