"""Reading a file part by part: every part knows its place, and names it when it is not what is needed."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from games.errors import BadRequest
from rules import Literal, Text, languages, quote_value

Value = TypeVar("Value")
_WHOLE = Text("a whole number from 0 on is needed, not {value}")
_BOOLEAN = Text("true or false is needed, not {value}")
_UUID = Text("a UUID is needed, not {value}")
_MOMENT = Text("a time such as 2026-11-21T20:15:00+00:00 is needed, not {value}")
_DAY = Text("a day such as 2026-11-21 is needed, not {value}")


def _moment(written: str) -> datetime | None:
    """A time in UTC: PostgreSQL knows no zones as far from it as Python does."""
    found = datetime.fromisoformat(written)
    return found.astimezone(UTC) if found.tzinfo is not None and 1900 < found.year < 3000 else None


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A value of a JSON file and its place in it, such as ``games[2].events[17].hash``.

    Every method raises ``BadRequest`` that names the place and what is needed there.
    """

    value: Any
    place: str

    def refused(self, message: Text) -> BadRequest:
        """The error that names this place; the whole file has none."""
        if not self.place:
            return BadRequest(message)
        return BadRequest(Text("{place}: {message}", place=self.place, message=message), field=self.place)

    def members(self, *needed: str, optional: Collection[str] = ()) -> dict[str, JsonValue]:
        """The members of an object; those in ``needed`` are there, and no others than these and ``optional``."""
        if not isinstance(self.value, dict):
            raise self.refused(Text("an object is needed"))
        for name in needed:
            if name not in self.value:
                raise JsonValue(None, self._inside(name)).refused(Text("this is missing"))
        for name in self.value:
            if name not in needed and name not in optional:
                raise JsonValue(None, self._inside(name[:40])).refused(
                    Text("is not known here; known are {known}", known=", ".join((*needed, *optional)))
                )
        return {name: JsonValue(value, self._inside(name)) for name, value in self.value.items()}

    def at(self, name: str) -> JsonValue:
        """The member of that name of an object that has it."""
        return JsonValue(self.value[name], self._inside(name))

    def items(self) -> Iterator[JsonValue]:
        if not isinstance(self.value, list):
            raise self.refused(Text("a list is needed"))
        return (JsonValue(value, f"{self.place}[{index}]") for index, value in enumerate(self.value))

    def text(self, longest: int = 1000) -> str:
        """A text, it may be empty."""
        if not isinstance(self.value, str) or len(self.value) > longest or "\x00" in self.value:
            raise self.refused(
                Text(
                    "a text of at most {longest} characters is needed, not {value}",
                    longest=longest,
                    value=quote_value(self.value),
                ),
            )
        return self.value

    def integer(self) -> int:
        """A whole number from 0 on."""
        return self._read(lambda value: value if type(value) is int and 0 <= value < 2**31 else None, _WHOLE)

    def boolean(self) -> bool:
        return self._read(lambda value: value if isinstance(value, bool) else None, _BOOLEAN)

    def uuid(self) -> uuid.UUID:
        return self._read(uuid.UUID, _UUID)

    def datetime(self) -> datetime:
        """A time with its zone."""
        return self._read(_moment, _MOMENT)

    def date(self) -> date:
        """A day."""
        return self._read(date.fromisoformat, _DAY)

    def localized(self) -> Text:
        """A sentence in English and German, and in other languages of the catalogue where given."""
        further = [language for language in languages() if language not in ("en", "de")]
        data = self.members("en", "de", optional=further)
        return Literal(**{language: words.text() for language, words in data.items()})

    def mapping(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.refused(Text("an object is needed"))
        return self.value

    def or_none(self, read: Callable[[JsonValue], Value]) -> Value | None:
        """What ``read`` makes of it; None where it is null."""
        return None if self.value is None else read(self)

    def _read(self, read: Callable[[Any], Value | None], needed: Text) -> Value:
        """What ``read`` makes of it; refused where that is nothing, and where it cannot be read."""
        try:
            found = read(self.value)
        except (ValueError, AttributeError, TypeError):
            found = None
        if found is None:
            raise self.refused(needed.filled(value=quote_value(self.value)))
        return found

    def _inside(self, name: str) -> str:
        return f"{self.place}.{name}" if self.place else name
