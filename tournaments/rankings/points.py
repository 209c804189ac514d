"""Ranking points of an event, stored when it, or a part of it, is concluded, corrected or reopened.

Other events are not read; the lists on which the event counts are built again only when what it gave has
changed.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import prefetch_related_objects

from games.access import rows_where
from tournaments.models import EventPoints, EventUnit
from tournaments.player_refs import ref
from tournaments.ranking_rules import Award
from tournaments.rankings.registry import key_of_medal_race
from tournaments.standings.conclusion import Conclusion, concluded_keys, conclusions_of, ranking_rules_of
from tournaments.standings.event_state import EventState


def keep_points(event_state: EventState, now: datetime) -> Sequence[str]:
    """Bring the stored points of the event up to date; return the keys of the lists to be drawn up for it.

    The caller holds the event's row.
    """
    stored = rows_where(EventUnit, "event_id = %s ORDER BY position", event_state.event.pk)
    prefetch_related_objects(stored, "season", "points")
    units = rows_of(event_state) if concluded_keys(event_state) else []
    old = {unit.key: unit for unit in stored}
    changed: list[EventUnit] = []
    for unit, points in units:
        earlier = old.pop(unit.key, None)
        same = earlier is not None and signature(earlier, list(earlier.points.all())) == signature(
            unit, points
        )
        if same:
            continue
        if earlier is not None:
            earlier.delete()
            changed.append(earlier)
        unit.concluded_at = now
        unit.save()
        EventPoints.objects.bulk_create(points)
        changed.append(unit)
    for gone in old.values():
        gone.delete()
        changed.append(gone)
    return lists_of(changed)


def rows_of(course: EventState) -> list[tuple[EventUnit, list[EventPoints]]]:
    """Return the rows that follow from the event, not saved; their reasons call players by their ids."""
    course = course.calling(ref)
    awards = {award.player_id: award for award in course.event.compensation_awards.all()}
    awarded = {
        entry.key: Award(awards[entry.player_id].points, awards[entry.player_id].reason)
        for entry in course.entries
        if entry.player_id in awards
    }
    return [
        _rows(course, each, position)
        for position, each in enumerate(conclusions_of(course, awarded), start=1)
    ]


def _rows(event_state: EventState, found: Conclusion, position: int) -> tuple[EventUnit, list[EventPoints]]:
    rules = ranking_rules_of(event_state.event)
    assert rules is not None
    unit = EventUnit(
        event=event_state.event,
        key=found.key,
        name=found.name,
        position=position,
        season=event_state.event.season,
        discipline=rules.discipline.value,
        level=event_state.event.level,
        is_unit=found.is_unit,
        ended_on=found.ended_on,
        ended_at=found.ended_at,
    )
    players = {entry.key: entry.player_id for entry in event_state.entries}

    return unit, [
        EventPoints(
            unit=unit,
            player_id=players[each.player],
            place=each.place,
            shared=each.shared,
            basic=each.basic,
            tp=each.tp,
            wp=each.wp,
            cp=each.cp,
            gpp=found.gpp.get(each.player),
            tp_reason=each.tp_reason,
            wp_reason=each.wp_reason,
            cp_reason=each.cp_reason,
        )
        for each in found.points
    ]


def signature(unit: EventUnit, points: Sequence[EventPoints]) -> tuple[object, ...]:
    """Return a key of all that a unit says: equal for two rows that say the same."""
    fields = (
        "key",
        "name",
        "position",
        "season_id",
        "discipline",
        "level",
        "is_unit",
        "ended_on",
        "ended_at",
    )
    columns = (
        "player_id",
        "place",
        "shared",
        "basic",
        "tp",
        "wp",
        "cp",
        "gpp",
        "tp_reason",
        "wp_reason",
        "cp_reason",
    )
    rows = sorted(
        (tuple(getattr(row, name) for name in columns) for row in points), key=lambda row: str(row[0])
    )
    return (*(getattr(unit, name) for name in fields), *rows)


def lists_of(units: Sequence[EventUnit]) -> list[str]:
    """List the rankings on which these count, or counted."""
    return sorted({key for unit in units for key in (unit.discipline, key_of_medal_race(unit.season))})
