"""Reading requests to record: one throw, a JSON array, or one throw a line (NDJSON)."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from games.api.serializers import COMMON, NewGameSerializer
from games.domain.events import EventType, Precondition
from games.domain.events.fields import LONGEST_MOVE, read_fields
from games.domain.events.setup import START
from games.errors import BadRequest
from games.services.commands import EventCommand, throw_command
from games.services.create_game import NewGame
from games.services.recorder import MOST_THROWS, expected_missing
from games.validation.json_value import JsonValue
from games.validation.strict_json import read_json
from rules import RuleSet, Text, rule_set


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


def throws_of(request: Request) -> tuple[list[EventCommand], int]:
    """The throws of a request and the number of the last event that its sender knows.

    That number is ``expected`` beside the (first) throw, the query parameter ``expected``, or
    ``If-Match``. Raises ``BadRequest`` that names index and field.
    """
    sent = request.data
    entries = sent if isinstance(sent, list) else [sent]
    if not 1 <= len(entries) <= MOST_THROWS:
        raise JsonValue(sent, "throws").refused(
            Text(
                "1 to {most_throws} are recorded at once, not {entries}",
                most_throws=MOST_THROWS,
                entries=len(entries),
            ),
        )
    throws = []
    for index, entry in enumerate(entries):
        try:
            throws.append(_throw(JsonValue(entry, f"throws[{index}]")))
        except BadRequest as error:
            raise BadRequest(error.message, **error.details, index=index) from error
    if len(throws) == 1 and throws[0].client_id is None and (key := request.headers.get("Idempotency-Key")):
        throws = [replace(throws[0], client_id=JsonValue(key, "Idempotency-Key").uuid())]
    expected = expected_of(request, entries[0])
    if expected is None:
        raise expected_missing(Precondition.EXPECTED)
    return throws, expected


def wanted_of(request: Request, event_type: EventType) -> tuple[EventCommand, int | None]:
    """The event of that kind that a request sends, and the number of the last event that its sender knows.

    Raises ``BadRequest`` that names the member that is missing, unknown or not what is needed.
    """
    sent = mapping_of(request)
    data = read_fields(
        event_type.fields, JsonValue({name: sent[name] for name in sent if name not in COMMON}, "")
    )
    sender = _sender_of({name: JsonValue(sent[name], name) for name in sent})
    return EventCommand(event_type.kind, data, *sender), expected_of(request, sent)


def expected_of(request: Request, entry: Mapping[str, Any]) -> int | None:
    """The number of the last event that the sender knows; ``None`` where they leave it out."""
    expected = entry.get("expected", request.query_params.get("expected"))
    if expected is None:
        expected = request.headers.get("If-Match", "").removeprefix("W/").strip('"') or None
    if expected is None:
        return None
    if isinstance(expected, str) and expected.isascii() and expected.isdigit() and len(expected) < 10:
        expected = int(expected)
    return JsonValue(expected, "expected").integer()


def mapping_of(request: Request) -> Mapping[str, Any]:
    """The JSON object of a request; ``BadRequest`` for anything else."""
    if not isinstance(request.data, Mapping):
        raise JsonValue(request.data, "request").refused(Text("a JSON object is needed"))
    return request.data


def _throw(part: JsonValue) -> EventCommand:
    data = part.members("die", optional=("move", *COMMON))
    die = data["die"].integer()
    move = data["move"].or_none(lambda part: part.text(LONGEST_MOVE)) if "move" in data else None
    if move is not None and move.strip() == str(die):
        move = None
    return throw_command(die, move, *_sender_of(data))


def _sender_of(data: Mapping[str, JsonValue]) -> tuple[uuid.UUID | None, datetime | None]:
    """The id and the time that the client has given."""
    client_id, happened_at = (data.get(name, JsonValue(None, name)) for name in ("id", "happened_at"))
    return client_id.or_none(JsonValue.uuid), happened_at.or_none(JsonValue.datetime)


#: What a request for a new game can tell of its beginning.
_BEGINNING = [field.name for field in START.fields]


def new_game(sent: Mapping[str, Any]) -> NewGame:
    """The new game that a request asks for; ``BadRequest`` that names what is not possible."""
    given = {name: value for name, value in sent.items() if value not in (None, "")}
    wanted = NewGameSerializer.read(given)
    beginning = {name: given[name] for name in _BEGINNING if name in given}
    if beginning and not ("starter" in beginning or "youngest" in beginning):
        raise JsonValue(None, "starter").refused(
            Text("the colour that starts is needed, or who is the youngest"),
        )
    game_id = wanted.get("id")
    return NewGame(
        rules=rules_of(wanted),
        seats=[(seat["player"], seat["colours"]) for seat in wanted["seats"]],
        title=wanted.get("title", ""),
        beginning=EventCommand(START.kind, read_fields(START.fields, JsonValue(beginning, "")), game_id)
        if beginning
        else None,
        game_id=game_id,
    )


def rules_of(wanted: Mapping[str, Any]) -> RuleSet:
    """The rules that a request names, with its options; ``OptionError`` for what there is not."""
    return rule_set(wanted["rules"]).but(**wanted.get("options", {}))
