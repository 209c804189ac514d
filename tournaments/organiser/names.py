"""Typed names on the desk's forms: who is known is shown, near-misses are asked about."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.access import ANONYMOUS, Principal
from games.queries.name_list import read_people
from games.queries.name_matching import KnownNames, Person, people

MOST_NAMES = 200


class NamesField(forms.CharField):
    """Names, each once."""

    least = 2

    def clean(self, value: Any) -> Any:
        names = [each.name for each in read_people(super().clean(value), is_names_alone=True)]
        if not self.least <= len(names) <= MOST_NAMES:
            raise ValidationError(
                _("%(least)d to %(most)d names are needed."),
                code="number",
                params={"least": self.least, "most": MOST_NAMES},
            )
        return names


def count_names(text: str) -> int:
    """Return how many names a text has; 0 where it cannot be read."""
    try:
        return len(read_people(text, is_names_alone=True))
    except ValidationError:
        return 0


class AsksWhoIsMeant(forms.Form):
    """A form in which people are named: ``who-NAME`` says who is meant, the id of a player or ``new``."""

    #: Whether a player known by exactly this name needs confirmation, too: not where the page shows it before.
    asks_known: ClassVar[bool] = True
    #: Who fills in the form: only players they may know are recognised.
    viewer: Principal = ANONYMOUS
    #: The people named, as far as the names can be read.
    persons: Sequence[Person] = ()

    def find_meant(self, names: Sequence[str]) -> Sequence[Person]:
        """Return the players that the names mean. Raises ``ValidationError`` where they must be confirmed first."""
        decisions = {name: self.data.get(f"who-{name}", "") for name in names}
        found = people(names, decisions, KnownNames(self.viewer), is_list_certain=True)
        self.persons = list(found.values())
        if any(person.is_open or self._is_unseen(person, decisions) for person in self.persons):
            raise ValidationError(_("Please say who is meant."), code="doubtful")
        return self.persons

    def _is_unseen(self, person: Person, decisions: dict[str, str]) -> bool:
        return self.asks_known and person.player is not None and not decisions[person.typed]

    @property
    def is_asking(self) -> bool:
        return any(
            "doubtful" in [error.code for error in errors.as_data()] for errors in self.errors.values()
        )

    @property
    def recognised(self) -> list[Person]:
        return [person for person in self.persons if person.player and not person.candidates]

    @property
    def doubtful(self) -> list[Person]:
        return [person for person in self.persons if person.candidates]


class PlayerNamesForm(AsksWhoIsMeant):
    """A form with a field ``names``, whose lines become people."""

    def clean_names(self) -> Sequence[Person]:
        """Whom the names mean; doubtful names need confirmation."""
        return self.find_meant(self.cleaned_data["names"])

    @staticmethod
    def is_each_once(found: Sequence[Person]) -> bool:
        meant: list[Any] = [person.player.pk if person.player else person.typed for person in found]
        return len(set(meant)) == len(meant)
