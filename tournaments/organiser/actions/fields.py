"""Fields that many steps have, asked in the same words."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import LONGEST_REASON


class LineField(forms.CharField):
    """A line of printable text, blanks put in order."""

    def to_python(self, value: Any) -> str:
        return " ".join((super().to_python(value) or "").split())

    def validate(self, value: str) -> None:
        super().validate(value)
        if not value.isprintable():
            raise ValidationError(_("Only printable characters."), code="printable")


def reason_field() -> LineField:
    return LineField(label=_("reason"), max_length=LONGEST_REASON, help_text=_("Shown publicly."))


class ReasonForm(forms.Form):
    """Why."""

    reason = reason_field()


def expected_field() -> forms.IntegerField:
    """The number of the last event of a game that the page was made for."""
    return forms.IntegerField(widget=forms.HiddenInput)


class ExpectedForm(forms.Form):
    """What was looked at."""

    expected = expected_field()
