"""What pages show of forecasts: chances in whole percent with their margins."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.chances.presenters import percent
from rules import Estimate
from tournaments.forecasting import Forecast
from tournaments.forecasts.queries import Forecasts, names_by_key
from tournaments.models import ForecastRun


@dataclass(frozen=True, slots=True)
class ChanceCard:
    """A chance in per cent, whole and as it is written; the margin is never shown smaller than it is."""

    percent: int
    margin: int
    text: str

    @classmethod
    def from_estimate(cls, chance: Estimate) -> ChanceCard:
        """Round the estimate."""
        written = percent(chance.value, chance.margin)
        return cls(round(100 * chance.value), math.ceil(100 * chance.margin), written)


@dataclass(frozen=True, slots=True)
class PlayerForecastCard:
    """The chances of a player."""

    name: str
    title: ChanceCard
    places: Sequence[ChanceCard]
    playoffs: ChanceCard | None


class ForecastPresenter:
    """A forecast as pages show it."""

    def __init__(self, run: ForecastRun, names: Mapping[str, str], version: int) -> None:
        self.run = run
        self.is_of_earlier_table = run.version < version
        self._found = Forecast.read(run.tallies)
        self._names = names

    @cached_property
    def players(self) -> list[PlayerForecastCard]:
        """List the players, the likeliest winner first."""
        found = self._found
        order = sorted(found.titles, key=lambda key: (-found.titles[key], [-n for n in found.places[key]]))
        return [self._player(key) for key in order]

    @property
    def places(self) -> range:
        """Return the places that there are."""
        return range(1, len(self._found.titles) + 1)

    @property
    def has_playoffs(self) -> bool:
        """Check whether there are playoffs."""
        return self._found.playoffs is not None

    @property
    def games(self) -> dict[str, Any]:
        """Return how many games are still to be played."""
        found = self._found
        mean, most = found.games_to_play, found.games_quantile(0.9)
        return {"mean": round(mean.value), "most": most, "is_certain": len(found.games) == 1}

    @property
    def extra_games(self) -> ChanceCard | None:
        """Return the chance that there are extra games; None in a format without."""
        extra = self._found.extra_games
        return None if extra is None else ChanceCard.from_estimate(extra)

    def _player(self, key: str) -> PlayerForecastCard:
        found = self._found
        playoffs = found.reaching_playoffs(key)
        return PlayerForecastCard(
            self._names.get(key, key),
            ChanceCard.from_estimate(found.title(key)),
            [ChanceCard.from_estimate(found.place(key, place)) for place in self.places],
            None if playoffs is None else ChanceCard.from_estimate(playoffs),
        )


class ForecastsPresenter:
    """The forecasts of an event as its page shows them. No query."""

    def __init__(self, forecasts: Forecasts) -> None:
        event, self.etag = forecasts.event, forecasts.etag
        names = names_by_key(event)
        # By ratings first: they know more.
        runs = sorted(forecasts.current, key=lambda run: run.strengths, reverse=True)
        self.current = [ForecastPresenter(run, names, event.version) for run in runs]
