"""A dump as somebody else reads it: its files, and the table of an event worked out from them by the sporting rules."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

from games.domain.events.endings import winner_by_places
from rules import RULE_SETS
from tournaments.formats import FORMATS, Contest, Departure, Entrant, EntrantSeating, Result, as_json
from tournaments.formats.contest import DrawMethod, DrawOutcome

_TYPED = ("result", "correction")


class Dump:
    """The files of a dump."""

    def __init__(self, content: bytes) -> None:
        with ZipFile(io.BytesIO(content)) as archive:
            assert archive.testzip() is None
            self.files = {name: archive.read(name) for name in archive.namelist()}

    def lines(self, name: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.files[f"{name}.ndjson"].splitlines()]

    @property
    def slugs(self) -> list[str]:
        return [event["slug"] for event in self.lines("events")]


def rows_again(event: dict[str, Any], games: list[dict[str, Any]]) -> Any:
    """The rows of the table that the sporting rules make of the results of a dump."""
    format = FORMATS[event["format"]["key"]]
    keys = {entry["player"]: entry["key"] for entry in event["entries"]}
    contest: Contest[Any] = Contest(
        settings=format.settings.read(event["settings"]),
        rules=event["rules"],
        options=event["options"],
        entrants=tuple(
            Entrant(each["key"], each["name"], each["seed"], each.get("number", 0), each.get("team", ""))
            for each in event["entries"]
        ),
        draws=tuple(
            DrawOutcome(
                each["subject"],
                tuple(each["order"]),
                DrawMethod(each["method"]),
                each["published_seed"],
                tuple(tuple(thrown.items()) for thrown in each["throws"]),
            )
            for each in event["draws"]
        ),
        results=tuple(_result(game, keys) for game in games if _counts(game, format)),
        departures=tuple(
            Departure(each["key"], each["left_after"])
            for each in event["entries"]
            if each["left_after"] is not None
        ),
    )
    return as_json(format.judge(contest).standings.rows)


def _counts(game: dict[str, Any], format: Any) -> bool:
    return game["state"] == "ended" and (game["winner"] is not None or format.level_results_count)


def _result(game: dict[str, Any], keys: dict[str, str]) -> Result:
    seats = {player["id"]: player["colours"] for player in game["players"]}
    return Result(
        number=game["number"],
        rules=game["rules"],
        seating=EntrantSeating.from_leaders({keys[player]: colours for player, colours in seats.items()}),
        places=tuple(game["places"]),
        awarded_to=_awarded(game, keys, seats),
        pawns=game["pawns"],
        seconds=game["seconds"],
        is_entered=game["decided_by"] in _TYPED and not game["awarded"],
        is_adjudicated=game["decided_by"] == "adjudication",
        level=tuple(tuple(keys[player] for player in group) for group in game["ranking"]),
        board=game["board"],
        captures=game["captures"],
    )


def _awarded(game: dict[str, Any], keys: dict[str, str], seats: dict[str, list[str]]) -> str | None:
    """Who won where the places do not say so."""
    rules = RULE_SETS[game["rules"]].but(**game["options"])
    if game["winner"] is None:
        return None
    if not (game["awarded"] and game["decided_by"] != "correction"):
        if game["decided_by"] == "play" and rules.neutral is None:
            return None
        if winner_by_places(rules, seats, game["places"]) is not None:
            return None
    return keys[game["winner"]]
