"""How events stand, as plain values: what questions are written with, and read again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tournaments.forecasting.running_game import Boards, RunningGame
from tournaments.forecasting.strength import Strengths
from tournaments.formats import (
    FORMATS,
    Contest,
    Departure,
    DrawMethod,
    DrawOutcome,
    Entrant,
    EntrantSeating,
    Result,
    as_json,
)
from tournaments.ratings.rating import Strength


def as_text(data: Mapping[str, Any]) -> str:
    """JSON, as short as can be; the same values in the same order give the same text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def contest_as_json(format_key: str, contest: Contest[Any]) -> dict[str, Any]:
    """An event of that format as it stands. Players are called by their keys alone."""
    return {
        "format": format_key,
        "settings": as_json(contest.settings),
        "rules": contest.rules,
        **({"options": dict(contest.options)} if contest.options else {}),
        "entrants": [[each.key, each.seed] for each in contest.by_seed],
        "draws": [_draw(each) for each in sorted(contest.draws, key=lambda each: each.subject)],
        "results": [_result(each) for each in sorted(contest.results, key=lambda each: each.number)],
        "departures": sorted([each.entrant, each.after] for each in contest.departures),
    }


def read_contest(data: Mapping[str, Any]) -> Contest[Any]:
    """The event that ``contest_as_json`` has written."""
    return Contest(
        settings=FORMATS[data["format"]].settings.read(data["settings"]),
        rules=data["rules"],
        options=data.get("options", {}),
        entrants=tuple(Entrant(key, key, seed) for key, seed in data["entrants"]),
        draws=tuple(_read_draw(each) for each in data["draws"]),
        results=tuple(_read_result(each) for each in data["results"]),
        departures=tuple(Departure(key, after) for key, after in data["departures"]),
    )


def strengths_as_json(strengths: Strengths) -> dict[str, list[float]]:
    """Strengths by whatever players are called."""
    return {key: [strength.mu, strength.sigma] for key, strength in sorted(strengths.items())}


def read_strengths(told: Mapping[str, list[float]]) -> dict[str, Strength]:
    """The strengths that ``strengths_as_json`` has written."""
    return {key: Strength(mu, sigma) for key, (mu, sigma) in told.items()}


def boards_as_json(boards: Boards) -> list[list[Any]]:
    """Boards by the numbers of their games."""
    return [[number, board.as_json()] for number, board in sorted(boards.items())]


def read_boards(told: list[list[Any]]) -> dict[int, RunningGame]:
    """The boards that ``boards_as_json`` has written."""
    return {number: RunningGame.read(board) for number, board in told}


def _draw(draw: DrawOutcome) -> dict[str, Any]:
    return {
        "subject": draw.subject,
        "order": draw.order,
        "method": draw.method.value,
        "published_seed": draw.published_seed,
        "throws": draw.throws,
    }


def _read_draw(data: dict[str, Any]) -> DrawOutcome:
    rounds = tuple(tuple((item, die) for item, die in thrown) for thrown in data["throws"])
    return DrawOutcome(
        data["subject"], tuple(data["order"]), DrawMethod(data["method"]), data["published_seed"], rounds
    )


def _result(result: Result) -> dict[str, Any]:
    return {
        "number": result.number,
        "rules": result.rules,
        "seating": as_json(result.seating),
        "places": result.places,
        "awarded_to": result.awarded_to,
        "pawns": dict(result.pawns),
        "seconds": result.seconds,
        **({"is_entered": True} if result.is_entered else {}),
    }


def _read_result(data: dict[str, Any]) -> Result:
    return Result(
        **{**data, "seating": EntrantSeating.from_leaders(data["seating"]), "places": tuple(data["places"])}
    )
