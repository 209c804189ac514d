"""Entries: who plays, and how they are seeded; open until the draw."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cached_property

from games.models import Player
from games.models.player import folded
from rules import Text, quote_value
from tournaments.db import check_row, delete_row, refused, save_row
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.models import Entry, Event, number_of
from tournaments.models.entry import is_neutral, key_of
from tournaments.services.standings import changing


class EntryRoll:
    """The entries of an event whose row is locked, while people are entered: read once, however many they are.

    ``reserved``: start numbers of the people who are being entered, which no other person gets. Raises
    ``EventStateConflict`` where entries are closed.
    """

    def __init__(self, event: Event, actor: str, reserved: Collection[int] = ()) -> None:
        _check_open(event)
        self.event, self.actor, self._reserved = event, actor, frozenset(reserved)
        self.entries = list(event.entries.all())
        keys = Entry.history.filter(event_id=event.pk, history_type="+").values_list("key", flat=True)
        #: All numbers that were ever given.
        self._given = {number_of(key) for key in keys if is_neutral(key)}
        self._given |= {entry.number for entry in self.entries if entry.number}
        self._players = {entry.player_id for entry in self.entries}
        self._seeds = {entry.seed for entry in self.entries}

    def check_room(self, more: int = 1) -> None:
        """Raise ``FormatViolation`` where there is no room for so many: of a long list before anybody is entered."""
        most, entered = self.event.format.most_players, len(self.entries)
        if entered + more > most:
            full = Text(
                "entries: {format} has {most} players, and {entered} are entered already",
                format=self.event.format.name,
                most=most,
                entered=entered,
            )
            raise FormatViolation(full, field="entries")

    def enter(self, player: Player | str, seed: int | None = None, number: int | None = None) -> Entry:
        """Return a new entry, not yet saved; a hall waits for them until they check in.

        Of a name a new player is made. They get the start ``number`` where it was never given, else
        the next one. Raises ``BadRequest`` for a player who is entered, a new name that is entered, or a seed that is
        taken; ``FormatViolation`` without room.
        """
        self.check_room()
        if isinstance(player, str):
            # The event is locked: of several desks that type one walk-in at once, one enters them.
            check_new_name(player, self._names)
            self._names.add(folded(player))
            player = Player(name=player, entered_in=f"season:{self.event.season.slug}")
            check_row(player)
            save_row(player, self.actor)
        if player.pk in self._players:
            raise refused("player", Text("{player} is entered already", player=player.shown_as))
        if seed in self._seeds:
            raise refused("seed", Text("seed {seed} is taken already", seed=seed))
        if number is None or number in self._given:
            number = self._next_number()
        entry = Entry(
            event=self.event,
            player=player,
            key=key_of(number),
            number=number,
            seed=max(self._seeds, default=0) + 1 if seed is None else seed,
        )
        if self.event.format.seats_a_hall:
            entry.presence = Entry.Presence.ANNOUNCED
        self._given.add(number)
        self.entries.append(entry)
        self._players.add(player.pk)
        self._seeds.add(entry.seed)
        return entry

    @cached_property
    def _names(self) -> set[str]:
        return names_entered(self.event)

    def _next_number(self) -> int:
        """Return the first number after the count of given ones that was never given: 99 for one leaves no gap."""
        number = len(self._given) + 1
        while number in self._given or number in self._reserved:
            number += 1
        return number

    def keep(self, entry: Entry) -> Entry:
        check_row(entry, known=("event", "player", "key", "number"))
        save_row(entry, self.actor)
        return entry


def enter(
    *, event_id: int, player: Player | str, actor: str, now: datetime, seed: int | None = None
) -> Entry:
    """Enter a player; without a ``seed`` they are seeded last. A hall waits for them until they check in."""
    with changing(event_id, now) as event:
        roll = EntryRoll(event, actor)
        return roll.keep(roll.enter(player, seed))


def enter_all(
    *, event_id: int, players: Sequence[Player | str], actor: str, now: datetime
) -> Sequence[Entry]:
    """Enter several players, all or none; of a name a player is made."""
    with changing(event_id, now) as event:
        roll = EntryRoll(event, actor)
        return [roll.keep(roll.enter(each)) for each in players]


def names_entered(event: Event) -> set[str]:
    """Return the names of all who are entered and have not left, as they are searched. One query."""
    here = event.entries.exclude(presence=Entry.Presence.LEFT)
    return set(here.values_list("player__search_key", flat=True))


def check_new_name(name: str, entered: Collection[str]) -> None:
    """Raise ``BadRequest`` for a name that is ``entered``: by far most often it is the same person again."""
    if folded(name) in entered:
        raise refused(
            "name",
            Text("{name} is entered already; if somebody else has the same name, add the town", name=name),
        )


def withdraw(*, event_id: int, key: str, actor: str, now: datetime) -> None:
    """Withdraw an entry; those below move up."""
    with changing(event_id, now) as event:
        _check_open(event)
        entry = event.entries.get(key=key)
        # They leave, and their results stay.
        if any(entry.key in draw.order for draw in event.draws.all()):
            raise EventStateConflict(
                Text(
                    "{name} has been seated: let them leave instead of taking the entry back",
                    name=entry.player.shown_as,
                )
            )
        delete_row(entry, actor)
        _seed(list(event.entries.all()), actor)


def reseed(*, event_id: int, order: Sequence[str], actor: str, now: datetime) -> Sequence[Entry]:
    """Seed the entries again until something is drawn: ``order`` are all their keys, the highest seed first."""
    with changing(event_id, now) as event:
        _check_open(event)
        if event.draws.exists():  # of a hall, which is open to late comers
            raise EventStateConflict(Text("The draw has been held: the entries stay as they are."))
        entries = {entry.key: entry for entry in event.entries.select_related("player")}
        if sorted(order) != sorted(entries):
            known = ", ".join(f"{key} ({entry.player.shown_as})" for key, entry in entries.items())
            raise refused("order", Text("each of {known} is needed once", known=known))
        seeded = [entries[key] for key in order]
        _seed(seeded, actor)
        return seeded


def say_youngest(*, event_id: int, keys: Sequence[str], actor: str, now: datetime) -> Sequence[Entry]:
    """Say which entries may be the youngest player's, whose colour starts where the rules let the youngest.

    Several keys: they throw for it. None: fall back to dates of birth. Games that have begun stay as they are.
    """
    with changing(event_id, now) as event:
        entries = {entry.key: entry for entry in event.entries.select_related("player")}
        if strangers := [key for key in keys if key not in entries]:
            raise refused(
                "entries",
                Text(
                    "{key} is not entered; entered are {known}",
                    key=quote_value(strangers[0]),
                    known=", ".join(entries),
                ),
            )
        for entry in entries.values():
            if entry.youngest != (entry.key in keys):
                entry.youngest = entry.key in keys
                save_row(entry, actor)
        return list(entries.values())


def _seed(entries: Sequence[Entry], actor: str) -> None:
    for seed, entry in enumerate(entries, start=1):
        if entry.seed != seed:
            entry.seed = seed
            save_row(entry, actor)


def _check_open(event: Event) -> None:
    if why := why_closed(event):
        raise EventStateConflict(why)


def why_closed(event: Event) -> Text | None:
    """Explain why entries are closed, and what would reopen it; ``None`` while it is open.

    A hall is open to late comers until it is over.
    """
    if event.format.seats_a_hall:
        return _OVER if event.status == Event.Status.FINISHED else None
    if event.games.exists():
        return _PLAYED
    return _DRAWN if event.draws.exists() else None


_OVER = Text("The event is over: the entries stay as they are.")
_PLAYED = Text("A game has begun: the entries stay as they are.")
_DRAWN = Text("Already drawn, so entries are closed. To change them, void the draw, then draw again.")
