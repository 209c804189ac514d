"""Names typed or pasted, one on each line: people who are known are recognised, near-misses are asked about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.models.player import folded, printable
from tournaments.demo_ids import PLAYERS as DEMO_PLAYERS
from tournaments.transfer.result_import.name_matching import Person, people

MOST_NAMES = 200
#: What stands before names in lists that are pasted: a number, or a dash.
_BEFORE = re.compile(r"^(\d{1,3}[.)]|[-–•*])\s+")


def typed_names(text: str) -> list[str]:
    """List the names of a text, blanks put in order; commas part them where all stand in one line."""
    lines = [line for line in re.split(r"[\r\n\t;]", text) if line.strip()]
    if len(lines) == 1:
        lines = lines[0].split(",")
    names = (_BEFORE.sub("", " ".join(line.split())).strip() for line in lines)
    return [name for name in names if name]


class NamesField(forms.CharField):
    """Names, each once."""

    least = 2

    def clean(self, value: Any) -> Any:
        """Return the names."""
        names = typed_names(super().clean(value))
        seen: dict[str, str] = {}
        for name in names:
            MaxLengthValidator(100)(name)
            printable(name)
            if folded(name) in seen:
                raise ValidationError(
                    _("%(name)s and %(before)s are the same name; tell two people of one name apart."),
                    code="twice",
                    params={"name": name, "before": seen[folded(name)]},
                )
            seen[folded(name)] = name
        if not self.least <= len(names) <= MOST_NAMES:
            raise ValidationError(
                _("%(least)d to %(most)d names are needed."),
                code="number",
                params={"least": self.least, "most": MOST_NAMES},
            )
        return names


class PlayerNamesForm(forms.Form):
    """A form with a field ``names``, whose lines become people."""

    #: Everybody who is named, as far as the names can be read.
    persons: Sequence[Person] = ()
    #: Those who could be somebody who is here, for the page to ask about.
    doubtful: Sequence[Person] = ()

    def clean_names(self) -> Sequence[Person]:
        """Whom the names mean; who is doubtful is asked for."""
        names: list[str] = self.cleaned_data["names"]
        decisions = {name: self.data.get(f"who-{name}", "") for name in names}
        self.persons = [_among_real(person) for person in people(names, decisions).values()]
        self.doubtful = [person for person in self.persons if person.candidates]
        if any(person.is_open for person in self.persons):
            raise ValidationError(_("Please say who is meant."), code="doubtful")
        return self.persons

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
