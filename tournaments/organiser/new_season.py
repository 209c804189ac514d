"""A new season: its name, its first and its last day."""

from __future__ import annotations

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

from games.access.decorators import require_permission
from games.access.scopes import EVERYWHERE
from games.admin import actor_of
from games.enums import Action
from games.models.player import printable
from tournaments import services
from tournaments.models import Season
from tournaments.models.validators import day_of_ours
from tournaments.organiser.refusals import REFUSED, complain
from tournaments.organiser.season_template import day_widget
from tournaments.services.slugs import free_season_year, free_slug, slug_of


class NewSeasonForm(forms.Form):
    """Name and days."""

    name = forms.CharField(
        label=_("Name"),
        max_length=100,
        validators=[printable],
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    starts_on = forms.DateField(label=_("First day"), validators=[day_of_ours], widget=day_widget())
    ends_on = forms.DateField(label=_("Last day"), validators=[day_of_ours], widget=day_widget())

    def clean(self) -> dict[str, Any]:
        """The days in their order."""
        cleaned = super().clean() or self.cleaned_data
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", gettext("The last day is not before the first."))
        return cleaned


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.ORGANISE, lambda: EVERYWHERE)
def new_season(request: HttpRequest) -> HttpResponse:
    """The form; sent, the season is made, and its first event is asked for."""
    year = free_season_year(timezone.localdate().year)
    days = {"starts_on": f"{year}-01-01", "ends_on": f"{year}-12-31"}
    form = NewSeasonForm(request.POST or None, initial={"name": str(year), **days}, label_suffix="")
    if request.method == "POST" and form.is_valid() and (season := _made(request, form)):
        messages.success(request, gettext("%(season)s is created.") % {"season": season.name})
        return redirect("tournaments:new-event")
    return render(request, "organise/new_season.html", {"form": form})


def _made(request: HttpRequest, form: NewSeasonForm) -> Season | None:
    asked = form.cleaned_data
    try:
        return services.create_season(
            slug=free_slug(slug_of(asked["name"]) or "season", Season),
            actor=actor_of(request.user),
            now=timezone.now(),
            **asked,
        )
    except REFUSED as error:
        complain(form, error)
    return None
