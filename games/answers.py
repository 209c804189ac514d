"""What is answered over REST, each member declared once: the declaration writes the answer and describes it."""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from rest_framework import serializers

Read = Callable[[Any], Any]


def _write_of(field: Any) -> Read | None:
    """How the value of a field is written; ``None`` where it stays as it is."""
    if isinstance(field, serializers.ListSerializer) and isinstance(field.child, Answer):
        return _each(field.child.of)
    if isinstance(field, Answer):
        return _nested(field.of)
    if isinstance(field, serializers.UUIDField):
        return _text
    if isinstance(field, serializers.CharField) and field.allow_null:
        return _not_empty
    written: Read | None = getattr(field, "written", None)
    return written


def _each(of: Read) -> Read:
    nested = _nested(of)
    return lambda values: values if values is None else list(map(nested, values))


def _nested(of: Read) -> Read:
    return lambda value: value if value is None or type(value) is dict else of(value)


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _not_empty(value: Any) -> Any:
    return value or None


class Answer(serializers.Serializer[Any]):
    """A serializer that only answers: drf-spectacular describes its fields, ``of`` writes them.

    A member is read from the attribute of its name, or of its ``source``; what no attribute has is handed to ``of``.
    Values stay what they are, the encoders know moments, days and enumerations. Written are UUIDs (as texts), empty
    texts where null is allowed (as null), and nested answers; a dict is a nested answer that is written.

    The fields are prepared once: Django REST framework's own way copies and binds each of them for every row.
    """

    #: Name of each member, how it is read, how it is written.
    _members: tuple[tuple[str, Read, Read | None], ...] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._members = tuple(
            (name, attrgetter(field.source or name), _write_of(field))
            for name, field in cls._declared_fields.items()
        )

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The answer about a value; ``TypeError`` for a member that is not declared."""
        answer = {}
        for name, read, write in cls._members:
            member = handed_in.pop(name) if name in handed_in else read(value)
            answer[name] = member if write is None else write(member)
        if handed_in:
            raise TypeError(f"{cls.__name__} declares no {', '.join(handed_in)}")
        return answer

    @classmethod
    def each(cls, values: Iterable[Any]) -> list[dict[str, Any]]:
        """The answers about some values."""
        return [cls.of(value) for value in values]

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """The same, as Django REST framework asks for it."""
        return self.of(instance)


class JsonAnswer(Answer):
    """A response for values that provide ``as_json()``, the form in which they are stored too."""

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The JSON of the value."""
        data: dict[str, Any] = value.as_json()
        return data


class SaidSerializer(JsonAnswer):
    """A sentence in both languages."""

    en = serializers.CharField()
    de = serializers.CharField()


class SeenPlayerSerializer(Answer):
    """A player as the public sees them."""

    id = serializers.UUIDField()
    name = serializers.CharField(source="shown_as")
