"""A new event: chosen by what it is for, its players by their names, made and drawn in one go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access.admin import may_everywhere
from games.access.decorators import signed_in
from games.admin import actor_of
from games.enums import Action
from rules.rule_set_names import rule_set_name, rule_set_summary
from rules.rule_sets import RULE_SETS
from tournaments import services
from tournaments.demo_ids import SEASON as DEMO_SEASON
from tournaments.forecasting.planning import lengths_of
from tournaments.forecasts.durations import Extent, extent_of
from tournaments.formats import FORMATS, Format, FormatError
from tournaments.formats.settings import IntegerRange, Setting
from tournaments.models import Event, Season
from tournaments.models.validators import day_of_ours
from tournaments.organiser.actions.base import REFUSED
from tournaments.organiser.event_form import entered_settings, field_name, setting_fields
from tournaments.organiser.i18n import label, translate_text
from tournaments.organiser.names import PeopleForm
from tournaments.organiser.permissions import may_make_events, seasons_within
from tournaments.organiser.season_template import day_widget
from tournaments.organiser.setup_wizard import NamesField
from tournaments.transfer.result_import.name_matching import Person

#: Whoever asks for more hours of play than this is told and asked again.
MOST_HOURS = 100
#: What is offered of a number of wins, say, where the format names no usual ones.
_USUAL = (1, 2, 3, 4, 5, 7, 10)
#: The choice of a season that is not there yet.
_NEW_SEASON = "new"


@dataclass(frozen=True, slots=True)
class FormatCard:
    """A format as it is chosen."""

    format: Format[Any]

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of its board, for the picture."""
        return RULE_SETS[self.format.rule_sets[0]].layout().colours

    @property
    def players(self) -> str:
        """How many people play."""
        least, most = self.format.least_players, self.format.most_players
        if least == most:
            return ngettext("%(n)d player", "%(n)d players", least) % {"n": least}
        return gettext("%(least)d to %(most)d players") % {"least": least, "most": most}

    @property
    def extent(self) -> Extent | None:
        """How much play it is as it is usually set, with as few players as it takes."""
        format = self.format
        return extent_of(format, format.settings.read({}), format.rule_sets[0], format.least_players)


@never_cache
@require_safe
@signed_in
def choose_format(request: HttpRequest) -> HttpResponse:
    """The formats as cards."""
    _check_may(request)
    cards = [FormatCard(format) for format in FORMATS.values()]
    return render(request, "organise/choose_format.html", {"cards": cards})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_event(request: HttpRequest, format_key: str) -> HttpResponse:
    """The form of one format; sent, the event is made and drawn."""
    _check_may(request)
    if format_key not in FORMATS:
        raise Http404
    form = NewEventForm(request.POST or None, format=FORMATS[format_key], request=request)
    if request.method == "POST" and form.is_valid() and (event := _make(request, form)):
        return redirect("tournaments:first-game", event.slug)
    return render(request, "organise/new_event.html", {"form": form, "card": FormatCard(form.format)})


def _check_may(request: HttpRequest) -> None:
    if not may_make_events(request):
        raise PermissionDenied


def _make(request: HttpRequest, form: NewEventForm) -> Event | None:
    try:
        return services.make_event(wish=form.wish, actor=actor_of(request.user), now=timezone.now())
    except FormatError as error:
        form.complain(error.field, translate_text(error.message))
    except REFUSED as error:
        form.add_error(None, translate_text(error.message))
    return None


class NewEventForm(PeopleForm):
    """Who plays, and what one format needs to be told."""

    names = NamesField(
        label=_("Who plays?"),
        help_text=_("One name on each line."),
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "autofocus": True}),
    )
    name = forms.CharField(label=_("Name of the event"), max_length=150, required=False)
    starts_on = forms.DateField(label=_("Date"), widget=day_widget(), validators=[day_of_ours])
    season = forms.ChoiceField(label=_("Season"))
    level = forms.TypedChoiceField(
        label=_("Level"), choices=Event.Level, coerce=int, help_text=_("Multiplies the ranking points.")
    )
    ranked = forms.BooleanField(label=_("Gives ranking points"), required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, format: Format[Any], request: HttpRequest) -> None:
        today = timezone.localdate()
        self.format, self.seasons = format, _seasons(request)
        is_of_site = may_everywhere(request, Action.ORGANISE)
        around = next((each for each in self.seasons if each.starts_on <= today <= each.ends_on), None)
        super().__init__(
            data,
            initial={
                "starts_on": today,
                "season": around.pk if around else _NEW_SEASON if is_of_site else None,
                "level": Event.Level.ONE,
                "ranked": True,
                "rules_name": format.rule_sets[0],
            },
            label_suffix="",
        )
        self.fields["name"].widget.attrs["placeholder"] = self._usual_name
        fresh = [(_NEW_SEASON, gettext("New season %(year)d") % {"year": today.year})] if is_of_site else []
        known = [(str(each.pk), each.name) for each in self.seasons]
        self.fields["season"].choices = [*known, *fresh]  # type: ignore[attr-defined]
        self._add_rules()
        self.fields |= setting_fields(format)
        if self.main is not None:
            self._offer(self.main)

    def _add_rules(self) -> None:
        if len(self.format.rule_sets) > 1:
            choices = [(name, label(rule_set_name(name))) for name in self.format.rule_sets]
            self.fields["rules_name"] = forms.ChoiceField(label=_("Rules"), choices=choices)

    @cached_property
    def main(self) -> Setting | None:
        """The setting that says how long it goes on, if the format has one: its first, where that is a number."""
        first = next(iter(self.format.settings.described()), None)
        return first if first and isinstance(first.kind, IntegerRange) else None

    def _offer(self, main: Setting) -> None:
        """Offer the usual values of the main setting, each with what it leads to."""
        assert isinstance(main.kind, IntegerRange)
        values = list(main.kind.usual or _USUAL)
        if isinstance(main.default, int) and main.default not in values:
            values = sorted([*values, main.default])
        choices = [(value, self._leads_to(main, value)) for value in values]
        self.fields[field_name(self.format, main)] = forms.TypedChoiceField(
            label=label(main.label),
            choices=choices,
            coerce=int,
            initial=main.default,
            required=False,
            widget=forms.RadioSelect,
        )

    def _leads_to(self, main: Setting, value: Any) -> str:
        """Return a value with how much play it is."""
        format = self.format
        given = {main.name: value}
        try:
            extent = extent_of(format, format.settings.read(given), format.rule_sets[0], self._number)
        except FormatError:
            extent = None
        return f"{value}: {translate_text(extent.text)}" if extent else str(value)

    @property
    def _number(self) -> int:
        """How many names are typed, as far as the format has room for them; at first as few as it takes."""
        typed = len([line for line in (self.data.get("names") or "").splitlines() if line.strip()])
        return min(max(typed, self.format.least_players), self.format.most_players)

    # -- how the page shows it ---------------------------------------------------------------------

    @property
    def main_field(self) -> Any:
        """The field of the main setting."""
        return self[field_name(self.format, self.main)] if self.main else None

    @property
    def shown_by_most(self) -> list[Any]:
        """The other fields in sight."""
        return [self[name] for name in ("rules_name",) if name in self.fields]

    @property
    def rules_in_words(self) -> list[tuple[str, str, str]]:
        """What the rule sets to choose from are: name, in a sentence, for how many players."""
        if len(self.format.rule_sets) < 2:
            return []
        return [
            (
                translate_text(rule_set_name(name)),
                translate_text(rule_set_summary(RULE_SETS[name])),
                ngettext("%(n)d player", "%(n)d players", players) % {"n": players},
            )
            for name in self.format.rule_sets
            for players in [lengths_of(name).players]
        ]

    @property
    def shown_under_more(self) -> list[Any]:
        """The fields of which most need none."""
        main = field_name(self.format, self.main) if self.main else ""
        own = [name for name in setting_fields(self.format) if name != main]
        return [self[name] for name in ("name", "starts_on", "season", "level", "ranked", *own)]

    @property
    def has_errors_under_more(self) -> bool:
        """Whether what is folded must be seen."""
        return any(field.errors for field in self.shown_under_more)

    # -- what was sent -----------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        """As many as the format has, nobody twice, on a day of the season, and no more hours than anybody plays."""
        cleaned = super().clean() or self.cleaned_data
        if "names" in cleaned and self._is_each_once(cleaned["names"]):
            self._check_number(cleaned["names"])
        self._check_day(cleaned)
        if not self.errors:
            self._check_extent(cleaned)
        return cleaned

    def _check_number(self, found: Sequence[Person]) -> None:
        number, format = len(found), self.format
        if format.least_players <= number <= format.most_players:
            return
        self.fitting = [
            each for each in FORMATS.values() if each.least_players <= number <= each.most_players
        ]
        data = {"format": translate_text(format.name), "players": FormatCard(format).players, "n": number}
        self.add_error(
            "names",
            ngettext(
                "%(format)s is for %(players)s; there is %(n)d name.",
                "%(format)s is for %(players)s; there are %(n)d names.",
                number,
            )
            % data,
        )

    def _is_each_once(self, found: Sequence[Person]) -> bool:
        if self.is_each_once(found):
            return True
        self.add_error("names", gettext("Two of the names are the same person."))
        return False

    def _check_day(self, cleaned: Mapping[str, Any]) -> None:
        season, day = self._season(cleaned), cleaned.get("starts_on")
        if isinstance(season, Season) and day and not season.starts_on <= day <= season.ends_on:
            self.add_error("starts_on", gettext("This day is not in the season."))

    def _check_extent(self, cleaned: Mapping[str, Any]) -> None:
        """Ask again where it is more than a club plays in a year."""
        try:
            extent = extent_of(
                self.format, self._settings(cleaned), self._rules(cleaned), len(cleaned["names"])
            )
        except FormatError as error:
            self.complain(error.field, translate_text(error.message))
            return
        if extent and extent.least_hours > MOST_HOURS and not self.data.get("long"):
            self.is_long = True
            message = gettext("That makes %(extent)s of play.") % {"extent": translate_text(extent.text)}
            self.add_error(None, message)

    def complain(self, field: str, message: str) -> None:
        """Say it at the field of a setting, or above the form."""
        name = f"{self.format.key}.{field}"
        self.add_error(name if name in self.fields else None, message)

    @property
    def wish(self) -> services.EventWish:
        """What is to be made."""
        asked = self.cleaned_data
        return services.EventWish(
            name=asked["name"] or self._usual_name,
            format_key=self.format.key,
            rules_name=self._rules(asked),
            settings=entered_settings(self.format, asked),
            starts_on=asked["starts_on"],
            season=self._season(asked) or str(asked["starts_on"].year),
            players=[person.player or person.typed for person in asked["names"]],
            level=asked["level"],
            ranked=asked["ranked"],
        )

    @property
    def _usual_name(self) -> str:
        return translate_text(self.format.name)

    def _rules(self, asked: Mapping[str, Any]) -> str:
        return asked.get("rules_name") or self.format.rule_sets[0]

    def _settings(self, asked: Mapping[str, Any]) -> Any:
        return self.format.settings.read(entered_settings(self.format, asked))

    def _season(self, asked: Mapping[str, Any]) -> Season | None:
        """Return the season that was chosen; ``None`` for a new one."""
        return next((each for each in self.seasons if str(each.pk) == asked.get("season")), None)


def _seasons(request: HttpRequest) -> list[Season]:
    """Return the seasons in which somebody may make events, but for that of the demo."""
    return list(seasons_within(request, Season.objects.exclude(slug=DEMO_SEASON), Action.ORGANISE))
