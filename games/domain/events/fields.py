"""The members of event payloads: each defined once, for reading requests and for the API description."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from games.domain.hash_chain import can_be_sealed
from games.validation.json_value import JsonValue
from games.validation.members import TEXTS, WHOLE, YES_OR_NO, MemberKind, by_name, list_of, one_of
from rules import Text

#: A title, a move, a text from which dice or fields are drawn, why another colour starts than is due.
LONGEST_TITLE = LONGEST_MOVE = LONGEST_SEED = LONGEST_STARTER_REASON = 200
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
    data = part.members(*needed, optional=[field.name for field in fields if field.usual is not NEEDED])
    return {
        field.name: field.usual
        if field.usual is not NEEDED and (field.name not in data or data[field.name].value is None)
        else field.read(data[field.name])
        for field in fields
    }


# -- kinds of members ------------------------------------------------------------------------------


def _fields_of(kind: MemberKind) -> Callable[..., Field]:
    """What defines fields of that kind."""

    def defined(name: str, means: str, usual: Any = NEEDED) -> Field:
        return Field(name, kind.read, _schema(kind.schema, usual), means, usual)

    return defined


integer_field = _fields_of(WHOLE)
flag_field = _fields_of(YES_OR_NO)
names_field = _fields_of(TEXTS)
numbers_field = _fields_of(list_of(WHOLE))
pairs_field = _fields_of(list_of(list_of(WHOLE)))
#: An object name → whole number, such as colour → die.
numbered_field = _fields_of(by_name(WHOLE))
#: Rounds of throws.
rounds_field = _fields_of(list_of(by_name(WHOLE)))
player_field = _fields_of(
    MemberKind(lambda part: str(part.uuid()), schema={"type": "string", "format": "uuid"})
)
#: A time with its zone, stored as text in UTC.
datetime_field = _fields_of(
    MemberKind(lambda part: to_utc(part.datetime()), schema={"type": "string", "format": "date-time"})
)


def choice_field(name: str, means: str, options: Sequence[str]) -> Field:
    return _fields_of(one_of(options))(name, means)


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

    return Field(name, read, _schema({"type": "string", "maxLength": longest}, usual), means, usual)


def _sealable(part: JsonValue) -> dict[str, Any]:
    value = part.mapping()
    if len(str(value)) > LONGEST_OBJECT or not can_be_sealed(value):
        raise part.refused(
            Text(
                "an object of texts and whole numbers is needed, {longest_object} characters at most",
                longest_object=LONGEST_OBJECT,
            ),
        )
    return value


#: An object of texts and whole numbers, of any shape.
any_field = _fields_of(MemberKind(_sealable, schema={"type": "object"}))


def to_utc(when: datetime) -> str:
    """Format a time as events keep it."""
    return when.astimezone(UTC).isoformat(timespec="milliseconds")


def _schema(schema: Mapping[str, Any], usual: Any) -> dict[str, Any]:
    return {**schema} if usual is NEEDED else {**schema, "type": [schema["type"], "null"]}
