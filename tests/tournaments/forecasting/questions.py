"""Events to forecast, and how near a forecast has to be."""

import math
from typing import Any

from tests.tournaments.formats.leagues import THREE, drawn, drr
from tournaments.forecasting import Forecast, Strength, forecast
from tournaments.formats import FORMATS, Contest

KEYS = ("anna", "bert", "cleo")


EQUAL = {key: Strength() for key in KEYS}


RUNS = 1_200


def told(format: str, event: Contest[Any], runs: int | range = RUNS, **wanted: Any) -> Forecast:
    numbers = range(runs) if isinstance(runs, int) else runs
    return forecast(FORMATS[format], event, numbers, **{"strengths": EQUAL, "seed": 1, **wanted})


def near(times: int, runs: int, expected: float) -> bool:
    """Within five standard deviations."""
    return abs(times / runs - expected) <= 5 * math.sqrt(expected * (1 - expected) / runs)


def league_event(results: list[Any], **settings: object) -> Contest[Any]:
    chosen = FORMATS["league"].settings.read({"drrs": 1, "head_start": 0, **settings})
    return Contest(chosen, "xmadn-2t", THREE, (drawn("drr-1", KEYS),), tuple(results))


#: Anna 3–1, Bert 2–2, Cleo 1–3: Anna and Bert play the Final Series.
SIX_GAMES = drr("a", "a", "b", "b", "a", "c")
