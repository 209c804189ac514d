"""Earlier tables of an event: every version is kept, with player ids in place of names (``player_refs``)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, time, timedelta
from functools import reduce
from operator import or_

from django.db.models import Max, Min, Q, QuerySet

from games.domain.embargo import Delay
from tournaments.models import Event, EventTable
from tournaments.player_refs import resolve_json_current


def with_names(tables: Iterable[EventTable]) -> dict[int, str]:
    """Map event id to its stored table with current names. One query."""
    kept = {table.event_id: table.projection for table in tables}
    return dict(zip(kept, resolve_json_current(kept.values()), strict=True))


def kept_tables(event: Event) -> QuerySet[EventTable]:
    """Return every table of an event up to the version that it is shown in."""
    return EventTable.objects.filter(event=event.pk, version__lte=event.version)


def made_at(events: Collection[Event]) -> dict[int, datetime]:
    """Map event id to when its shown table was made; at least one event is given. One query.

    Of an event without kept tables (made before they were) it is the morning of its day.
    """
    wanted = reduce(or_, (Q(event=event.pk, version=event.version) for event in events))
    made = dict(EventTable.objects.filter(wanted).order_by().values_list("event", "made_at"))
    return {event.pk: made.get(event.pk) or _morning_of(event) for event in events}


def _morning_of(event: Event) -> datetime:
    return datetime.combine(event.starts_on, time(), UTC)


# -- what the public may know ----------------------------------------------------------------------


def public_tables(events: Collection[Event], now: datetime) -> dict[int, EventTable]:
    """Map event id to the last table that the public may know, of events under an embargo. Two queries.

    At least one event is given. By minutes: what is old enough. Until the end: what stood before the first
    result. The first table is public in any case: nothing has been played in it.
    """
    tables = EventTable.objects.filter(event__in=events).order_by()
    hidden = reduce(or_, (_hidden(event, now) for event in events))
    versions = tables.values("event").annotate(
        first=Min("version"), last=Max("version"), hidden=Min("version", filter=hidden)
    )
    wanted = Q()
    for row in versions:
        last = row["last"] if row["hidden"] is None else row["hidden"] - 1
        wanted |= Q(event=row["event"], version=max(row["first"], last))
    return {table.event_id: table for table in tables.filter(wanted)} if wanted else {}


def _hidden(event: Event, now: datetime) -> Q:
    """Return the condition for tables that the public may not know by themselves, nor any later one."""
    match event.embargo:
        case Delay(minutes):
            return Q(event=event, made_at__gt=now - timedelta(minutes=minutes))
        case _:
            return Q(event=event, has_result=True)
