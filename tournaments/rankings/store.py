"""The stored lists: built when what an event gave has changed, never for a reader.

Each list has a row, locked after the events'. Of two events that end at once the second
draws up a list with the first in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Min, QuerySet
from django.utils import timezone

from games.answers import SeenPlayerSerializer
from games.work.kinds import Due, Lane, Work
from rules import Text
from tournaments.formats import Entrant, as_json, phrases
from tournaments.models import EventPoints, EventUnit, MedalGame, Ranking, Season
from tournaments.ranking_rules import Discipline, ListRow, build_ranking, in_force_on
from tournaments.ranking_rules.points import WHOLE
from tournaments.ranking_rules.ranking import (
    Gain,
    RankingEntry,
    Selection,
    WindowRule,
    select_entries,
    window_rule,
)
from tournaments.ranking_rules.rule_versions import next_change_after
from tournaments.rankings.registry import RankingList, key_of_medal_race, list_with
from tournaments.standings.projection import as_text

#: The latest end first; ties always in the same order.
LATEST_FIRST = (
    "-ended_on",
    F("ended_at").desc(nulls_last=True),
    "-event__starts_on",
    "event__slug",
    "-position",
)


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
    ended = EventUnit.objects.filter(ended_on__lte=day, event__is_public=True)
    units = _latest(which, window_rule(settings, in_force), ended)
    winner = str(medal_game.winner_id) if medal_game else None
    selection = select_entries(settings, in_force, [_as_entry(unit) for unit in units], winner)
    players = {row.player_id: row.player for unit in units for row in unit.points.all()}
    # By name; the order decides nothing.
    ordered = sorted(players.values(), key=lambda player: (player.shown_as.casefold(), str(player.pk)))
    entrants = [Entrant(str(each.pk), each.shown_as, seed) for seed, each in enumerate(ordered, start=1)]
    rows = build_ranking(entrants, selection.counted, selection.chain, selection.leaving)
    return {
        "version": None,
        "on": None,
        "list": which.key,
        "name": which.name.as_json(),
        "season": which.season.slug if which.season else None,
        "rules_since": in_force.since.isoformat(),
        "last_end": units[0].ended_on.isoformat() if units else None,
        "settings": {each.name: getattr(settings, each.name) for each in which.settings.described()},
        "rows": [{**as_json(row), "gains": _gains(row.player, selection)} for row in rows],
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


def _as_entry(unit: EventUnit) -> RankingEntry:
    """Convert a row to what the ranking rules take."""
    return RankingEntry(
        key=_key(unit),
        level=unit.level,
        discipline=Discipline(unit.discipline),
        gains=tuple(
            Gain(str(row.player_id), row.place, row.tp, row.wp, row.cp, row.gpp or 0, row.basic)
            for row in unit.points.all()
        ),
    )


def _key(unit: EventUnit) -> str:
    return unit.event.slug if unit.is_whole else f"{unit.event.slug}:{unit.key}"


# -- how it is serialised --------------------------------------------------------------------------


def points_as_json(row: Gain | EventPoints) -> dict[str, Any]:
    return {name: as_json(getattr(row, name)) for name in ("tp", "wp", "cp", "points")}


def _gains(player: str, selection: Selection) -> list[dict[str, Any]]:
    return [
        {"unit": each.key, "place": gain.place or None, **points_as_json(gain)}
        for each in selection.counted
        for gain in each.gains
        if gain.player == player
    ]


def _unit(unit: EventUnit) -> dict[str, Any]:
    return {
        "unit": _key(unit),
        "event": unit.event.slug,
        "name": unit.name.as_json(),
        "level": unit.level,
        "ended_on": unit.ended_on.isoformat(),
        "winners": [SeenPlayerSerializer.of(row.player) for row in unit.points.all() if row.place == 1],
    }


def _remark(which: RankingList, rows: Sequence[ListRow], day: date) -> Text | None:
    """Return the Medal Game that is due between those still equal for 1st at the end of the season (§7)."""
    first = [row for row in rows if row.place == 1]
    if which.season is None or day < which.season.ends_on or len(first) < 2:
        return None
    return Text("still equal for {where}: a Medal Game is to be played", where=phrases.place(1))


@transaction.atomic
def redraw(*, keys: Sequence[str], now: datetime) -> None:
    """Rebuild these lists; a changed one gets a new version. Until a day comes or other rules, each stays as it is."""
    day = timezone.localdate(now)
    for key in sorted(keys):
        ranking = locked_ranking(key)
        # Read under the lock, as what is stored is: another may have added an event that ends later.
        to_come = EventUnit.objects.filter(ended_on__gt=day).aggregate(day=Min("ended_on"))["day"]
        next_day = min(filter(None, (next_change_after(day), to_come)), default=None)
        good_until = next_day and datetime.combine(next_day, time.min, timezone.get_default_timezone())
        found = build_list(list_with(key, ranking), ranking.settings, day=day)
        found["version"] = ranking.version
        if as_text(found) != ranking.projection:
            ranking.version += 1
            ranking.projection = as_text({**found, "version": ranking.version})
        # Past save(): the history is for what people change.
        Ranking.objects.filter(pk=ranking.pk).update(
            projection=ranking.projection, version=ranking.version, good_until=good_until
        )


def locked_ranking(key: str) -> Ranking:
    """Return the row of a list, created if needed, locked until the transaction ends."""
    Ranking.objects.get_or_create(key=key)
    return Ranking.objects.select_for_update().get(key=key)


def due(now: datetime) -> Iterator[Due]:
    """Yield the lists that read otherwise by now than they were drawn up, and since when each does."""
    yield from (
        Ranking.objects.filter(good_until__lte=now).order_by("good_until").values_list("key", "good_until")
    )


def redraw_with_name(*, player_id: UUID, now: datetime) -> None:
    """Draw up the lists on which a renamed player may stand; their events are done before."""
    units = EventUnit.objects.filter(points__player=player_id)
    keys = set(units.values_list("discipline", flat=True).distinct())
    keys |= {key_of_medal_race(season) for season in Season.objects.filter(pk__in=units.values("season"))}
    redraw(keys=sorted(keys), now=now)


#: Each list is drawn up under the lock of its row.
WORK = Work("rankings", Lane.AT_ONCE, 10.0, due, lambda key, now: redraw(keys=[key], now=now), patience=None)
