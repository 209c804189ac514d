"""Refusals in words, and in the form whose field is at fault."""

from typing import Protocol

from django import forms

from games.access import translate_text
from rules import Text


class Refusal(Protocol):
    """What is refused: why, and the member at fault; empty where none is."""

    message: Text

    @property
    def field(self) -> str: ...


def why_refused(error: Refusal) -> str:
    return translate_text(error.message).removeprefix(f"{error.field}: ")


def complain(form: forms.BaseForm, error: Refusal) -> None:
    form.add_error(error.field if error.field in form.fields else None, why_refused(error))
