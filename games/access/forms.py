"""The forms that grant roles to people and links."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.access.scopes import LONGEST
from games.access.services import Lasting
from games.enums import Role
from games.errors import RecordingError
from games.models.access import roles_offered


class AdmitForm(forms.Form):
    """Grant a role in a place; ``place`` is where the form is shown, and what it proposes."""

    role = forms.ChoiceField(label=_("Role"), choices=roles_offered, initial=Role.REFEREE.value)
    place = forms.CharField(
        label=_("Where"),
        max_length=LONGEST,
        widget=forms.TextInput({"list": "places", "spellcheck": "false"}),
    )

    def __init__(self, data: Any = None, initial: Any = None) -> None:
        # Two of these stand on one page; their labels wrap their fields.
        super().__init__(data, initial=initial, auto_id=False)

    @property
    def admitted(self) -> dict[str, Any]:
        """Return the role and the place that were chosen."""
        return {"role": Role(self.cleaned_data["role"]), "place": self.cleaned_data["place"]}

    def refuse(self, error: RecordingError) -> None:
        """Add the error to its field, or to the form where there is none."""
        field = error.details.get("field")
        self.add_error(field if field in self.fields else None, error.message.of(get_language() or "en"))


_UNTIL_REVOKED = "never"


def _hours_offered() -> list[tuple[str, Any]]:
    """List for how many hours a link can be valid, the default among them."""
    usual = [("", _("%(number)d days") % {"number": settings.TOKEN_DAYS})] if settings.TOKEN_DAYS > 0 else []
    return [
        ("12", _("12 hours")),
        ("72", _("3 days")),
        ("720", _("30 days")),
        *usual,
        (_UNTIL_REVOKED, _("until it is revoked")),
    ]


class LinkForm(AdmitForm):
    """A link, or token, to be made."""

    name = forms.CharField(
        label=_("For whom or what"), max_length=100, help_text=_("A board, a device, a program.")
    )
    hours = forms.ChoiceField(label=_("It holds"), choices=_hours_offered, required=False, initial="12")
    field_order = ("name", "role", "place", "hours")

    def expiry(self, now: datetime) -> datetime | Lasting | None:
        """Return when it expires; the default where nothing is chosen."""
        hours = self.cleaned_data["hours"]
        if hours == _UNTIL_REVOKED:
            return None
        return now + timedelta(hours=int(hours)) if hours else Lasting.USUAL


class PermitForm(AdmitForm):
    """Grant a role to a person."""

    person = forms.CharField(label=_("User name"), max_length=150)
    field_order = ("person", "role", "place")
