"""A season in three steps: the season, its players, the first event – shown before it is made, made in one go.

Nothing is kept between the steps but what the page itself carries along, so that one can go back, reload and
send it twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import cached_property, lazystr
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.access.admin import may_everywhere
from games.admin import actor_of
from games.enums import Action
from games.models.player import folded, printable
from rules.i18n import Text
from tournaments.formats import FORMATS
from tournaments.models import Event
from tournaments.models.event import formats_offered, rules_offered
from tournaments.models.validators import day_of_ours
from tournaments.organiser.actions.base import REFUSED
from tournaments.organiser.desk_parts import reverse_desk
from tournaments.organiser.i18n import SaidLabel, translate_text
from tournaments.organiser.season_template import day_widget
from tournaments.season_templates import TEMPLATES, YEARS, EventPlan, SeasonPlan
from tournaments.services import FirstSeason, make_first_season
from tournaments.services.setup import match_players
from tournaments.standings.queries import load_standings

#: Names of what a page sends beside its forms: the step that it shows, and the buttons.
AT, BACK, MAKE = "at", "back", "make"
OWN = "own"
MOST_PLAYERS = 200
STEPS = (_("The season"), _("Its players"), _("The first event"), _("Check and make"))


# -- the three forms -------------------------------------------------------------------------------


class SeasonStep(forms.Form):
    """A season of the league's, or one by name and dates."""

    prefix = "season"
    kind = forms.ChoiceField(
        label=_("Which season"),
        widget=forms.RadioSelect,
        choices=[
            (OWN, _("a season of our own, by name and dates")),
            *((key, lazystr(SaidLabel(template.name))) for key, template in TEMPLATES.items()),
        ],
        help_text=_(
            "A template brings all events of a year with it; they can be changed and left out later."
        ),
    )
    name = forms.CharField(
        label=_("name"), max_length=100, required=False, help_text=_("With a template it may be left empty.")
    )
    year = forms.IntegerField(
        label=_("year"),
        min_value=YEARS[0],
        max_value=YEARS[-1],
        required=False,
        help_text=_("For a template."),
    )
    starts_on = forms.DateField(
        label=_("first day"),
        required=False,
        validators=[day_of_ours],
        widget=day_widget(),
        help_text=_("For a season of your own; with a template 1 January if left empty."),
    )
    ends_on = forms.DateField(
        label=_("last day"),
        required=False,
        validators=[day_of_ours],
        widget=day_widget(),
        help_text=_("For a season of your own."),
    )

    def clean(self) -> dict[str, Any]:
        """What a season of that kind needs."""
        entered = super().clean() or self.cleaned_data
        kind = entered.get("kind")
        needed = ("name", "starts_on", "ends_on") if kind == OWN else ("year",) if kind else ()
        for field in needed:
            if not entered.get(field) and field not in self.errors:
                self.add_error(field, gettext("This is needed for it."))
        first, last = entered.get("starts_on"), entered.get("ends_on")
        if kind == OWN and first and last and last < first:
            self.add_error("ends_on", gettext("The last day is not before the first."))
        if entered.get("name") and not slugify(entered["name"]):
            self.add_error("name", gettext("A name has letters or digits."))
        return entered

    @property
    def plan(self) -> SeasonPlan:
        """The season that is asked for."""
        asked = self.cleaned_data
        name = asked["name"]
        if asked["kind"] == OWN:
            return SeasonPlan(slugify(name), name, asked["starts_on"], asked["ends_on"], ())
        plan = TEMPLATES[asked["kind"]].plan(asked["year"], asked["starts_on"])
        return plan.renamed(slug=slugify(name), name=name) if name else plan


class NamesField(forms.CharField):
    """Names, one on each line, each once."""

    least = 2
    widget = forms.Textarea(attrs={"rows": 10, "autocomplete": "off"})

    def clean(self, value: Any) -> Any:
        """The names, blanks put in order."""
        lines = [" ".join(line.split()) for line in super().clean(value).splitlines()]
        names = [line for line in lines if line]
        seen: dict[str, str] = {}
        for name in names:
            MaxLengthValidator(100)(name)
            printable(name)
            if folded(name) in seen:
                raise ValidationError(
                    _("%(name)s and %(before)s are the same name; tell two people of one name apart."),
                    code="twice",
                    params={"name": name, "before": seen[folded(name)]},
                )
            seen[folded(name)] = name
        if not self.least <= len(names) <= MOST_PLAYERS:
            raise ValidationError(
                _("Two players at least, %(most)d at most."), code="number", params={"most": MOST_PLAYERS}
            )
        return names


class PlayersStep(forms.Form):
    """Who plays in the season."""

    prefix = "players"
    names = NamesField(
        label=_("Names, one on each line"),
        help_text=_(
            "Who is here already, in any spelling, is taken and not made again. More can come at any time."
        ),
    )

    def clean_names(self) -> list[str]:
        """Names that mean one person at most."""
        names: list[str] = self.cleaned_data["names"]
        try:
            self.known = {name: player.shown_as for name, player in match_players(names).items()}
        except REFUSED as error:
            raise ValidationError(translate_text(error.message)) from error
        return names


class FirstEventStep(forms.Form):
    """What is played first, when, and by whom."""

    prefix = "event"
    name = forms.CharField(label=_("name"), max_length=150)
    format_key = forms.ChoiceField(label=_("format"), choices=formats_offered)
    rules_name = forms.ChoiceField(
        label=_("rules"),
        choices=rules_offered,
        help_text=_("Each format has its own (§1): what does not go together is refused."),
    )
    starts_on = forms.DateField(label=_("date"), widget=day_widget())
    entered = forms.MultipleChoiceField(
        label=_("Who plays in it"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("The others can be entered until the draw (§2)."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, plan: SeasonPlan, names: Sequence[str]) -> None:
        super().__init__(data, initial=_proposed(plan, names))
        self.season = plan
        self.fields["entered"].choices = [(name, name) for name in names]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """As many as the format has, on a day of the season."""
        entered = super().clean() or self.cleaned_data
        day = entered.get("starts_on")
        if day and not self.season.starts_on <= day <= self.season.ends_on:
            self.add_error("starts_on", gettext("This day is not in the season."))
        if entered.get("name") and not slugify(entered["name"]):
            self.add_error("name", gettext("A name has letters or digits."))
        format = FORMATS.get(entered.get("format_key", ""))
        if format and len(entered.get("entered", ())) > format.most_players:
            complaint = gettext("%(format)s has %(most)d players at most.")
            self.add_error(
                "entered", complaint % {"format": translate_text(format.name), "most": format.most_players}
            )
        if format and entered.get("rules_name") and entered["rules_name"] not in format.rule_sets:
            complaint = gettext("%(format)s is played by: %(rules)s.")
            data = {"format": translate_text(format.name), "rules": ", ".join(format.rule_sets)}
            self.add_error("rules_name", complaint % data)
        return entered

    @property
    def event(self) -> EventPlan:
        """The first event; of a template it is its first one, as it was changed."""
        asked = self.cleaned_data
        was = self.season.events[0] if self.season.events else None
        as_planned = was is not None and was.format == asked["format_key"]
        same_name = was is not None and was.name == asked["name"]
        return EventPlan(
            key=was.key if was else "first",
            stretch=was.stretch if was else Text("season"),
            slug=was.slug if was and same_name else f"{self.season.slug}-{slugify(asked['name'])}"[:60],
            name=asked["name"],
            format=asked["format_key"],
            rules=asked["rules_name"],
            settings=was.settings if was and as_planned else {},
            level=was.level if was else Event.Level.ONE,
            starts_on=asked["starts_on"],
        )


def _proposed(plan: SeasonPlan, names: Sequence[str]) -> dict[str, Any]:
    """What the form of the first event has in it to begin with."""
    if plan.events:
        first = plan.events[0]
        data: dict[str, Any] = {"name": first.name, "starts_on": first.starts_on}
        format_key, rules = first.format, first.rules
    else:
        day: date = min(max(plan.starts_on, timezone.localdate()), plan.ends_on)
        data = {"name": gettext("First evening"), "starts_on": day}
        format_key, rules = "championship", "xmadn-3t"
    entered = list(names[: FORMATS[format_key].most_players])
    return data | {"format_key": format_key, "rules_name": rules, "entered": entered}


# -- the way through them --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Preview:
    """What will be made: nothing has been yet."""

    beginnings: FirstSeason
    new: Sequence[str]
    known: Sequence[str]
    missing: Sequence[Mapping[str, str]]

    @property
    def format(self) -> str:
        """What the first event is played in."""
        return translate_text(FORMATS[self.beginnings.first.format].name)


class Flow:
    """The forms as far as they have been filled in; ``shown`` is the step that the page shows, from 1."""

    def __init__(self, sent: QueryDict) -> None:
        self._sent = sent
        self.shown = 1

    @cached_property
    def season(self) -> SeasonStep:
        """The first step."""
        data = {"kind": OWN, "year": timezone.localdate().year}
        return SeasonStep(self._sent, initial=data) if self._has("season") else SeasonStep(initial=data)

    @cached_property
    def players(self) -> PlayersStep:
        """The second step."""
        return PlayersStep(self._sent) if self._has("players") else PlayersStep()

    @cached_property
    def event(self) -> FirstEventStep:
        """The third step, for a season and players that are settled."""
        data: dict[str, Any] = {"plan": self.season.plan, "names": self.players.cleaned_data["names"]}
        return FirstEventStep(self._sent if self._has("event") else None, **data)

    def go(self, wanted: int) -> None:
        """To a step, or to the first before it that is not filled in rightly."""
        self.shown = 1
        while self.shown < wanted and self.form and self.form.is_valid():
            self.shown += 1

    @property
    def form(self) -> forms.Form | None:
        """The form that is shown, if it is one."""
        match self.shown:
            case 1:
                return self.season
            case 2:
                return self.players
            case 3:
                return self.event
        return None

    @property
    def hidden_fields(self) -> list[tuple[str, str]]:
        """What was filled in on the other steps."""
        mine = self.form.prefix if self.form else ""
        return [
            (name, value)
            for name, values in self._sent.lists()
            for value in values
            if "-" in name and name.split("-")[0] != mine
        ]

    @property
    def beginnings(self) -> FirstSeason:
        """What all three say."""
        plan, first = self.season.plan, self.event.event
        entered = self.event.cleaned_data["entered"]
        names = self.players.cleaned_data["names"]
        season = replace(plan, events=(first, *plan.events[1:]))
        return FirstSeason(season, first, names, [name for name in names if name in entered])

    def _has(self, prefix: str) -> bool:
        return any(name.startswith(f"{prefix}-") for name in self._sent)


def first_season_page(request: HttpRequest) -> HttpResponse:
    """The page."""
    if not may_everywhere(request, Action.ORGANISE):
        raise PermissionDenied
    flow, preview = Flow(request.POST), None
    at = _step(request.POST.get(AT, "0"))
    flow.go(max(at - 1, 1) if BACK in request.POST else min(at + 1, len(STEPS)))
    if flow.shown == len(STEPS):
        who: dict[str, Any] = {"actor": actor_of(request.user), "now": timezone.now()}
        try:
            if MAKE in request.POST:
                event = make_first_season(beginnings=flow.beginnings, **who)
                messages.success(
                    request, gettext("%(season)s is made. Next: the draw.") % {"season": event.season}
                )
                return HttpResponseRedirect(reverse_desk("desk", event))
            preview = _previewed(flow, who)
        except REFUSED as error:
            flow.event.add_error(None, translate_text(error.message))
            flow.shown = 3
    context = {
        **admin.site.each_context(request),
        "title": _("A season in three steps"),
        "steps": list(enumerate(STEPS, start=1)),
        "flow": flow,
        "form": flow.form,
        "preview": preview,
    }
    return TemplateResponse(request, "admin/tournaments/first_season.html", context)


def _step(sent: str) -> int:
    return int(sent) if sent in ("1", "2", "3", "4") else 0


def _previewed(flow: Flow, who: dict[str, Any]) -> Preview:
    """It is made, looked at, and undone again."""
    beginnings = flow.beginnings
    with transaction.atomic():
        event = make_first_season(beginnings=beginnings, **who)
        missing = load_standings(event)["missing"]
        transaction.set_rollback(True)
    known = flow.players.known
    new = [name for name in beginnings.players if name not in known]
    return Preview(beginnings, new, sorted(known.values()), missing)
