"""Exporting a game with its whole log as plain values; ``games.services.import_game`` reads them back
(docs/reference/event-file.md).
"""

from typing import Any

from games.domain.events import EVENT_TYPES
from games.domain.events.fields import LONGEST_POSITION, LONGEST_TITLE
from games.models import Game
from games.validation.members import (
    ID,
    MOMENT,
    OBJECT,
    PART,
    TEXT,
    TEXTS,
    WHOLE,
    Member,
    as_plain,
    maybe,
    one_of,
    text,
)

GAME = (
    Member("id", ID),
    Member("title", text(LONGEST_TITLE)),
    Member("rules", TEXT, field="rules_name"),
    Member("options", OBJECT),
    Member("seats", PART),
    Member("created_at", MOMENT),
    Member("events", PART),
)
EVENT = (
    Member("number", WHOLE),
    Member("kind", one_of(EVENT_TYPES)),
    Member("payload", OBJECT),
    Member("position", text(LONGEST_POSITION)),
    Member("finished", TEXTS),
    Member("actor", text(60)),
    Member("client_id", maybe(ID)),
    Member("happened_at", maybe(MOMENT)),
    Member("recorded_at", MOMENT),
    Member("hash", text(64)),
)
SEAT = (Member("player", ID), Member("colours", TEXTS))


def game_as_plain(game: Game) -> dict[str, Any]:
    """Serialise everything stored of a game except the names of its players, with the hash of every event."""
    events = [as_plain(event, EVENT) for event in game.events.all()]
    return as_plain(game, GAME, seats=_seats(game), events=events)


def _seats(game: Game) -> list[dict[str, Any]]:
    """List the players by id with their colours, in the order of the seats."""
    led: dict[str, list[str]] = {}
    for seat in game.seats.all():
        led.setdefault(str(seat.player_id), []).append(seat.colour)
    return [{"player": player, "colours": colours} for player, colours in led.items()]
