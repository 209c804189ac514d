"""What a form asks of a service: done and said, or refused at the field at fault, without its name in requests."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext

from games.access import translate_text
from games.errors import RecordingError
from rules import RulesError
from tournaments.formats import FormatError

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


class ShowingRefusals:
    """Within ``with``: what is refused is shown, and what follows there is left out."""

    def __init__(self, show: Callable[[Refusal], object]) -> None:
        self._show = show

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        if not isinstance(error, REFUSED):
            return False
        self._show(error)
        return True


def complaining(form: forms.BaseForm) -> ShowingRefusals:
    """Show what is refused in a form."""
    return ShowingRefusals(lambda error: complain(form, error))


def refusals_shown(request: HttpRequest, labels: Mapping[str, Any] | None = None) -> ShowingRefusals:
    """Show what is refused above the next page."""
    return ShowingRefusals(lambda error: messages.error(request, say_refused(error, labels or {})))


def is_done(form: forms.BaseForm, act: Callable[[], object]) -> bool:
    """Do what a form says, and return whether it was done; otherwise the form says why not."""
    if form.is_valid():
        with complaining(form):
            act()
            return True
    return False


def saved(request: HttpRequest, form: forms.BaseForm, change: Callable[..., object], **who: object) -> bool:
    """Change what a form says, and tell so; whether it was done, otherwise the form says why not."""
    is_saved = is_done(form, lambda: change(changes=form.cleaned_data, **who))
    if is_saved:
        messages.success(request, gettext("Saved."))
    return is_saved


def say_refused(error: Refusal, labels: Mapping[str, Any]) -> str:
    """Return the reason after the label of the field at fault; alone where the page has no such field."""
    label, why = labels.get(field_refused(error)), why_refused(error)
    return f"{label}: {why}" if label else why
