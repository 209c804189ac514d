"""The whole-season file: a season with all its events in one JSON text, out and in again
(docs/reference/season-file.md); and seasons that are copied by it.
"""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from games.access import COMMAND, Principal
from games.domain.actors import elsewhere
from games.models import Player
from games.validation.json_value import JsonValue
from games.validation.members import as_plain, in_order, values_in
from rules import Text
from tournaments import services
from tournaments.files.event_file.importer import (
    BELONGING,
    OPTIONAL,
    read_event,
    read_player,
    read_season,
    save_part,
)
from tournaments.files.event_file.members import (
    DEEPEST,
    EVENT,
    HALL,
    MEDAL_GAME,
    SEASON,
    format_archive,
    hall_as_plain,
    parse_archive,
    players_as_plain,
    what_belongs_to,
)
from tournaments.formats import FormatError
from tournaments.models import Event, MedalGame, Ranking, Season
from tournaments.rankings.registry import key_of_medal_race
from tournaments.rankings.services import change_ranking
from tournaments.rankings.store import redraw
from tournaments.services.slugs import free_slug

#: The first member of every file, ``"rauswurf"``: what it is, and by which version of the format.
VERSION = "season/2"


def export_season(season: Season, viewer: Principal = COMMAND) -> str:
    """The text of the file as the viewer may have it. The same season gives the same text, on every database.

    Rehearsals are left out.
    """
    events = season.events.filter(rehearsal=None).order_by("starts_on", "slug")
    players = Player.objects.filter(entries__event__in=events.order_by()).distinct()
    data = {
        "rauswurf": VERSION,
        "season": as_plain(season, SEASON),
        "players": players_as_plain(list(players.order_by("pk")), viewer),
        "events": [{"event": as_plain(event, EVENT), **what_belongs_to(event)} for event in events],
        "medal_race": medal_race_as_plain(season),
    }
    return format_archive(data, deepest=DEEPEST + 2) + "\n"


def medal_race_as_plain(season: Season) -> dict[str, Any]:
    """What was decided about the Medal Race of the season: its settings, the game of those level at its end."""
    ranking = Ranking.objects.filter(key=key_of_medal_race(season)).first()
    data: dict[str, Any] = {"settings": in_order(ranking.settings) if ranking else {}}
    if game := MedalGame.objects.filter(season=season).first():
        data["game"] = as_plain(game, MEDAL_GAME)
    return data


@transaction.atomic
def import_season(text: str, *, actor: str, now: datetime) -> Season:
    """The season of the file, with all its events; their slugs and the ids of their games must be free.

    Players and a season that are here already (the same id, the same slug) stay as they are. Raises
    ``BadRequest`` that names the place in the file, such as ``events[2].games[0].game.events[17]``.
    """
    data = parse_archive(text, VERSION).members("rauswurf", "season", "players", "events", "medal_race")
    known = set(Season.objects.values_list("pk", flat=True))
    season = read_season(data["season"], actor, now)
    for player in data["players"].items():
        read_player(player)
    lists: set[str] = set()
    for part in data["events"].items():
        read_event(season, part.members("event", *BELONGING, optional=OPTIONAL), actor, now, elsewhere, lists)
    redraw(keys=sorted(lists), now=now)
    if season.pk not in known:
        read_medal_race(season, data["medal_race"], actor, now)
    return season


def read_medal_race(season: Season, part: JsonValue, actor: str, now: datetime) -> None:
    """Keep what was decided about the Medal Race of the season."""
    data = part.members("settings", optional=("game",))
    key = key_of_medal_race(season)
    if data["settings"].mapping():
        try:
            change_ranking(key=key, settings=data["settings"].mapping(), reason=VERSION, actor=actor, now=now)
        except FormatError as error:
            raise data["settings"].refused(
                Text("{field}: {message}", field=error.field, message=error.message)
            ) from error
    if "game" in data:
        game = MedalGame(season=season, **values_in(data["game"], MEDAL_GAME))
        if not Player.objects.filter(pk=game.winner_id, entries__event__season=season).exists():
            raise data["game"].at("winner").refused(Text("nobody of that id plays in this season"))
        game.made_by = elsewhere(game.made_by)
        save_part(game, data["game"], actor)
        redraw(keys=[key], now=now)


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
