"""Updating an event after a change: its stored projection, and the receivers, in order.

Every change of an event calls ``refresh`` in the same transaction; so does the end of a game, and its
being taken back (``tournaments.receivers``). No table is ever stale and no reader computes one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import partial

import orjson
from django.db import transaction

from tournaments.db import locked
from tournaments.errors import FormatViolation
from tournaments.formats import FormatError
from tournaments.models import Event, EventGame, EventTable
from tournaments.player_refs import ref, resolve, resolve_json
from tournaments.rankings.points import keep_points
from tournaments.standings.event_state import EventState
from tournaments.standings.projection import as_text, build_projection, update_status
from tournaments.streams import announce_table
from tournaments.webhooks.outbox import tell_of_table, tell_of_winner

#: How long every table of a hall is stored.
TABLE_RETENTION = timedelta(hours=1)
#: The state with which a service began that changes much in an event; it is brought up to date when that is done.
_AT_WORK: ContextVar[EventState | None] = ContextVar("event state at work", default=None)

#: The columns of an event that follow from the rest.
_FOLLOWING = ("status", "ended_on", "version", "projection")


@contextmanager
def at_work(event_state: EventState, now: datetime) -> Iterator[None]:
    """Record in games of one event, in one transaction: it is brought up to date once, when all of it is done.

    What asks within for the state before (``state_at_work``) gets ``event_state``, so a hundred results are not a
    hundred times the whole event. They must not depend on one another. The event is locked, and nothing but its games
    and its report is changed: entries and draws are not loaded again.
    """
    mark = event_state.mark()
    with _deferring(event_state):
        yield
    event = locked(event_state.event.pk)
    after = event_state.after(event, mark)
    # The same slip once more, or one that contradicts, leaves the table as it is.
    if after.mark() != mark or after.report != event_state.report:
        _bring_up_to_date(after.calling(ref), now)


@contextmanager
def _deferring(event_state: EventState) -> Iterator[None]:
    outer = _AT_WORK.set(event_state)
    try:
        yield
    finally:
        _AT_WORK.reset(outer)


def record_in_game(event_state: EventState, record: Callable[[], EventGame], now: datetime) -> EventGame:
    """Record in one game of an event, and bring it up to date once, when that is done; return the game as it is then.

    The event is locked, and but for the game that ``record`` returns nothing of it is changed: nothing else is loaded
    again.
    """
    with _deferring(event_state):
        played = record()
    after = event_state.with_game(played.pk).calling(ref)
    try:
        _bring_up_to_date(after, now)
    except FormatError as error:  # such a result cannot be in this event: nothing is recorded
        raise FormatViolation(error.message, field=error.field) from error
    return next(each for each in after.games if each.pk == played.pk)


def locked_event(event_id: int) -> Event:
    """The event, locked: by the service that is at work in it, or now."""
    working = state_at_work(event_id)
    return locked(event_id) if working is None else working.event


def state_at_work(event_id: int) -> EventState | None:
    """Return the state with which the service that is at work in this event began; ``None`` where none is."""
    found = _AT_WORK.get()
    return found if found is not None and found.event.pk == event_id else None


@transaction.atomic
def refresh(*, event_id: int, now: datetime, is_news: bool = True) -> Event:
    """Bring the projection up to date; the version grows only if something has changed.

    Every version is stored, of a hall for a while (``TABLE_RETENTION``). Locks the event's row: two games that end at
    once follow one another, and the second sees the first. While a service is ``at_work`` nothing is done: it refreshes
    at its end. Of an event that is being created, imported or published nothing is news to webhooks.
    """
    event = locked_event(event_id)
    if not is_news:
        event.webhooks_read = ()
    refresh_locked(event, now)
    return event


def refresh_locked(event: Event, now: datetime) -> None:
    """Bring the projection of an event up to date whose row the caller has just locked."""
    if state_at_work(event.pk) is None:
        _bring_up_to_date(EventState.load(event).calling(ref), now)


def _bring_up_to_date(event_state: EventState, now: datetime) -> None:
    event = event_state.event
    names = {str(entry.player_id): entry.player.shown_as for entry in event_state.entries}
    try:
        update_status(event_state)
    except FormatError as error:  # errors name people, what is stored has their ids
        raise FormatError(error.field, resolve(error.message, names)) from error
    before, stored = event.projection, as_text(build_projection(event_state))
    current = resolve_json(stored, names)
    if current != before:
        event.version += 1
        stored, event.projection = _of_version(stored, event.version), _of_version(current, event.version)
        # Past save(): the history is for what people change.
        Event.objects.filter(pk=event.pk).update(**{name: getattr(event, name) for name in _FOLLOWING})
        EventTable.objects.create(
            event=event,
            version=event.version,
            projection=stored,
            status=event.status,
            has_result=any(played.game.is_over for played in event_state.games),
            made_at=now,
        )
        _forget_old_tables(event, now)
        transaction.on_commit(partial(announce_table, event), robust=True)
        tell_of_table(event, before)
        if event_state.verdict.finished and event_state.verdict.finished.winner != _winner(before):
            tell_of_winner(event)
        keep_points(event_state, now)


def _of_version(projection: str, version: int) -> str:
    return f'{{"version":{version},{projection.partition(",")[2]}'


def _forget_old_tables(event: Event, now: datetime) -> None:
    """Delete old tables of a hall, which are long and change with every check-in and every slip.

    Those of the last hour stay, and the last one without a result: a result that is undone is compared with it.
    """
    if not event.format.seats_a_hall:
        return
    tables = EventTable.objects.filter(event=event)
    first = tables.filter(has_result=False).order_by("-version").values_list("pk", flat=True)[:1]
    tables.filter(made_at__lt=now - TABLE_RETENTION).exclude(pk__in=list(first)).delete()


def _winner(projection: str) -> str | None:
    finished = orjson.loads(projection)["finished"] if projection else None
    return finished["winner"] if finished else None
