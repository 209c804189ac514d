"""Events put away and taken out again, and deleted as long as nothing was played in them."""

from datetime import datetime

from django.db import transaction
from django.db.models import ProtectedError

from rules import Text
from tournaments.db import delete_row, locked, save_row
from tournaments.errors import EventStateConflict
from tournaments.models import Event


def is_being_played(event: Event) -> bool:
    """Check whether the event is under way, or only interrupted: then it stays in the lists."""
    return event.status == Event.Status.RUNNING and event.hold in ("", Event.Hold.INTERRUPTED)


@transaction.atomic
def archive_event(*, event_id: int, actor: str, now: datetime) -> Event:
    """Put the event away: lists of events leave it out; its page, its season and all rankings stay as they are.

    Raises ``EventStateConflict`` while it is being played.
    """
    event = locked(event_id)
    if is_being_played(event):
        raise EventStateConflict(BEING_PLAYED)
    return _put(event, True, actor)


@transaction.atomic
def restore_event(*, event_id: int, actor: str, now: datetime) -> Event:
    """Take the event out of the archive: it is in the lists again."""
    return _put(locked(event_id), False, actor)


@transaction.atomic
def delete_event(*, event_id: int, actor: str, now: datetime) -> None:
    """Delete an event in which no game was ever made, with its entries and draws.

    Raises ``EventStateConflict`` where there are games: what was played is never deleted.
    """
    event = locked(event_id)
    try:
        with transaction.atomic():
            delete_row(event, actor)
    except ProtectedError as error:
        raise EventStateConflict(PLAYED) from error


BEING_PLAYED = Text("This event is being played. End or cancel it, then archive it.")
PLAYED = Text(
    "This event has games: they count for its players, in rankings and statistics, and are never deleted. "
    "Archive it instead: it leaves all lists, and nothing is lost."
)


def _put(event: Event, archived: bool, actor: str) -> Event:
    if event.archived != archived:
        event.archived = archived
        save_row(event, actor)
    return event
