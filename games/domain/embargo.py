"""Embargoes: by how much, or until when, the public sees later what writers see at once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any

from games.validation.json_value import JsonValue
from rules.i18n import Text

#: A week, in minutes.
MOST_MINUTES = 7 * 24 * 60
#: Until something has happened of which nobody knows when.
FOREVER = datetime(9999, 12, 31, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Delay:
    """The public sees everything this many whole minutes later."""

    minutes: int

    @property
    def length(self) -> timedelta:
        """Return the delay as a duration."""
        return timedelta(minutes=self.minutes)

    @property
    def stored(self) -> str:
        """Return the embargo as the database keeps it."""
        return str(self.minutes)

    @property
    def description(self) -> Text:
        """Describe the embargo for anybody who looks at it."""
        if self.minutes == 1:
            return Text("The public sees this a minute later.")
        return Text("The public sees this {minutes} minutes later.", minutes=self.minutes)

    def as_json(self) -> dict[str, Any]:
        """Serialise: ``{"minutes": 10}``."""
        return {"minutes": self.minutes}

    def withheld_until(self, now: datetime) -> datetime:
        """Return until when something recorded now is withheld."""
        return now + self.length


class Until(Enum):
    """The public sees how it began, and the rest once the end has come, which lifts the embargo."""

    END = "end"
    #: Of a game: the end of the event that it is part of.
    EVENT = "event"

    @property
    def stored(self) -> str:
        """Return the embargo as the database keeps it."""
        return self.value

    @property
    def description(self) -> Text:
        """Describe the embargo for anybody who looks at it."""
        return _WORDS[self]

    def as_json(self) -> dict[str, Any]:
        """Serialise: ``{"until": "end"}``."""
        return {"until": self.value}

    def withheld_until(self, now: datetime) -> datetime:
        """Return until when something recorded now is withheld: nobody knows."""
        return FOREVER


Embargo = Delay | Until

_WORDS = {
    Until.END: Text("Public so far: the start. The rest follows after the end."),
    Until.EVENT: Text("Public so far: the start of this game. The rest follows after the event."),
}


def embargo_of(stored: str) -> Embargo | None:
    """Read an embargo as the database keeps it; empty: none."""
    if not stored:
        return None
    return Delay(int(stored)) if stored.isdigit() else Until(stored)


def as_json(embargo: Embargo | None) -> dict[str, Any] | None:
    """Serialise an embargo; ``null``: none."""
    return None if embargo is None else embargo.as_json()


def read_embargo(part: JsonValue) -> Embargo | None:
    """Read an embargo from a request: ``{"minutes": 10}``, ``{"until": "end"}`` or ``null``. Raises
    ``BadRequest``.
    """
    match part.value:
        case None:
            return None
        case {"minutes": int(minutes), **others} if not others and type(minutes) is int:
            if 1 <= minutes <= MOST_MINUTES:
                return Delay(minutes)
        case {"until": Until.END.value, **others} if not others:
            return Until.END
    raise part.refused(
        Text(
            'needed is {{"minutes": 10}} (1 to {most_minutes}), {{"until": "end"}}, or null for none',
            most_minutes=MOST_MINUTES,
        ),
    )


def as_columns(embargo: Embargo | None, now: datetime) -> dict[str, Any]:
    """Return the columns of a game under the embargo of which something is recorded now."""
    return {"embargo": embargo, "withheld_until": None if embargo is None else embargo.withheld_until(now)}


def on_games_of(embargo: Embargo | None) -> Embargo | None:
    """Return the embargo of the games of an event on which ``embargo`` lies."""
    return Until.EVENT if embargo is Until.END else embargo
