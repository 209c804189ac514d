"""What people tell who register themselves: a name, a team, where they want to sit; robots fall for one field."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.core.signing import BadSignature
from django.utils.translation import gettext_lazy as _

from games.access import mail
from games.access.lifetimes import Purpose, opened, signed
from tournaments.organiser.hall.people_forms import StartNumbersField, TeamField
from tournaments.services.hall import OwnWishes

LONGEST_NAME = 60


class OwnForm(forms.Form):
    """What somebody can change of their registration."""

    name = forms.CharField(
        label=_("Name or nickname"), max_length=LONGEST_NAME, help_text=_("As everybody will see it.")
    )
    team = TeamField(label=_("Team or club"), help_text=_("Optional."))
    same_table = forms.BooleanField(label=_("Same table all day: I cannot change tables"), required=False)
    never_with = StartNumbersField(
        label=_("Not at a table with"),
        required=False,
        max_length=60,
        help_text=_("Up to 3 start numbers, separated by commas."),
    )

    def wishes(self) -> OwnWishes:
        """Return what is wished."""
        return OwnWishes(self.cleaned_data["same_table"], self.cleaned_data.get("never_with", ()))


class RegistrationForm(OwnForm):
    """The form of the public page; of others nobody knows the start numbers yet."""

    #: Nobody sees it, and programs that fill in everything do.
    website = forms.CharField(required=False, max_length=200, widget=forms.TextInput(attrs={"tabindex": -1}))
    form = forms.CharField(max_length=200, widget=forms.HiddenInput)
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        max_length=254,
        help_text=_("Optional: the link to your page is sent there. The address is not kept."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    consent = forms.BooleanField(
        label=_("I agree that this name, my team and my results are shown publicly."),
        error_messages={"required": _("Tick this box to register.")},
    )
    field_order = ("name", "team", "same_table", "email", "consent", "form", "website")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["name"].widget.attrs["autocomplete"] = "name"
        self.fields["website"].widget.attrs["autocomplete"] = "off"
        del self.fields["never_with"]
        if not mail.is_on():
            del self.fields["email"]

    @staticmethod
    def new_mark() -> str:
        """Return what tells one form from another: made with the page, sent with the form."""
        return signed(Purpose.REGISTRATION_FORM, secrets.token_hex(12))

    def clean_form(self) -> str:
        """Return what tells the form that was sent."""
        try:
            mark: str = opened(Purpose.REGISTRATION_FORM, self.cleaned_data["form"])
        except BadSignature as error:
            raise forms.ValidationError(_("Reload the page and fill in the form again.")) from error
        return mark

    def clean_website(self) -> str:
        """Refuse what only programs fill in."""
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_("Leave the field “Website” empty."))
        return ""
