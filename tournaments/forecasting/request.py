"""What is asked of a forecast, written down: whoever has the text works it out, anywhere and at any time, alike.

A question holds everything that the answer follows from – how the event stands, the strengths, the seed, what is
assumed –, so that an answer is about that moment however the event goes on meanwhile. Questions and answers are
texts, and the same question has the same text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.forecasting.result import Forecast
from tournaments.forecasting.running_game import Boards
from tournaments.forecasting.season_request import SeasonForecastRequest, games_left
from tournaments.forecasting.season_result import SeasonForecast
from tournaments.forecasting.serialization import (
    as_text,
    boards_as_json,
    contest_as_json,
    read_boards,
    read_contest,
    read_strengths,
    strengths_as_json,
)
from tournaments.forecasting.simulation import Assumed, forecast
from tournaments.forecasting.strength import Strengths
from tournaments.formats import FORMATS, Contest
from tournaments.ratings.rating import Spreads


@dataclass(frozen=True)
class ForecastRequest:
    """How an event of this format may end, from where it stands."""

    format_key: str
    contest: Contest[Any]
    strengths: Strengths
    boards: Boards
    seed: int
    assumed: Assumed
    spreads: Spreads = field(default_factory=dict)

    def assuming(self, assumed: Assumed) -> ForecastRequest:
        """The same as if these players won these games; ``FormatError`` for what cannot be assumed."""
        question = replace(self, assumed=dict(assumed))
        question.run(range(0))
        return question

    def run(self, runs: range, progress: Callable[[int], None] | None = None) -> Forecast:
        """The answer of these runs; no run at all only checks what is assumed. See ``forecast``."""
        return forecast(
            FORMATS[self.format_key],
            self.contest,
            runs,
            strengths=self.strengths,
            seed=self.seed,
            spreads=self.spreads,
            boards=self.boards,
            assume=self.assumed,
            progress=progress,
        )

    @property
    def games_left(self) -> int:
        """Games that are still to be played, as far as the format can say."""
        return games_left(FORMATS[self.format_key], self.contest)

    def as_text(self) -> str:
        """Everything that the answer follows from. Players are called by their keys alone."""
        return as_text(
            {
                **contest_as_json(self.format_key, self.contest),
                "strengths": strengths_as_json(self.strengths),
                "spreads": dict(sorted(self.spreads.items())),
                "boards": boards_as_json(self.boards),
                "seed": self.seed,
                "assumed": sorted([number, key] for number, key in self.assumed.items()),
            }
        )

    @classmethod
    def read(cls, text: str) -> ForecastRequest:
        """The question that ``as_text`` has written."""
        data = json.loads(text)
        return cls(
            format_key=data["format"],
            contest=read_contest(data),
            strengths=read_strengths(data["strengths"]),
            boards=read_boards(data["boards"]),
            seed=data["seed"],
            assumed=dict(data["assumed"]),
            spreads=data.get("spreads", {}),
        )


def run_request(question: str, runs: range) -> str:
    """The answer of these runs, as text. ``FormatError`` where an event cannot be played to its end."""
    return answer_text(read_question(question).run(runs))


def read_question(text: str) -> ForecastRequest | SeasonForecastRequest:
    """The question that ``as_text`` of one of them has written."""
    return (
        SeasonForecastRequest.read(text)
        if _is_about_a_season(json.loads(text))
        else ForecastRequest.read(text)
    )


def added(one: str, other: str) -> str:
    """Two answers to the same question, of different runs, as one."""
    if _is_about_a_season(json.loads(one)):
        return answer_text(read_season_answer(one) + read_season_answer(other))
    return answer_text(read_answer(one) + read_answer(other))


def answer_text(found: Forecast | SeasonForecast) -> str:
    """An answer as text; equal tallies give equal texts."""
    return as_text(found.as_tallies())


def read_answer(text: str) -> Forecast:
    """The answer about an event that ``answer_text`` has written."""
    return Forecast.of_tallies(json.loads(text))


def read_season_answer(text: str) -> SeasonForecast:
    """The answer about a season that ``answer_text`` has written."""
    return SeasonForecast.of_tallies(json.loads(text))


def _is_about_a_season(data: Mapping[str, Any]) -> bool:
    """A question or an answer; it is seasons that have lists."""
    return "lists" in data
