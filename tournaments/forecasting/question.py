"""What is asked of a forecast, written down: whoever has the text works it out, anywhere and at any time, alike.

A question holds everything that the answer follows from – how the event stands, the strengths, the seed, what is
assumed –, so that an answer is about that moment however the event goes on meanwhile. Questions and answers are
texts, and the same question has the same text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tournaments.forecasting.board import Board, Boards
from tournaments.forecasting.outcome import Forecast
from tournaments.forecasting.running import Assumed, forecast
from tournaments.forecasting.strength import Strength, Strengths
from tournaments.formats import (
    FORMATS,
    Contest,
    Departure,
    Draw,
    DrawMethod,
    Entrant,
    Result,
    Seating,
    as_json,
)


@dataclass(frozen=True)
class Question:
    """How an event of this format may end, from where it stands."""

    format_key: str
    contest: Contest[Any]
    strengths: Strengths
    boards: Boards
    seed: int
    assumed: Assumed

    def work_out(self, runs: range, progress: Callable[[int], None] | None = None) -> Forecast:
        """The answer of these runs; no run at all only checks what is assumed. See ``forecast``."""
        return forecast(
            FORMATS[self.format_key],
            self.contest,
            runs,
            strengths=self.strengths,
            seed=self.seed,
            boards=self.boards,
            assume=self.assumed,
            progress=progress,
        )

    @property
    def games_left(self) -> int:
        """Games that are still to be played, as far as the format can say."""
        verdict = FORMATS[self.format_key].judge(self.contest)
        return len({*(game.number for game in verdict.next_games), *verdict.to_come})

    def as_text(self) -> str:
        """Everything that the answer follows from. Players are called by their keys alone."""
        contest = self.contest
        return _text(
            {
                "format": self.format_key,
                "settings": as_json(contest.settings),
                "rules": contest.rules,
                "entrants": [[each.key, each.seed] for each in contest.by_seed],
                "draws": [_draw(each) for each in sorted(contest.draws, key=lambda each: each.subject)],
                "results": [_result(each) for each in sorted(contest.results, key=lambda each: each.number)],
                "departures": sorted([each.entrant, each.after] for each in contest.departures),
                "strengths": {
                    key: [strength.mu, strength.sigma] for key, strength in sorted(self.strengths.items())
                },
                "boards": [[number, board.as_json()] for number, board in sorted(self.boards.items())],
                "seed": self.seed,
                "assumed": sorted([number, key] for number, key in self.assumed.items()),
            }
        )

    @classmethod
    def read(cls, text: str) -> Question:
        """The question that ``as_text`` has written."""
        told = json.loads(text)
        return cls(
            format_key=told["format"],
            contest=Contest(
                settings=FORMATS[told["format"]].settings.read(told["settings"]),
                rules=told["rules"],
                entrants=tuple(Entrant(key, key, seed) for key, seed in told["entrants"]),
                draws=tuple(_read_draw(each) for each in told["draws"]),
                results=tuple(_read_result(each) for each in told["results"]),
                departures=tuple(Departure(key, after) for key, after in told["departures"]),
            ),
            strengths={key: Strength(mu, sigma) for key, (mu, sigma) in told["strengths"].items()},
            boards={number: Board.read(board) for number, board in told["boards"]},
            seed=told["seed"],
            assumed=dict(told["assumed"]),
        )


def work_out(question: str, runs: range) -> str:
    """The answer of these runs, as text. ``FormatError`` where the event cannot be played to its end."""
    return answer_text(Question.read(question).work_out(runs))


def added(one: str, other: str) -> str:
    """Two answers to the same question, of different runs, as one."""
    return answer_text(read_answer(one) + read_answer(other))


def answer_text(found: Forecast) -> str:
    """An answer as text; equal tallies give equal texts."""
    return _text(found.as_tallies())


def read_answer(text: str) -> Forecast:
    """The answer that ``answer_text`` has written."""
    return Forecast.of_tallies(json.loads(text))


def _text(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _draw(draw: Draw) -> dict[str, Any]:
    return {
        "subject": draw.subject,
        "order": draw.order,
        "method": draw.method.value,
        "published_seed": draw.published_seed,
        "throws": draw.throws,
    }


def _read_draw(told: dict[str, Any]) -> Draw:
    rounds = tuple(tuple((item, die) for item, die in thrown) for thrown in told["throws"])
    return Draw(
        told["subject"], tuple(told["order"]), DrawMethod(told["method"]), told["published_seed"], rounds
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
    }


def _read_result(told: dict[str, Any]) -> Result:
    return Result(**{**told, "seating": Seating.of(told["seating"]), "places": tuple(told["places"])})
