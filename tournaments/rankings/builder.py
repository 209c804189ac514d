"""Building a list for a day from what events gave, as JSON (docs/reference/rankings.md).

What is read is bounded by the events of the list, however many there have been.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import F, QuerySet

from rules import Text
from tournaments.formats import Entrant, as_json, phrases
from tournaments.models import EventPoints, EventUnit, MedalGame
from tournaments.ranking_rules import Discipline, ListRow, build_ranking, in_force_on
from tournaments.ranking_rules.conclusions import WHOLE
from tournaments.ranking_rules.window import (
    EarnedPoints,
    EndedEvent,
    Selection,
    WindowRule,
    select_entries,
    window_rule,
)
from tournaments.rankings.registry import RankingList

#: The latest end first; ties always in the same order.
LATEST_FIRST = (
    "-ended_on",
    F("ended_at").desc(nulls_last=True),
    "-event__starts_on",
    "event__slug",
    "-position",
)


def public_units(day: date) -> QuerySet[EventUnit]:
    """Return what has ended by a day, of public events."""
    return EventUnit.objects.filter(ended_on__lte=day, event__is_public=True)


def build_list(which: RankingList, stored: Mapping[str, Any], *, day: date) -> dict[str, Any]:
    """Build the list by the rules of ``day`` over what has ended by then; ``stored`` are its settings."""
    game = MedalGame.objects.filter(season=which.season, played_on__lte=day).first() if which.season else None
    return build_list_with(which, stored, day=day, medal_game=game)


def build_list_with(
    which: RankingList, stored: Mapping[str, Any], *, day: date, medal_game: MedalGame | None
) -> dict[str, Any]:
    """Build the same with this Medal Game, whatever has been played."""
    settings = which.settings.read(stored)
    in_force = in_force_on(min(day, which.season.ends_on) if which.season else day)
    units = _latest(which, window_rule(settings, in_force), public_units(day))
    winner = str(medal_game.winner_id) if medal_game else None
    selection = select_entries(settings, in_force, [_as_ended(unit) for unit in units], winner)
    entrants = entrants_of(units)
    rows = build_ranking(entrants, selection.counted, selection.chain, selection.leaving)
    names = {entrant.key: entrant.name for entrant in entrants}
    return {
        "version": None,
        "on": None,
        "list": which.key,
        "name": which.name.as_json(),
        "season": which.season.slug if which.season else None,
        "rules_since": in_force.since.isoformat(),
        "last_end": units[0].ended_on.isoformat() if units else None,
        "settings": {each.name: getattr(settings, each.name) for each in which.settings.described()},
        "rows": [_row(row, names[row.player], selection) for row in rows],
        "counted": [_unit(unit) for unit in units],
        "leaving": selection.leaving.key if selection.leaving else None,
        "remark": as_json(_remark(which, rows, day)),
    }


# -- what counts -----------------------------------------------------------------------------------


def _latest(which: RankingList, kinds: WindowRule, ended: QuerySet[EventUnit]) -> list[EventUnit]:
    """Return what a list counts of what has ended, the latest first, with what each gave to whom. Two queries.

    What the demo has played counts only in its own Medal Race, and as long as there is nothing else; one query more.
    """
    units = ended.filter(discipline__in=[each.value for each in kinds.disciplines])
    units = units.filter(is_unit=True) if kinds.units else units.filter(key=WHOLE)
    if which.season:
        units = units.filter(season=which.season)
    units = units.order_by(*LATEST_FIRST).select_related("event", "season").defer("event__projection")
    units = units.prefetch_related("points__player")
    found = list(units[: kinds.most])
    if which.season or not any(unit.season.is_demo for unit in found):
        return found
    return list(units.filter(season__is_demo=False)[: kinds.most]) or found


def _as_ended(unit: EventUnit) -> EndedEvent:
    """Convert a row to what the ranking rules take."""
    return EndedEvent(
        key=_key(unit),
        level=unit.level,
        discipline=Discipline(unit.discipline),
        earned=tuple(
            EarnedPoints(str(row.player_id), row.place, row.basic, row.tp, row.wp, row.cp, row.gpp or 0)
            for row in unit.points.all()
        ),
    )


def _key(unit: EventUnit) -> str:
    return unit.event.slug if unit.is_whole else f"{unit.event.slug}:{unit.key}"


def entrants_of(units: Sequence[EventUnit]) -> list[Entrant]:
    """List all who have points, by name; the order decides nothing."""
    players = {row.player_id: row.player for unit in units for row in unit.points.all()}
    ordered = sorted(players.values(), key=lambda player: (player.shown_as.casefold(), str(player.pk)))
    return [Entrant(str(player.pk), player.shown_as, seed) for seed, player in enumerate(ordered, start=1)]


# -- how it is serialised --------------------------------------------------------------------------


def _row(row: ListRow, name: str, selection: Selection) -> dict[str, Any]:
    return {
        "place": row.place,
        "shared": row.shared,
        "player": row.player,
        "name": name,
        "points": as_json(row.points),
        "tp": as_json(row.tp),
        "wp": as_json(row.wp),
        "cp": as_json(row.cp),
        "reason": row.reason.as_json(),
        "defended": as_json(row.defended),
        "to_overtake": as_json(row.to_overtake),
        "to_overtake_next": as_json(row.to_overtake_next),
        "gains": [
            {
                "unit": each.key,
                "place": gain.place or None,
                "tp": as_json(gain.tp),
                "wp": as_json(gain.wp),
                "cp": as_json(gain.cp),
                "points": as_json(gain.points),
            }
            for each in selection.counted
            for gain in each.gains
            if gain.player == row.player
        ],
    }


def _unit(unit: EventUnit) -> dict[str, Any]:
    return {
        "unit": _key(unit),
        "event": unit.event.slug,
        "name": unit.name.as_json(),
        "level": unit.level,
        "ended_on": unit.ended_on.isoformat(),
        "winners": [_first(row) for row in unit.points.all() if row.place == 1],
    }


def _first(row: EventPoints) -> dict[str, str]:
    return {"player": str(row.player_id), "name": row.player.shown_as}


def _remark(which: RankingList, rows: Sequence[ListRow], day: date) -> Text | None:
    """Return the Medal Game that is due between those still equal for 1st at the end of the season (§7)."""
    first = [row for row in rows if row.place == 1]
    if which.season is None or day < which.season.ends_on or len(first) < 2:
        return None
    where = phrases.place(1)
    return Text("still equal for {where}: a Medal Game is to be played", where=where)
