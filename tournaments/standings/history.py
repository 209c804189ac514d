"""Earlier tables of an event: every version is stored, with player ids in place of names (``player_refs``)."""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, time
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet

from tournaments.models import Event, EventTable
from tournaments.player_refs import resolve_json_current


def with_names(tables: Iterable[EventTable]) -> dict[int, str]:
    """Map event id to its stored table with current names. One query."""
    stored = {table.event_id: table.projection for table in tables}
    return dict(zip(stored, resolve_json_current(stored.values()), strict=True))


def stored_tables(event: Event) -> QuerySet[EventTable]:
    """Return every table of an event up to the version that it is shown in."""
    return EventTable.objects.filter(event=event.pk, version__lte=event.version)


def made_at(events: Collection[Event]) -> dict[int, datetime]:
    """Map event id to when its shown table was made; at least one event is given. One query.

    Of an event without stored tables (made before they were) it is the morning of its day.
    """
    wanted = reduce(or_, (Q(event=event.pk, version=event.version) for event in events))
    made = dict(EventTable.objects.filter(wanted).order_by().values_list("event", "made_at"))
    return {
        event.pk: made.get(event.pk) or datetime.combine(event.starts_on, time(), UTC) for event in events
    }
