"""Taking over a result list: what is shown beforehand was tried out and undone, so it is what will be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from django.db import transaction

from games.errors import BadRequest
from games.models import Player
from games.parts import Part
from rules.text import Text
from tournaments.event_file.reading import read_event, read_season
from tournaments.formats import FormatError
from tournaments.history.numbering import Numbered, NumberingError, numbered
from tournaments.history.people import Person, people
from tournaments.history.problem import Problem
from tournaments.history.reader import Reader
from tournaments.history.sheet import read_sheet
from tournaments.history.telling import People, differences, event_as_plain, season_as_plain, slug_of
from tournaments.history.typed import TypedEvent
from tournaments.models import Event, Season
from tournaments.reading import overview

_GAME = re.compile(r"games\[(\d+)\]")
_RESULT = re.compile(r"results\[(\d+)\]")


class Fate(Enum):
    """What becomes of a typed event."""

    NEW = "new"
    KNOWN = "here already, nothing changes"
    REFUSED = "cannot be taken over"


@dataclass(frozen=True, slots=True)
class EventFound:
    """An event of the list, and what becomes of it; ``table`` is that of the event as REST has it, empty if refused."""

    name: str
    season: str
    slug: str
    games: int
    fate: Fate
    table: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a result list says and what it leads to; taken over only if it ``is_ready``."""

    encoding: str
    separator: str
    events: tuple[EventFound, ...]
    people: tuple[Person, ...]
    short: Mapping[str, str]
    problems: tuple[Problem, ...]

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


def look(
    data: bytes, *, actor: str, now: datetime, decisions: Mapping[str, str] | None = None, source: str = ""
) -> Outcome:
    """What would become of the list; nothing is kept. Doubtful names without a decision are taken as new ones."""
    with transaction.atomic():
        outcome = _outcome(data, decisions or {}, source, actor, now)
        transaction.set_rollback(True)
    return outcome


def take_over(
    data: bytes, *, actor: str, now: datetime, decisions: Mapping[str, str] | None = None, source: str = ""
) -> Outcome:
    """Take over the whole list, or nothing where the outcome is not ready.

    ``decisions`` say whom doubtful names mean: the id of a player, another name of the list, or ``NEW``. Events that
    are here already, with the same games, stay as they are. ``source`` is where the list comes from, for the report.
    """
    with transaction.atomic():
        outcome = _outcome(data, decisions or {}, source, actor, now)
        if not outcome.is_ready:
            transaction.set_rollback(True)
    return outcome


def _outcome(data: bytes, decisions: Mapping[str, str], source: str, actor: str, now: datetime) -> Outcome:
    sheet, reader = read_sheet(data), Reader()
    for row in sheet.rows:
        reader.read(row)
    persons = people(reader.names, decisions)
    players = _players(persons)
    problems, events = [*sheet.problems, *reader.problems], []
    for event in reader.events:
        in_season = [each for each in reader.events if each.season == event.season]
        found, wrong = _take(event, in_season, players, source[:200] or "–", actor, now)
        events.append(found)
        problems += wrong
    return Outcome(
        sheet.encoding,
        sheet.separator,
        tuple(events),
        tuple(persons.values()),
        reader.short,
        tuple(sorted(problems, key=lambda problem: problem.line)),
    )


def _players(persons: Mapping[str, Person]) -> People:
    """The players by their typed names; the new ones are made."""
    found: dict[str, Player] = {}
    for name, person in persons.items():
        if not person.same_as:
            found[name] = person.player or Player.objects.create(name=name)
    return found | {name: found[person.same_as] for name, person in persons.items() if person.same_as}


def _take(
    event: TypedEvent,
    in_season: Sequence[TypedEvent],
    players: People,
    source: str,
    actor: str,
    now: datetime,
) -> tuple[EventFound, list[Problem]]:
    """An event of the list taken over, or what is wrong with it."""
    slug = slug_of(event)

    def found(fate: Fate, table: Mapping[str, Any]) -> EventFound:
        return EventFound(event.name, event.season, slug, len(event.games), fate, table)

    refused = found(Fate.REFUSED, {})
    if not event.is_whole:
        return refused, []
    try:
        _check_players(event, players)
        places = numbered(event)
        here = Event.objects.filter(slug=slug).first()
        if here is not None:
            _check_same(event, places, players, here)
            return found(Fate.KNOWN, overview(here)), []
    except NumberingError as error:
        return refused, [error.problem]
    except FormatError as error:
        message = Text(f"{error.field}: {error.message.en}", f"{error.field}: {error.message.de}")
        return refused, [Problem(event.line, "settings", message)]
    except BadRequest as error:
        return refused, [Problem(event.line, "", error.message)]
    told = event_as_plain(event, places, players, source, actor, now)
    try:
        with transaction.atomic():
            season = _season(event, in_season, actor, now)
            taken = read_event(season, Part(told, "").members(*told), actor, now, str)
    except BadRequest as error:
        return refused, [Problem(_line(event, places, error), "", error.message)]
    table = overview(taken)
    wrong = [
        Problem(_line_of(event, places, game["number"]), "result", Text(**(game["remark"] or game["name"])))
        for game in table["games"]
        if not game["counts"]
    ]
    return found(Fate.REFUSED if wrong else Fate.NEW, table), wrong


def _check_players(event: TypedEvent, players: People) -> None:
    names = {players[name].pk: name for name in event.roster}
    if len(names) < len(event.roster):
        twice = next(name for name in event.roster if names[players[name].pk] != name)
        other = names[players[twice].pk]
        raise BadRequest(
            Text(f"{twice} and {other} are the same player", f"{twice} und {other} sind derselbe Spieler")
        )


def _check_same(event: TypedEvent, places: Numbered, players: People, here: Event) -> None:
    other = differences(event, places, players, here)
    if other:
        raise BadRequest(
            Text(
                f"{event.name} is here already ({here.slug}), and otherwise: {'; '.join(each.en for each in other)}",
                f"{event.name} ist schon da ({here.slug}), und anders: {'; '.join(each.de for each in other)}",
            )
        )


def _season(event: TypedEvent, in_season: Sequence[TypedEvent], actor: str, now: datetime) -> Season:
    """The season of that name or short name, or a new one."""
    here = Season.objects.filter(name=event.season).first()
    return here or read_season(Part(season_as_plain(event.season, in_season), "season"), actor, now)


def _line(event: TypedEvent, places: Numbered, error: BadRequest) -> int:
    """The line of the game that an error is about; that of the event where it is about none."""
    field = str(error.details.get("field", ""))
    if game := _GAME.search(field):
        return event.games[int(game[1])].line
    if result := _RESULT.search(field):
        return _line_of(event, places, int(result[1]))
    return event.line


def _line_of(event: TypedEvent, places: Numbered, number: int) -> int:
    lines = {number: game.line for number, game in zip(places.numbers, event.games, strict=True)}
    return lines.get(number, event.line)
