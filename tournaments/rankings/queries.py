"""Rankings for readers: the stored list, a list of a past day, what an event gave, titles."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import orjson
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_date
from rest_framework.request import Request

from games.api.problems import Problem
from games.errors import BadRequest
from rules import Text, quote_value
from tournaments.formats import as_json
from tournaments.models import Event, EventPoints, EventUnit, Ranking, Season
from tournaments.player_refs import resolve_json_current
from tournaments.ranking_rules import Discipline
from tournaments.ranking_rules.points import WHOLE
from tournaments.ranking_rules.ranking import Major, triple_crown
from tournaments.rankings.registry import NoSuchList, RankingList, key_of_medal_race, list_with, race_with
from tournaments.rankings.store import build_list, points_as_json
from tournaments.standings.conclusion import ranking_rules_of
from tournaments.standings.projection import as_text
from tournaments.visibility import players_left_out

#: The places that get a medal.
PODIUM = 3


@dataclass(frozen=True, slots=True)
class StoredRanking:
    """A list as text, with its ETag."""

    text: str
    etag: str


def ranking(key: str, on: date | None, now: datetime) -> StoredRanking:
    """Return the list of now, or of the end of a day. Raises ``NoSuchList``, also where it is hidden.

    That of now is passed on as it is stored, in one query; only a list that reads otherwise since a moment
    that has just passed is drawn up, and so is that of another day, from at most as many events as it counts.
    """
    return _drawn(key, Ranking.objects.filter(key=key).first(), on, now)


def rankings(keys: Collection[str], now: datetime) -> dict[str, StoredRanking]:
    """Return these lists as they stand, if they exist; one query for all that are served as they are stored."""
    stored = {row.key: row for row in Ranking.objects.filter(key__in=keys)} if keys else {}
    found = {}
    for key in keys:
        with suppress(NoSuchList):
            found[key] = _drawn(key, stored.get(key), None, now)
    return found


def _drawn(key: str, stored: Ranking | None, on: date | None, now: datetime) -> StoredRanking:
    if stored and stored.hidden:
        raise NoSuchList(key)
    if on is None and stored and stored.version and (stored.good_until is None or now < stored.good_until):
        return StoredRanking(stored.projection, f'"{stored.version}"')
    which = list_with(key, stored)
    found = build_list(which, stored.settings if stored else {}, day=on or timezone.localdate(now))
    text = as_text({**found, "on": on.isoformat() if on else None})
    return StoredRanking(text, f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"')


def podium(projection: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Return the rows of a list that stand in the first three places."""
    return [row for row in projection["rows"] if row["place"] <= PODIUM] if projection else []


def medal_race_of(season: Season) -> tuple[RankingList, list[dict[str, Any]]]:
    """Return the Medal Race of a season and its first three places, as it is stored. One query."""
    row = Ranking.objects.filter(key=key_of_medal_race(season)).first()
    return race_with(season, row), podium(orjson.loads(row.projection) if row and row.projection else None)


# -- what an event gave ----------------------------------------------------------------------------


def points_of(event: Event) -> dict[str, Any]:
    """Serialise what an event gave to whom: TP, WP and CP separately, with the reason."""
    found = {
        "event": event.slug,
        "units": [
            _unit(unit) for unit in event.units.order_by("position").prefetch_related("points__player")
        ],
    }
    (text,) = resolve_json_current([as_text(found)])
    data: dict[str, Any] = orjson.loads(text)
    return data


def _unit(unit: EventUnit) -> dict[str, Any]:
    return {
        "unit": unit.key,
        "name": unit.name.as_json(),
        "discipline": unit.discipline,
        "level": unit.level,
        "ended_on": unit.ended_on.isoformat(),
        "rows": [_row(row) for row in unit.points.all()],
    }


def _row(row: EventPoints) -> dict[str, Any]:
    return {
        "place": row.place,
        "shared": row.shared,
        "player": str(row.player_id),
        "name": row.player.shown_as,
        **points_as_json(row),
        "gpp": row.gpp,
        **{name: as_json(getattr(row, name)) for name in ("tp_reason", "wp_reason", "cp_reason")},
    }


# -- titles ----------------------------------------------------------------------------------------


def titles() -> QuerySet[EventPoints]:
    """Return who has won which public event, the latest first."""
    found = EventPoints.objects.filter(unit__key=WHOLE, unit__event__is_public=True, place=1)
    found = found.exclude(player__in=players_left_out())
    ordered = found.order_by("-unit__ended_on", "unit__event__slug", "pk")
    return ordered.select_related("player", "unit__event", "unit__season").defer("unit__event__projection")


def triple_crowns(seasons: Collection[int]) -> Mapping[int, str]:
    """Map season to the id of the player who won all its Majors, for seasons in which somebody did. Two queries."""
    winners = {
        row.unit.event_id: str(row.player_id)
        for row in titles().filter(unit__season__in=seasons).order_by("pk")
    }
    majors: dict[int, list[Major]] = defaultdict(list)
    events = Event.objects.public().filter(season__in=seasons, level__gte=Event.Level.MAJOR, ranked=True)
    for event in events.only("season_id", "level", "format_key", "ranked"):
        if _is_triple(event):
            majors[event.season_id].append(Major(event.level, winners.get(event.pk)))
    crowns = {season: triple_crown(found) for season, found in majors.items()}
    return {season: winner for season, winner in crowns.items() if winner}


def _is_triple(event: Event) -> bool:
    rules = ranking_rules_of(event)
    return rules is not None and rules.discipline is Discipline.TRIPLE


def requested_day(given: str | None) -> date | None:
    """Return the day that ``?on=`` names, None without it. Raises ``BadRequest``."""
    if given is None:
        return None
    day = read_day(given)
    if day is None:
        raise BadRequest(
            Text("on: a day such as 2026-11-21 is needed, not {given}", given=quote_value(given)),
            field="on",
        )
    return day


def read_day(given: str) -> date | None:
    try:
        return parse_date(given)
    except ValueError:
        return None


def unknown(error: NoSuchList) -> Problem:
    """Return the 404 that names the existing lists."""
    return Problem("not-found", 404, error.message)


def requested_ranking(request: Request, slug: str) -> StoredRanking:
    """Return the requested list of the requested day. Raises ``BadRequest``, ``Problem``."""
    day = requested_day(request.query_params.get("on"))
    try:
        return ranking(slug, day, timezone.now())
    except NoSuchList as error:
        raise unknown(error) from error
