"""The people of a hall as the check-in shows them: found, counted, listed by presence; those who have no seat."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext, gettext_lazy as _, ngettext

from games.access import translate_text
from games.models.player import folded
from tournaments.formats import is_round
from tournaments.hall.services import MishapKind, TeamNames
from tournaments.hall.services.seats import WithoutSeat, people_without_seat
from tournaments.kit.desk import reverse_desk
from tournaments.models import Draw, Entry, Event
from tournaments.standings.event_state import EventState
from tournaments.standings.rounds import OPEN_STATES, RoundState, waiting_line

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
        waiting = waiting_line(event, entries)
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
    def first_list(self) -> Shown:
        """The list to begin with: who is missing; once that is empty, who is here."""
        has_missing = any(person.list_key is Shown.MISSING for person in self.people)
        return Shown.MISSING if has_missing or not self.people else Shown.PRESENT

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


# -- without a seat --------------------------------------------------------------------------------


#: The number of people named; all of them are counted.
MOST_NAMED = 5


@dataclass(frozen=True)
class SeatsWanted:
    """People who have come since the round was published, as pages tell them."""

    event_state: EventState
    found: WithoutSeat

    @property
    def subject(self) -> str:
        return self.found.round.subject

    @property
    def about(self) -> str:
        """How many there are, and who."""
        number = len(self.found.people)
        sentence = ngettext(
            "%(n)d person has no seat in %(round)s: %(names)s.",
            "%(n)d people have no seat in %(round)s: %(names)s.",
            number,
        )
        names = [self.event_state.numbered(entry) for entry in self.found.people[:MOST_NAMED]]
        left = number - len(names)
        names += [gettext("%(n)d more") % {"n": left}] if left else []
        name = translate_text(self.found.round.stage.name)
        return sentence % {"n": number, "round": name, "names": ", ".join(names)}

    @property
    def button(self) -> str:
        return gettext("Seat %(person)s") % {"person": self.event_state.numbered(self.found.people[0])}

    @property
    def url(self) -> str:
        """Where the first of them is seated: what it costs is shown there."""
        mending = reverse_desk("desk-mend", self.event_state.event, self.subject)
        late = {"kind": MishapKind.LATE.value, "who": self.event_state.numbered(self.found.people[0])}
        return f"{mending}?{urlencode(late)}"


def seats_wanted_in(event_state: EventState) -> SeatsWanted | None:
    """Return who waits for a seat; ``None`` if there is none."""
    found = people_without_seat(event_state)
    return SeatsWanted(event_state, found) if found else None


def seats_wanted(event: Event, projection: Mapping[str, Any]) -> SeatsWanted | None:
    """Return who waits for a seat by the stored table. One query where there is none, no query between rounds."""
    return next(iter(seats_wanted_at([(event, projection)])), None)


def seats_wanted_at(halls: Iterable[tuple[Event, Mapping[str, Any]]]) -> list[SeatsWanted]:
    """Return who waits for a seat in each of these halls by their stored tables, without empty halls.

    One query where there is none, however many halls there are.
    """
    open_rounds = {
        event: (subject, projection)
        for event, projection in halls
        if (subject := _open_round(projection)) is not None
    }
    draws = Draw.objects.filter(event__in=open_rounds) if open_rounds else Draw.objects.none()
    orders = {
        (event, subject): order for event, subject, order in draws.values_list("event", "subject", "order")
    }
    waiting = [
        event
        for event, (subject, projection) in open_rounds.items()
        if _present(projection).difference(orders.get((event.pk, subject), ()))
    ]
    found = (seats_wanted_in(EventState.load(event)) for event in waiting)
    return [each for each in found if each is not None]


def _open_round(projection: Mapping[str, Any]) -> str | None:
    """Return the subject of the round that is published last, if it can still take a person."""
    published = [each for each in projection["rounds"] if each["state"] != RoundState.PLANNED]
    last = published[-1] if published else None
    return last["subject"] if last and last["state"] in OPEN_STATES and is_round(last["subject"]) else None


def _present(projection: Mapping[str, Any]) -> set[str]:
    return {entry["key"] for entry in projection["entries"] if entry["presence"] == Entry.Presence.PRESENT}
