"""What a dump tells: the public events with their tables and results, the public games with their records.

Public is what the public lists show: neither rehearsals, nor what is archived, nor the demo, and nothing of which the
public may not know everything yet. Players are called as they are shown, and nobody else is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from django.db.models import QuerySet

from games.domain.counters import NOTHING, captures
from games.domain.known_result import board_of, pawns_of, seconds_of
from games.enums import OVER
from games.models import Game
from games.queries.record_text import record_of
from games.queries.seats import seated_names
from tournaments import demo_ids
from tournaments.models import Event

#: An event that goes on changing while it is read is read so often, then it is left for the next dump.
ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class DumpPart:
    """An event with its games, as of one moment, or games without an event: each as a line of its file."""

    games: list[Mapping[str, Any]]
    results: list[Mapping[str, Any]]
    event: Mapping[str, Any] | None = None


def listed_events() -> QuerySet[Event]:
    """Return the events that public lists show, but for the demo; what is withheld of them is not asked here."""
    events = Event.objects.public().filter(archived=False).exclude(season__slug=demo_ids.SEASON)
    return events.select_related("season").order_by("starts_on", "slug")


def event_at(slug: str) -> QuerySet[Event]:
    """Return an event by its address, as its page is there for everybody whether lists show it or not; no rehearsal."""
    return Event.objects.public().filter(slug=slug).select_related("season")


def events_of(season: str) -> QuerySet[Event]:
    """Return the events that the page of a season lists."""
    events = Event.objects.public().filter(season__slug=season, archived=False)
    return events.select_related("season").order_by("starts_on", "slug")


def games_of(events: QuerySet[Event]) -> QuerySet[Game]:
    """Return the games of these events that are over."""
    return Game.objects.filter(event_game__event__in=events, state__in=OVER)


def parts_of_events(events: QuerySet[Event], now: datetime) -> Iterator[DumpPart]:
    """Read event after event, without those of which the public may not know everything."""
    for key in list(events.values_list("pk", flat=True)):
        for _ in range(ATTEMPTS):
            event = events.filter(pk=key).first()
            if event is None:
                break
            part = _of_event(event, now)
            if part is None:
                break
            if Event.objects.filter(pk=key, version=event.version).exists():
                yield part
                break


def listed_games(now: datetime) -> QuerySet[Game]:
    """Return the public games that belong to no event and are over."""
    alone = Game.objects.public().filter(event_game=None, state__in=OVER)
    return alone.exclude(seats__player__in=demo_ids.PLAYERS)


def parts_without_events(now: datetime) -> Iterator[DumpPart]:
    """Read the games that belong to no event, one after the other."""
    shown = listed_games(now)
    for key in list(shown.order_by("created_at", "pk").values_list("pk", flat=True)):
        game = shown.filter(pk=key).first()
        if game is not None:
            names = seated_names(game)
            told = _game(game, names, "", None, is_awarded=False)
            yield DumpPart(games=[told], results=list(_results(game, names, "", {}, {})))


def _of_event(event: Event, now: datetime) -> DumpPart | None:
    """Return the event as its stored table tells it; ``None`` where something of a game is withheld."""
    table = orjson.loads(event.projection)
    told = {each["game"]: each for each in table["games"]}
    entries = {each["player"]: each for each in table["entries"]}
    games = list(event.games.select_related("game").order_by("number"))
    part = DumpPart(event=table, games=[], results=[])
    for played in games:
        game = played.game
        if game.state in OVER and str(game.pk) in told:
            names, is_awarded = seated_names(game), played.awarded_to_id is not None
            part.games.append(_game(game, names, event.slug, played.number, is_awarded=is_awarded))
            part.results.extend(_results(game, names, event.slug, told[str(game.pk)], entries))
    return part


def _game(
    game: Game, names: Mapping[str, str], event: str, number: int | None, *, is_awarded: bool
) -> dict[str, Any]:
    """Tell a game: who sat where, how it ended, and its record (rulebook §4), empty where nobody recorded throws."""
    return {
        "id": str(game.pk),
        "event": event,
        "number": number,
        "rules": game.rules_name,
        "options": game.options,
        "players": [
            {"id": player, "name": name, "colours": game.seating[player]} for player, name in names.items()
        ],
        "state": str(game.state),
        "decided_by": game.decided_by,
        "awarded": is_awarded,
        "starter": game.starter,
        "places": game.places,
        "winner": None if game.winner_id is None else str(game.winner_id),
        "ranking": game.ranking,
        "pawns": dict(pawns_of(game)),
        "seconds": seconds_of(game),
        "board": board_of(game),
        "captures": dict(captures(game.tallies or NOTHING)),
        "started_at": _moment(game.started_at),
        "ended_at": _moment(game.ended_at),
        "log": game.head,
        "record": record_of(game),
    }


def _results(
    game: Game, names: Mapping[str, str], event: str, told: Mapping[str, Any], entries: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Tell what a game gave, a line for each player; ``told`` is the game in the table of its event."""
    scores = {score["entrant"]: score["points"] for score in told.get("scores", ())}
    for player, name in names.items():
        colours, key = game.seating[player], entries[player]["key"] if player in entries else ""
        yield {
            "event": event,
            "number": told.get("number"),
            "game": str(game.pk),
            "state": str(game.state),
            "decided_by": game.decided_by,
            "started_at": _moment(game.started_at),
            "ended_at": _moment(game.ended_at),
            "counts": told.get("counts", False),
            "entry": key,
            "player": player,
            "name": name,
            "colours": colours,
            "starts": game.starter in colours,
            "places": [game.places.index(colour) + 1 for colour in colours if colour in game.places],
            "points": scores.get(key),
            "won": key in told["winners"] if told else str(game.winner_id) == player,
        }


def _moment(when: datetime | None) -> str | None:
    return None if when is None else when.isoformat()
