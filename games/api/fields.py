"""What requests tell: nothing is silently made something else, and a name that is not known is no secret wish."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.errors import BadRequest
from games.validation.json_value import JsonValue

#: Of names that are not known so many are told, and so much of each: requests can hold a hundred thousand.
_MOST_NAMED, _LONGEST_NAME = 10, 40


class RequestSerializer(serializers.Serializer[Any]):
    """What a request tells: these members and no others, as one of them may be misspelt."""

    #: A request as the description of the interface shows it.
    example: ClassVar[Mapping[str, Any]] = {}

    def to_internal_value(self, data: Any) -> Any:
        """The values; refused is what is not known here, with what is."""
        if isinstance(data, Mapping):
            known = [str(field.field_name) for field in self._writable_fields]
            unknown = [str(name) for name in data if name not in known]
            if unknown:
                told = _("There is no such field here; there are: %(known)s.") % {"known": ", ".join(known)}
                named = {name[:_LONGEST_NAME]: [told] for name in unknown[:_MOST_NAMED]}
                raise serializers.ValidationError(named, code="unknown")
        return super().to_internal_value(data)


class StrictCharField(serializers.CharField):
    """A text."""

    def to_internal_value(self, data: Any) -> str:
        """The text; refused where it is no text in JSON either."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictIntegerField(serializers.IntegerField):
    """A whole number."""

    def to_internal_value(self, data: Any) -> int:
        """The number; refused where it is none in JSON."""
        if type(data) is not int:
            self.fail("invalid")
        return data


class StrictBooleanField(serializers.BooleanField):
    """True or false."""

    def to_internal_value(self, data: Any) -> bool:
        """Which of them; refused is what only sounds like it."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictUUIDField(serializers.UUIDField):
    """A UUID."""

    def to_internal_value(self, data: Any) -> UUID:
        """The UUID; refused where it is no text in JSON."""
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class StrictDateTimeField(serializers.DateTimeField):
    """A time with its zone."""

    def to_internal_value(self, data: Any) -> datetime:
        """The time in UTC; refused where it has no zone, or is in a year in which nothing can have happened."""
        try:
            return JsonValue(data, "").datetime()
        except BadRequest as error:
            raise serializers.ValidationError(
                error.message.of(get_language() or "en"), code="invalid"
            ) from error


class StrictChoiceField(serializers.ChoiceField):
    """One of several values."""

    def to_internal_value(self, data: Any) -> Any:
        """The value; refused is what is only written like it."""
        if not any(type(data) is type(each) and data == each for each in self.choices):
            self.fail("invalid_choice", input=data)
        return data


class StrictSlugField(serializers.SlugField):
    """A short name of letters, digits, - and _."""

    def to_internal_value(self, data: Any) -> str:
        """The short name; refused where it is no text in JSON."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class SlugReferenceField(serializers.SlugRelatedField[Any]):
    """A row by its short name."""

    def to_internal_value(self, data: Any) -> Any:
        """The row; what can be nobody's short name is refused before the database is asked."""
        return super().to_internal_value(StrictSlugField().run_validation(data))
