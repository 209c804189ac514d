"""Who is there and has no seat in the round that is published: said, with the way to seat them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext, ngettext

from games.access import translate_text
from tournaments.formats import is_round
from tournaments.models import Draw, Entry, Event
from tournaments.organiser.desk_parts import reverse_desk
from tournaments.services.hall import MishapKind
from tournaments.services.hall.seats import WithoutSeat, people_without_seat
from tournaments.standings.event_state import EventState
from tournaments.standings.hall import OPEN_STATES, RoundState

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
        names = [self._name(entry) for entry in self.found.people[:MOST_NAMED]]
        left = number - len(names)
        names += [gettext("%(n)d more") % {"n": left}] if left else []
        name = translate_text(self.found.round.stage.name)
        return sentence % {"n": number, "round": name, "names": ", ".join(names)}

    @property
    def button(self) -> str:
        return gettext("Seat %(person)s") % {"person": self._name(self.found.people[0])}

    @property
    def url(self) -> str:
        """Where the first of them is seated: what it costs is shown there."""
        mending = reverse_desk("desk-mend", self.event_state.event, self.subject)
        late = {"kind": MishapKind.LATE.value, "who": self._name(self.found.people[0])}
        return f"{mending}?{urlencode(late)}"

    def _name(self, entry: Entry) -> str:
        return f"{entry.number} {self.event_state.name(entry)}"


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
