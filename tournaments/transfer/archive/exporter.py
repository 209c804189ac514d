"""Writing an event file, and how the text of a file is laid out and opened."""

import json
from collections.abc import Sequence
from typing import Any

from games.access import COMMAND, Principal
from games.models import Player
from games.queries.name_matching import with_open_names
from games.services.export_game import game_as_plain
from games.validation.json_value import JsonValue
from games.validation.members import as_plain
from games.validation.strict_json import read_json
from rules import Text
from tournaments.models import Entry, Event, EventGame, Registration, number_of
from tournaments.transfer.archive.members import (
    AWARD,
    CLAIM,
    CLOCK,
    DRAW,
    ENTRY,
    EVENT,
    EVENT_GAME,
    LINE,
    PLAN,
    PLAYER,
    REGISTRATION,
    SEASON,
)

#: The first member of every file, ``"rauswurf"``: what it is, and by which version of the format.
VERSION = "event/4"
#: Versions that are not read any more, and the commit that is the last to read them and to write those of today.
EARLIER = ("event/1", "event/2", "event/3", "season/1")
LAST_READER = "82eb0c6a"
#: What fits in this number of characters is written on one line.
_WIDTH = 100
#: Below this depth of an event everything is written on one line: the events of a log.
DEEPEST = 5


def format_archive(value: Any, depth: int = 0, deepest: int = DEEPEST) -> str:
    """The value as JSON text; the same value gives the same text. Below ``deepest`` it is written on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or depth >= deepest or len(line) <= _WIDTH:
        return line
    margin = " " * (depth + 1)
    if isinstance(value, list):
        inside = [format_archive(item, depth + 1, deepest) for item in value]
        opening, closing = "[", "]"
    else:
        inside = [
            f"{json.dumps(name)}: {format_archive(item, depth + 1, deepest)}" for name, item in value.items()
        ]
        opening, closing = "{", "}"
    return opening + ",".join(f"\n{margin}{each}" for each in inside) + f"\n{' ' * depth}{closing}"


def parse_archive(text: str, readable: str) -> JsonValue:
    """Parse the JSON text of a file of the ``readable`` version; raise ``BadRequest`` for any other."""
    value = read_json(text)
    version = value.get("rauswurf") if isinstance(value, dict) else None
    if version in EARLIER:
        raise JsonValue(version, "rauswurf").refused(
            Text(
                '"{version}" is read by the program up to commit {commit} only: import the file there and export'
                ' it again; "{readable}" is needed here',
                version=version,
                commit=LAST_READER,
                readable=readable,
            ),
        )
    if version != readable:
        raise JsonValue(version, "rauswurf").refused(
            Text(
                'this is no file of a version that can be read here, "{readable}" is needed',
                readable=readable,
            )
        )
    return JsonValue(value, "")


#: The member of the file that only a hall has.
HALL = "hall"


def export_event(event: Event, viewer: Principal = COMMAND) -> str:
    """The text of the file as the viewer may have it. The same event gives the same text, on every database."""
    players = [entry.player for entry in event.entries.select_related("player")]
    data = {
        "rauswurf": VERSION,
        "season": as_plain(event.season, SEASON),
        "event": as_plain(event, EVENT),
        "players": players_as_plain(players, viewer),
        **what_belongs_to(event),
    }
    return format_archive(data) + "\n"


def players_as_plain(players: Sequence[Player], viewer: Principal) -> list[dict[str, Any]]:
    """Players as files tell them; where the viewer may not know the name, what they are shown as is all there is."""
    ids = [player.pk for player in players]
    known = set(with_open_names(viewer).filter(pk__in=ids).values_list("pk", flat=True))
    return [
        as_plain(player, PLAYER)
        if player.pk in known
        else as_plain(player, PLAYER, name=player.shown_as, nickname="")
        for player in players
    ]


def what_belongs_to(event: Event) -> dict[str, Any]:
    """Entries, draws, report and games of an event as files tell them."""
    games = event.games.select_related("game", "awarded_to").prefetch_related("game__seats", "game__events")
    report = list(event.report.all())
    numbers = {line.pk: number for number, line in enumerate(report, start=1)}
    return {
        "entries": [_entry(entry) for entry in event.entries.all()],
        "draws": [as_plain(draw, DRAW) for draw in event.draws.all()],
        "report": [as_plain(line, LINE, undoes=numbers.get(line.undoes_id or 0)) for line in report],
        "games": [_game(played) for played in games],
        "compensation": [
            as_plain(award, AWARD) for award in event.compensation_awards.order_by("made_at", "pk")
        ],
        **hall_as_plain(event),
    }


def _entry(entry: Entry) -> dict[str, Any]:
    """The start number is left out where it is that of the key."""
    comes_with_key = entry.number and entry.number == number_of(entry.key)
    return as_plain(entry, ENTRY, number=0 if comes_with_key else entry.number)


def _game(played: EventGame) -> dict[str, Any]:
    awarded_to = played.awarded_to.key if played.awarded_to else None
    return as_plain(played, EVENT_GAME, awarded_to=awarded_to, game=game_as_plain(played.game), result=None)


def hall_as_plain(event: Event) -> dict[str, Any]:
    """What files tell of a hall: plans of rounds, clocks, claims, and how people get in by themselves.

    None where there is nothing; the code at the door is of one morning and stays here.
    """
    data: dict[str, Any] = {
        "plans": [as_plain(plan, PLAN) for plan in event.round_plans.all()],
        "clocks": [as_plain(clock, CLOCK) for clock in event.round_clocks.all()],
        "claims": [as_plain(claim, CLAIM) for claim in event.result_claims.all()],
    }
    if registration := Registration.objects.filter(event=event).first():
        data["registration"] = as_plain(registration, REGISTRATION)
    return {HALL: data} if any(data.values()) else {}
