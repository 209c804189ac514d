"""Ranking points of an event, stored when it, or a part of it, is concluded, corrected or reopened.

Other events are not read; the lists on which the event counts are built again only when what it gave has
changed.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import prefetch_related_objects

from games.access import rows_where
from tournaments.models import EventPoints, EventUnit
from tournaments.ranking_rules import Award
from tournaments.rankings.registry import key_of_medal_race
from tournaments.standings.conclusion import concluded_keys, conclusions_of, ranking_rules_of
from tournaments.standings.event_state import EventState


def keep_points(event_state: EventState, now: datetime) -> Sequence[str]:
    """Bring the stored points of the event up to date; return the keys of the lists to be drawn up for it.

    The caller holds the event's row, and the event calls players by their ids.
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


def rows_of(event_state: EventState) -> list[tuple[EventUnit, list[EventPoints]]]:
    """Return the rows that follow from an event that calls players by their ids, not saved."""
    event, players = event_state.event, {entry.key: entry.player_id for entry in event_state.entries}
    awards = {award.player_id: Award(award.points, award.reason) for award in event.compensation_awards.all()}
    awarded = {key: awards[player] for key, player in players.items() if player in awards}
    rules = ranking_rules_of(event)
    found: list[tuple[EventUnit, list[EventPoints]]] = []
    for position, each in enumerate(conclusions_of(event_state, awarded), start=1):
        assert rules is not None
        unit = EventUnit(
            event=event,
            key=each.key,
            name=each.name,
            position=position,
            season=event.season,
            discipline=rules.discipline.value,
            level=event.level,
            is_unit=each.is_unit,
            ended_on=each.ended_on,
            ended_at=each.ended_at,
        )
        points = [
            EventPoints(
                unit=unit,
                player_id=players[gain.player],
                place=gain.place,
                shared=gain.shared,
                basic=gain.basic,
                tp=gain.tp,
                wp=gain.wp,
                cp=gain.cp,
                gpp=each.gpp.get(gain.player),
                tp_reason=gain.tp_reason,
                wp_reason=gain.wp_reason,
                cp_reason=gain.cp_reason,
            )
            for gain in each.points
        ]
        found.append((unit, points))
    return found


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
