"""Seasons, events, entries, draws and games of events as the REST interface shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.api.representations import game_state, player_state
from games.domain.embargo import as_json
from games.models import Game
from tournaments.models import Draw, Entry, Event, EventGame, Season
from tournaments.standings.conclusion import gives_points
from tournaments.standings.queries import names_in, overview


def season_state(season: Season) -> dict[str, Any]:
    """A season."""
    return {
        "slug": season.slug,
        "name": season.name,
        "starts_on": season.starts_on,
        "ends_on": season.ends_on,
    }


def event_state(event: Event) -> dict[str, Any]:
    """An event without what follows from its games; that is its table."""
    return {
        "slug": event.slug,
        "name": event.name,
        "season": event.season.slug,
        "format": event.format_key,
        "rules": event.rules_name,
        "options": event.options,
        "settings": event.settings,
        "level": event.level,
        "ranked": gives_points(event),
        "forecasts": event.forecasts,
        "seconds_per_throw": event.seconds_per_throw,
        "starts_on": event.starts_on,
        "ended_on": event.ended_on,
        "status": str(event.status),
        "hold": str(event.hold),
        "version": event.version,
        "embargo": as_json(event.embargo),
    }


def entry_state(entry: Entry) -> dict[str, Any]:
    """A player in an event."""
    return {
        "key": entry.key,
        "seed": entry.seed,
        "left_after": entry.left_after,
        "youngest": entry.youngest,
        "player": player_state(entry.player),
    }


def draw_state(draw: Draw, told: Mapping[str, Any]) -> dict[str, Any]:
    """A draw, so that anybody can check it; ``told`` is the table of its event, as it is to be shown."""
    names = {entry["key"]: entry["name"] for entry in told["entries"]}
    return {
        "subject": draw.subject,
        "name": draw.called(names_in(told)).name.as_json(),
        "places": draw.places,
        "order": draw.order,
        "method": draw.method,
        "published_seed": draw.published_seed,
        "throws": [dict(thrown) for thrown in draw.value.throws],
        "reason": draw.value.told(names).as_json(),
        "made_by": draw.made_by,
        "made_at": draw.made_at,
    }


def played_now(played: EventGame) -> dict[str, Any]:
    """A game of an event as whoever has just decided on it is told of it."""
    return played_state(played.called(names_in(overview(played.event))), played.game)


def played_state(played: EventGame, game: Game) -> dict[str, Any]:
    """A game of an event, with why it began as it did and its state, as it is to be shown."""
    return {
        "number": played.number,
        "name": played.name.as_json(),
        "board": played.board,
        "due_starter": played.due_starter or None,
        "starter_reason": played.starter_reason.as_json(),
        "throws": played.throws,
        "override_reason": played.override_reason,
        "game": game_state(game),
    }
