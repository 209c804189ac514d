"""A season from a template: the year's calendar, to be looked through, changed and created."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import lazystr
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.decorators import require_permission
from games.access.scopes import EVERYWHERE
from games.admin import actor_of
from games.enums import Action
from games.errors import RecordingError
from tournaments import services
from tournaments.formats import FORMATS
from tournaments.models import Event, Season
from tournaments.models.validators import day_of_ours
from tournaments.organiser.i18n import SaidLabel, translate_text
from tournaments.season_templates import TEMPLATES, XMADN, YEARS, EventPlan, SeasonPlan


def day_widget() -> forms.DateInput:
    """A day, chosen as the browser lets one choose it."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class YearForm(forms.Form):
    """Which template, and for which year."""

    template = forms.ChoiceField(
        label=_("template"),
        choices=[(key, lazystr(SaidLabel(template.name))) for key, template in TEMPLATES.items()],
    )
    year = forms.IntegerField(label=_("year"), min_value=YEARS[0], max_value=YEARS[-1])
    first_day = forms.DateField(
        label=_("first day"),
        required=False,
        validators=[day_of_ours],
        widget=day_widget(),
        help_text=_("1 January if left empty; all events move with it."),
    )

    @property
    def plan(self) -> SeasonPlan:
        """The calendar that is asked for."""
        wanted = self.cleaned_data
        return TEMPLATES[wanted["template"]].plan(wanted["year"], wanted["first_day"])


class SeasonForm(forms.ModelForm):
    """What the season is called."""

    class Meta:
        model = Season
        fields = ("name", "slug")


class PlannedEventForm(forms.Form):
    """An event of the plan: whether it is created, what it is called, its level and its day."""

    taken = forms.BooleanField(label=_("create"), required=False)
    name = forms.CharField(label=_("name"), max_length=150)
    level = forms.TypedChoiceField(label=_("level"), choices=Event.Level.choices, coerce=int)
    starts_on = forms.DateField(label=_("date"), widget=day_widget())

    def __init__(self, event: EventPlan, data: Mapping[str, Any] | None) -> None:
        initial = {"taken": True, "name": event.name, "level": event.level, "starts_on": event.starts_on}
        super().__init__(data, prefix=event.key, initial=initial, label_suffix="")
        self.event = event

    @property
    def format(self) -> str:
        """What is played, in the reader's language."""
        return translate_text(FORMATS[self.event.format].name)

    @property
    def stretch(self) -> str:
        """The part of the season, in the reader's language."""
        return translate_text(self.event.stretch)

    @property
    def settings(self) -> list[tuple[str, str]]:
        """The settings that are not the format's defaults, in the reader's language."""
        described = {setting.name: setting for setting in FORMATS[self.event.format].settings.described()}
        return [
            (translate_text(described[name].label), translate_text(described[name].kind.in_words(value)))
            for name, value in self.event.settings.items()
        ]


@dataclass(frozen=True)
class PlanForms:
    """The forms of a whole plan."""

    season: SeasonForm
    events: list[PlannedEventForm]

    @classmethod
    def from_plan(cls, plan: SeasonPlan, data: Mapping[str, Any] | None = None) -> PlanForms:
        """The forms, filled with the plan, or with what was entered."""
        initial = {"name": plan.name, "slug": plan.slug}
        season = SeasonForm(data, initial=initial, prefix="season")
        return cls(season, [PlannedEventForm(event, data) for event in plan.events])

    def are_valid(self) -> bool:
        """Whether all that was entered can be meant; every form says what is wrong in it."""
        return all([self.season.is_valid(), *(form.is_valid() for form in self.events)])

    def changed(self, plan: SeasonPlan) -> SeasonPlan:
        """The plan as it was entered."""
        taken = {form.event.key: form.cleaned_data for form in self.events if form.cleaned_data["taken"]}
        fields = ("name", "level", "starts_on")
        changes = {key: {field: entered[field] for field in fields} for key, entered in taken.items()}
        left_out = {event.key for event in plan.events} - taken.keys()
        named = plan.renamed(slug=self.season.cleaned_data["slug"], name=self.season.cleaned_data["name"])
        return named.changed(changes).without(left_out)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.ORGANISE, lambda: EVERYWHERE)
def season_template_page(request: HttpRequest) -> HttpResponse:
    """Ask for a year, show its calendar, and create it as it was entered."""
    asked = YearForm(request.GET or {"template": XMADN.key, "year": _next_year()})
    plan = asked.plan if asked.is_valid() else None
    shown = PlanForms.from_plan(plan, request.POST or None) if plan else None
    if request.method == "POST" and plan and shown and shown.are_valid():
        try:
            season = services.create_planned_season(
                plan=shown.changed(plan), actor=actor_of(request.user), now=timezone.now()
            )
        except RecordingError as error:
            shown.season.add_error(None, translate_text(error.message))
        else:
            created = gettext("%(season)s has been created with %(events)d events.")
            messages.success(request, created % {"season": season, "events": season.events.count()})
            return redirect("tournaments:organise")
    about = translate_text(TEMPLATES[asked.cleaned_data["template"]].about) if plan else ""
    context = {"asked": asked, "plan": plan, "shown": shown, "about": about}
    return render(request, "organise/season_template.html", context)


def _next_year() -> int:
    today: date = timezone.localdate()
    return today.year + 1
