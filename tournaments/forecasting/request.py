"""The question of a forecast as a text: any program that has it computes the same answer at any time.

A question holds everything that the answer follows from – the state of the event, the strengths, the seed –, so that
an answer is about that moment however the event goes on meanwhile. The same question has the same text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.forecasting.simulation import Forecast, forecast
from tournaments.forecasting.strength import Boards, RunningGame, Strengths
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
from tournaments.ratings import Spreads, Strength


@dataclass(frozen=True)
class ForecastRequest:
    """How an event of this format may end, from its present state."""

    format_key: str
    contest: Contest[Any]
    strengths: Strengths
    boards: Boards
    seed: int
    spreads: Spreads

    def run(self, runs: range) -> Forecast:
        """The answer of these runs. See ``forecast``."""
        return forecast(
            FORMATS[self.format_key],
            self.contest,
            runs,
            strengths=self.strengths,
            seed=self.seed,
            spreads=self.spreads,
            boards=self.boards,
        )

    @property
    def games_left(self) -> int:
        """Games that are still to be played, as far as the format can say."""
        verdict = FORMATS[self.format_key].judge(self.contest)
        return len({*(game.number for game in verdict.next_games), *verdict.to_come})

    def as_text(self) -> str:
        """Everything that the answer follows from, as short as can be. Players are called by their keys alone."""
        question = {
            **_contest_as_json(self.format_key, self.contest),
            "strengths": {
                key: [strength.mu, strength.sigma] for key, strength in sorted(self.strengths.items())
            },
            "spreads": dict(sorted(self.spreads.items())),
            "boards": [[number, board.as_json()] for number, board in sorted(self.boards.items())],
            "seed": self.seed,
        }
        return json.dumps(question, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> ForecastRequest:
        """The question that ``as_text`` has written."""
        data = json.loads(text)
        return cls(
            format_key=data["format"],
            contest=_read_contest(data),
            strengths={key: Strength(mu, sigma) for key, (mu, sigma) in data["strengths"].items()},
            boards={number: RunningGame.read(board) for number, board in data["boards"]},
            seed=data["seed"],
            spreads=data["spreads"],
        )


def _contest_as_json(format_key: str, contest: Contest[Any]) -> dict[str, Any]:
    """The present state of an event of that format. Players are called by their keys alone."""
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


def _read_contest(data: Mapping[str, Any]) -> Contest[Any]:
    """The event that ``_contest_as_json`` has written."""
    return Contest(
        settings=FORMATS[data["format"]].settings.read(data["settings"]),
        rules=data["rules"],
        options=data.get("options", {}),
        entrants=tuple(Entrant(key, key, seed) for key, seed in data["entrants"]),
        draws=tuple(_read_draw(each) for each in data["draws"]),
        results=tuple(
            Result(
                **{
                    **each,
                    "seating": EntrantSeating.from_leaders(each["seating"]),
                    "places": tuple(each["places"]),
                }
            )
            for each in data["results"]
        ),
        departures=tuple(Departure(key, after) for key, after in data["departures"]),
    )


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
