"""The stored lists: built when what an event gave has changed, never for a reader.

Each list has a row, locked after the events'. Of two events that end at once the second
draws up a list with the first in it.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from typing import Any
from uuid import UUID

import orjson
from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from games.work.kinds import Due, Lane, Work
from tournaments.models import EventUnit, Ranking, Season
from tournaments.ranking_rules.rule_versions import next_change_after
from tournaments.rankings.builder import build_list
from tournaments.rankings.registry import key_of_medal_race, list_with


@transaction.atomic
def redraw(*, keys: Sequence[str], now: datetime) -> None:
    """Rebuild these lists; a changed one gets a new version."""
    for key in sorted(keys):
        ranking = locked_ranking(key)
        found = build_now(ranking, now)
        if as_text(found) != ranking.projection:
            ranking.version += 1
            ranking.projection = as_text({**found, "version": ranking.version})
        # Past save(): the history is for what people change.
        Ranking.objects.filter(pk=ranking.pk).update(
            projection=ranking.projection, version=ranking.version, drawn_at=now, good_until=good_until(now)
        )


def locked_ranking(key: str) -> Ranking:
    """Return the row of a list, created if needed, locked until the transaction ends."""
    Ranking.objects.get_or_create(key=key)
    return Ranking.objects.select_for_update().get(key=key)


def build_now(ranking: Ranking, now: datetime) -> dict[str, Any]:
    """Return a list built now, with the version that is stored."""
    which = list_with(ranking.key, ranking)
    found = build_list(which, ranking.settings, day=timezone.localdate(now))
    return {**found, "version": ranking.version}


def as_text(found: dict[str, Any]) -> str:
    """Serialise a list as it is stored and sent."""
    return orjson.dumps(found).decode()


def good_until(now: datetime) -> datetime | None:
    """Return when a list built now will change by itself: other rules, a day that comes."""
    day = timezone.localdate(now)
    to_come = EventUnit.objects.filter(ended_on__gt=day).aggregate(day=Min("ended_on"))["day"]
    return min((_begin_of(found) for found in (next_change_after(day), to_come) if found), default=None)


def _begin_of(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=timezone.get_default_timezone())


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
