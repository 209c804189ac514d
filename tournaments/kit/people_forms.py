"""Forms in which people are named: who is known is shown, near-misses are asked about."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.access import ANONYMOUS, Principal
from games.models import Player
from games.models.player import LONGEST_NAME, printable
from games.queries.name_list import ListedPerson, read_people, wrong_line
from games.queries.name_matching import KnownNames, Person, people
from tournaments.models import LONGEST_LABEL, MOST_GROUPS, MOST_TABLES, Entry

# -- names -----------------------------------------------------------------------------------------


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
        for person in self.persons:
            is_unseen = self.asks_known and person.player is not None and not decisions[person.typed]
            if person.is_open or is_unseen:
                raise ValidationError(_("Please say who is meant."), code="doubtful")
        return self.persons

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


# -- the check-in of a hall ------------------------------------------------------------------------


#: A file of names is at most so large, in bytes.
LARGEST_FILE = 500_000


class HallNamesForm(AsksWhoIsMeant):
    """People of a hall: who is entered already, by each of their names, needs no confirmation."""

    def __init__(self, *args: Any, entered: Mapping[str, Player], **named: Any) -> None:
        super().__init__(*args, **named)
        self._entered = entered


class PeopleListForm(HallNamesForm):
    """A list of people, pasted or as a file."""

    people = forms.CharField(
        label=_("Names"),
        required=False,
        max_length=LARGEST_FILE,
        help_text=_("One person on each line; or: number; name; team; groups, separated by semicolons."),
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off"}),
    )
    file = forms.FileField(label=_("or a CSV file"), required=False)

    def clean(self) -> dict[str, Any]:
        """Read the list, from the file where there is one, and find out who is meant."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        field = "file" if cleaned.get("file") else "people"
        try:
            text = self._text(cleaned)
            cleaned["listed"] = read_people(text)
            _check_labels(cleaned["listed"])
            # Asked back, the page carries the list along.
            self.data, field = {**dict(self.data.items()), "people": text}, "people"
            new = [each.name for each in cleaned["listed"] if each.name not in self._entered]
            cleaned["meant"] = {person.typed: person for person in self.find_meant(new)}
            self._check_each_once(cleaned["meant"].values())
        except forms.ValidationError as error:
            self.add_error(field, error)
        return cleaned

    @staticmethod
    def _text(cleaned: Mapping[str, Any]) -> str:
        file = cleaned.get("file")
        if file is None:
            text: str = cleaned["people"]
            return text
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(
                _("The file is too large: %(most)d kB at most.") % {"most": LARGEST_FILE // 1000}
            )
        read: bytes = file.read()
        try:
            return read.decode("utf-8-sig")
        except UnicodeDecodeError:
            return read.decode("cp1252", errors="replace")

    @staticmethod
    def _check_each_once(persons: Iterable[Person]) -> None:
        players = [person.player.pk for person in persons if person.player]
        if len(set(players)) < len(players):
            raise forms.ValidationError(_("Two of the names are the same person."), code="twice")


def _check_labels(listed: Iterable[ListedPerson]) -> None:
    """Raise ``ValidationError`` that names the first line with a team or groups that cannot be."""
    for person in listed:
        labels = [person.team, *person.groups]
        if any(len(label) > LONGEST_LABEL or not label.isprintable() for label in labels):
            why = _("A team or group has at most %(most)d printable characters.") % {"most": LONGEST_LABEL}
            raise wrong_line(person.line, why)
        if len(person.groups) > MOST_GROUPS:
            raise wrong_line(
                person.line, _("Somebody is in at most %(most)d groups.") % {"most": MOST_GROUPS}
            )


class GroupsField(forms.CharField):
    """Groups, separated by commas."""

    def clean(self, value: Any) -> Any:
        return [group.strip() for group in super().clean(value).split(",") if group.strip()]


class StartNumbersField(forms.CharField):
    """Start numbers, separated by commas."""

    def clean(self, value: Any) -> Any:
        parts = [part for part in re.split(r"[,;\s]+", super().clean(value)) if part]
        if not all(part.isascii() and part.isdigit() and len(part) <= 6 for part in parts):
            raise forms.ValidationError(_("Start numbers, separated by commas."))
        return list(dict.fromkeys(map(int, parts)))


class TeamField(forms.CharField):
    """A team; the page offers those that are known in its list “teams” (``hall/teams.html``)."""

    def __init__(self, **named: Any) -> None:
        offering = forms.TextInput(attrs={"list": "teams"})
        super().__init__(required=False, max_length=LONGEST_LABEL, widget=offering, **named)


class WalkInForm(HallNamesForm):
    """A walk-in."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, validators=[printable])
    groups = GroupsField(label=_("Groups"), required=False, max_length=300)
    team = TeamField(label=_("Team"))

    def clean_name(self) -> Player | str:
        """Whom the name means; who is entered already is refused by the service."""
        name = " ".join(self.cleaned_data["name"].split())
        if name in self._entered:
            return self._entered[name]
        (person,) = self.find_meant([name])
        return person.player or name


class DescriptionForm(forms.Form):
    """The data of a person, and where they are to sit; the name for those who may correct it."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    team = TeamField(label=_("Team"))
    groups = GroupsField(
        label=_("Groups"), required=False, max_length=700, help_text=_("Separated by commas.")
    )
    paid = forms.BooleanField(label=_("Paid"), required=False)
    table = forms.IntegerField(label=_("Always at table"), required=False, min_value=1, max_value=MOST_TABLES)
    never_with = StartNumbersField(
        label=_("Never with"),
        required=False,
        max_length=300,
        help_text=_("Start numbers, separated by commas."),
    )

    def __init__(self, *args: Any, has_name: bool, **named: Any) -> None:
        super().__init__(*args, **named)
        if not has_name:
            del self.fields["name"]

    @staticmethod
    def as_known(entry: Entry, numbers: dict[str, int]) -> dict[str, Any]:
        """What is known now; ``numbers`` are the start numbers by the keys of entries."""
        apart = [numbers[key] for key in entry.wishes.get("never_with", ()) if key in numbers]
        return {
            "name": entry.player.shown_as,
            "team": entry.team,
            "groups": ", ".join(entry.groups),
            "paid": entry.paid,
            "table": entry.wishes.get("table"),
            "never_with": ", ".join(map(str, sorted(apart))),
        }
