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


@dataclass(frozen=True)
class FieldKind:
    """A kind of member: how it is read, and its JSON schema. Called, it defines a member of that kind."""

    read: Callable[[JsonValue], Any]
    schema: Mapping[str, Any]

    def __call__(self, name: str, means: str, usual: Any = NEEDED) -> Field:
        kind = self.schema["type"]
        schema = {**self.schema, "type": kind if usual is NEEDED else [kind, "null"]}
        return Field(name, self.read, schema, means, usual)


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


def _list_of(kind: FieldKind) -> FieldKind:
    return FieldKind(
        lambda part: [kind.read(item) for item in part.items()], {"type": "array", "items": kind.schema}
    )


def _mapping_to(kind: FieldKind) -> FieldKind:
    def read(part: JsonValue) -> dict[str, Any]:
        return {
            name: kind.read(JsonValue(value, f"{part.place}.{name}"))
            for name, value in part.mapping().items()
        }

    return FieldKind(read, {"type": "object", "additionalProperties": kind.schema})


def _read_object(part: JsonValue) -> dict[str, Any]:
    value = part.mapping()
    if len(str(value)) > LONGEST_OBJECT or not can_be_sealed(value):
        raise part.refused(
            Text(
                "an object of texts and whole numbers is needed, {longest_object} characters at most",
                longest_object=LONGEST_OBJECT,
            ),
        )
    return value


flag_field = FieldKind(JsonValue.boolean, {"type": "boolean"})
#: A whole number from 0 on.
integer_field = FieldKind(JsonValue.integer, {"type": "integer"})
names_field = _list_of(FieldKind(JsonValue.text, {"type": "string"}))
numbers_field = _list_of(integer_field)
pairs_field = _list_of(numbers_field)
#: An object name → whole number, such as colour → die.
numbered_field = _mapping_to(integer_field)
#: A list of objects name → whole number: rounds of throws.
rounds_field = _list_of(numbered_field)
player_field = FieldKind(lambda part: str(part.uuid()), {"type": "string", "format": "uuid"})
#: A time with its zone, stored as text in UTC.
datetime_field = FieldKind(lambda part: to_utc(part.datetime()), {"type": "string", "format": "date-time"})
#: An object of texts and whole numbers, of any shape.
any_field = FieldKind(_read_object, {"type": "object"})


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

    return FieldKind(read, {"type": "string", "maxLength": longest})(name, means, usual)


def choice_field(name: str, means: str, options: Sequence[str]) -> Field:
    def read(part: JsonValue) -> str:
        if part.value not in options:
            known = ", ".join(options)
            raise part.refused(Text("one of {known} is needed", known=known))
        return str(part.value)

    return FieldKind(read, {"type": "string", "enum": [*options]})(name, means)


def to_utc(when: datetime) -> str:
    """Format a time as events keep it."""
    return when.astimezone(UTC).isoformat(timespec="milliseconds")
