"""The people of a hall as the check-in shows them: found by number or letters, counted, listed by presence."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.models.player import folded
from tournaments.models import Entry, Event
from tournaments.services.hall import TeamNames
from tournaments.standings.hall import waiting_keys

Presence = Entry.Presence
#: The number of people listed at once; the others are found by a search, or on request.
MOST_LISTED = 40


class Shown(StrEnum):
    """Who is listed."""

    MISSING = "missing"
    PRESENT = "present"
    ELSEWHERE = "elsewhere"
    WAITING = "waiting"


LABELS = {
    Shown.MISSING: _("Missing"),
    Shown.PRESENT: _("Present"),
    Shown.ELSEWHERE: _("Away or left"),
    Shown.WAITING: _("Waiting list"),
}


@dataclass(frozen=True, slots=True)
class PersonCard:
    """A person in a line of the check-in."""

    entry: Entry
    is_waiting: bool

    @property
    def name(self) -> str:
        return self.entry.player.shown_as

    @property
    def is_present(self) -> bool:
        return self.entry.presence == Presence.PRESENT

    @property
    def is_by_phone(self) -> bool:
        return self.is_present and self.entry.arrival == Entry.Arrival.PHONE

    @property
    def list_key(self) -> Shown:
        if self.is_waiting:
            return Shown.WAITING
        if self.entry.presence == Presence.ANNOUNCED:
            return Shown.MISSING
        return Shown.PRESENT if self.is_present else Shown.ELSEWHERE

    @property
    def labels(self) -> str:
        table = self.entry.wishes.get("table")
        seat = _("table %(number)d") % {"number": table} if table else ""
        return " · ".join(str(each) for each in (self.entry.team, *self.entry.groups, seat) if each)

    @property
    def state(self) -> str:
        """Where they are, where neither present nor simply missing."""
        if self.is_waiting:
            return str(_("waiting list"))
        if self.is_by_phone:
            return str(_("by phone"))
        return str(self.entry.get_presence_display()) if self.list_key is Shown.ELSEWHERE else ""


class Crowd:
    """All people of a hall. One query."""

    def __init__(self, event: Event) -> None:
        self.event = event
        entries = list(event.entries.select_related("player").order_by("number", "seed"))
        waiting = waiting_keys(event, entries)
        self.people = [PersonCard(entry, entry.key in waiting) for entry in entries]

    @cached_property
    def lists(self) -> list[dict[str, Any]]:
        """Every list with its name and how many stand in it; empty ones only of the missing and the present."""
        counted = dict.fromkeys(Shown, 0)
        for person in self.people:
            counted[person.list_key] += 1
        always = (Shown.MISSING, Shown.PRESENT)
        return [
            {"key": each.value, "label": LABELS[each], "number": number}
            for each, number in counted.items()
            if number or each in always
        ]

    @property
    def teams(self) -> list[str]:
        return TeamNames(person.entry.team for person in self.people).in_order

    @property
    def has_missing(self) -> bool:
        return any(person.list_key is Shown.MISSING for person in self.people)

    @property
    def first_list(self) -> Shown:
        """The list to begin with: who is missing; once that is empty, who is here."""
        return Shown.MISSING if self.has_missing or not self.people else Shown.PRESENT

    @property
    def everybody(self) -> int:
        """The number of people if all are here, else 0."""
        return len(self.people) if all(person.is_present for person in self.people) else 0

    def listed(self, shown: Shown) -> list[PersonCard]:
        return sorted(
            (each for each in self.people if each.list_key is shown), key=lambda each: folded(each.name)
        )

    def find(self, asked: str) -> list[PersonCard]:
        """Find people by start number, or by letters with which words of their name or team begin."""
        if asked.isascii() and asked.isdigit():
            numbers = [
                each for each in self.people if str(each.entry.number).startswith(asked.lstrip("0") or "0")
            ]
            return sorted(numbers, key=lambda each: each.entry.number)
        words = folded(asked).split()
        found = [(rank, person) for person in self.people if (rank := _rank(person, words)) is not None]
        return [
            person for _rank_of, person in sorted(found, key=lambda each: (each[0], folded(each[1].name)))
        ]

    def person(self, key: str) -> PersonCard | None:
        """Return a person by the key of their entry; ``None`` for an unknown key."""
        return next((each for each in self.people if each.entry.key == key), None)


def _rank(person: PersonCard, words: Sequence[str]) -> int | None:
    """Return how well a person matches, names before teams; ``None`` where not at all."""
    for rank, text in enumerate((person.name, f"{person.name} {person.entry.team}")):
        if has_words(text, words):
            return rank
    return None


def has_words(text: str, words: Sequence[str]) -> bool:
    """Check whether each of these folded words is the beginning of a word of the text."""
    parts = folded(text).split()
    return all(any(part.startswith(word) for part in parts) for word in words)
