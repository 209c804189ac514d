"""Registration by oneself, and check-in at the door: without an account, on the public page and by phone.

A personal link carries a token (``personal_token``) that opens one registration and nothing else. People who register
are never taken for a known player: they are new players until the desk says otherwise (``same_person``). The code at
the door, so that people cannot check in from home, opens nothing but "I am here" while check-in by phone is open;
what the desk undoes is not done again from a phone.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from games.access import Principal
from games.models import Player
from games.queries.name_matching import Candidate, KnownNames
from rules import Text
from tournaments.db import check_row, refused, save_row
from tournaments.errors import EventStateConflict
from tournaments.hall.services.hall_event import Who, check_hall, entries_meant, locked_hall
from tournaments.hall.services.people import (
    Description,
    TeamNames,
    Wishes,
    checked_wishes,
    make_present,
    moving_up,
    put_description,
    rename,
    teams_beside,
    withdraw,
)
from tournaments.models import Entry, Event, Registration
from tournaments.services.entries import EntryRoll, check_new_name, names_entered, why_closed
from tournaments.services.events import change_event
from tournaments.services.players import delete_unused
from tournaments.services.standings import refresh
from tournaments.standings.rounds import places_of, waiting_line

Presence, Arrival, Namesake = Entry.Presence, Entry.Arrival, Entry.Namesake
#: The number of people that a person may avoid without the desk.
MOST_APART = 3
_SALT = "tournaments.hall.registration"
_TOKEN_LENGTH = 20
#: Letters that are not mistaken for one another, on paper and when they are read out.
_LETTERS = "ABCDEFGHKLMNPRSTUVWXYZ"
_CODE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class OwnWishes:
    """The wishes of a person by themselves: to keep one table all day, and not to meet some start numbers."""

    same_table: bool = False
    never_with: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Places:
    """How many places a hall has and how many are left, and the same of its waiting list; None: no limit."""

    most: int | None
    free: int | None
    waiting: int
    waiting_free: int | None

    @property
    def are_full(self) -> bool:
        return self.free == 0

    @property
    def is_no_room(self) -> bool:
        return self.are_full and self.waiting_free == 0


def registration_of(event: Event) -> Registration:
    """Return what is open in an event; by default nothing. One query."""
    return Registration.objects.filter(event=event).first() or Registration(event=event)


def places_left(event: Event, registration: Registration, entries: Sequence[Entry]) -> Places:
    most = places_of(event) or event.format.most_players
    there = sum(entry.presence != Presence.LEFT for entry in entries)
    waiting = len(waiting_line(event, entries))
    if not places_of(event):
        return Places(None, None if there < most else 0, 0, 0)
    return Places(most, max(most - there, 0), waiting, max(registration.most_waiting - waiting, 0))


def why_not_open(event: Event, registration: Registration, now: datetime) -> Text | None:
    """Explain why registration is closed; None while it is open, if only for the waiting list."""
    if event.hold in (Event.Hold.CALLED_OFF, Event.Hold.CLOSED):
        return Text("The event is cancelled or closed.")
    if why := why_closed(event):
        return why
    if not registration.is_open or registration.is_over(now):
        return Text("Registration is closed.")
    if event.status != Event.Status.OPEN:
        return Text("Play has begun: late comers go to the desk.")
    return None


# -- the organiser ---------------------------------------------------------------------------------


@transaction.atomic
def set_up_registration(
    *, event_id: int, changes: Mapping[str, Any], actor: str, now: datetime, places: int | None = None
) -> Registration:
    """Open or close registration, and set its conditions; with more ``places`` the waiting list moves up.

    Raises ``BadRequest`` that names the field.
    """
    event = locked_hall(event_id)
    registration = registration_of(event)
    for field, value in changes.items():
        setattr(registration, field, value)
    check_row(registration)
    save_row(registration, actor)
    if places is not None and places != places_of(event):
        with moving_up(event, actor):
            settings = {**event.settings, "places": places}
            note = "places" if event.games.exists() else ""
            change_event(event_id=event_id, changes={"settings": settings}, actor=actor, now=now, note=note)
            event.settings = settings
    return registration


# -- people who register ----------------------------------------------------------------------------


def form_mark(form: str) -> str:
    """Return the mark of a registration form, so that the same form does not register a person twice."""
    return sha256(f"{_SALT}\n{form}".encode()).hexdigest()


def personal_token(event: Event, entry: Entry) -> str:
    """Return the token of the personal link of a person who has registered themselves; no other people have one."""
    text = f"{event.slug}:{entry.key}:{entry.registered}"
    return salted_hmac(_SALT, text, algorithm="sha256").hexdigest()[:_TOKEN_LENGTH]


def own_entry(event: Event, number: int, token: str) -> Entry | None:
    """Return the entry that a personal link opens; None where it opens none. One query."""
    check_hall(event)
    entry = event.entries.select_related("player").filter(number=number).first() if number else None
    return entry if entry and is_personal_token(event, entry, token) else None


def is_personal_token(event: Event, entry: Entry, token: str) -> bool:
    # Without a registration the token would be that of an event which comes later under the same slug, too.
    return bool(entry.registered) and constant_time_compare(personal_token(event, entry), token)


@transaction.atomic
def register(
    *, event_id: int, form: str, name: str, team: str, now: datetime, wishes: OwnWishes | None = None
) -> Entry:
    """Enter a person who has sent the registration form; the same form again changes nothing.

    Raises ``EventStateConflict`` where registration is closed or full, ``BadRequest`` that names the field.
    """
    event = locked_hall(event_id)
    mark = form_mark(form)
    if known := event.entries.select_related("player").filter(registered=mark).first():
        return known
    registration = registration_of(event)
    if why := why_not_open(event, registration, now):
        raise EventStateConflict(why)
    roll = EntryRoll(event, "registration")
    if places_left(event, registration, roll.entries).is_no_room:
        raise EventStateConflict(Text("All places are taken, on the waiting list too."))
    teams = TeamNames(each.team for each in roll.entries)
    entry = roll.enter(" ".join(name.split()))
    entry.registered = mark
    put_description(entry, Description(team=team), teams)
    entry.wishes = _own_wishes(event, entry, wishes or OwnWishes())
    roll.actor = _actor(entry)
    roll.keep(entry)
    refresh(event_id=event_id, now=now)
    return entry


@transaction.atomic
def change_own(
    *, event_id: int, number: int, token: str, team: str, wishes: OwnWishes, now: datetime, name: str = ""
) -> Entry:
    """Change a person's team and wishes by their personal link, and their ``name`` while it is theirs alone.

    Raises ``EventStateConflict`` for a name that only the desk corrects.
    """
    event, entry = _opened(event_id, number, token)
    called = " ".join(name.split())
    if called and called != entry.player.shown_as:
        if not has_own_name(event, entry):
            raise EventStateConflict(Text("The desk corrects your name."))
        check_new_name(called, names_entered(event))
        rename(event_id=event_id, who=entry.key, name=called, actor=_actor(entry), now=now)
    description = Description(team=team)
    put_description(entry, description, teams_beside(event, entry, description))
    entry.wishes = _own_wishes(event, entry, wishes)
    check_row(entry)
    save_row(entry, _actor(entry))
    refresh(event_id=event_id, now=now)
    return entry


def has_own_name(event: Event, entry: Entry) -> bool:
    """Check whether a name was typed at a registration and is used nowhere else, and play has not begun."""
    player = entry.player
    is_here_alone = player.entries.count() == 1 and not player.seats.exists()
    is_own = bool(entry.registered) and entry.namesake != Namesake.SAME
    return is_own and event.status == Event.Status.OPEN and is_here_alone


@transaction.atomic
def withdraw_own(*, event_id: int, number: int, token: str, now: datetime) -> None:
    """Take a registration back by its personal link; the waiting list moves up.

    What was made for the registration alone goes with it, the name in its history too. Raises
    ``EventStateConflict`` for a person seated in a round.
    """
    event, entry = _opened(event_id, number, token)
    if any(entry.key in draw.order for draw in event.draws.all()):
        raise EventStateConflict(Text("You already have a seat in a round: please withdraw at the desk."))
    player, is_own = entry.player, entry.namesake != Namesake.SAME
    withdraw(event_id=event_id, who=entry.key, actor=_actor(entry), now=now)
    if is_own and not player.entries.exists():
        delete_unused(player)


def place_in_line(event: Event, entry: Entry, entries: Sequence[Entry]) -> int:
    """Return the position on the waiting list; 0: they have a place in the hall."""
    waiting = waiting_line(event, entries)
    return waiting.index(entry.key) + 1 if entry.key in waiting else 0


def _opened(event_id: int, number: int, token: str) -> tuple[Event, Entry]:
    event = locked_hall(event_id)
    entry = own_entry(event, number, token)
    if entry is None:
        raise refused("token", Text("this link opens no registration"))
    return event, entry


def _actor(entry: Entry) -> str:
    return f"entry:{entry.key}"


def _own_wishes(event: Event, entry: Entry, wishes: OwnWishes) -> dict[str, Any]:
    if len(wishes.never_with) > MOST_APART:
        raise refused("never_with", Text("at most {most} start numbers; more at the desk", most=MOST_APART))
    table = (entry.wishes.get("table") or _free_table(event, entry)) if wishes.same_table else None
    if entry.number in wishes.never_with:
        raise refused("never_with", Text("nobody can be kept apart from themselves"))
    return checked_wishes(event, entry, Wishes(table, wishes.never_with))


def _free_table(event: Event, entry: Entry) -> int:
    """Return the first table without a reservation; reservations by one person are few."""
    others = event.entries.exclude(pk=entry.pk)
    taken = {wishes["table"] for wishes in others.values_list("wishes", flat=True) if "table" in wishes}
    size = event.format_settings.table_size
    most = max(1, (places_of(event) or others.count() + 1) // size)
    free = next((number for number in range(1, most + 1) if number not in taken), None)
    if free is None:
        raise refused("same_table", Text("no table is left to keep; ask at the desk"))
    return free


@dataclass(frozen=True, slots=True)
class OpenNamesake:
    """A person who has registered themselves, and the players whom their name could mean."""

    entry: Entry
    candidates: Sequence[Candidate]


def open_namesakes(events: Iterable[Event], viewer: Principal) -> list[OpenNamesake]:
    """List who is to be decided on, as far as the viewer may know the names. One query where there are none."""
    entries = list(_undecided().filter(event__in=events).select_related("player", "event"))
    if not entries:
        return []
    known = KnownNames(viewer)
    entered = {
        (event, player)
        for event, player in Entry.objects.filter(event__in={each.event_id for each in entries}).values_list(
            "event", "player"
        )
    }
    found = []
    for entry in entries:
        candidates = [
            each
            for each in known.like(entry.player.shown_as)
            if each.player and (entry.event_id, each.player.pk) not in entered
        ]
        found += [OpenNamesake(entry, candidates)] if candidates else []
    return found


def _undecided() -> QuerySet[Entry]:
    """Return the undecided registrations, while nothing is played. No query by itself."""
    elsewhere = Entry.objects.filter(player=OuterRef("player")).exclude(pk=OuterRef("pk"))
    return (
        Entry.objects.exclude(registered="")
        .exclude(presence=Presence.LEFT)
        .filter(~Exists(elsewhere), namesake=Namesake.OPEN, player__seats=None)
        .order_by("event", "number")
    )


@transaction.atomic
def same_person(*, event_id: int, who: Who, player: Player, actor: str, now: datetime) -> Entry:
    """Merge a person who has registered with this player; what was made for the registration alone goes.

    Raises ``BadRequest`` for a player who is entered, ``EventStateConflict`` once something is played.
    """
    event, entry = _locked(event_id, who)
    made, entry.player, entry.namesake = entry.player, player, Namesake.SAME
    check_row(entry)
    save_row(entry, actor)
    delete_unused(made)
    refresh(event_id=event.pk, now=now)
    return entry


@transaction.atomic
def somebody_else(*, event_id: int, who: Who, actor: str, now: datetime) -> Entry:
    _event, entry = _locked(event_id, who)
    entry.namesake = Namesake.NEW
    save_row(entry, actor)
    return entry


def _locked(event_id: int, who: Who) -> tuple[Event, Entry]:
    event = locked_hall(event_id)
    (entry,) = entries_meant(event, [who], "entry")
    if not _undecided().filter(pk=entry.pk).exists():
        raise EventStateConflict(
            Text("{name}: this was decided already, or games are played.", name=entry.player.shown_as)
        )
    return event, entry


@transaction.atomic
def open_door(*, event_id: int, actor: str, now: datetime) -> Registration:
    """Open check-in by phone, or change its code: the one before opens nothing any more.

    Raises ``EventStateConflict`` once the event is over.
    """
    event = locked_hall(event_id)
    if why := why_closed(event):
        raise EventStateConflict(why)
    return _with_code(event, "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH)), actor)


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
    return make_present(event, [entry], _actor(entry), now, Arrival.PHONE)[0]


def _with_code(event: Event, code: str, actor: str) -> Registration:
    registration = registration_of(event)
    if registration.door_code != code:
        registration.door_code = code
        save_row(registration, actor)
    return registration
