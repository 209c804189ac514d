"""The options of an event's rules as fields of its form: each with what it can be, in plain words (rulebook §7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.access import translate_text
from rules import OptionError
from rules.option_labels import CALLED, MEANING, in_words
from rules.rule_sets import OPTIONS
from tournaments.formats import Format
from tournaments.organiser.i18n import label
from tournaments.services.events import FIXED_OPTIONS

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
    return {option_field(name): _field(name) for name in OPTIONS if name not in fixed}


def _field(name: str) -> forms.Field:
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
