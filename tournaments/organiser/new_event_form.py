"""The form of a new event: who plays, the settings of its format, and what they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from games.access import caller_of, may_everywhere, translate_text
from games.enums import Action
from rules import RULE_SETS, Game, Text, rule_set_name, rule_set_summary
from tournaments import services
from tournaments.forecasting.planning import lengths_of
from tournaments.forecasts.durations import Extent, extent_of, usual_pace
from tournaments.formats import FORMATS, Format, FormatError, IntegerRange, Preset, Setting
from tournaments.kit.desk import label, seasons_within
from tournaments.kit.people_forms import NamesField, PlayerNamesForm, count_names
from tournaments.models import Event, Season, day_of_ours
from tournaments.models.event import LONGEST_EVENT_NAME
from tournaments.organiser.event_form import (
    DetailsForm,
    as_entered,
    complain_of_play,
    day_widget,
    entered_options,
    entered_settings,
    field_name,
    option_fields,
    rules_field,
    setting_fields,
)
from tournaments.services.slugs import free_name, split_number

#: More hours of play than this need a confirmation.
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
    def picture(self) -> str:
        """The address of a picture of its board as a game begins."""
        rules = RULE_SETS[self.format.rule_sets[0]]
        colours = rules.layout().colours
        begun = Game.start(rules, {colour: (colour,) for colour in colours}, starter=colours[0])
        asked = urlencode({"rules": rules.name, "position": str(begun.position)})
        return f"{reverse('games:position')}?{asked}"

    @property
    def players(self) -> str:
        least, most = self.format.least_players, self.format.most_players
        if least == most:
            return ngettext("%(n)d player", "%(n)d players", least) % {"n": least}
        return gettext("%(least)d to %(most)d players") % {"least": least, "most": most}

    @property
    def extent_for(self) -> str:
        least = self.format.least_players
        if least == self.format.most_players:
            return ""
        return ngettext("with %(n)d player", "with %(n)d players", least) % {"n": least}

    @property
    def extent(self) -> Extent | None:
        """The amount of play with default settings and as few players as it takes."""
        format = self.format
        return extent_of(format, format.settings.read({}), format.rule_sets[0], format.least_players)


class NewEventForm(PlayerNamesForm):
    """Who plays, and the settings of one format; filled in from another event where that is copied."""

    #: They are shown while the names are typed, and named once the event is made.
    asks_known = False

    names = NamesField(
        label=_("Who plays?"),
        help_text=_("One name on each line, typed or pasted."),
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "autofocus": True}),
    )
    name = forms.CharField(label=_("Name of the event"), max_length=LONGEST_EVENT_NAME, required=False)
    starts_on = forms.DateField(label=_("Date"), widget=day_widget(), validators=[day_of_ours])
    season = forms.ChoiceField(label=_("Season"))
    level = forms.TypedChoiceField(
        label=_("Level"),
        choices=Event.Level,
        coerce=int,
        help_text=DetailsForm.Meta.help_texts["level"],
    )
    ranked = forms.BooleanField(label=_("Gives ranking points"), required=False)
    is_public = forms.BooleanField(
        label=_("Public"), required=False, help_text=Event._meta.get_field("is_public").help_text
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        format: Format[Any],
        request: HttpRequest,
        copied: Event | None = None,
    ) -> None:
        self.format, self.copied = format, copied
        self.seasons = list(seasons_within(request, Season.objects.without_demo(), Action.ORGANISE))
        is_of_site = may_everywhere(request, Action.ORGANISE)
        super().__init__(data, initial=self._initial(is_of_site))
        self.viewer = caller_of(request)
        if not self.asks_names:
            del self.fields["names"]
        season = self._season({"season": str(self.data.get("season") or self.initial.get("season"))})
        usual = free_name(translate_text(self.format.name), season)
        if self.is_named_first:
            empty = gettext("Stands in its address, too. Empty: the name of the card, else “%(usual)s”.")
            self.fields["name"].help_text = empty % {"usual": usual}
        else:
            self.fields["name"].widget.attrs["placeholder"] = usual
        known = [(str(each.pk), each.name) for each in self.seasons]
        fresh = [(_NEW_SEASON, gettext("New season"))] if is_of_site else []
        self.fields["season"].choices = [*known, *fresh]  # type: ignore[attr-defined]
        self.extent: Extent | None = None
        #: Whether the name is that of a preset, after which a number may stand.
        self.has_usual_name = False
        if len(format.rule_sets) > 1:
            self.fields["rules_name"] = rules_field(format)
        self.fields |= setting_fields(format)
        if self.main is not None:
            self._offer(self.main)
        self.fields |= option_fields(format)

    @classmethod
    def of_preset(cls, preset: Preset, request: HttpRequest) -> NewEventForm:
        """Return the form filled in as a preset has it, with the name and the day that were sent, to be made at once.

        Without them it is called as the preset is, and today; it is in the season around.
        """
        format = FORMATS[preset.format]
        settings = {f"{format.key}.{name}": value for name, value in preset.settings.items()}
        usual = cls(None, format=format, request=request).initial
        sent = {
            name: entered for name in ("name", "starts_on") if (entered := request.POST.get(name, "").strip())
        }
        asked = {"name": translate_text(preset.name), "rules_name": preset.rules, **sent}
        made = cls({**usual, **asked, **settings}, format=format, request=request)
        made.has_usual_name = "name" not in sent
        return made

    @property
    def asks_names(self) -> bool:
        """Whether the players are named with the event; those of a hall are announced and come later."""
        return not self.format.seats_a_hall

    def _initial(self, is_of_site: bool) -> dict[str, Any]:
        today = timezone.localdate()
        around = next((each for each in self.seasons if each.starts_on <= today <= each.ends_on), None)
        usual: dict[str, Any] = {
            "starts_on": today,
            "season": around.pk if around else _NEW_SEASON if is_of_site else None,
            "level": Event.Level.ONE,
            "ranked": True,
            "is_public": True,
            "rules_name": self.format.rule_sets[0],
        }
        return usual if self.copied is None else usual | _as_in(self.copied)

    @cached_property
    def main(self) -> Setting | None:
        """The setting that says how long it goes on, if the format has one: its first, where that is a number."""
        first = next(iter(self.format.settings.described()), None)
        return first if first and isinstance(first.kind, IntegerRange) else None

    def _offer(self, main: Setting) -> None:
        """Offer the usual values of the main setting, each with what it leads to, and a field for any other."""
        assert isinstance(main.kind, IntegerRange)
        name = field_name(self.format, main)
        wanted = self.initial.get(name, main.default)
        values = sorted({*(main.kind.usual or _USUAL), *([wanted] if isinstance(wanted, int) else [])})
        self.fields[self._other] = self.fields[name]
        self.fields[self._other].label, self.fields[self._other].help_text = _("Another number"), ""
        self.fields[self._other].initial = None
        self.fields[name] = forms.TypedChoiceField(
            label=label(main.label),
            choices=[(value, self._leads_to(main, value)) for value in values],
            coerce=int,
            initial=wanted,
            required=False,
            widget=forms.RadioSelect,
        )

    @property
    def _main_name(self) -> str:
        return field_name(self.format, self.main) if self.main else ""

    @property
    def _other(self) -> str:
        return f"{self._main_name}.other"

    def _leads_to(self, main: Setting, value: Any) -> str:
        format = self.format
        settings = format.settings.read({main.name: value})
        extent = extent_of(format, settings, format.rule_sets[0], self._number, self._pace)
        return f"{value}: {translate_text(extent.text)}" if extent else str(value)

    @cached_property
    def _pace(self) -> float:
        return usual_pace()

    @cached_property
    def _number(self) -> int:
        """How many names are typed for an event, as far as it has room for them; at first as few as it takes."""
        typed = count_names(self.data.get("names") or self.initial.get("names", ""))
        return min(max(typed, self.format.least_players), self.format.most_players)

    # -- how the page shows it ---------------------------------------------------------------------

    @property
    def main_field(self) -> Any:
        return self[self._main_name] if self.main else None

    @property
    def other_number(self) -> Any:
        return self[self._other] if self.main else None

    @property
    def in_sight(self) -> list[Any]:
        return [self[name] for name in ("rules_name", *self._asked) if name in self.fields]

    @property
    def _asked(self) -> list[str]:
        described = self.format.settings.described()
        first = [] if self.main else [each.name for each in described[:1]]
        wanted = (*first, *self.format.asked)
        return [field_name(self.format, each) for each in described if each.name in wanted]

    @property
    def settings_folded(self) -> list[Any]:
        shown = (*self._asked, self._main_name)
        return [self[name] for name in setting_fields(self.format) if name not in shown]

    @property
    def options_folded(self) -> list[Any]:
        return [self[name] for name in option_fields(self.format)]

    @property
    def is_named_first(self) -> bool:
        """Whether name and day stand above presets and one's own settings, and hold for both."""
        return not (self.asks_names or self.copied)

    @property
    def naming(self) -> list[Any]:
        return [self["name"], self["starts_on"]]

    @property
    def more(self) -> list[Any]:
        named = [] if self.is_named_first else self.naming
        return [*named, *(self[name] for name in ("season", "level", "ranked", "is_public"))]

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
    def leads_to(self) -> Text | None:
        """The chosen setting and how much play it is, such as "Wins needed 3: 3 to 7 games, about 5 to 11 h"."""
        if self.extent is None:
            return None
        if self.main is None:
            return self.extent.text
        value = getattr(self._settings(self.cleaned_data), self.main.name)
        return Text("{label} {value}: {extent}", label=self.main.label, value=value, extent=self.extent.text)

    # -- what was sent -----------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        """As many as the format has, each once, on a day of the season, within a sensible number of hours."""
        cleaned = super().clean() or self.cleaned_data
        if self.main and cleaned.get(self._other) is not None:
            cleaned[self._main_name] = cleaned[self._other]
        if "names" in cleaned and not self.is_each_once(cleaned["names"]):
            self.add_error("names", gettext("Two of the names are the same person."))
        elif "names" in cleaned:
            self._check_number(len(cleaned["names"]))
        season, day = self._season(cleaned), cleaned.get("starts_on")
        if season and day and not season.starts_on <= day <= season.ends_on:
            self.add_error("starts_on", gettext("This day is not in the season."))
        self._measure(cleaned)
        if not self.errors:
            cleaned["options"] = entered_options(self)
        return cleaned

    def _check_number(self, number: int) -> None:
        format = self.format
        if format.least_players <= number <= format.most_players:
            return
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

    @property
    def fitting(self) -> list[Format[Any]]:
        """The formats that take as many as there are names, where this one does not."""
        number = len(self.persons)
        if not number or self.format.least_players <= number <= self.format.most_players:
            return []
        return [each for each in FORMATS.values() if each.least_players <= number <= each.most_players]

    def _measure(self, cleaned: Mapping[str, Any]) -> None:
        """Work out how much play it is; ask again where it is more than a club plays in a year."""
        if any(name in self.errors for name in (*setting_fields(self.format), self._other)):
            return
        try:
            settings = self._settings(cleaned)
            self.extent = extent_of(self.format, settings, self._rules(cleaned), self._number, self._pace)
        except FormatError as error:
            complain_of_play(self, self.format, error)
            return
        if len(self.persons) > self.format.most_players:
            # Too many names: that is said first.
            return
        if self.extent and self.extent.least_hours > MOST_HOURS and not self.data.get("long"):
            self.is_long = True
            message = gettext("That makes %(extent)s of play.") % {"extent": translate_text(self.extent.text)}
            self.add_error(None, message)

    @property
    def wish(self) -> services.EventWish:
        asked = self.cleaned_data
        return services.EventWish(
            name=asked["name"] or translate_text(self.format.name),
            is_usual_name=not asked["name"] or self.has_usual_name,
            format_key=self.format.key,
            rules_name=self._rules(asked),
            settings=entered_settings(self.format, asked),
            options=asked["options"],
            starts_on=asked["starts_on"],
            season=self._season(asked) or str(asked["starts_on"].year),
            players=[person.player or person.typed for person in asked.get("names", ())],
            level=asked["level"],
            ranked=asked["ranked"],
            is_public=asked["is_public"],
        )

    def _rules(self, asked: Mapping[str, Any]) -> str:
        return asked.get("rules_name") or self.format.rule_sets[0]

    def _settings(self, asked: Mapping[str, Any]) -> Any:
        return self.format.settings.read(entered_settings(self.format, asked))

    def _season(self, asked: Mapping[str, Any]) -> Season | None:
        return next((each for each in self.seasons if str(each.pk) == asked.get("season")), None)


def _as_in(event: Event) -> dict[str, Any]:
    """What the form has in it to begin with where an event is copied: everything but its day."""
    entries = event.entries.select_related("player").order_by("seed")
    before, number = split_number(event.name)
    settings = {f"{event.format_key}.{name}": value for name, value in event.settings.items()}
    return {
        "names": "\n".join(entry.player.shown_as for entry in entries),
        # The next of its kind: Evening 4 after Evening 3, Autumn Cup 2 after Autumn Cup.
        "name": free_name(f"{before[: LONGEST_EVENT_NAME - 4]} {number + 1}", event.season),
        "rules_name": event.rules_name,
        "level": event.level,
        "ranked": event.ranked,
        "is_public": event.is_public,
        **settings,
        **as_entered(event.options),
    }
