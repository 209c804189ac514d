"""Self-service check-in at the door: by the code shown there, so that people cannot check in from home.

The code opens nothing but "I am here" while check-in by phone is open; another one can be made at any time. What
the desk undoes is not done again from a phone.
"""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.crypto import constant_time_compare

from rules import Text
from tournaments.db import refused, save_row
from tournaments.errors import EventStateConflict
from tournaments.models import Entry, Event, Registration
from tournaments.services.entries import why_closed
from tournaments.services.hall.hall_event import Who, entries_meant, locked_hall
from tournaments.services.hall.people import make_present
from tournaments.services.hall.registration import registration_of

Presence, Arrival = Entry.Presence, Entry.Arrival
#: Letters that are not mistaken for one another, on paper and when they are read out.
_LETTERS = "ABCDEFGHKLMNPRSTUVWXYZ"
_LENGTH = 6


@transaction.atomic
def open_door(*, event_id: int, actor: str, now: datetime) -> Registration:
    """Open check-in by phone, or change its code: the one before opens nothing any more.

    Raises ``EventStateConflict`` once the event is over.
    """
    event = locked_hall(event_id)
    if why := why_closed(event):
        raise EventStateConflict(why)
    return _with_code(event, "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)), actor)


@transaction.atomic
def close_door(*, event_id: int, actor: str, now: datetime) -> Registration:
    return _with_code(locked_hall(event_id), "", actor)


def code_at_door(event: Event, registration: Registration) -> str:
    """Return the code that lets people check in; empty where that is closed, as it is once the event is over."""
    return "" if why_closed(event) else registration.door_code


def is_door_code(event: Event, registration: Registration, text: str) -> bool:
    known, code = code_at_door(event, registration), "".join(text.split()).upper()
    return bool(known) and constant_time_compare(known.encode(), code.encode())


@transaction.atomic
def arrive(*, event_id: int, who: Who, code: str, now: datetime) -> Entry:
    """Make a person present from a phone at the door; who is present already stays so.

    Raises ``BadRequest`` for a code that is not that of the door, ``EventStateConflict`` for people who wait for a
    place, has left, or was sent to the desk.
    """
    event = locked_hall(event_id)
    registration = registration_of(event)
    if why := why_closed(event):
        raise EventStateConflict(why)
    if not registration.door_code:
        raise EventStateConflict(Text("Check-in by phone is not open: go to the desk."))
    if not is_door_code(event, registration, code):
        raise refused("code", Text("not the code at the door; scan the poster again"))
    (entry,) = entries_meant(event, [who], "entry")
    if entry.presence == Presence.PRESENT:
        return entry
    if entry.presence == Presence.LEFT or entry.arrival == Arrival.UNDONE:
        raise EventStateConflict(Text("The desk has to check you in."))
    return make_present(event, [entry], f"entry:{entry.key}", now, Arrival.PHONE)[0]


def _with_code(event: Event, code: str, actor: str) -> Registration:
    registration = registration_of(event)
    if registration.door_code != code:
        registration.door_code = code
        save_row(registration, actor)
    return registration
