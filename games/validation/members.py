"""Members of JSON objects, declared once: how each is read, written and described; and what files have of rows."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from games.validation.json_value import JsonValue
from rules import Text

#: No value of a row: such a member is written whatever the row has.
ALWAYS = object()


def _as_it_is(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class MemberKind:
    """How a value is read and written."""

    read: Callable[[JsonValue], Any]
    write: Callable[[Any], Any] = _as_it_is
    #: As JSON Schema has it.
    schema: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object, and the ``field`` of the row where that is called otherwise.

    It is left out of files where the row has ``unless``; a file may be without an ``optional`` one too.
    """

    name: str
    kind: MemberKind
    field: str = ""
    unless: Any = ALWAYS
    optional: bool = False

    @property
    def is_needed(self) -> bool:
        """Whether every file has it."""
        return self.unless is ALWAYS and not self.optional

    @property
    def attribute(self) -> str:
        """What the row calls it."""
        return self.field or self.name


#: An object of a file, member by member, in the order in which they are written.
Members = Sequence[Member]


def as_plain(row: Any, members: Members, **given: Any) -> dict[str, Any]:
    """A row as a file has it; ``given`` members are written as they are."""
    data = {}
    for member in members:
        is_given = member.name in given
        value = given[member.name] if is_given else getattr(row, member.attribute)
        if member.unless is ALWAYS or value != member.unless:
            data[member.name] = value if is_given else member.kind.write(value)
    return data


def values_in(part: JsonValue, members: Members) -> dict[str, Any]:
    """What a part of a file says of the fields of a row. Raises ``BadRequest`` that names the place."""
    needed = [member.name for member in members if member.is_needed]
    data = part.members(*needed, optional=[member.name for member in members if not member.is_needed])
    return {
        member.attribute: member.kind.read(data[member.name]) for member in members if member.name in data
    }


def in_order(value: Any) -> Any:
    """The same value with the members of its objects sorted: databases keep them in whatever order they like."""
    if isinstance(value, dict):
        return {name: in_order(value[name]) for name in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value


def format_datetime(when: datetime) -> str:
    """Format a time as files hold it: UTC, with microseconds."""
    return when.astimezone(UTC).isoformat(timespec="microseconds")


# -- kinds ---------------------------------------------------------------------------------------------


def text(longest: int = 1000) -> MemberKind:
    """A text up to a number of characters."""
    return MemberKind(lambda part: part.text(longest))


def maybe(kind: MemberKind) -> MemberKind:
    """The same, or null."""
    return MemberKind(
        lambda part: part.or_none(kind.read), lambda value: None if value is None else kind.write(value)
    )


def one_of(values: Collection[str]) -> MemberKind:
    """One of these texts."""

    def read(part: JsonValue) -> str:
        if part.text() not in values:
            raise part.refused(Text("one of {known} is needed", known=", ".join(filter(None, values))))
        return part.text()

    return MemberKind(read, str, {"type": "string", "enum": [*values]})


def by_name(kind: MemberKind) -> MemberKind:
    """An object whose members are all of that kind, whatever they are called."""

    def read(part: JsonValue) -> dict[str, Any]:
        return {name: kind.read(part.at(name)) for name in part.mapping()}

    return MemberKind(read, in_order, {"type": "object", "additionalProperties": kind.schema})


def list_of(kind: MemberKind) -> MemberKind:
    schema = {"type": "array", "items": kind.schema}
    return MemberKind(lambda part: [kind.read(each) for each in part.items()], in_order, schema)


def object_of(*members: Member) -> MemberKind:
    """An object that is the same in the row and in the file."""
    return MemberKind(lambda part: values_in(part, members), in_order)


TEXT = MemberKind(JsonValue.text, schema={"type": "string"})
#: From 0 on.
WHOLE = MemberKind(JsonValue.integer, schema={"type": "integer"})
YES_OR_NO = MemberKind(JsonValue.boolean, schema={"type": "boolean"})
TEXTS = list_of(TEXT)
ID = MemberKind(JsonValue.uuid, str)
DAY, MOMENT = MemberKind(JsonValue.date, date.isoformat), MemberKind(JsonValue.datetime, format_datetime)
#: An object of any members, checked where they are known.
OBJECT: MemberKind = MemberKind(JsonValue.mapping, in_order)
SENTENCE = MemberKind(JsonValue.localized, lambda sentence: sentence.as_json())
#: A part of the file, to be read by itself.
PART = MemberKind(_as_it_is)
