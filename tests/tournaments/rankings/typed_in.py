"""Events of the past, typed in as results: short ways to write them."""

import json
import uuid
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from tests.replay import once
from tests.tournaments.conftest import NOW
from tournaments.files.event_file import import_event
from tournaments.models import Event

#: The same people in every event.
PEOPLE = {
    letter: {"id": str(uuid.UUID(int=number)), "name": name}
    for number, (letter, name) in enumerate(zip("abc", ("Anna", "Bert", "Cleo"), strict=True), start=1)
}
KEYS = {letter: person["name"].lower() for letter, person in PEOPLE.items()}
SEATS_3T = {"a": ["yellow", "black"], "b": ["blue", "red"], "c": ["green", "violet"]}
SEATS_GP = {"a": ["yellow", "red"], "b": ["black", "green"], "c": ["blue", "violet"]}
#: The orders in which the colours of a GP game come home: "a" won, "b" won, a and b tied with b's colour first.
GP = {
    "a": ["yellow", "red", "black", "green", "blue", "violet"],
    "b": ["black", "green", "yellow", "red", "blue", "violet"],
    "t": ["black", "yellow", "red", "green", "blue", "violet"],
}


def typed_in(slug: str, games: str = "aa", *, now: datetime = NOW, **wanted: Any) -> Event:
    """A championship (or what is told) between Anna, Bert and Cleo; ``games`` names the winner of each game."""
    return imported(written_file(slug, games, **wanted), now)


def imported(text: str, now: datetime) -> Event:
    """The event of a file."""
    return once(_import, text, now, told=(text, now))


def _import(text: str, now: datetime) -> Event:
    return import_event(text, actor="test", now=now)


def written_file(
    slug: str,
    games: str = "aa",
    *,
    ended_on: date | None = date(2026, 6, 1),
    season: str = "2026",
    level: int = 1,
    timed: bool = True,
    **event: Any,
) -> str:
    """The file of such an event."""
    start = ended_on or date(2026, 6, 1)
    data = {
        "slug": slug,
        "name": slug.title(),
        "format": "championship",
        "rules": "xmadn-3t",
        "settings": {"wins": max(games.count(letter) for letter in "abc")},
        "level": level,
        "starts_on": start.isoformat(),
        **event,
    }
    return json.dumps(
        {
            "rauswurf": "event/4",
            "season": {
                "slug": season,
                "name": season,
                "starts_on": f"{season}-01-01",
                "ends_on": f"{season}-12-31",
            },
            "event": data,
            "players": list(PEOPLE.values()),
            "entries": [
                {"key": KEYS[letter], "seed": seed, "player": PEOPLE[letter]["id"]}
                for seed, letter in enumerate(PEOPLE, start=1)
            ],
            "draws": _draws(data),
            "games": [
                _game(data, number, letter, start if timed else None)
                for number, letter in enumerate(games, start=1)
            ],
        }
    )


def double_round_robins(slug: str, winners: Sequence[str], *, now: datetime = NOW, **event: Any) -> Event:
    """A League of so many double round-robins, six letters each; the pairings are those of three players."""
    return imported(written_league(slug, winners, **event), now)


def written_league(slug: str, winners: Sequence[str], **event: Any) -> str:
    """The file of such a League."""
    return written_file(
        slug,
        "".join(winners),
        format="league",
        rules="xmadn-2t",
        settings={"drrs": len(winners), "tie_breaks": "head-to-head wins", **event.pop("settings", {})},
        **event,
    )


#: Game 1 #1–#2, 2 #3–#1, 3 #2–#3, 4 #2–#1, 5 #1–#3, 6 #3–#2; after them the series.
PAIRINGS = ("ab", "ca", "bc", "ba", "ac", "cb")


def _game(event: dict[str, Any], number: int, letter: str, day: date | None) -> dict[str, Any]:
    seats: dict[str, Sequence[str]] = dict(SEATS_3T)
    result: dict[str, Any] = {}
    data: dict[str, Any] = {"number": number, "result": result}
    if day is not None:
        result["played_at"] = f"{day.isoformat()}T{12 + number // 60}:{number % 60:02d}:00+00:00"
    if event["format"] == "gp-series":
        seats, result["places"] = dict(SEATS_GP), GP[letter]
    else:
        data["awarded_to"] = KEYS[letter]
    if event["format"] == "league":
        first, second = tuple(PAIRINGS[(number - 1) % 6])
        seats = {first: ["black", "yellow"], second: ["green", "red"]}
    result["seats"] = {KEYS[each]: colours for each, colours in seats.items()}
    return data


def _draws(event: dict[str, Any]) -> list[dict[str, Any]]:
    if event["format"] != "league":
        return []
    return [
        {
            "subject": f"drr-{number}",
            "name": {"en": "places", "de": "Plätze"},
            "places": [{"en": f"#{place}", "de": f"#{place}"} for place in (1, 2, 3)],
            "order": list(KEYS.values()),
            "method": "by hand",
            "published_seed": "",
            "made_by": "test",
            "made_at": NOW.isoformat(),
        }
        for number in range(1, event["settings"]["drrs"] + 1)
    ]


def days_from(first: date, number: int) -> list[date]:
    """So many days, a week apart."""
    return [first + timedelta(weeks=week) for week in range(number)]
