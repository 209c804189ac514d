"""Ranking points of an event, stored when it, or a part of it, is concluded, corrected or reopened.

Other events are not read; the lists on which the event counts are built again only when what it gave has
changed.
"""

from collections.abc import Sequence
from operator import itemgetter

from django.db.models import prefetch_related_objects

from games.access import rows_where
from rules import Text, Verbatim
from tournaments.models import EventPoints, EventUnit
from tournaments.ranking_rules import Award
from tournaments.ranking_rules.points import gpp_of, parts, points_of
from tournaments.rankings.registry import key_of_medal_race
from tournaments.standings.conclusion import concluded_keys, day_of, ends_of, ranking_rules_of
from tournaments.standings.event_state import EventState


def keep_points(event_state: EventState) -> Sequence[str]:
    """Bring the stored points of the event up to date; return the keys of the lists to be drawn up for it.

    The caller holds the event's row, and the event calls players by their ids.
    """
    stored = rows_where(EventUnit, "event_id = %s ORDER BY position", event_state.event.pk)
    prefetch_related_objects(stored, "season", "points")
    old = {unit.key: unit for unit in stored}
    changed: list[EventUnit] = []
    for unit, points in rows_of(event_state):
        earlier = old.pop(unit.key, None)
        if earlier is not None:
            if signature(earlier, list(earlier.points.all())) == signature(unit, points):
                continue
            earlier.delete()
            changed.append(earlier)
        unit.save()
        EventPoints.objects.bulk_create(points)
        changed.append(unit)
    for gone in old.values():
        gone.delete()
        changed.append(gone)
    return lists_of(changed)


def rows_of(event_state: EventState) -> list[tuple[EventUnit, list[EventPoints]]]:
    """Return the rows that follow from an event that calls players by their ids, not saved."""
    event, rules = event_state.event, ranking_rules_of(event_state.event)
    if rules is None or not concluded_keys(event_state):
        return []
    players = {entry.key: entry.player_id for entry in event_state.entries}
    awards = {award.player_id: Award(award.points, award.reason) for award in event.compensation_awards.all()}
    awarded = {key: awards[player] for key, player in players.items() if player in awards}
    found: list[tuple[EventUnit, list[EventPoints]]] = []
    for position, part in enumerate(parts(event_state.verdict), start=1):
        ends = ends_of(event_state, part.games)
        unit = EventUnit(
            event=event,
            key=part.key,
            name=Text("{event}: {part}", event=event.name, part=part.name)
            if part.name
            else Verbatim(event.name),
            position=position,
            season=event.season,
            discipline=rules.discipline.value,
            level=event.level,
            is_unit=part.is_unit,
            ended_on=day_of(event_state, ends),
            ended_at=max((end for end in ends if end), default=None),
        )
        given = points_of(
            part,
            event_state.contest,
            event_state.verdict,
            rules,
            level=event.level,
            ended_on=unit.ended_on,
            awarded=awarded,
        )
        gpp = gpp_of(part, rules)
        points = [
            EventPoints(
                unit=unit,
                player_id=players[each.player],
                gpp=gpp.get(each.player),
                **{name: getattr(each, name) for name in _GIVEN},
            )
            for each in given
        ]
        found.append((unit, points))
    return found


#: Columns that are called like what the ranking rules give.
_GIVEN = ("place", "shared", "basic", "tp", "wp", "cp", "tp_reason", "wp_reason", "cp_reason")
#: Columns of a unit that do not say what it is.
_BESIDE = ("id", "event_id")
_SAID = [field.attname for field in EventUnit._meta.concrete_fields if field.attname not in _BESIDE]


def signature(unit: EventUnit, points: Sequence[EventPoints]) -> tuple[object, ...]:
    """Return a key of all that a unit says: equal for two rows that say the same."""
    rows = ([str(row.player_id), row.gpp, *(getattr(row, name) for name in _GIVEN)] for row in points)
    return (*(getattr(unit, name) for name in _SAID), *sorted(rows, key=itemgetter(0)))


def lists_of(units: Sequence[EventUnit]) -> list[str]:
    """List the rankings on which these count, or counted."""
    return sorted({key for unit in units for key in (unit.discipline, key_of_medal_race(unit.season))})
