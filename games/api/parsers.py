"""Reading requests to record: one throw, a JSON array, or one throw a line (NDJSON)."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from games.domain.events import EventType, Precondition
from games.domain.events.fields import read_fields
from games.errors import BadRequest
from games.services.commands import EventCommand, ThrowCommand
from games.services.recorder import MOST_THROWS, expected_missing
from games.validation.json_value import JsonValue
from games.validation.strict_json import no_utf8, read_json
from rules.i18n import Text, quote_value

LONGEST_MOVE = 200
#: What stands beside everything that is told of an event.
_COMMON = ("expected", "id", "happened_at")
_OF_A_THROW = ("die", "move", *_COMMON)


class StrictJsonParser(BaseParser):
    """``application/json``: a value that means one thing (``games.validation.strict_json``)."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The value."""
        return read_json(stream.read())


class NdjsonParser(BaseParser):
    """``application/x-ndjson``: a JSON value a line, handed on as a list."""

    media_type = "application/x-ndjson"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The values of the lines; empty lines are skipped."""
        values = []
        for number, line in enumerate(stream.read().split(b"\n"), start=1):
            if not line.strip():
                continue
            try:
                values.append(read_json(line))
            except BadRequest as error:
                text = Text("line {number}: {message}", number=number, message=error.message)
                raise type(error)(text, **error.details) from error
        return values


class RecordParser(BaseParser):
    """``text/plain``: the text of a record, in UTF-8."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The text."""
        try:
            return stream.read().decode()
        except UnicodeDecodeError as error:
            raise no_utf8(error) from error


class RecordFileParser(RecordParser):
    """``application/octet-stream``: the same, as a file is sent."""

    media_type = "application/octet-stream"


def throws_of(request: Request) -> tuple[list[ThrowCommand], int]:
    """The throws of a request and the number of the last event that its sender knows.

    That number is ``expected`` beside the (first) throw, the query parameter ``expected``, or
    ``If-Match``. Raises ``BadRequest`` that names index and field.
    """
    sent = request.data
    entries = sent if isinstance(sent, list) else [sent]
    if not 1 <= len(entries) <= MOST_THROWS:
        raise _bad(
            "throws",
            Text(
                "1 to {most_throws} are recorded at once, not {entries}",
                most_throws=MOST_THROWS,
                entries=len(entries),
            ),
        )
    throws = [_throw(entry, index) for index, entry in enumerate(entries)]
    if len(throws) == 1 and throws[0].client_id is None and (key := request.headers.get("Idempotency-Key")):
        only = throws[0]
        throws = [ThrowCommand(only.die, only.move, read_id(key, "Idempotency-Key"), only.happened_at)]
    expected = expected_of(request, entries[0])
    if expected is None:
        raise expected_missing(Precondition.EXPECTED)
    return throws, expected


def wanted_of(request: Request, event_type: EventType) -> tuple[EventCommand, int | None]:
    """The event of that kind that a request tells, and the number of the last event that its sender knows.

    Raises ``BadRequest`` that names the member that is missing, unknown or not what is needed.
    """
    sent = mapping_of(request)
    data = read_fields(
        event_type.fields, JsonValue({name: sent[name] for name in sent if name not in _COMMON}, "")
    )
    wanted = EventCommand(
        event_type.kind, data, read_id(sent.get("id")), read_moment(sent.get("happened_at"), "happened_at")
    )
    return wanted, expected_of(request, sent)


def text_of(request: Request) -> str:
    """The text that a request is; ``BadRequest`` where it is none."""
    sent: object = request.data
    if not isinstance(sent, str):
        raise _bad("request", Text("a text is needed", context="a request"))
    return sent


def expected_of(request: Request, entry: Mapping[str, Any]) -> int | None:
    """The number of the last event that the sender knows; ``None`` where they leave it out."""
    told = entry.get("expected", request.query_params.get("expected"))
    if told is None:
        told = request.headers.get("If-Match", "").removeprefix("W/").strip('"') or None
    if told is None:
        return None
    if isinstance(told, str) and told.isascii() and told.isdigit() and len(told) < 10:
        told = int(told)
    return whole_number(told, "expected")


def whole_number(value: Any, field: str) -> int:
    """``value`` if it is a whole number from 0 on; ``BadRequest`` otherwise."""
    if type(value) is not int or not 0 <= value < 10**9:
        raise _bad(
            field,
            Text("a whole number from 0 on is needed, not {value}", value=quote_value(value)),
        )
    return value


def read_id(value: Any, field: str = "id") -> uuid.UUID | None:
    """A client-made id, a UUID, or ``None``; ``BadRequest`` for anything else."""
    if value is None:
        return None
    try:
        return uuid.UUID(value)
    except (ValueError, AttributeError, TypeError):
        raise _bad(field, Text("{value} is no UUID", value=quote_value(value))) from None


def mapping_of(request: Request) -> Mapping[str, Any]:
    """The JSON object of a request; ``BadRequest`` for anything else."""
    if not isinstance(request.data, Mapping):
        raise _bad("request", Text("a JSON object is needed"))
    return request.data


def _throw(entry: Any, index: int) -> ThrowCommand:
    place = f"throws[{index}]"
    if not isinstance(entry, Mapping):
        raise _bad(
            place,
            Text('an object such as {"die": 6, "move": "6:B-A"} is needed'),
            index=index,
        )
    if unknown := [name for name in entry if name not in _OF_A_THROW]:
        known = ", ".join(_OF_A_THROW)
        raise _bad(
            f"{place}.{unknown[0]:.40}",
            Text("is not known here; known are {known}", known=known),
            index=index,
        )
    if "die" not in entry:
        raise _bad(f"{place}.die", Text("what the die shows is needed"), index=index)
    die = whole_number(entry["die"], f"{place}.die")
    move = entry.get("move")
    if move is not None and (not isinstance(move, str) or len(move) > LONGEST_MOVE):
        raise _bad(
            f"{place}.move",
            Text("a move such as 6:B-A is needed, or null where nothing was moved"),
            index=index,
        )
    if move is not None and move.strip() == str(die):
        move = None
    happened_at = read_moment(entry.get("happened_at"), f"{place}.happened_at")
    return ThrowCommand(die, move, read_id(entry.get("id"), f"{place}.id"), happened_at)


def read_moment(value: Any, field: str) -> datetime | None:
    """A time with its zone, or ``None``; ``BadRequest`` for anything else."""
    if value is None:
        return None
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or not 1900 < moment.year < 3000:
        raise _bad(
            field,
            Text("a time with its zone is needed, such as 2026-11-21T20:15:00+01:00"),
        )
    return moment.astimezone(UTC)


def _bad(field: str, message: Text, **details: Any) -> BadRequest:
    return BadRequest(Text("{field}: {message}", field=field, message=message), field=field, **details)
