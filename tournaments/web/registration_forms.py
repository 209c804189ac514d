"""What people tell who register themselves: a name, a team, where they want to sit; robots fall for one field."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import LONGEST_LABEL
from tournaments.organiser.hall.people_forms import StartNumbersField
from tournaments.services.hall import OwnWishes

LONGEST_NAME = 60
#: So long a form may lie open before it is sent, in seconds.
_HOURS = 12 * 60 * 60
_SALT = "tournaments.registration.form"


class OwnForm(forms.Form):
    """What somebody can change of their registration."""

    team = forms.CharField(
        label=_("Team or club"), required=False, max_length=LONGEST_LABEL, help_text=_("Optional.")
    )
    same_table = forms.BooleanField(label=_("Same table all day: I cannot change tables"), required=False)
    never_with = StartNumbersField(
        label=_("Not at a table with"),
        required=False,
        max_length=60,
        help_text=_("Up to 3 start numbers, separated by commas."),
    )

    def wishes(self) -> OwnWishes:
        """Return what is wished."""
        return OwnWishes(self.cleaned_data["same_table"], self.cleaned_data["never_with"])

    def complain(self, field: str, why: str) -> None:
        """Say what is wrong, at its field where there is one."""
        self.add_error(field if field in self.fields else None, why.removeprefix(f"{field}: "))


class RegistrationForm(OwnForm):
    """The form of the public page."""

    #: Nobody sees it, and programs that fill in everything do.
    website = forms.CharField(required=False, max_length=200, widget=forms.TextInput(attrs={"tabindex": -1}))
    form = forms.CharField(max_length=200, widget=forms.HiddenInput)
    name = forms.CharField(
        label=_("Name or nickname"), max_length=LONGEST_NAME, help_text=_("As everybody will see it.")
    )
    consent = forms.BooleanField(
        label=_("I agree that this name, my team and my results are shown publicly."),
        error_messages={"required": _("Tick this box to register.")},
    )
    field_order = ("name", "team", "same_table", "never_with", "consent", "form", "website")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ("name", "team", "never_with", "website"):
            self.fields[name].widget.attrs["autocomplete"] = "name" if name == "name" else "off"

    @staticmethod
    def new_mark() -> str:
        """Return what tells one form from another: made with the page, sent with the form."""
        return signing.dumps(secrets.token_hex(12), salt=_SALT)

    def clean_form(self) -> str:
        """Return what tells the form that was sent."""
        try:
            mark: str = signing.loads(self.cleaned_data["form"], salt=_SALT, max_age=_HOURS)
        except signing.BadSignature as error:
            raise forms.ValidationError(_("Reload the page and fill in the form again.")) from error
        return mark

    def clean_website(self) -> str:
        """Refuse what only programs fill in."""
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_("Leave the field “Website” empty."))
        return ""
