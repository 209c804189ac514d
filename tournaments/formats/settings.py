"""The settings of a format: a frozen dataclass, read from and written to plain JSON.

A format lists its settings as dataclass fields made by ``integer_setting``, ``integer_list_setting`` or
``choice_setting``; each carries its
label, an explanation, its default and what is allowed, so that forms, documentation and checks follow from
the one list. Decisions marked [T] in the tournament rules are such settings, but for
those that docs/reference/formats.md names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Protocol, Self, TypeVar

from rules import Text, Verbatim, quote_value
from tournaments.formats.errors import FormatError

Default = TypeVar("Default")


class SettingType(Protocol):
    """What values a setting may have."""

    def read(self, name: str, given: object) -> object:
        """Parse the value ``given`` in JSON. Raises ``FormatError`` with field ``name`` if it is not allowed."""

    def in_words(self, value: Any) -> Text:
        """Say an allowed value as people read it."""


@dataclass(frozen=True, slots=True)
class IntegerRange:
    """A whole number from ``least`` to ``most``; ``usual`` are the values to offer first, ``words`` say what a number
    means that is none: 0, no limit.
    """

    least: int
    most: int
    usual: tuple[int, ...] = ()
    words: Mapping[int, Text] = field(default_factory=dict)

    def read(self, name: str, given: object) -> int:
        """Return the number itself; no text, no fraction, no truth value."""
        if type(given) is not int or not self.least <= given <= self.most:
            raise FormatError(
                name,
                Text(
                    "a whole number from {least} to {most} is needed, not {given}",
                    least=self.least,
                    most=self.most,
                    given=quote_value(given),
                ),
            )
        return given

    def in_words(self, value: int) -> Text:
        """Return its words, or the number."""
        return self.words.get(value) or Verbatim(str(value))


@dataclass(frozen=True, slots=True)
class IntegerList:
    """``length`` whole numbers from 0 to ``most``, none larger than the one before it."""

    length: int
    most: int

    def read(self, name: str, given: object) -> tuple[int, ...]:
        """Return the numbers as a tuple; JSON writes them as a list."""
        numbers = tuple(given) if isinstance(given, list | tuple) else ()
        if (
            len(numbers) != self.length
            or any(type(number) is not int or not 0 <= number <= self.most for number in numbers)
            or list(numbers) != sorted(numbers, reverse=True)
        ):
            raise FormatError(
                name,
                Text(
                    "{length} whole numbers from {most} to 0 are needed, none larger than the one before it, "
                    "not {given}",
                    length=self.length,
                    most=self.most,
                    given=quote_value(given),
                ),
            )
        return numbers

    def in_words(self, value: Sequence[int]) -> Text:
        return Verbatim(", ".join(map(str, value)))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several named ways."""

    ways: Mapping[str, Text]

    def read(self, name: str, given: object) -> str:
        if not isinstance(given, str) or given not in self.ways:
            raise FormatError(
                name,
                Text(
                    "{given} is not known; possible are {ways}",
                    given=quote_value(given),
                    ways=", ".join(self.ways),
                ),
            )
        return given

    def in_words(self, value: str) -> Text:
        return self.ways[value]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting, for forms and documentation."""

    name: str
    label: Text
    about: Text
    kind: SettingType
    default: object


@dataclass(frozen=True)
class Settings:
    """Base of the settings of a format; a value that exists is allowed."""

    def __post_init__(self) -> None:
        for setting in self.described():
            setting.kind.read(f"settings.{setting.name}", getattr(self, setting.name))
        self.check()

    def check(self) -> None:
        """Raise ``FormatError`` when settings allowed one by one do not fit together."""

    @classmethod
    def described(cls) -> tuple[Setting, ...]:
        """List the settings of the format, in the order in which forms show them."""
        return tuple(Setting(name=each.name, default=each.default, **each.metadata) for each in fields(cls))

    @classmethod
    def read(cls, given: Mapping[str, object]) -> Self:
        """Read the settings from JSON; a setting that is not given has its default.

        Raises ``FormatError`` that names a setting that is unknown or not allowed and says what would be
        right.
        """
        if not isinstance(given, Mapping):
            raise FormatError(
                "settings",
                Text("an object of names and values is needed, not {given}", given=quote_value(given)),
            )
        known = {setting.name: setting.kind for setting in cls.described()}
        for name in given:
            if name not in known:
                raise FormatError(
                    f"settings.{name}",
                    Text("there is no such setting; the settings are {known}", known=", ".join(known)),
                )
        values: dict[str, Any] = {
            name: known[name].read(f"settings.{name}", value) for name, value in given.items()
        }
        return cls(**values)


def _setting(kind: SettingType, default: Default, label: Text, about: Text) -> Default:
    declared: Default = field(default=default, metadata={"kind": kind, "label": label, "about": about})
    return declared


def integer_setting(
    default: int,
    *,
    least: int,
    most: int,
    label: Text,
    about: Text,
    usual: tuple[int, ...] = (),
    words: Mapping[int, Text] | None = None,
) -> int:
    """Declare a setting that is a whole number."""
    return _setting(IntegerRange(least, most, usual, words or {}), default, label, about)


def integer_list_setting(default: tuple[int, ...], *, most: int, label: Text, about: Text) -> tuple[int, ...]:
    """Declare a setting that is as many whole numbers as the default has, falling or level."""
    return _setting(IntegerList(len(default), most), default, label, about)


def choice_setting(default: str, *, ways: Mapping[str, Text], label: Text, about: Text) -> str:
    """Declare a setting that is one of several named ways."""
    return _setting(Choice(ways), default, label, about)
