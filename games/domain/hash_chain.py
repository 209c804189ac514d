"""The hash chain of a game's log: each event is sealed together with all before it.

``hash = SHA-256(previous hash, line feed, canonical JSON of the event)``. Canonical means: keys
sorted, no spaces, UTF-8, only text, integers, lists and objects (no fractions), times in UTC with
microseconds. The first event, the start, holds rules, seats and starter, so that the chain binds
the whole game.

One thing can be changed afterwards: words that name somebody whose name is erased. The event keeps its hash, and a
later event of the kind ``redaction`` seals the new content: number → SHA-256 of its canonical JSON.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import orjson

from games.enums import EventKind

if TYPE_CHECKING:
    from games.models import GameEvent


def _id_in_words(value: Any) -> str:
    if isinstance(value, uuid.UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be sealed")


#: Made once: ``json.dumps`` makes an encoder for each event.
_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_id_in_words
).encode
#: Takes the place of a hash before the first event.
GENESIS = ""


def canonical(event: GameEvent) -> bytes:
    """Serialise the event to the text that is hashed, in UTF-8."""
    content = {
        "game": event.game_id,
        "number": event.number,
        "kind": str(event.kind),
        "payload": event.payload,
        "position": event.position,
        "finished": list(event.finished),
        "actor": event.actor,
        "client_id": event.client_id,
        "happened_at": _moment(event.happened_at),
        "recorded_at": _moment(event.recorded_at),
    }
    if not has_fraction(
        (event.payload,)
    ):  # which orjson may write otherwise, and what is no number as nothing
        try:
            return orjson.dumps(content, option=orjson.OPT_SORT_KEYS)
        except TypeError:  # a number of more than 64 bits
            pass
    return _CANONICAL(content).encode()


def has_fraction(values: Iterable[Any]) -> bool:
    """Check whether there is a number that is not whole among these JSON values, or deeper in them."""
    for each in values:
        kind = type(each)
        if kind is float or (kind is list and has_fraction(each)):
            return True
        if kind is dict and has_fraction(each.values()):
            return True
    return False


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
    event.previous = previous
    event.hash = seal(event, previous)
    return event


def seal(event: GameEvent, previous: str) -> str:
    """Return the hash of an event that follows ``previous``."""
    return hashlib.sha256(b"%b\n%b" % (previous.encode(), canonical(event))).hexdigest()


def seal_content(event: GameEvent) -> str:
    """Return the hash of an event by itself, as a redaction names it."""
    return hashlib.sha256(canonical(event)).hexdigest()


def first_break(events: Iterable[GameEvent]) -> GameEvent | None:
    """Return the first event, in order of number, whose number or hash does not follow from those before it.

    Where words were taken out, the last redaction that names the event has to seal its content.
    """
    previous = GENESIS
    unsealed: dict[int, GameEvent] = {}
    for number, event in enumerate(events, start=1):
        if event.number != number or event.previous != previous:
            return next(iter(unsealed.values()), event)
        if event.hash != seal(event, previous):
            unsealed[number] = event
        elif event.kind == EventKind.REDACTION:
            sealed = [number for number, found in unsealed.items() if _is_sealed_by(event, found)]
            for each in sealed:
                del unsealed[each]
        previous = event.hash
    return next(iter(unsealed.values()), None)


def _is_sealed_by(redaction: GameEvent, event: GameEvent) -> bool:
    named = redaction.payload.get("events")
    return isinstance(named, dict) and named.get(str(event.number)) == seal_content(event)


def _moment(when: datetime | None) -> str | None:
    return None if when is None else when.astimezone(UTC).isoformat(timespec="microseconds")
