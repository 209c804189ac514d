"""Tables, points and rankings computed from scratch, to prove that nothing has drifted."""

from collections.abc import Iterator
from typing import Any

import orjson
from django.db import transaction
from django.utils import timezone

from tournaments.db import locked
from tournaments.models import Event, EventUnit, Ranking
from tournaments.player_refs import ref
from tournaments.rankings.points import keep_points, rows_of, signature
from tournaments.rankings.registry import all_lists
from tournaments.rankings.store import build_list, redraw
from tournaments.services.standings import refresh
from tournaments.standings.conclusion import ended_on
from tournaments.standings.event_state import EventState
from tournaments.standings.projection import as_text, build_projection, status_of


class StandingsIntegrity:
    """The table of every event, and the points that it gave."""

    name = "event tables and points"

    def check(self) -> Iterator[str]:
        for event_id in _events():
            with transaction.atomic():
                yield from _wrong(EventState.load(locked(event_id)))

    def rebuild(self) -> Iterator[str]:
        for event_id in _events():
            with transaction.atomic():
                wrong = list(_wrong(EventState.load(locked(event_id))))
                if wrong:
                    event = refresh(event_id=event_id, now=timezone.now())
                    redraw(keys=keep_points(EventState.load(event, ref)), now=timezone.now())
                yield from wrong


class RankingsIntegrity:
    """Every list that is stored, and those that something counts for without their being stored."""

    name = "rankings"

    def check(self) -> Iterator[str]:
        """Each list as of now; one that is due to be computed again is not compared."""
        now = timezone.now()
        stored = {ranking.key: ranking for ranking in Ranking.objects.all()}
        for which in all_lists():
            ranking = stored.get(which.key)
            if ranking and ranking.version and ranking.good_until and ranking.good_until <= now:
                continue
            found = build_list(which, ranking.settings if ranking else {}, day=timezone.localdate(now))
            if ranking is None or not ranking.version:
                if found["counted"]:
                    yield f"ranking {which.key}: is not stored"
            elif as_text({**found, "version": ranking.version}) != ranking.projection:
                yield f"ranking {which.key}: the events lead to another list"

    def rebuild(self) -> Iterator[str]:
        wrong = list(self.check())
        redraw(keys=[which.key for which in all_lists()], now=timezone.now())
        yield from wrong


def _events() -> list[int]:
    return list(Event.objects.order_by("pk").values_list("pk", flat=True))


def _wrong(event_state: EventState) -> Iterator[str]:
    event = event_state.event
    stored = (str(event.status), event.ended_on, _members(event.projection))
    event.status, event.ended_on = status_of(event_state), ended_on(event_state)
    if (str(event.status), event.ended_on, _members(as_text(build_projection(event_state)))) != stored:
        yield f"event {event.slug}: the games lead to another table"
    saved = {unit.key: signature(unit, list(unit.points.all())) for unit in _units(event)}
    due = {unit.key: signature(unit, points) for unit, points in rows_of(event_state.calling(ref))}
    for key in sorted(saved.keys() | due.keys()):
        if saved.get(key) != due.get(key):
            yield f"event {event.slug}: the games lead to other points ({key})"


def _members(projection: str) -> Any:
    """Parse a table: the order of its members depends on the database that it was made in."""
    return orjson.loads(projection) if projection else None


def _units(event: Event) -> list[EventUnit]:
    return list(event.units.select_related("season").prefetch_related("points"))
