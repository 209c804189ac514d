"""New events, chosen by what they are for, made and drawn in one go; new seasons, empty or like another."""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import signed_in, translate_text
from games.enums import Action
from games.models.player import printable
from tournaments import services
from tournaments.files.season_file import XMADN_FILE, copy_season, model_of, xmadn_season
from tournaments.formats import FORMATS, Format, Preset
from tournaments.formats.presets import PRESETS
from tournaments.kit.desk import (
    REFUSED,
    acting,
    complaining,
    event_page,
    may_make_events,
    page_of_site,
    takes_form,
)
from tournaments.models import Event, Season, day_of_ours
from tournaments.organiser.event_form import complain_of_play, day_widget
from tournaments.organiser.new_event_form import FormatCard, NewEventForm
from tournaments.services.slugs import free_season_year, free_slug, slug_of

# -- presets ---------------------------------------------------------------------------------------


def _facts(preset: Preset) -> str:
    """Say the settings that most look at, and all that are not the usual ones, in words."""
    format = FORMATS[preset.format]
    made, described = format.settings.read(preset.settings), format.settings.described()
    asked = (described[0].name, *format.asked)
    values = [(each, getattr(made, each.name)) for each in described]
    return " · ".join(
        f"{translate_text(each.label)}: {translate_text(each.kind.in_words(value))}"
        for each, value in values
        if value and (each.name in asked or value != each.default)
    )


# -- pages -----------------------------------------------------------------------------------------


@never_cache
@require_safe
@signed_in
def choose_format(request: HttpRequest) -> HttpResponse:
    _check_may(request)
    cards = [FormatCard(format) for format in FORMATS.values()]
    return render(request, "organise/choose_format.html", {"cards": cards})


@never_cache
@takes_form
@signed_in
def new_event(request: HttpRequest, format_key: str) -> HttpResponse:
    """The form of one format; sent, the event is made and drawn."""
    _check_may(request)
    form = NewEventForm(request.POST or None, format=_format_of(format_key), request=request)
    return _asked(request, form)


@takes_form
@event_page(Action.ORGANISE)
def copy_event(request: HttpRequest, event: Event) -> HttpResponse:
    """The form filled in as an event was: the same players and settings, another name and day."""
    _check_may(request)
    format = _format_of(event.format_key)
    form = NewEventForm(request.POST or None, format=format, request=request, copied=event)
    return _asked(request, form)


@never_cache
@require_POST
@signed_in
def make_preset(request: HttpRequest, format_key: str, preset: str) -> HttpResponse:
    """Make an event from a preset with the sent name and day, ready for its players."""
    _check_may(request)
    if preset not in PRESETS or PRESETS[preset].format != format_key:
        raise Http404
    form = NewEventForm.of_preset(PRESETS[preset], request)
    if form.asks_names:
        raise Http404
    return _asked(request, form)


@never_cache
@require_POST
@signed_in
def outlook(request: HttpRequest, format_key: str) -> HttpResponse:
    """The outlook of the form as filled in so far: who is meant, how many games, how long. Nothing is saved."""
    _check_may(request)
    form = NewEventForm(request.POST, format=_format_of(format_key), request=request)
    form.is_valid()
    return render(request, "organise/outlook.html", {"form": form})


def _asked(request: HttpRequest, form: NewEventForm) -> HttpResponse:
    if request.method == "POST" and form.is_valid() and (made := _make(request, form)):
        return redirect(f"tournaments:{'first-game' if form.asks_names else 'desk-check-in'}", made.slug)
    # Presets make an event at once: those of formats whose players come later.
    presets = [each for each in PRESETS.values() if form.is_named_first and each.format == form.format.key]
    context = {
        "form": form,
        "card": FormatCard(form.format),
        "presets": [(preset, _facts(preset)) for preset in presets],
    }
    return render(request, "organise/new_event.html", context)


def _format_of(format_key: str) -> Format[Any]:
    if format_key not in FORMATS:
        raise Http404
    return FORMATS[format_key]


def _check_may(request: HttpRequest) -> None:
    if not may_make_events(request):
        raise PermissionDenied


def _make(request: HttpRequest, form: NewEventForm) -> Event | None:
    try:
        return services.make_event(wish=form.wish, **acting(request))
    except REFUSED as error:
        complain_of_play(form, form.format, error)
    return None


# -- seasons ---------------------------------------------------------------------------------------


#: A year in the name of a season, and the second one of 2026/27.
_YEAR = re.compile(r"(?<!\d)(?:\d{4}|(?<=\d{4}/)\d\d)(?!\d)", re.ASCII)


def _copied() -> list[tuple[str, Any]]:
    """The seasons whose events can be copied; no short name of a season has a dot."""
    seasons = Season.objects.without_demo().filter(events__isnull=False).distinct()
    return [
        ("", _("none yet")),
        (XMADN_FILE.name, _("as in the XMädn season")),
        *((season.slug, _("as in %(season)s") % {"season": season.name}) for season in seasons),
    ]


class NewSeasonForm(forms.Form):
    """Name and days, and the season whose events are copied."""

    name = forms.CharField(
        label=_("Name"),
        max_length=100,
        validators=[printable],
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    starts_on = forms.DateField(label=_("First day"), validators=[day_of_ours], widget=day_widget())
    ends_on = forms.DateField(label=_("Last day"), validators=[day_of_ours], widget=day_widget())
    like = forms.ChoiceField(
        label=_("Events"),
        choices=_copied,
        required=False,
        help_text=_(
            "Formats, rules, settings and days are copied, people and games are not. The XMädn season has nine 3T "
            "events, three Majors among them, and four doubles events. You can change all of it afterwards."
        ),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", gettext("The last day is not before the first."))
        return cleaned


@page_of_site(Action.ORGANISE)
def new_season(request: HttpRequest) -> HttpResponse:
    """The form; sent, the season is made and shown, or, where it is empty, the form of its first event."""
    like = request.GET.get("like", "")
    initial = {**_proposed(like), "like": like}
    form = NewSeasonForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid() and (season := _made_season(request, form)):
        if not form.cleaned_data["like"]:
            messages.success(request, gettext("%(season)s is created.") % {"season": season.name})
            return redirect("tournaments:new-event")
        events = season.events.count()
        created = ngettext(
            "%(season)s has been created with %(events)d event.",
            "%(season)s has been created with %(events)d events.",
            events,
        )
        messages.success(request, created % {"season": season, "events": events})
        return redirect("tournaments:season", season.slug)
    return render(request, "organise/new_season.html", {"form": form})


def _proposed(like: str) -> dict[str, str]:
    """Name and days: a year after the season that is copied, else the first year by which no season is called."""
    # Not by a query: an address can hold text that the database does not accept.
    copied = next((season for season in Season.objects.without_demo() if season.slug == like), None)
    if copied is None:
        year = free_season_year(timezone.localdate().year)
        return {"name": str(year), "starts_on": f"{year}-01-01", "ends_on": f"{year}-12-31"}
    return {
        "name": _YEAR.sub(lambda found: str(int(found[0]) + 1).zfill(len(found[0])), copied.name),
        "starts_on": _a_year_later(copied.starts_on).isoformat(),
        "ends_on": _a_year_later(copied.ends_on).isoformat(),
    }


def _a_year_later(day: date) -> date:
    year = day.year + 1
    return day.replace(year=year, day=min(day.day, monthrange(year, day.month)[1]))


def _made_season(request: HttpRequest, form: NewSeasonForm) -> Season | None:
    wanted = {**form.cleaned_data}
    make = _maker(wanted.pop("like"))
    with complaining(form):
        return make(
            slug=free_slug(slug_of(wanted["name"]) or "season", Season),
            **acting(request),
            **wanted,
        )
    return None


def _maker(like: str) -> Callable[..., Season]:
    if not like:
        return services.create_season
    if like == XMADN_FILE.name:
        return partial(copy_season, xmadn_season())
    return partial(copy_season, model_of(Season.objects.get(slug=like)))
