"""A typed event as an event file, and whether one that is here is the same."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.utils import timezone
from django.utils.text import slugify

from games.domain.events.fields import to_utc
from games.enums import EventKind
from games.models import GameEvent, Player
from games.validation.members import format_datetime
from rules import Text
from tournaments.formats import phrases
from tournaments.formats.base import NumberedGames
from tournaments.models import Event
from tournaments.models.entry import next_key
from tournaments.transfer.result_import.records import TypedEvent, TypedGame

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


def season_as_plain(name: str, events: Sequence[TypedEvent]) -> dict[str, Any]:
    """The season of these events: the calendar year, or years, in which they were played."""
    days = [day for event in events for day in (event.day, *(game.day for game in event.games))]
    return {
        "slug": slugify(name)[:60].strip("-") or "season",
        "name": name,
        "starts_on": min(days).replace(month=1, day=1).isoformat(),
        "ends_on": max(days).replace(month=12, day=31).isoformat(),
    }


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
            _game(game, number, ended_at(event, index), keys)
            for index, (game, number) in enumerate(zip(event.games, places.numbers, strict=True))
        ],
    }


def _game(game: TypedGame, number: int, ended: datetime, keys: Mapping[str, str]) -> dict[str, Any]:
    result = {
        "rules": game.rules,
        "seats": {keys[name]: list(colours) for name, colours in game.seats.items()},
        "places": list(game.places),
        "pawns": dict(game.pawns),
        "seconds": game.seconds,
        "played_at": format_datetime(ended),
    }
    return {"number": number, "awarded_to": keys[game.winner] if game.winner else None, "result": result}


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
    if (here.format_key, here.rules_name) != (event.format.key, event.rules):
        return [Text("another format or other rules")]
    if read(here.settings) != read(event.settings):
        found.append(Text("other settings"))
    if (here.level, here.starts_on, here.name) != (event.level, event.day, event.name):
        found.append(Text("another name, level or date"))
    if {entry.player_id for entry in here.entries.all()} != {people[name].pk for name in event.roster}:
        found.append(Text("other players"))
    known = _results_of(here)
    typed = {
        number: _result_of(game, ended_at(event, index), people)
        for index, (game, number) in enumerate(zip(event.games, places.numbers, strict=True))
    }
    other = sorted(number for number in known.keys() | typed.keys() if known.get(number) != typed.get(number))
    if other:
        found.append(phrases.games(other))
    return found


def _result_of(game: TypedGame, ended: datetime, people: People) -> dict[str, Any]:
    return {
        "rules": game.rules,
        "seats": {str(people[name].pk): list(colours) for name, colours in game.seats.items()},
        "places": list(game.places),
        "winner": str(people[game.winner].pk) if game.winner else None,
        "pawns": dict(game.pawns),
        "seconds": game.seconds,
        "played_at": to_utc(ended),
    }


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
