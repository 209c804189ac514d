"""What a form asks of a service: done and said, or refused at the field at fault, without its name in requests."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext

from games.errors import RecordingError
from rules import RulesError
from tournaments.formats import FormatError
from tournaments.organiser.i18n import translate_text

#: What is refused in words.
REFUSED = (RecordingError, RulesError, FormatError)
Refusal = RecordingError | RulesError | FormatError


def field_refused(error: Refusal) -> str:
    """Return the member at fault; empty where none is."""
    return str(error.details.get("field", "")) if isinstance(error, RecordingError) else ""


def why_refused(error: Refusal) -> str:
    return translate_text(error.message).removeprefix(f"{field_refused(error)}: ")


def complain(form: forms.BaseForm, error: Refusal) -> None:
    field = field_refused(error)
    form.add_error(field if field in form.fields else None, why_refused(error))


def saved(request: HttpRequest, form: forms.BaseForm, change: Callable[..., object], **who: object) -> bool:
    """Change what the form says, and tell so; whether it was done, otherwise the form says why not."""
    if not form.is_valid():
        return False
    try:
        change(changes=form.cleaned_data, **who)
    except REFUSED as error:
        complain(form, error)
        return False
    messages.success(request, gettext("Saved."))
    return True


def attempt(request: HttpRequest, change: Callable[[], str], labels: Mapping[str, Any] | None = None) -> bool:
    """Change something, and show what ``change`` says of it; whether it was done, otherwise the reason is shown."""
    try:
        messages.success(request, change())
    except REFUSED as error:
        messages.error(request, say_refused(error, labels or {}))
        return False
    return True


def say_refused(error: Refusal, labels: Mapping[str, Any]) -> str:
    """Return the reason after the label of the field at fault; alone where the page has no such field."""
    label, why = labels.get(field_refused(error)), why_refused(error)
    return f"{label}: {why}" if label else why
