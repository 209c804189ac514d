"""What a result list says and what it leads to: as values, and as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from games.queries.name_matching import Person
from rules import Text
from tournaments.transfer.result_import.errors import ImportProblem


class Fate(Enum):
    """What becomes of a typed event."""

    NEW = "new"
    KNOWN = "here already, nothing changes"
    REFUSED = "cannot be taken over"


@dataclass(frozen=True, slots=True)
class FoundEvent:
    """An event of the list, and what becomes of it; ``table`` is that of the event as REST has it, empty if refused."""

    name: str
    season: str
    slug: str
    games: int
    fate: Fate
    table: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """For REST."""
        return {
            "season": self.season,
            "name": self.name,
            "slug": self.slug,
            "games": self.games,
            "fate": self.fate.name.lower(),
            "table": self.table,
        }


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What a result list says and what it leads to; imported only if it ``is_ready``."""

    encoding: str
    separator: str
    events: tuple[FoundEvent, ...]
    people: tuple[Person, ...]
    short: Mapping[str, str]
    problems: tuple[ImportProblem, ...]

    @property
    def open_names(self) -> tuple[Person, ...]:
        """Doubtful names on which somebody has to decide."""
        return tuple(person for person in self.people if person.is_open)

    @property
    def is_ready(self) -> bool:
        """Whether nothing is wrong and nothing is left to decide."""
        return not self.problems and not self.open_names

    @property
    def has_news(self) -> bool:
        """Whether there is an event in it that was not here."""
        return any(event.fate is Fate.NEW for event in self.events)

    @property
    def why_not(self) -> Text:
        """The first thing that is in the way of an outcome that is not ready."""
        if self.problems:
            return self.problems[0].text
        name = self.open_names[0].typed
        return Text("people: who is {name}?", name=name)

    def as_json(self) -> dict[str, Any]:
        """For REST (docs/use/past-seasons.md)."""
        return {
            "encoding": self.encoding,
            "separator": self.separator,
            "events": [event.as_json() for event in self.events],
            "people": [_person_as_json(person) for person in self.people],
            "short": dict(self.short),
            "problems": [_problem_as_json(problem) for problem in self.problems],
        }


def _problem_as_json(problem: ImportProblem) -> dict[str, Any]:
    """A fault, for REST."""
    return {
        "line": problem.line,
        "column": problem.column,
        "message": problem.message.as_json(),
        "told": problem.text.as_json(),
    }


def _person_as_json(person: Person) -> dict[str, Any]:
    """A typed name, for REST."""
    return {
        "typed": person.typed,
        "player": str(person.player.pk) if person.player else None,
        "name": person.player.name if person.player else "",
        "same_as": person.same_as,
        "open": person.is_open,
        "candidates": [{"key": each.key, "name": each.name} for each in person.candidates],
    }
