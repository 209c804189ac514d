"""The forms by which people and links are admitted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.access.places import LONGEST
from games.access.roles import Role
from games.errors import RecordingError
from games.models.access import roles_offered


class AdmitForm(forms.Form):
    """A role in a place; ``place`` is where the form is shown, and what it proposes."""

    role = forms.ChoiceField(label=_("Role"), choices=roles_offered, initial=Role.REFEREE.value)
    place = forms.CharField(
        label=_("Where"),
        max_length=LONGEST,
        widget=forms.TextInput({"list": "places", "spellcheck": "false"}),
    )

    def __init__(self, data: Any = None, initial: Any = None) -> None:
        # Two of these stand on one page; their labels stand around their fields.
        super().__init__(data, initial=initial, auto_id=False)

    @property
    def admitted(self) -> dict[str, Any]:
        """The role and the place that were chosen."""
        return {"role": Role(self.cleaned_data["role"]), "place": self.cleaned_data["place"]}

    def refuse(self, error: RecordingError) -> None:
        """Say why nobody is admitted, beside the field where there is one."""
        field = error.details.get("field")
        self.add_error(field if field in self.fields else None, error.message.of(get_language() or "en"))


class LinkForm(AdmitForm):
    """A link, or token, to be made."""

    HOURS = (
        ("12", _("12 hours")),
        ("72", _("3 days")),
        ("720", _("30 days")),
        ("", _("until it is revoked")),
    )

    name = forms.CharField(
        label=_("For whom or what"), max_length=100, help_text=_("A board, a device, a program.")
    )
    hours = forms.ChoiceField(label=_("It holds"), choices=HOURS, required=False, initial="12")
    field_order = ("name", "role", "place", "hours")

    def expiry(self, now: datetime) -> datetime | None:
        """When it ends."""
        hours = self.cleaned_data["hours"]
        return now + timedelta(hours=int(hours)) if hours else None


class PermitForm(AdmitForm):
    """A person to be admitted."""

    person = forms.CharField(label=_("User name"), max_length=150)
    field_order = ("person", "role", "place")
