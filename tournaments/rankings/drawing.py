"""A list drawn up for a day from what events gave: as JSON for those who read it (docs/rankings.md).

What is read is bounded by the events of the list, however many there have been.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import F, QuerySet

from rules.text import Text
from tournaments.formats import Entrant, as_json, wording
from tournaments.formats.tie_break import Criterion
from tournaments.honours import Counted, Discipline, Gain, ListRow, Version, drawn_up, in_force_on
from tournaments.honours.lists import medal_race_chain, ranking_chain
from tournaments.honours.settings import (
    BY_DATE,
    DoubleRankingsSettings,
    MedalRaceSettings,
    WorldRankingsSettings,
)
from tournaments.honours.versions import BOTH, ONLY_3T, TIES, Window
from tournaments.models import EventPoints, EventUnit, MedalGame
from tournaments.rankings.catalogue import RankingList

#: The latest end first; where two are not told apart by it, always in the same order.
LATEST_FIRST = (
    "-ended_on",
    F("ended_at").desc(nulls_last=True),
    "-event__starts_on",
    "event__slug",
    "-position",
)
_LEVELS: Mapping[str, frozenset[Discipline]] = {"3T": ONLY_3T, "3T and 2T": BOTH}


@dataclass(frozen=True, slots=True)
class Selection:
    """What a list counts, the latest first; ``leaving`` is what the next event pushes out."""

    units: Sequence[EventUnit]
    counted: Sequence[Counted]
    chain: Sequence[Criterion]
    leaving: Counted | None = None


def public_units(day: date, now: datetime) -> QuerySet[EventUnit]:
    """What has ended by a day, as far as the public may know of it."""
    return EventUnit.objects.filter(ended_on__lte=day, public_from__lte=now)


def told(which: RankingList, kept: Mapping[str, Any], *, day: date, now: datetime) -> dict[str, Any]:
    """The list as the rules of ``day`` have it over what has ended by then; ``kept`` are its settings."""
    game = MedalGame.objects.filter(season=which.season, played_on__lte=day).first() if which.season else None
    return told_with(which, kept, day=day, now=now, medal_game=game)


def told_with(
    which: RankingList, kept: Mapping[str, Any], *, day: date, now: datetime, medal_game: MedalGame | None
) -> dict[str, Any]:
    """The same with this Medal Game, whatever has been played."""
    settings = which.settings.read(kept)
    in_force = in_force_on(min(day, which.season.ends_on) if which.season else day)
    selection = _selected(which, settings, in_force, public_units(day, now), medal_game)
    entrants = _entrants(selection)
    rows = drawn_up(entrants, selection.counted, selection.chain, selection.leaving)
    names = {entrant.key: entrant.name for entrant in entrants}
    return {
        "version": None,
        "on": None,
        "list": which.key,
        "name": which.name.as_json(),
        "season": which.season.slug if which.season else None,
        "rules_since": in_force.since.isoformat(),
        "last_end": selection.units[0].ended_on.isoformat() if selection.units else None,
        "settings": {each.name: getattr(settings, each.name) for each in which.settings.described()},
        "rows": [_row(row, names[row.player], selection) for row in rows],
        "counted": [_unit(unit) for unit in selection.units],
        "leaving": selection.leaving.key if selection.leaving else None,
        "remark": as_json(_remark(which, rows, day)),
    }


# -- what counts -----------------------------------------------------------------------------------


def _selected(
    which: RankingList,
    settings: Any,
    in_force: Version,
    ended: QuerySet[EventUnit],
    medal_game: MedalGame | None,
) -> Selection:
    units = ended.order_by(*LATEST_FIRST).select_related("event")
    units = units.defer("event__projection").prefetch_related("points__player")
    match settings:
        case WorldRankingsSettings():
            units = units.filter(discipline=Discipline.TRIPLE.value, key="event")
            return _window(list(units[: settings.events]), settings.events, settings, in_force)
        case DoubleRankingsSettings():
            units = units.filter(discipline=Discipline.DOUBLE.value)
            by_unit = in_force.window_2t is Window.UNITS
            units = units.filter(is_unit=True) if by_unit else units.filter(key="event")
            return _window(list(units[: settings.units]), settings.units, settings, in_force)
        case MedalRaceSettings():
            counts = in_force.medal_race if settings.counts == BY_DATE else _LEVELS[settings.counts]
            counting = [each.value for each in counts]
            units = units.filter(season=which.season, key="event", discipline__in=counting)
            return _race(list(units), settings, in_force, medal_game)
    raise TypeError(f"{settings!r} are no settings of a list")


def _ties(settings: Any, in_force: Version) -> tuple[str, ...]:
    return TIES[in_force.ties if settings.ties == BY_DATE else settings.ties]


def _window(units: list[EventUnit], size: int, settings: Any, in_force: Version) -> Selection:
    """The last so many; where the window is full, the next event pushes the oldest out."""
    with_level = getattr(settings, "level", "of the event") == "of the event"
    counted = [_counted(unit, with_level) for unit in units]
    leaving = counted[-1] if len(counted) == size else None
    return Selection(units, counted, ranking_chain(_ties(settings, in_force), counted), leaving)


def _race(
    units: list[EventUnit], settings: MedalRaceSettings, in_force: Version, medal_game: MedalGame | None
) -> Selection:
    """TP and WP of the season's events, no CP; and the Medal Game."""
    counted = [_without_compensation(_counted(unit, True)) for unit in units]
    own = [[each for each in counted if each.discipline is discipline] for discipline in Discipline]
    if medal_game:
        gain = Gain(str(medal_game.winner_id), 0, 0, 1)
        counted.append(Counted("medal-game", 0, Discipline.TRIPLE, (gain,)))
    return Selection(units, counted, medal_race_chain(_ties(settings, in_force), counted, own))


def _counted(unit: EventUnit, with_level: bool) -> Counted:
    gains = tuple(
        Gain(str(row.player_id), row.place, row.tp if with_level else row.basic, row.wp, row.cp, row.gpp or 0)
        for row in unit.points.all()
    )
    return Counted(_key(unit), unit.level, Discipline(unit.discipline), gains)


def _without_compensation(counted: Counted) -> Counted:
    gains = tuple(Gain(each.player, each.place, each.tp, each.wp, 0, each.gpp) for each in counted.gains)
    return Counted(counted.key, counted.level, counted.discipline, gains)


def _key(unit: EventUnit) -> str:
    return unit.event.slug if unit.is_whole else f"{unit.event.slug}:{unit.key}"


def _entrants(selection: Selection) -> list[Entrant]:
    """Everybody who has points, by name; the order decides nothing."""
    players = {row.player_id: row.player for unit in selection.units for row in unit.points.all()}
    ordered = sorted(players.values(), key=lambda player: (player.shown_as.casefold(), str(player.pk)))
    return [Entrant(str(player.pk), player.shown_as, seed) for seed, player in enumerate(ordered, start=1)]


# -- how it is told --------------------------------------------------------------------------------


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
    """The Medal Game that is due between those still equal for 1st at the end of the season (§7)."""
    first = [row for row in rows if row.place == 1]
    if which.season is None or day < which.season.ends_on or len(first) < 2:
        return None
    where = wording.place(1)
    return Text(
        f"still equal for {where.en}: a Medal Game is to be played",
        f"weiter gleich auf {where.de}: ein Medal Game ist zu spielen",
    )
