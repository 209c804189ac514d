"""What requests tell: nothing is silently made something else, and a name that is not known is no secret wish.

What is refused is said in our words, in every language at once: for each field that is wrong what would be right.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _, override
from rest_framework import serializers
from rest_framework.settings import api_settings

from games.access import Principal, translate_text
from games.errors import BadRequest
from games.models import Player
from games.validation.json_value import JsonValue
from rules import ENGLISH, Literal, languages, quote_value

#: The most unknown names and wrong fields that are reported, and the longest part of each name: requests can hold a
#: hundred thousand.
_MOST_NAMED, _LONGEST_NAME = 10, 40
#: What is said of any field that has no value.
NO_VALUE: dict[str, Any] = {"required": _("this is missing"), "null": _("a value is needed, not null")}


class RequestSerializer(serializers.Serializer[Any]):
    """What a request sends: these members and no others, as one of them may be misspelt."""

    #: A request as the description of the interface shows it.
    example: ClassVar[Mapping[str, Any]] = {}
    default_error_messages = {**NO_VALUE, "invalid": _("an object is needed")}

    @classmethod
    def many_init(cls, *args: Any, **kwargs: Any) -> Any:
        """A list of them, refused in our words."""
        said = {**NO_VALUE, **StrictListField.default_error_messages, **kwargs.pop("error_messages", {})}
        return super().many_init(*args, error_messages=said, **kwargs)

    def is_valid(self, *, raise_exception: bool = False) -> bool:
        """Whether it can be read; ``raise_exception`` raises ``BadRequest`` that says in every language why not."""
        if super().is_valid():
            return True
        if raise_exception:
            raise not_accepted({language: self._errors_in(language) for language in languages()})
        return False

    @classmethod
    def read(cls, data: Any, **context: Any) -> dict[str, Any]:
        """The members of what was sent; refused with what is wrong with each of them."""
        sent = cls(data=data, context=context)
        sent.is_valid(raise_exception=True)
        found: dict[str, Any] = sent.validated_data
        return found

    def _errors_in(self, language: str) -> Any:
        """What is wrong, in a language: read again, as messages that were written stay in theirs."""
        with override(language):
            again: Any = self.__class__(
                self.instance, data=self.initial_data, partial=self.partial, context=self.context
            )
            again.is_valid()
            # Not the property, which has words of its own for null.
            found = again._errors
            return found if isinstance(found, Mapping) else {api_settings.NON_FIELD_ERRORS_KEY: found}

    def to_internal_value(self, data: Any) -> Any:
        """The values; refused is what is not known here, with what is."""
        if isinstance(data, Mapping):
            known = [name for name, field in self._declared_fields.items() if not field.read_only]
            unknown = [str(name) for name in data if name not in known]
            if unknown:
                message = _("is not known here; known are {known}").format(known=", ".join(known))
                named = {name[:_LONGEST_NAME]: [message] for name in unknown[:_MOST_NAMED]}
                raise serializers.ValidationError(named, code="unknown")
        return super().to_internal_value(data)


def not_accepted(errors: Mapping[str, Any]) -> BadRequest:
    """The refusal for fields that are wrong, by language: all of it as ``errors``, and in a sentence."""
    together = _together(errors)
    said = list(_places(together))[:_MOST_NAMED]
    sentences = {
        language: "; ".join(f"{place}: {words[language]}" for place, words in said)
        for language in languages()
    }
    return BadRequest(Literal(**sentences), field=said[0][0], errors=together)


def _together(errors: Mapping[str, Any]) -> Any:
    """The same errors in all languages as one value: instead of each sentence those of all languages."""
    one = errors[ENGLISH]
    if isinstance(one, Mapping):
        return {str(key): _together({each: texts[key] for each, texts in errors.items()}) for key in one}
    if isinstance(one, list):
        return [
            _together({each: texts[index] for each, texts in errors.items()}) for index in range(len(one))
        ]
    return {language: str(text) for language, text in errors.items()}


def _places(errors: Any, place: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    """What is wrong with its place, such as ``sheets[0].order[2]``."""
    if isinstance(errors, list):
        for index, each in enumerate(errors):
            is_said = isinstance(each, Mapping) and ENGLISH in each and isinstance(each[ENGLISH], str)
            if is_said:
                yield place, each
            else:
                yield from _places(each, f"{place}[{index}]")
        return
    for name, each in errors.items():
        if name == api_settings.NON_FIELD_ERRORS_KEY and place:
            yield from _places(each, place)
        else:
            inside = f"[{name}]" if name.isdecimal() and place else f".{name}" if place else name
            yield from _places(each, f"{place}{inside}")


class StrictCharField(serializers.CharField):
    """A text of one line."""

    one_line = True
    default_error_messages = {
        **NO_VALUE,
        "invalid": _("a text is needed, not {value}"),
        "blank": _("a text is needed, not an empty one"),
        "lines": _("a text of one line is needed"),
        "max_length": _("a text of at most {max_length} characters is needed"),
        "min_length": _("a text of at least {min_length} characters is needed"),
    }

    def to_internal_value(self, data: Any) -> str:
        """The text; refused where it is no text in JSON either, or has more lines than it may."""
        if not isinstance(data, str):
            self.fail("invalid", value=quote_value(data))
        text = super().to_internal_value(data)
        if self.one_line and len(text.splitlines()) > 1:
            self.fail("lines")
        return text


class StrictTextField(StrictCharField):
    """A text of any number of lines, as it is."""

    one_line = False

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, **kwargs)


class StrictIntegerField(serializers.IntegerField):
    """A whole number."""

    default_error_messages = {
        **NO_VALUE,
        "invalid": _("a whole number is needed, not {value}"),
        "max_value": _("a whole number of at most {max_value} is needed"),
        "min_value": _("a whole number of at least {min_value} is needed"),
    }

    def to_internal_value(self, data: Any) -> int:
        """The number; refused where it is none in JSON."""
        if type(data) is not int:
            self.fail("invalid", value=quote_value(data))
        return data


class ReadFromJson(serializers.Field[Any, Any, Any, Any]):
    """What files have too: read, and refused in the same words."""

    default_error_messages = NO_VALUE
    read: ClassVar[Callable[[JsonValue], Any]]

    def to_internal_value(self, data: Any) -> Any:
        """The value; refused is what only looks like it."""
        try:
            return type(self).read(JsonValue(data, ""))
        except BadRequest as error:
            raise serializers.ValidationError(translate_text(error.message), code="invalid") from error


class StrictBooleanField(ReadFromJson, serializers.BooleanField):
    """True or false."""

    read = JsonValue.boolean


class StrictUUIDField(ReadFromJson, serializers.UUIDField):
    """A UUID."""

    read = JsonValue.uuid


class StrictDateField(ReadFromJson, serializers.DateField):
    """A day."""

    read = JsonValue.date


class StrictDateTimeField(ReadFromJson, serializers.DateTimeField):
    """A time with its zone, not in a year in which nothing can have happened; it is in UTC from here on."""

    read = JsonValue.datetime


class StrictChoiceField(serializers.ChoiceField):
    """One of several values."""

    default_error_messages = {**NO_VALUE, "invalid_choice": _("one of {known} is needed, not {value}")}

    def to_internal_value(self, data: Any) -> Any:
        """The value; refused is what is only written like it."""
        if not any(type(data) is type(each) and data == each for each in self.choices):
            self.fail("invalid_choice", value=quote_value(data), known=", ".join(map(str, self.choices)))
        return data


class StrictSlugField(serializers.SlugField):
    """A short name of letters, digits, - and _."""

    default_error_messages = {
        **StrictCharField.default_error_messages,
        "invalid": _("a short name of letters a to z, digits, - and _ is needed"),
    }

    def to_internal_value(self, data: Any) -> str:
        """The short name; refused where it is no text in JSON."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictListField(serializers.ListField):
    """A list."""

    default_error_messages = {
        **NO_VALUE,
        "not_a_list": _("a list is needed"),
        "empty": _("a list with something in it is needed"),
        "min_length": _("a list of at least {min_length} is needed"),
        "max_length": _("a list of at most {max_length} is needed"),
    }


class StrictDictField(serializers.DictField):
    """An object of names that are not known before."""

    default_error_messages = {**NO_VALUE, "not_a_dict": _("an object is needed")}


class SlugReferenceField(serializers.SlugRelatedField[Any]):
    """A row by its short name."""

    default_error_messages = {**NO_VALUE, "does_not_exist": _("there is none of the short name {value}")}

    def to_internal_value(self, data: Any) -> Any:
        """The row; what cannot be a short name is refused before the query."""
        return super().to_internal_value(StrictSlugField().run_validation(data))


class PlayerReferenceField(serializers.PrimaryKeyRelatedField[Player]):
    """A player by their id, one of those of whom the ``viewer`` of the context may know."""

    default_error_messages = {**NO_VALUE, "does_not_exist": _("there is no player {pk_value}")}

    def __init__(self, **kwargs: Any) -> None:
        by_id = StrictUUIDField(format="hex_verbose")
        super().__init__(queryset=Player.objects.all(), pk_field=by_id, **kwargs)

    def get_queryset(self) -> QuerySet[Player]:
        """All, but for those who are not public and whom the viewer does not see."""
        viewer: Principal | None = self.context.get("viewer")
        return Player.objects.all() if viewer is None else Player.objects.visible_to(viewer)
