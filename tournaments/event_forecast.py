"""The forecast of an event as the database has it, with the strengths of its players (docs/forecasts.md)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from rules.estimate import Estimate, share
from tournaments.course import Course
from tournaments.forecasting import Forecast, Strength, forecast
from tournaments.forecasting.running import Assumed
from tournaments.models import Career


class Strengths(StrEnum):
    """What is taken for the strength of a player: that of everybody, or his rating (docs/players.md)."""

    EQUAL = "equal"
    RATINGS = "ratings"


def event_forecast(
    course: Course,
    runs: range,
    *,
    strengths: Strengths,
    seed: int,
    assume: Assumed,
    progress: Callable[[int], None] | None = None,
) -> Forecast:
    """The event played on from its present state in these runs; ``forecasting.forecast`` says what may be assumed."""
    return forecast(
        course.event.format,
        course.contest,
        runs,
        strengths=strengths_of(course, strengths),
        seed=seed,
        assume=assume,
        progress=progress,
    )


def strengths_of(course: Course, strengths: Strengths) -> dict[str, Strength]:
    """Key of the entry → strength; who has no rating yet is worth what a beginner is. One query at most."""
    rated: dict[Any, Strength] = {}
    if strengths is Strengths.RATINGS:
        careers = Career.objects.filter(player__in=[entry.player_id for entry in course.entries])
        rated = {career.player_id: Strength(career.mu, career.sigma) for career in careers}
    return {entry.key: rated.get(entry.player_id, Strength()) for entry in course.entries}


def as_json(course: Course, found: Forecast) -> dict[str, Any]:
    """The forecast as JSON; chances are null where every run was left out."""
    extra = found.extra_games if found.runs else None
    return {
        "event": course.event.slug,
        "version": course.event.version,
        "runs": found.runs,
        "left_out": found.left_out,
        "players": [_player(found, entry.key, course.name(entry)) for entry in course.entries],
        "games_to_play": _games(found) if found.runs else None,
        "extra_games": extra and _chance(extra),
    }


def _player(found: Forecast, key: str, name: str) -> dict[str, Any]:
    told: dict[str, Any] = {"entrant": key, "name": name, "title": None, "places": None, "playoffs": None}
    if found.runs:
        places = range(1, len(found.places[key]) + 1)
        told["title"] = _chance(found.title(key))
        told["places"] = [{"place": place, **_chance(found.place(key, place))} for place in places]
        playoffs = found.reaching_playoffs(key)
        told["playoffs"] = None if playoffs is None else _chance(playoffs)
    return told


def _games(found: Forecast) -> dict[str, Any]:
    return {
        "mean": found.games_to_play.value,
        "margin": found.games_to_play.margin,
        "half_at_most": found.games_quantile(0.5),
        "nine_of_ten_at_most": found.games_quantile(0.9),
        "distribution": [
            {"games": games, **_chance(share(times, found.runs))} for games, times in found.games.items()
        ],
    }


def _chance(chance: Estimate) -> dict[str, float]:
    return {"chance": chance.value, "margin": chance.margin}
