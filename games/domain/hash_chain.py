"""The hash chain of a game's log: each event is sealed together with all before it.

``hash = SHA-256(previous hash, line feed, canonical JSON of the event)``. Canonical means: keys
sorted, no spaces, UTF-8, only text, integers, lists and objects (no fractions), times in UTC with
microseconds. The first event, the start, holds rules, seats and starter, so that the chain binds
the whole game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.models import GameEvent


#: What stands in place of a hash before the first event.
GENESIS = ""


def canonical(event: GameEvent) -> str:
    """Serialise the event to the text that is hashed."""
    return json.dumps(
        {
            "game": str(event.game_id),
            "number": event.number,
            "kind": str(event.kind),
            "payload": event.payload,
            "position": event.position,
            "finished": list(event.finished),
            "actor": event.actor,
            "client_id": None if event.client_id is None else str(event.client_id),
            "happened_at": _moment(event.happened_at),
            "recorded_at": _moment(event.recorded_at),
        },
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    )


def can_be_sealed(value: Any) -> bool:
    """Check that a value reads back unchanged from every database: no fractions, NUL or lone surrogates."""
    if isinstance(value, str):
        return "\x00" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, Mapping):
        return all(can_be_sealed(name) and can_be_sealed(each) for name, each in value.items())
    if isinstance(value, list):
        return all(map(can_be_sealed, value))
    return value is None or isinstance(value, int)


def seal_hash(event: GameEvent, previous: str) -> GameEvent:
    """Return the event with its place in the chain filled in."""
    event.previous = previous
    event.hash = seal(event, previous)
    return event


def seal(event: GameEvent, previous: str) -> str:
    """Return the hash of an event that follows ``previous``."""
    return hashlib.sha256(f"{previous}\n{canonical(event)}".encode()).hexdigest()


def first_break(events: Iterable[GameEvent]) -> GameEvent | None:
    """Return the first event, in order of number, whose number or hash does not follow from those before it."""
    previous = GENESIS
    for number, event in enumerate(events, start=1):
        if event.number != number or event.previous != previous or event.hash != seal(event, previous):
            return event
        previous = event.hash
    return None


def _moment(when: datetime | None) -> str | None:
    return None if when is None else when.astimezone(UTC).isoformat(timespec="microseconds")
