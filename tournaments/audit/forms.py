"""The filters of the list: actor, kind, game, time."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.access import translate_text
from games.enums import EventKind
from games.models import AccessToken
from tournaments.audit.queries import AuditFilter, kinds

#: Maximum letters of the searched name; no account has a longer one.
LONGEST_WHO = 150
#: No event has more.
MOST_GAMES = 10**6


def kinds_offered() -> list[tuple[str, Any]]:
    return [("", _("everything")), *((kind, translate_text(text)) for kind, text in kinds().items())]


def _moment() -> forms.DateTimeInput:
    return forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class MomentField(forms.DateTimeField):
    """A moment, in UTC: PostgreSQL knows no zones as far from it as Python does."""

    def to_python(self, value: Any) -> datetime | None:
        """The moment; refused where it would leave the calendar."""
        try:
            moment = super().to_python(value)
            return None if moment is None else moment.astimezone(UTC)
        except OverflowError as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error


class FilterForm(forms.Form):
    """Which lines are wanted."""

    who = forms.CharField(label=_("Who"), required=False, max_length=LONGEST_WHO)
    kind = forms.ChoiceField(label=_("What"), required=False, choices=kinds_offered)
    game = forms.IntegerField(label=_("Game"), required=False, min_value=1, max_value=MOST_GAMES)
    since = MomentField(label=_("From"), required=False, widget=_moment())
    until = MomentField(label=_("Until"), required=False, widget=_moment())
    throws = forms.BooleanField(label=_("Throws too"), required=False)

    def filter(self, *, throws: bool = True) -> AuditFilter:
        """What was entered; only of a form that is valid. Without ``throws`` these only where they are requested."""
        entered = self.cleaned_data
        return AuditFilter(
            actors=match_actors(entered["who"]) if entered["who"] else None,
            kind=entered["kind"],
            game=entered["game"],
            since=entered["since"],
            until=entered["until"],
            throws=throws or entered["throws"] or entered["kind"] == EventKind.THROW,
        )


def match_actors(name: str) -> list[str]:
    """The actors that match a name, or a number as in the logs: ``user:7``, ``demo``."""
    users = get_user_model().objects.filter(username__iexact=name).values_list("pk", flat=True)
    tokens = AccessToken.objects.filter(name__iexact=name).values_list("pk", flat=True)
    return [name, *(f"user:{user}" for user in users), *(f"token:{token}" for token in tokens)]
