"""A season like another: its events with all that is set, before anybody has entered; days and years move along."""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from games.domain.actors import elsewhere
from games.validation.json_value import JsonValue
from games.validation.members import as_plain
from tournaments import services
from tournaments.models import Event, Season
from tournaments.services.slugs import free_slug
from tournaments.transfer.archive.exporter import HALL, hall_as_plain
from tournaments.transfer.archive.importer import BELONGING, read_event
from tournaments.transfer.archive.members import EVENT, SEASON
from tournaments.transfer.season_archive.exporter import medal_race_as_plain
from tournaments.transfer.season_archive.importer import read_medal_race

#: The season file that the program brings along.
XMADN_FILE = Path(__file__).with_name("xmadn.json")
#: What an event has of its own days alone.
_OF_ITS_DAYS = ("ended_on", "hold", "game_times")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)", re.ASCII)


def xmadn_season() -> dict[str, Any]:
    """Return the XMädn season, to be copied."""
    model: dict[str, Any] = json.loads(XMADN_FILE.read_text(encoding="utf-8"))
    return model


def model_of(season: Season) -> dict[str, Any]:
    """Return what a season file has of a season, without players and games."""
    events = season.events.filter(rehearsal=None).order_by("starts_on", "slug")
    return {
        "season": as_plain(season, SEASON),
        "events": [{"event": as_plain(event, EVENT), **hall_as_plain(event)} for event in events],
        "medal_race": medal_race_as_plain(season),
    }


@transaction.atomic
def copy_season(
    model: Mapping[str, Any],
    *,
    slug: str,
    name: str,
    starts_on: date,
    ends_on: date,
    actor: str,
    now: datetime,
) -> Season:
    """Create a season with the events of the model, open for entries, and the settings of its Medal Race.

    Raises ``BadRequest`` that names the field or the event.
    """
    season = services.create_season(
        slug=slug, name=name, starts_on=starts_on, ends_on=ends_on, actor=actor, now=now
    )
    first, last = (date.fromisoformat(model["season"][day]).year for day in ("starts_on", "ends_on"))
    years = {str(year): str(year + starts_on.year - first) for year in range(first, last + 1)}
    later = weeks_later(model, starts_on)
    for part in model["events"]:
        event = {member: value for member, value in part["event"].items() if member not in _OF_ITS_DAYS}
        event["name"] = _of_other_years(event["name"], years)
        event["slug"] = free_slug(_of_other_years(event["slug"], years), Event)
        event["starts_on"] = (date.fromisoformat(event["starts_on"]) + later).isoformat()
        copied = {"event": event, **{member: [] for member in BELONGING}, **_registration(part)}
        read_event(season, JsonValue(copied, event["name"]).members(*copied), actor, now, elsewhere)
    settings = {"settings": model["medal_race"]["settings"]}
    read_medal_race(season, JsonValue(settings, "medal_race"), actor, now)
    return season


def weeks_later(model: Mapping[str, Any], starts_on: date) -> timedelta:
    """Return by how many whole weeks events move: the first stays on its weekday of its week of the season."""
    first_day = date.fromisoformat(model["season"]["starts_on"])
    first = min(
        (date.fromisoformat(part["event"]["starts_on"]) for part in model["events"]), default=first_day
    )
    weeks, weekday = (first - first_day).days // 7, (first.weekday() - starts_on.weekday()) % 7
    return starts_on + timedelta(weeks=weeks, days=weekday) - first


def _of_other_years(text: str, years: Mapping[str, str]) -> str:
    return _YEAR.sub(lambda found: years.get(found[0], found[0]), text)


def _registration(part: Mapping[str, Any]) -> dict[str, Any]:
    """Return price and conditions of registration, which is closed until somebody opens it."""
    if not (registration := part.get(HALL, {}).get("registration")):
        return {}
    closed = {**registration, "is_open": False, "closes_at": None}
    return {HALL: {"plans": [], "clocks": [], "claims": [], "registration": closed}}
