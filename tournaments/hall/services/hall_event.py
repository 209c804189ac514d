"""What every service of a hall begins with: the event of a format that seats one, and the people meant."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db.models import Q

from rules import Text, quote_value
from tournaments.db import locked, refused
from tournaments.errors import FormatViolation
from tournaments.models import Entry, Event
from tournaments.services.standings import changing

#: The number of people named in an error who are not entered.
_MOST_NAMED = 5
#: Columns have no such number.
_NO_NUMBER = 2**31
#: Whom a request means: the key of an entry, or its start number.
Who = str | int


def locked_hall(event_id: int) -> Event:
    """Lock the event. Raises ``FormatViolation`` where its format seats no hall."""
    event = locked(event_id)
    check_hall(event)
    return event


@contextmanager
def changing_hall(event_id: int, now: datetime) -> Iterator[Event]:
    """Change anything of an event that seats a hall (``changing``)."""
    with changing(event_id, now) as event:
        check_hall(event)
        yield event


def check_hall(event: Event) -> None:
    """Raise ``FormatViolation`` where the format of the event seats no hall."""
    if not event.format.seats_a_hall:
        raise FormatViolation(
            Text("format: only an open tournament seats a hall, not a {format}", format=event.format.name),
            field="format",
        )


def entries_meant(event: Event, meant: Collection[Who], field: str = "entries") -> list[Entry]:
    """Return the entries of these keys or start numbers, each once, in the given order (``among``). One query."""
    # NUL is in no key, and PostgreSQL cannot search for it.
    keys = [each for each in meant if isinstance(each, str) and "\x00" not in each]
    numbers = [each for each in meant if isinstance(each, int) and each < _NO_NUMBER]
    named = event.entries.filter(Q(key__in=keys) | Q(number__in=numbers))
    return among(named.select_related("player"), meant, field)


def among(entries: Iterable[Entry], meant: Collection[Who], field: str = "entries") -> list[Entry]:
    """Return those of the entries that have these keys or start numbers, each once, in the given order.

    Raises ``BadRequest`` that names those who are not entered.
    """
    known: dict[Who, Entry] = {name: entry for entry in entries for name in (entry.key, entry.number) if name}
    strangers = [each for each in meant if each not in known]
    if strangers:
        named = ", ".join(str(quote_value(each)) for each in strangers[:_MOST_NAMED])
        raise refused(
            field,
            Text("not entered: {named}; start numbers are needed", named=named),
        )
    return list(dict.fromkeys(known[each] for each in meant))
