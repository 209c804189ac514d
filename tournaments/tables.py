"""Earlier tables of an event: every version is kept, players in it called by their ids.

A person who wants to be shown by a nickname is, in old tables too: names are put in when a table is shown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime, time, timedelta
from functools import reduce
from operator import or_

import orjson
from django.db.models import Max, Min, Q, QuerySet

from games.embargo import Delay
from games.models import Player
from rules.text import Text
from tournaments.models import Event, EventTable

_CALLED = re.compile(r"⟦([-0-9a-f]{36})⟧")


def by_id(player: Player) -> str:
    """What a player is called in a table that is kept."""
    return f"⟦{player.pk}⟧"


def named(projection: str, names: Mapping[str, str]) -> str:
    """A kept table with the names of today; ``names`` are player ids with names."""
    return _CALLED.sub(lambda called: orjson.dumps(names[called[1]]).decode()[1:-1], projection)


def called(said: Text, names: Mapping[str, str]) -> Text:
    """A kept sentence with these names; ``names`` are player ids with names."""

    def put_in(sentence: str) -> str:
        return _CALLED.sub(lambda player: names.get(player[1], player[0]), sentence)

    return Text(put_in(said.en), put_in(said.de))


def called_today(said: Text) -> Text:
    """A kept sentence or text with the names of today. One query."""
    players = {player for words in (said.en, said.de) for player in _CALLED.findall(words)}
    found = Player.objects.in_bulk(players)
    return called(said, {str(player): each.shown_as for player, each in found.items()})


def with_names(tables: Iterable[EventTable]) -> dict[int, str]:
    """Event id → its kept table with the names of today. One query."""
    kept = {table.event_id: table.projection for table in tables}
    return dict(zip(kept, named_today(kept.values()), strict=True))


def named_today(texts: Collection[str]) -> list[str]:
    """Texts in which players are called by their ids, as JSON, with the names of today. One query."""
    players = {player for text in texts for player in _CALLED.findall(text)}
    names = {str(player): found.shown_as for player, found in Player.objects.in_bulk(players).items()}
    return [named(text, names) for text in texts]


def kept_tables(event: Event) -> QuerySet[EventTable]:
    """Every table of an event up to the version that it is shown in."""
    return EventTable.objects.filter(event=event.pk, version__lte=event.version)


def made_at(events: Collection[Event]) -> dict[int, datetime]:
    """Event id → when the table was made that the event is shown with; at least one event is given. One query.

    Of an event without kept tables (made before they were) it is the morning of its day.
    """
    wanted = reduce(or_, (Q(event=event.pk, version=event.version) for event in events))
    made = dict(EventTable.objects.filter(wanted).order_by().values_list("event", "made_at"))
    return {event.pk: made.get(event.pk) or _morning_of(event) for event in events}


def _morning_of(event: Event) -> datetime:
    return datetime.combine(event.starts_on, time(), UTC)


# -- what the public may know ----------------------------------------------------------------------


def public_tables(events: Collection[Event], now: datetime) -> dict[int, EventTable]:
    """Event id → the last of its tables that the public may know, of events under an embargo. Two queries.

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
    """The tables of an event that the public may not know by themselves; nor any that came after one of them."""
    match event.embargo:
        case Delay(minutes):
            return Q(event=event, made_at__gt=now - timedelta(minutes=minutes))
        case _:
            return Q(event=event, has_result=True)
