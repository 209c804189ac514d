"""Names typed or pasted, one on each line: people who are known are recognised, near-misses are asked about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.models import Player
from tournaments.demo_ids import PLAYERS as DEMO_PLAYERS
from tournaments.transfer.result_import.name_matching import Person, people


class NamesForm(forms.Form):
    """A form with a field ``names``, whose lines become people."""

    #: Those who could be somebody who is here, for the page to ask about.
    doubtful: Sequence[Person] = ()

    def clean_names(self) -> Sequence[Person]:
        """Whom the names mean; who is doubtful is asked for."""
        names: list[str] = self.cleaned_data["names"]
        decisions = {name: self.data.get(f"who-{name}", "") for name in names}
        found = [_among_real(person) for person in people(names, decisions).values()]
        self.doubtful = [person for person in found if person.candidates]
        if any(person.is_open for person in found):
            raise ValidationError(_("Please say who is meant."), code="doubtful")
        return found

    @staticmethod
    def is_each_once(found: Sequence[Person]) -> bool:
        """Whether no two names mean the same person."""
        meant: list[Any] = [person.player.pk if person.player else person.typed for person in found]
        return len(set(meant)) == len(meant)


def _among_real(person: Person) -> Person:
    """Leave out the demo's players, and that two lines could mean one person: whoever writes both means both."""
    if isinstance(person.player, Player) and person.player.pk in DEMO_PLAYERS:
        return Person(person.typed)
    real = tuple(each for each in person.candidates if each.player and each.player.pk not in DEMO_PLAYERS)
    return Person(person.typed, person.player, "", real, person.is_open and bool(real))
