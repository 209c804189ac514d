"""The form of an event: its fields, the settings of every format, the options of its rules, by their descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.access import translate_text
from games.views.refusals import Refusal
from rules import OPTIONS, OptionError, rule_set_name
from rules.option_labels import CALLED, MEANING, in_words
from tournaments.formats import Format, IntegerRange, Setting
from tournaments.formats.settings import Choice, IntegerList
from tournaments.kit.desk import label
from tournaments.models import Event
from tournaments.services.events import FIXED_OPTIONS

# -- options of the rules --------------------------------------------------------------------------


_BEFORE = "option."
_WRITTEN = {
    "board": _("Colours and fields from one A to the next, such as 4x10 or 6x8."),
    "die_faces": _("What the die shows, separated by commas, such as 1,2,3,4,5,6."),
}
_AS_THE_RULES_HAVE_IT = _("as the rules have it")


def rules_field(format: Format[Any]) -> forms.Field:
    rules = [(name, label(rule_set_name(name))) for name in format.rule_sets]
    return forms.ChoiceField(label=_("Rules"), choices=rules)


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
    field = error.field
    places = (
        field.replace("settings.", f"{format.key}."),
        field.replace("options.", _BEFORE),
        f"{field}_name",
    )
    shown = next((name for name in places if name in form.fields), None)
    form.add_error(shown, translate_text(error.message))


class DetailsForm(forms.ModelForm):
    """An event that is there, with the settings of its own format and, until the draw, the options of its rules."""

    class Meta:
        model = Event
        fields = DETAILS
        widgets = {"starts_on": day_widget()}
        help_texts = {
            "level": _("The placing points are multiplied by it (§6)."),
            "ranked": _("Whether the result gives ranking points (§6). Exhibitions never do (§3.7)."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event, format = self.instance, self.instance.format
        for name, value in event.settings.items():
            self.initial[f"{event.format_key}.{name}"] = value
        self.initial.update(as_entered(event.options))
        self.is_open = event.status == Event.Status.OPEN
        if self.is_open:
            self.fields["rules_name"] = rules_field(format)
            self.fields |= option_fields(format)
        else:
            del self.fields["rules_name"]
        #: Once games have begun the settings are changed at the desk, with a note.
        self.is_played = event.games.exists()
        if not self.is_played:
            self.fields |= setting_fields(format)

    def clean(self) -> dict[str, Any]:
        """Settings and options as they are entered; whether they can be is checked when the event is saved."""
        cleaned, event = super().clean() or self.cleaned_data, self.instance
        cleaned["settings"] = event.settings if self.is_played else entered_settings(event.format, cleaned)
        cleaned["options"] = entered_options(self) if self.is_open else event.options
        return cleaned
