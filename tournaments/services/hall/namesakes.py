"""People who have registered themselves under a known name: the same person, or another one?

People who register learn nothing of known players and are new players until the desk says that they are not.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.access import Principal
from games.models import Player
from games.queries.name_matching import Candidate, KnownNames
from rules import Text
from tournaments.db import check_row, save_row
from tournaments.errors import EventStateConflict
from tournaments.models import Entry, Event
from tournaments.services.hall.hall_event import Who, entries_meant, locked_hall
from tournaments.services.players import delete_unused
from tournaments.services.standings import refresh

Namesake = Entry.Namesake


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
        .exclude(presence=Entry.Presence.LEFT)
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
