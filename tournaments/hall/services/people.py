"""People of a hall: announced, checked in, away, gone; walk-ins, teams, groups, wishes, the waiting list."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import zip_longest
from typing import Any

from django.db import transaction

from games.models import Player
from games.models.player import folded
from rules import Text
from tournaments.db import check_row, reason_of, refused, report, save_row
from tournaments.errors import EventStateConflict
from tournaments.hall.services.hall_event import Who, changing_hall, entries_meant, locked_hall
from tournaments.models import LONGEST_LABEL, MOST_GROUPS, MOST_TABLES, MOVED_UP, RENAMED, Entry, Event
from tournaments.player_refs import ref
from tournaments.services.entries import EntryRoll, withdraw as take_back
from tournaments.services.forfeits import withdraw_entry
from tournaments.services.players import edit_player
from tournaments.services.seeds import sealed_round
from tournaments.services.standings import refresh
from tournaments.standings.rounds import places_of, waiting_line


class TeamNames:
    """The teams of an event as they are written there."""

    def __init__(self, known: Iterable[str]) -> None:
        self._first: dict[str, str] = {}
        self._spellings: set[str] = set()
        for name in known:
            self.spelled(name)

    def spelled(self, name: str) -> str:
        """Return a name as the event writes it: “bank” becomes “Bank” where that is known; a new one becomes known.

        Spellings that exist side by side from before both stay, so that one can be corrected to the other.
        """
        if not name:
            return name
        known = name if name in self._spellings else self._first.setdefault(_key(name), name)
        self._spellings.add(known)
        return known

    @property
    def in_order(self) -> list[str]:
        return sorted(self._spellings, key=folded)


def _key(name: str) -> str:
    return "".join(name.casefold().split())


Presence, Arrival = Entry.Presence, Entry.Arrival


@dataclass(frozen=True, slots=True)
class Description:
    """Data of a person beside their name; ``None`` leaves as it is."""

    team: str | None = None
    groups: Sequence[str] | None = None
    paid: bool | None = None


_UNCHANGED = Description()


@dataclass(frozen=True, slots=True)
class Wishes:
    """Where a person is to sit: always at one table, or never at one with some others (keys or start numbers)."""

    table: int | None = None
    never_with: Sequence[Who] = field(default_factory=tuple)


@transaction.atomic
def check_in(*, event_id: int, who: Sequence[Who], actor: str, now: datetime) -> list[Entry]:
    """Make these people present; who is so already stays so, whichever desk said it first.

    Raises ``BadRequest`` for a person who is not entered, ``EventStateConflict`` for one on the waiting list.
    """
    event = locked_hall(event_id)
    return make_present(event, entries_meant(event, who), actor, now)


@transaction.atomic
def check_in_all(*, event_id: int, actor: str, now: datetime) -> list[Entry]:
    """Make all people present who are announced and have a place: for a small evening without a desk."""
    event = locked_hall(event_id)
    waiting = waiting_line(event, list(event.entries.all()))
    announced = event.entries.select_related("player").filter(presence=Presence.ANNOUNCED)
    return make_present(event, [each for each in announced if each.key not in waiting], actor, now)


@transaction.atomic
def undo_check_in(*, event_id: int, who: Sequence[Who], actor: str, now: datetime) -> list[Entry]:
    """Make these people announced again: a slip of the finger at the desk."""
    event = locked_hall(event_id)
    return _make(event, entries_meant(event, who), Presence.ANNOUNCED, actor, now)


@transaction.atomic
def set_away(*, event_id: int, who: Sequence[Who], actor: str, now: datetime) -> list[Entry]:
    """Leave these people out of the rounds that are planned until they check in again."""
    event = locked_hall(event_id)
    return _make(event, entries_meant(event, who), Presence.AWAY, actor, now)


@transaction.atomic
def leave(*, event_id: int, who: Who, reason: str, actor: str, now: datetime) -> Entry:
    """Let a person leave for good; their results stay, and the waiting list moves up.

    Those who come back check in again.
    """
    event, why = locked_hall(event_id), reason_of(reason)
    (entry,) = entries_meant(event, [who], "entry")
    if entry.presence == Presence.LEFT:
        raise EventStateConflict(Text("{name} has left already.", name=entry.player.shown_as))
    report(event, Text("{name} has left", name=ref(entry.player)), why, actor, now)
    with moving_up(event, actor):
        return _make(event, [entry], Presence.LEFT, actor, now)[0]


def leave_event(*, event_id: int, key: str, reason: str, actor: str, now: datetime) -> Entry:
    """Withdraw a player for good, from a hall (``leave``) or by the settings of another format (``withdraw_entry``)."""
    if Event.objects.get(pk=event_id).format.seats_a_hall:
        return leave(event_id=event_id, who=key, reason=reason, actor=actor, now=now)
    return withdraw_entry(event_id=event_id, key=key, reason=reason, actor=actor, now=now)


@transaction.atomic
def withdraw(*, event_id: int, who: Who, actor: str, now: datetime) -> None:
    """Take an entry back that no round has seated; who waits for a place moves up."""
    event = locked_hall(event_id)
    (entry,) = entries_meant(event, [who], "entry")
    with moving_up(event, actor):
        take_back(event_id=event_id, key=entry.key, actor=actor, now=now)


@contextmanager
def moving_up(event: Event, actor: str) -> Iterator[None]:
    """Note for the activity log who gets a place by what is done within; the event's row is locked.

    Who waits follows from the entries: those announced first move up first.
    """
    before = waiting_line(event, list(event.entries.all()))
    yield
    if before:
        entries = list(event.entries.all())
        after = waiting_line(event, entries)
        for entry in entries:
            if entry.key in before and entry.key not in after and entry.presence != Presence.LEFT:
                save_row(entry, actor, MOVED_UP)


def walk_in(
    *,
    event_id: int,
    player: Player | str,
    actor: str,
    now: datetime,
    description: Description = _UNCHANGED,
) -> Entry:
    """Enter a walk-in and make them present, in one step; of a name a player is made."""
    with changing_hall(event_id, now) as event:
        roll = EntryRoll(event, actor)
        teams = TeamNames(each.team for each in roll.entries)
        entry = roll.enter(player)
        put_description(entry, description, teams)
        if entry.key in waiting_line(event, roll.entries):
            raise EventStateConflict(_full(event))
        entry.presence = Presence.PRESENT
        roll.keep(entry)
        sealed_round(event, actor, now)
        return entry


def announce(
    *,
    event_id: int,
    players: Sequence[tuple[Player | str, Description]],
    actor: str,
    now: datetime,
    numbers: Sequence[int | None] = (),
) -> list[Entry]:
    """Enter people who will come, all or none, in the order in which they were announced.

    ``numbers`` are the start numbers that they already know, each used where it was never given here.
    """
    with changing_hall(event_id, now) as event:
        found = []
        roll = EntryRoll(event, actor, reserved=[number for number in numbers if number])
        roll.check_room(len(players))
        teams = TeamNames(each.team for each in roll.entries)
        for (player, description), number in zip_longest(players, numbers):
            entry = roll.enter(player, number=number or None)
            put_description(entry, description, teams)
            found.append(roll.keep(entry))
        return found


def describe(
    *,
    event_id: int,
    who: Who,
    description: Description,
    actor: str,
    now: datetime,
    wishes: Mapping[str, Any] | None = None,
) -> Entry:
    """Set team, groups, payment and wishes of a person.

    Wishes count for rounds that are planned afterwards; those that are not given (``Wishes``) stay as they are.
    """
    with changing_hall(event_id, now) as event:
        (entry,) = entries_meant(event, [who], "entry")
        put_description(entry, description, teams_beside(event, entry, description))
        if wishes:
            entry.wishes = checked_wishes(event, entry, Wishes(**{**entry.wishes, **wishes}))
        check_row(entry)
        save_row(entry, actor)
        return entry


@transaction.atomic
def rename(*, event_id: int, who: Who, name: str, actor: str, now: datetime) -> Entry:
    """Correct the shown name of a person, here and wherever else they play: the nickname where they have one.

    Raises ``BadRequest`` for what is no name, ``EventStateConflict`` for a name that was taken away for good.
    """
    (entry,) = entries_meant(Event.objects.get(pk=event_id), [who], "entry")
    called = " ".join(name.split())
    if called == entry.player.shown_as:
        return entry
    if not called:
        raise refused("name", Text("a name is needed"))
    # Before the event's row: saved, the name locks all events of the player in their order.
    shown = "nickname" if entry.player.nickname else "name"
    edit_player(player_id=entry.player_id, changes={shown: called}, actor=actor)
    locked_hall(event_id)
    entry.refresh_from_db()
    save_row(entry, actor, RENAMED)
    return entry


def checked_wishes(event: Event, entry: Entry, wishes: Wishes) -> dict[str, Any]:
    """Return wishes as an entry keeps them. Raises ``BadRequest``."""
    if wishes.table is not None and not 1 <= wishes.table <= MOST_TABLES:
        raise refused("table", Text("the number of a table is needed, from 1 to {most}", most=MOST_TABLES))
    others = [each.key for each in entries_meant(event, list(wishes.never_with), "never_with")]
    if entry.key in others:
        raise refused("never_with", Text("nobody can be kept apart from themselves"))
    kept: dict[str, Any] = {} if wishes.table is None else {"table": wishes.table}
    return kept | ({"never_with": sorted(others)} if others else {})


def teams_beside(event: Event, entry: Entry, description: Description) -> TeamNames:
    """Return the teams of all others, so that the only member of a team may spell it differently."""
    if description.team is None:
        return TeamNames(())
    return TeamNames(event.entries.exclude(pk=entry.pk).order_by("number").values_list("team", flat=True))


def put_description(entry: Entry, description: Description, teams: TeamNames) -> None:
    """Put a description into an entry, the team as ``teams`` have it, not yet saved.

    Raises ``BadRequest``.
    """
    if description.team is not None:
        entry.team = teams.spelled(_label(description.team, "team", may_be_empty=True))
    if description.groups is not None:
        groups = dict.fromkeys(_label(group, "groups", may_be_empty=False) for group in description.groups)
        if len(groups) > MOST_GROUPS:
            raise refused("groups", Text("somebody is in at most {most} groups", most=MOST_GROUPS))
        entry.groups = list(groups)
    if description.paid is not None:
        entry.paid = description.paid


def _label(text: str, field: str, *, may_be_empty: bool) -> str:
    """Return the name of a team or group, blanks put right. Raises ``BadRequest``."""
    label = " ".join(text.split())
    if not label.isprintable() or len(label) > LONGEST_LABEL or not (label or may_be_empty):
        raise refused(
            field, Text("a name of at most {longest} printable characters is needed", longest=LONGEST_LABEL)
        )
    return label


def make_present(
    event: Event, entries: Sequence[Entry], actor: str, now: datetime, arrival: Entry.Arrival = Arrival.DESK
) -> list[Entry]:
    """Make these people present, who all have a place; the seed of the round to come is fixed.

    Raises ``EventStateConflict`` for one on the waiting list.
    """
    check_has_place(event, entries)
    sealed_round(event, actor, now)
    return _make(event, entries, Presence.PRESENT, actor, now, arrival)


def _make(
    event: Event,
    entries: Iterable[Entry],
    presence: Entry.Presence,
    actor: str,
    now: datetime,
    arrival: Entry.Arrival = Arrival.DESK,
) -> list[Entry]:
    """Save where people are, of those for whom it changes; the event is brought up to date where it does."""
    found = list(entries)
    changed = [entry for entry in found if entry.presence != presence]
    for entry in changed:
        is_undone = presence == Presence.ANNOUNCED and entry.arrival == Arrival.PHONE
        entry.presence, entry.arrival = presence, Arrival.UNDONE if is_undone else arrival
        save_row(entry, actor)
    if changed:
        refresh(event_id=event.pk, now=now)
    return found


def check_has_place(event: Event, entries: Collection[Entry]) -> None:
    """Raise ``EventStateConflict`` for a person on the waiting list."""
    if not places_of(event):
        return
    waiting = waiting_line(event, list(event.entries.all()))
    late = [entry for entry in entries if entry.key in waiting]
    if late:
        raise EventStateConflict(
            Text("{name} is on the waiting list: {full}", name=late[0].player.shown_as, full=_full(event))
        )


def _full(event: Event) -> Text:
    return Text("all {most} places are taken", most=places_of(event))
