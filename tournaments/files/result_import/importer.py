"""Importing a result list: what the preview of a short list shows was tried out and undone, so it is what will be.

A preview tries every event in a transaction of its own, so that no writer waits longer than one event takes.
A short list is imported in one transaction, all of it or nothing. The preview of a long one only reads it; it is
imported in steps (``tournaments.files.result_import.long_lists``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from games.domain.events.fields import to_utc
from games.enums import EventKind
from games.errors import BadRequest
from games.models import GameEvent, Player
from games.queries.name_matching import KnownNames, Person, people
from games.validation.json_value import JsonValue
from games.validation.members import format_datetime
from rules import Literal, Text, joined
from tournaments import services
from tournaments.files.event_file.importer import read_event
from tournaments.files.result_import.parser import ResultList
from tournaments.files.result_import.records import ImportProblem, TypedEvent
from tournaments.formats import FormatError, phrases
from tournaments.formats.base import NumberedGames
from tournaments.models import Event, Season
from tournaments.models.entry import next_key
from tournaments.rankings.store import redraw
from tournaments.standings.queries import load_standings

#: Whom the typed names mean.
People = Mapping[str, Player]

_TYPED_IN = Text(
    "typed in from a result list: no throws are known; games end at noon of their day, in their order"
)


def slug_of(event: TypedEvent) -> str:
    """The short name of the event: its name, with its year."""
    year = str(event.day.year)
    name = slugify(event.name)[:54].strip("-") or "event"
    return name if year in name else f"{name}-{year}"


def event_as_plain(
    event: TypedEvent, places: NumberedGames, people: People, source: str, actor: str, now: datetime
) -> dict[str, Any]:
    """The members of an event file; ``people`` are its players by their typed names."""
    keys: dict[str, str] = {}
    for name in event.roster:
        keys[name] = next_key(keys.values())
    return {
        "event": {
            "slug": slug_of(event),
            "name": event.name,
            "format": event.format.key,
            "rules": event.rules,
            "settings": event.settings,
            "level": event.level,
            "starts_on": event.day.isoformat(),
        },
        "entries": [
            {"key": key, "seed": seed, "player": str(people[name].pk)}
            for seed, (name, key) in enumerate(keys.items(), start=1)
        ],
        "draws": [
            {
                "subject": needed.subject,
                "name": needed.name.as_json(),
                "places": [place.as_json() for place in needed.places],
                "order": [keys[name] for name in drawn.order],
                "method": drawn.method.value,
                "published_seed": "",
                "made_by": actor,
                "made_at": format_datetime(_noon(event, 0)),
            }
            for needed, drawn in places.draws
        ],
        "report": [
            {"said": said.as_json(), "reason": source, "made_by": actor, "made_at": format_datetime(now)}
            for said in (_TYPED_IN, *_assumptions(event, places))
        ],
        "games": [
            {"number": number, "awarded_to": result.pop("winner"), "result": result}
            for number, result in _results(event, places, keys).items()
        ],
    }


def _results(
    event: TypedEvent, places: NumberedGames, called: Mapping[str, str]
) -> dict[int, dict[str, Any]]:
    """Number of a game → its result; the players are called as ``called`` says of their typed names."""
    return {
        number: {
            "rules": game.rules,
            "seats": {called[name]: list(colours) for name, colours in game.seats.items()},
            "places": list(game.places),
            "winner": called[game.winner] if game.winner else None,
            "pawns": dict(game.pawns),
            "seconds": game.seconds,
            "played_at": to_utc(ended_at(event, index)),
        }
        for index, (game, number) in enumerate(zip(event.games, places.numbers, strict=True))
    }


def _assumptions(event: TypedEvent, places: NumberedGames) -> list[Text]:
    """What was not given and had to be assumed, and in which games."""
    found: dict[Text, list[int]] = {}
    for game, number in zip(event.games, places.numbers, strict=True):
        if game.assumed:
            found.setdefault(game.assumed, []).append(number)
    entries = [(phrases.games(sorted(numbers)), assumed) for assumed, numbers in found.items()]
    return [Text("{games}: {each}", games=games, each=each) for games, each in entries]


def ended_at(event: TypedEvent, index: int) -> datetime:
    """When the game of that index ended: at noon of its day, and a second later for each game before it."""
    return _noon(event, index) + timedelta(seconds=index)


def _noon(event: TypedEvent, index: int) -> datetime:
    noon = datetime.combine(event.games[index].day, time(12), timezone.get_default_timezone())
    return noon.astimezone(UTC)


# -- the same event again ----------------------------------------------------------------------------


def differences(event: TypedEvent, places: NumberedGames, people: People, here: Event) -> list[Text]:
    """What the typed event says otherwise than the one that is here; nothing where it is the same."""
    found: list[Text] = []
    read = event.format.settings.read
    typed = (event.name, event.day, event.level, event.format.key, event.rules)
    if (here.name, here.starts_on, here.level, here.format_key, here.rules_name) != typed or (
        read(here.settings) != read(event.settings)
    ):
        return [Text("another name, date, level or format, other rules or settings")]
    if {entry.player_id for entry in here.entries.all()} != {people[name].pk for name in event.roster}:
        found.append(Text("other players"))
    known = _results_of(here)
    results = _results(event, places, {name: str(player.pk) for name, player in people.items()})
    other = sorted(
        number for number in known.keys() | results.keys() if known.get(number) != results.get(number)
    )
    if other:
        found.append(phrases.games(other))
    return found


def _results_of(here: Event) -> dict[int, dict[str, Any] | None]:
    """The results of the games of an event, as first entered; None for a game that was recorded."""
    found: dict[int, dict[str, Any] | None] = {}
    data = {
        event.game_id: event.payload
        for event in GameEvent.objects.filter(game__event_game__event=here, kind=EventKind.RESULT)
    }
    for played in here.games.select_related("game"):
        result = data.get(played.game_id)
        found[played.number] = result and {
            "rules": played.game.rules_name,
            "seats": played.game.seating,
            "places": result["places"],
            "winner": None if result["places"] else result["winner"],
            "pawns": result["pawns"],
            "seconds": result["seconds"],
            "played_at": result["played_at"],
        }
    return found


_GAME = re.compile(r"games\[(\d+)\]")
_RESULT = re.compile(r"results\[(\d+)\]")


class Fate(StrEnum):
    """What becomes of a typed event; one that is known changes nothing."""

    NEW = "new"
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class FoundEvent:
    """An event of the list, and what becomes of it; ``table`` is that of the event as REST has it, empty if refused."""

    name: str
    season: str
    slug: str
    games: int
    fate: Fate
    table: Mapping[str, Any]
    problems: Sequence[ImportProblem]


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What a result list says and what it leads to; imported only if it ``is_ready``."""

    listed: ResultList
    people: Collection[Person]
    events: Sequence[FoundEvent]

    @property
    def problems(self) -> list[ImportProblem]:
        """What is wrong, in the order of the list."""
        found = [*self.listed.problems, *(problem for event in self.events for problem in event.problems)]
        return sorted(found, key=lambda problem: problem.line)

    @property
    def doubtful(self) -> list[Person]:
        """Whose names could mean somebody else, decided or not."""
        return [person for person in self.people if person.candidates]

    @property
    def open_names(self) -> list[Person]:
        """Doubtful names on which somebody has to decide."""
        return [person for person in self.people if person.is_open]

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
        return Text("people: who is {name}?", name=self.open_names[0].typed)


def import_list(
    listed: ResultList,
    *,
    actor: str,
    now: datetime,
    decisions: Mapping[str, str] | None = None,
    source: str = "",
    is_preview: bool = False,
) -> ImportOutcome:
    """Take over the whole list in one transaction, or nothing where the outcome is not ready.

    ``decisions`` say whom doubtful names mean: the id of a player, another name of the list, or ``NEW``; without one
    they count as new. Events that are here already, with the same games, stay as they are. ``source`` is where the
    list comes from, for the report. Rankings are drawn up once, after the last event. All other writers wait
    meanwhile, so a long list is only read here.
    """
    persons = people(listed.names, decisions or {}, KnownNames())
    importer = ResultListImporter(listed, players_of(persons), source, actor)
    lists: set[str] = set()
    outcome = partial(ImportOutcome, listed, persons.values())
    if listed.is_long:
        return outcome([importer.take(event, now, lists, is_read_only=True) for event in listed.events])
    if is_preview:
        return outcome([importer.tried(event, now) for event in listed.events])
    with transaction.atomic():
        done = outcome([importer.take(event, now, lists) for event in listed.events])
        if done.is_ready:
            redraw(keys=sorted(lists), now=now)
        else:
            transaction.set_rollback(True)
    return done


def players_of(persons: Mapping[str, Person]) -> People:
    """The players by their typed names; new ones are not stored before an event needs them."""
    found: dict[str, Player] = {}
    for name, person in persons.items():
        if not person.same_as:
            found[name] = person.player or Player(name=name)
    return found | {name: found[person.same_as] for name, person in persons.items() if person.same_as}


class ResultListImporter:
    """A list whose names are known, imported event by event."""

    def __init__(self, listed: ResultList, players: People, source: str, actor: str) -> None:
        self._listed, self._players, self._actor = listed, players, actor
        self._source = source[:200] or "–"
        self._first: dict[str, TypedEvent] = {}
        for event in listed.events:
            self._first.setdefault(slug_of(event), event)

    def tried(self, event: TypedEvent, now: datetime) -> FoundEvent:
        """What would become of an event; nothing is stored. Writers wait for one event at most."""
        with transaction.atomic():
            found = self.take(event, now, set())
            transaction.set_rollback(True)
        return found

    def take(
        self, event: TypedEvent, now: datetime, later: set[str], *, is_read_only: bool = False
    ) -> FoundEvent:
        """Take an event over with those of its players and its season who are not here, or say what is wrong with it.

        ``later`` collects the rankings that are to be built for it. ``is_read_only``: what can be said of it without
        trying to import it.
        """
        if not event.is_whole:
            return _found(event, Fate.REFUSED)
        try:
            places = event.format.number_past_games(event.settings, event.rules, event.roster, event.games)
        except FormatError as error:
            game = _GAME.fullmatch(error.field)
            line = event.games[int(game[1])].line if game else event.line
            return _found(event, Fate.REFUSED, ImportProblem(line, "players" if game else "", error.message))
        try:
            here = self._here(event, places)
            if is_read_only:
                return _found(event, Fate.KNOWN if here else Fate.NEW)
            table = load_standings(here or self._stored(event, places, now, later))
        except BadRequest as error:
            line = _line(event, places, error)
            return _found(event, Fate.REFUSED, ImportProblem(line, "", error.message))
        if here:
            return _found(event, Fate.KNOWN, table=table)
        wrong = [
            ImportProblem(
                _line_of(event, places, game["number"]), "result", Literal(**(game["remark"] or game["name"]))
            )
            for game in table["games"]
            if not game["counts"]
        ]
        return _found(event, Fate.REFUSED if wrong else Fate.NEW, *wrong, table=table)

    def _here(self, event: TypedEvent, places: NumberedGames) -> Event | None:
        """The event where it is here already. Raises ``BadRequest`` where it is otherwise, or cannot be this one."""
        players, slug = self._players, slug_of(event)
        first = self._first[slug]
        if first is not event:
            raise BadRequest(
                Text(
                    "{event} is called like {first} in line {line} ({slug})",
                    event=event.name,
                    first=first.name,
                    line=first.line,
                    slug=slug,
                )
            )
        names: dict[Player, str] = {}
        for name in event.roster:
            if (other := names.setdefault(players[name], name)) != name:
                raise BadRequest(Text("{twice} and {other} are the same player", twice=other, other=name))
        here = Event.objects.filter(slug=slug).first()
        if here is not None and (others := differences(event, places, players, here)):
            raise BadRequest(
                Text(
                    "{event} is here already ({here}), and otherwise: {other}",
                    event=event.name,
                    here=here.slug,
                    other=joined("; ", others),
                )
            )
        return here

    def _stored(self, event: TypedEvent, places: NumberedGames, now: datetime, later: set[str]) -> Event:
        """The event, with those of its players and its season who were not here; nothing of it if refused."""
        players = [self._players[name] for name in event.roster]
        plain = event_as_plain(event, places, self._players, self._source, self._actor, now)
        with transaction.atomic():
            here = Player.objects.in_bulk([player.pk for player in players])
            for player in players:
                if player.pk not in here:
                    Player(pk=player.pk, name=player.name).save(force_insert=True)
            season = self._season(event, now)
            return read_event(season, JsonValue(plain, "").members(*plain), self._actor, now, str, later)

    def _season(self, event: TypedEvent, now: datetime) -> Season:
        """The season of that name or short name, or a new one: the years in which its events were played."""
        slug = slugify(event.season)[:60].strip("-") or "season"
        same = Season.objects.filter
        if here := same(name=event.season).first() or same(slug=slug).first():
            return here
        within = [each for each in self._listed.events if each.season == event.season]
        days = [day for each in within for day in (each.day, *(game.day for game in each.games))]
        return services.create_season(
            slug=slug,
            name=event.season,
            starts_on=min(days).replace(month=1, day=1),
            ends_on=max(days).replace(month=12, day=31),
            actor=self._actor,
            now=now,
        )


def _found(
    event: TypedEvent, fate: Fate, *problems: ImportProblem, table: Mapping[str, Any] | None = None
) -> FoundEvent:
    return FoundEvent(event.name, event.season, slug_of(event), len(event.games), fate, table or {}, problems)


def _line(event: TypedEvent, places: NumberedGames, error: BadRequest) -> int:
    """The line of the game that an error is about; that of the event where it is about none."""
    field = error.field
    if game := _GAME.search(field):
        return event.games[int(game[1])].line
    if result := _RESULT.search(field):
        return _line_of(event, places, int(result[1]))
    return event.line


def _line_of(event: TypedEvent, places: NumberedGames, number: int) -> int:
    lines = {number: game.line for number, game in zip(places.numbers, event.games, strict=True)}
    return lines.get(number, event.line)
