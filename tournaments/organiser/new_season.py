"""A new season: its name, its first and its last day; empty, or with the events of another one."""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date
from functools import partial
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
from games.models.player import printable
from tournaments import services
from tournaments.models import Season, day_of_ours
from tournaments.organiser.event_form import day_widget
from tournaments.organiser.kit import complaining
from tournaments.services.slugs import free_season_year, free_slug, slug_of
from tournaments.transfer.season_archive import XMADN_FILE, copy_season, model_of, xmadn_season

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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.ORGANISE, lambda: EVERYWHERE)
def new_season(request: HttpRequest) -> HttpResponse:
    """The form; sent, the season is made and shown, or, where it is empty, the form of its first event."""
    like = request.GET.get("like", "")
    initial = {**_proposed(like), "like": like}
    form = NewSeasonForm(request.POST or None, initial=initial, label_suffix="")
    if request.method == "POST" and form.is_valid() and (season := _made(request, form)):
        if not form.cleaned_data["like"]:
            messages.success(request, gettext("%(season)s is created.") % {"season": season.name})
            return redirect("tournaments:new-event")
        created = gettext("%(season)s has been created with %(events)d events.")
        messages.success(request, created % {"season": season, "events": season.events.count()})
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


def _made(request: HttpRequest, form: NewSeasonForm) -> Season | None:
    wanted = {**form.cleaned_data}
    make = _maker(wanted.pop("like"))
    with complaining(form):
        return make(
            slug=free_slug(slug_of(wanted["name"]) or "season", Season),
            actor=actor_of(request.user),
            now=timezone.now(),
            **wanted,
        )
    return None


def _maker(like: str) -> Callable[..., Season]:
    if not like:
        return services.create_season
    if like == XMADN_FILE.name:
        return partial(copy_season, xmadn_season())
    return partial(copy_season, model_of(Season.objects.get(slug=like)))
