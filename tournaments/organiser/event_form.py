"""The form of an event: its fields, the settings of every format, the options of its rules, by their descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.access import translate_text
from rules import OptionError, rule_set_name
from rules.option_labels import CALLED, MEANING, in_words
from rules.rule_sets import OPTIONS
from tournaments.formats import Format, FormatError, IntegerRange, Setting
from tournaments.formats.settings import Choice, IntegerList
from tournaments.models import Event
from tournaments.organiser.kit import REFUSED, Refusal, label
from tournaments.services.events import FIXED_OPTIONS, check_play

# -- options of the rules --------------------------------------------------------------------------


_BEFORE = "option."
_WRITTEN = {
    "board": _("Colours and fields from one A to the next, such as 4x10 or 6x8."),
    "die_faces": _("What the die shows, separated by commas, such as 1,2,3,4,5,6."),
}
_AS_THE_RULES_HAVE_IT = _("as the rules have it")


def option_field(name: str) -> str:
    return _BEFORE + name


def option_fields(format: Format[Any]) -> dict[str, forms.Field]:
    """The fields for the options that games of a format may have changed, in the order of the rulebook."""
    fixed = () if format.options_are_free else FIXED_OPTIONS
    return {option_field(name): _option_field(name) for name in OPTIONS if name not in fixed}


def _option_field(name: str) -> forms.Field:
    data: dict[str, Any] = {"label": label(CALLED[name]), "required": False}
    if name in _WRITTEN:
        return forms.CharField(max_length=1000, help_text=_WRITTEN[name], **data)
    if name == "ends":
        data["help_text"] = label(MEANING[name])
    values = ((OPTIONS[name].format(value), label(in_words(name, value))) for value in OPTIONS[name].choices)
    return forms.ChoiceField(choices=[("", _AS_THE_RULES_HAVE_IT), *values], **data)


def as_entered(options: Mapping[str, Any]) -> dict[str, str]:
    return {option_field(name): OPTIONS[name].format(value) for name, value in options.items()}


def entered_options(form: forms.Form | forms.ModelForm[Any]) -> dict[str, Any]:
    """The options that are entered; what cannot be read becomes an error of its field."""
    found: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        if entered := (form.cleaned_data.get(option_field(name)) or "").strip():
            try:
                found[name] = option.validate(option.read(entered))
            except OptionError as error:
                form.add_error(option_field(name), translate_text(error.message))
    return found


def field_at_fault(refused: str) -> str:
    first = refused.split()[0].rstrip(":")
    return option_field(first)


# -- settings and details --------------------------------------------------------------------------


#: What the desk changes of an event: all but where it belongs, its address and its format.
DETAILS = (
    "name",
    "starts_on",
    "rules_name",
    "level",
    "ranked",
    "is_public",
    "forecasts",
    "seconds_per_throw",
)


def day_widget() -> forms.DateInput:
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


def field_name(format: Format[Any], setting: Setting) -> str:
    return f"{format.key}.{setting.name}"


def setting_fields(format: Format[Any]) -> dict[str, forms.Field]:
    return {field_name(format, setting): _field(setting) for setting in format.settings.described()}


def entered_settings(format: Format[Any], entered: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a format that are entered in its fields; those left empty have their defaults."""
    values = {
        setting.name: entered.get(field_name(format, setting)) for setting in format.settings.described()
    }
    return {name: value for name, value in values.items() if value not in (None, "")}


def _field(setting: Setting) -> forms.Field:
    data: dict[str, Any] = {
        "required": False,
        "label": label(setting.label),
        "help_text": label(setting.about),
    }
    match setting.kind:
        case IntegerRange(least=least, most=most):
            return forms.IntegerField(initial=setting.default, min_value=least, max_value=most, **data)
        case Choice(ways=ways):
            choices = [(way, label(text)) for way, text in ways.items()]
            return forms.ChoiceField(initial=setting.default, choices=choices, **data)
        case IntegerList():
            return NumbersField(initial=setting.default, **data)
        case kind:
            raise TypeError(f"no field for {kind}")


class NumbersField(forms.CharField):
    """Whole numbers, separated by commas."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        """A list of numbers, None where nothing is entered."""
        if value in self.empty_values:
            return None
        parts = self.prepare_value(value).split(",")
        if not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
            raise forms.ValidationError(_("Whole numbers, separated by commas."), code="invalid")
        return [int(part) for part in parts]


def complain_of_play(form: forms.BaseForm, format: Format[Any], error: Refusal) -> None:
    """Add an error of the play to the field of the setting or option at fault, if there is one."""
    if isinstance(error, FormatError):
        fields = [f"{format.key}.{error.field}", error.field]
    else:
        fields = [field_at_fault(error.message.en.removeprefix("options: "))]
    shown = next((name for name in (*fields, f"{fields[-1]}_name") if name in form.fields), None)
    form.add_error(shown, translate_text(error.message))


class BaseEventForm(forms.ModelForm):
    """An event with the settings of its format; what the conduct of events would refuse, this form says."""

    class Meta:
        model = Event
        fields = DETAILS
        help_texts = {
            "rules_name": _("By which rules a game is played (§1); each format has its own."),
            "level": _("The placing points are multiplied by it (§6)."),
            "ranked": _("Whether the result gives ranking points (§6). Exhibitions never do (§3.7)."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, value in self.instance.settings.items():
            self.initial[f"{self.instance.format_key}.{name}"] = value
        self.initial.update(as_entered(self.instance.options))
        if self._is_drawn:
            for name in option_fields(self.instance.format):
                self.fields.pop(name, None)
        if self._is_played:
            for name in setting_fields(self.instance.format):
                self.fields.pop(name, None)

    @property
    def _is_drawn(self) -> bool:
        return self.instance.status != Event.Status.OPEN

    @cached_property
    def _is_played(self) -> bool:
        """Whether games have begun: then the settings are changed at the desk, with a note."""
        return bool(self.instance.games.exists())

    def clean(self) -> dict[str, Any]:
        """Settings, rules and options are checked together, as they will be when the event is saved."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        format = self.instance.format
        cleaned["settings"] = self._settings(format)
        cleaned["options"] = self.instance.options if self._is_drawn else entered_options(self)
        if self.errors:
            return cleaned
        wanted = {name: cleaned.get(name, getattr(self.instance, name)) for name in _CHECKED}
        try:
            check_play(Event(format_key=format.key, **wanted))
        except REFUSED as error:
            complain_of_play(self, format, error)
        return cleaned

    def _settings(self, format: Format[Any]) -> dict[str, Any]:
        if self._is_played:
            settings: dict[str, Any] = self.instance.settings
            return settings
        return entered_settings(format, self.cleaned_data)


_CHECKED = ("rules_name", "options", "settings")


def details_form(event: Event) -> type[BaseEventForm]:
    """The form of an event that is there, with the settings of its own format and, until the draw, its rules."""
    is_open = event.status == Event.Status.OPEN
    fields = [name for name in DETAILS if is_open or name != "rules_name"]
    meta = type("Meta", (BaseEventForm.Meta,), {"fields": fields, "widgets": {"starts_on": day_widget()}})
    form: type[BaseEventForm] = type(
        "DetailsForm",
        (BaseEventForm,),
        {"Meta": meta, **setting_fields(event.format), **option_fields(event.format)},
    )
    if is_open:
        rules = [(name, label(rule_set_name(name))) for name in event.format.rule_sets]
        form.base_fields["rules_name"] = forms.ChoiceField(label=_("Rules"), choices=rules)
    return form
