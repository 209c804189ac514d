"""The members of event payloads: each defined once, for reading requests and for the API description."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from games.domain.hash_chain import can_be_sealed
from games.validation.json_value import JsonValue
from rules.i18n import Text

LONGEST_TEXT = 1000
LONGEST_POSITION = 2000
LONGEST_OBJECT = 10_000


@dataclass(frozen=True)
class Field:
    """A member of a payload: its name, how it is read, its JSON schema and what it means.

    ``usual`` is the default where it is left out; ``NEEDED`` if it may not be.
    """

    name: str
    read: Callable[[JsonValue], Any]
    schema: Mapping[str, Any]
    means: str
    usual: Any


class _Needed:
    """The sentinel of a member that may not be left out."""


NEEDED = _Needed()


def read_fields(fields: Sequence[Field], part: JsonValue) -> dict[str, Any]:
    """Read the members of an object, with the default for those left out (or null).

    Raises ``BadRequest`` that names the first member that is missing, unknown or not what is needed.
    """
    needed = [field.name for field in fields if field.usual is NEEDED]
    others = [field.name for field in fields if field.usual is not NEEDED]
    data = part.members(*needed, optional=others)
    return {
        field.name: field.usual
        if field.usual is not NEEDED and (field.name not in data or data[field.name].is_null)
        else field.read(data[field.name])
        for field in fields
    }


# -- kinds of members ------------------------------------------------------------------------------


def integer_field(name: str, means: str, usual: Any = NEEDED) -> Field:
    """Define a whole number from 0 on."""
    return Field(name, JsonValue.integer, _schema("integer", usual), means, usual)


def line_field(name: str, means: str, usual: Any = NEEDED, longest: int = LONGEST_TEXT) -> Field:
    """Define a line of printable text, not empty where it is needed."""

    def read(part: JsonValue) -> str:
        line = part.text(longest).strip()
        text = " ".join(line.split())
        if len(line.splitlines()) > 1 or not text.isprintable() or (usual is NEEDED and not text):
            raise part.refused(
                Text("a line of 1 to {longest} printable characters is needed", longest=longest),
            )
        return text

    return Field(name, read, {**_schema("string", usual), "maxLength": longest}, means, usual)


def flag_field(name: str, means: str) -> Field:
    return Field(name, JsonValue.boolean, _schema("boolean", False), means, False)


def choice_field(name: str, means: str, options: Sequence[str]) -> Field:
    def read(part: JsonValue) -> str:
        if part.value not in options:
            known = ", ".join(options)
            raise part.refused(Text("one of {known} is needed", known=known))
        return str(part.value)

    return Field(name, read, {**_schema("string", NEEDED), "enum": [*options]}, means, NEEDED)


def names_field(name: str, means: str, usual: Any) -> Field:
    schema = {**_schema("array", usual), "items": {"type": "string"}}
    return Field(name, JsonValue.texts, schema, means, usual)


def numbers_field(name: str, means: str, usual: Any) -> Field:
    def read(part: JsonValue) -> list[int]:
        return [item.integer() for item in part.items()]

    return Field(name, read, {**_schema("array", usual), "items": {"type": "integer"}}, means, usual)


def pairs_field(name: str, means: str, usual: Any) -> Field:
    def read(part: JsonValue) -> list[list[int]]:
        return [[item.integer() for item in pair.items()] for pair in part.items()]

    items = {"type": "array", "items": {"type": "integer"}}
    return Field(name, read, {**_schema("array", usual), "items": items}, means, usual)


def numbered_field(name: str, means: str, usual: Any = NEEDED) -> Field:
    """Define an object name → whole number, such as colour → die."""
    schema = {**_schema("object", usual), "additionalProperties": {"type": "integer"}}
    return Field(name, _numbered, schema, means, usual)


def rounds_field(name: str, means: str, usual: Any) -> Field:
    """Define a list of objects name → whole number: rounds of throws."""

    def read(part: JsonValue) -> list[dict[str, int]]:
        return [_numbered(item) for item in part.items()]

    items = {"type": "object", "additionalProperties": {"type": "integer"}}
    return Field(name, read, {**_schema("array", usual), "items": items}, means, usual)


def player_field(name: str, means: str, usual: Any = NEEDED) -> Field:
    def read(part: JsonValue) -> str:
        return str(part.uuid())

    return Field(name, read, {**_schema("string", usual), "format": "uuid"}, means, usual)


def datetime_field(name: str, means: str, usual: Any) -> Field:
    """Define a time with its zone, stored as text in UTC."""

    def read(part: JsonValue) -> str:
        return to_utc(part.datetime())

    return Field(name, read, {**_schema("string", usual), "format": "date-time"}, means, usual)


def any_field(name: str, means: str, usual: Any = NEEDED) -> Field:
    """Define an object of texts and whole numbers, of any shape."""

    def read(part: JsonValue) -> dict[str, Any]:
        value = part.mapping()
        if len(str(value)) > LONGEST_OBJECT or not can_be_sealed(value):
            raise part.refused(
                Text(
                    "an object of texts and whole numbers is needed, {longest_object} characters at most",
                    longest_object=LONGEST_OBJECT,
                ),
            )
        return value

    return Field(name, read, _schema("object", usual), means, usual)


def to_utc(when: datetime) -> str:
    """Format a time as events keep it."""
    return when.astimezone(UTC).isoformat(timespec="milliseconds")


def _numbered(part: JsonValue) -> dict[str, int]:
    return {
        name: JsonValue(value, f"{part.place}.{name}").integer() for name, value in part.mapping().items()
    }


def _schema(kind: str, usual: Any) -> dict[str, Any]:
    return {"type": kind if usual is NEEDED else [kind, "null"]}
