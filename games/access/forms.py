"""The forms that grant roles to people and links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.access import mail, scopes
from games.access.lifetimes import LIFETIMES, LONGER, Purpose
from games.access.permissions import is_allowed
from games.access.principal import Principal
from games.access.roles import role_in_words, to_admit
from games.access.services import Lasting
from games.enums import Action, Role
from games.errors import RecordingError
from rules.i18n import Text


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody may give, where they look: roles, and places with their names, that of the page first."""

    roles: Sequence[Role]
    places: Mapping[str, Text]

    @classmethod
    def of(cls, caller: Principal, place: str) -> Offer:
        """Return what the caller may give in the place, and around and within it."""
        around = scopes.scope_around(place)
        roles = [role for role in Role if is_allowed(caller, to_admit(role), around)]
        wider = [
            each
            for each in scopes.places_around(place)
            if is_allowed(caller, Action.GRANT, scopes.scope_around(each))
        ]
        # Whoever may give something in a place may give it within it.
        offered = [*scopes.suggest_places(place), *wider]
        names = scopes.name_places(offered)
        return cls(roles, {each: names[each] for each in offered})


class AdmitForm(forms.Form):
    """Grant a role in a place; both are chosen from what the caller may give."""

    role = forms.ChoiceField(label=_("Role"))
    place = forms.ChoiceField(label=_("Where"))

    def __init__(self, offer: Offer, data: Any = None) -> None:
        # Two of these stand on one page; their labels wrap their fields.
        usual = Role.REFEREE if Role.REFEREE in offer.roles else None
        super().__init__(data, initial={"role": usual, "place": next(iter(offer.places))}, auto_id=False)
        language = get_language() or "en"
        self.fields["role"].choices = [  # type: ignore[attr-defined]
            (role.value, role_in_words(role).of(language)) for role in offer.roles
        ]
        self.fields["place"].choices = [  # type: ignore[attr-defined]
            (place, name.of(language)) for place, name in offer.places.items()
        ]

    @property
    def admitted(self) -> dict[str, Any]:
        """Return the role and the place that were chosen."""
        return {"role": Role(self.cleaned_data["role"]), "place": self.cleaned_data["place"]}

    def refuse(self, error: RecordingError) -> None:
        """Add the error to its field, or to the form where there is none."""
        field = error.details.get("field")
        self.add_error(field if field in self.fields else None, error.message.of(get_language() or "en"))


_UNTIL_REVOKED = "never"
#: In hours.
_AT_A_BOARD = LIFETIMES[Purpose.BOARD] // timedelta(hours=1)


def _hours_offered() -> list[tuple[str, Any]]:
    """List for how many hours a link can be valid, the default among them."""
    usual = [("", _("%(number)d days") % {"number": settings.TOKEN_DAYS})] if settings.TOKEN_DAYS > 0 else []
    return [
        (str(_AT_A_BOARD), _("%(number)d hours") % {"number": _AT_A_BOARD}),
        *((str(24 * life.days), _("%(number)d days") % {"number": life.days}) for life in LONGER),
        *usual,
        (_UNTIL_REVOKED, _("until it is revoked")),
    ]


class LinkForm(AdmitForm):
    """A link, or token, to be made."""

    name = forms.CharField(
        label=_("For whom or what"), max_length=100, help_text=_("A board, a device, a program.")
    )
    board = forms.CharField(
        label=_("Only at board"),
        max_length=30,
        required=False,
        help_text=_("As its sign says: 7, or Hall 2."),
    )
    hours = forms.ChoiceField(
        label=_("Valid for"), choices=_hours_offered, required=False, initial=str(_AT_A_BOARD)
    )
    field_order = ("name", "role", "place", "board", "hours")

    def __init__(self, offer: Offer, data: Any = None) -> None:
        super().__init__(offer, data)
        if not next(iter(offer.places)).startswith("event:"):
            del self.fields["board"]

    @property
    def admitted(self) -> dict[str, Any]:
        """Return the role and the place that were chosen; a board that is named narrows the event."""
        chosen = super().admitted
        board = self.cleaned_data.get("board", "")
        if board and chosen["place"].startswith("event:"):
            chosen["place"] = f"board:{chosen['place'].partition(':')[2]}:{board}"
        return chosen

    def expiry(self, now: datetime) -> datetime | Lasting | None:
        """Return when it expires; the default where nothing is chosen."""
        hours = self.cleaned_data["hours"]
        if hours == _UNTIL_REVOKED:
            return None
        return now + timedelta(hours=int(hours)) if hours else Lasting.USUAL


class PersonForm(AdmitForm):
    """Grant a role to a person, by their name."""

    person = forms.CharField(
        label=_("Name"),
        max_length=150,
        help_text=_("Whoever has no account gets a link to open one."),
        widget=forms.TextInput({"list": "people", "autocomplete": "off"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        required=False,
        help_text=_("Optional: the link is sent there."),
        widget=forms.EmailInput({"autocomplete": "off"}),
    )
    field_order = ("person", "email", "role", "place")

    def __init__(self, offer: Offer, data: Any = None) -> None:
        super().__init__(offer, data)
        if not mail.is_on():
            del self.fields["email"]
