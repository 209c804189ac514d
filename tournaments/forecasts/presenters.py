"""What pages show of forecasts: chances in whole percent with their margins, with and without what is assumed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.chances.presenters import percent
from rules import Estimate
from tournaments.forecasts.queries import Forecasts, answer_of, names_by_key
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


@dataclass(frozen=True, slots=True)
class ComparisonCard:
    """The chance of a player without and with what is assumed, and by how much it is more then."""

    name: str
    without: ChanceCard
    with_it: ChanceCard

    @property
    def more(self) -> int:
        """Return the difference in percentage points; less is negative."""
        return self.with_it.percent - self.without.percent


class ForecastPresenter:
    """A forecast as pages show it."""

    def __init__(self, run: ForecastRun, names: Mapping[str, str], version: int) -> None:
        self.run = run
        self.is_of_earlier_table = run.version < version
        self._found = answer_of(run)
        self._names = names

    @cached_property
    def players(self) -> list[PlayerForecastCard]:
        """List the players, the likeliest winner first; empty as long as there is no result."""
        found = self._found
        if not found.runs:
            return []
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
    def counted(self) -> int:
        """Count the runs in which what is assumed came about."""
        return self._found.runs

    @property
    def games(self) -> dict[str, Any] | None:
        """Return how many games are still to be played; None as long as there is no result."""
        found = self._found
        if not found.runs:
            return None
        mean, most = found.games_to_play, found.games_quantile(0.9)
        return {"mean": round(mean.value), "most": most, "is_certain": len(found.games) == 1}

    @property
    def extra_games(self) -> ChanceCard | None:
        """Return the chance that there are extra games; None in a format without."""
        extra = self._found.extra_games if self._found.runs else None
        return None if extra is None else ChanceCard.from_estimate(extra)

    @property
    def assumed(self) -> list[tuple[str, str]]:
        """List the numbers of games and the names of who wins them."""
        return [(number, self._names.get(key, key)) for number, key in self.run.assumed.items()]

    def compared(self, without: ForecastPresenter) -> list[ComparisonCard]:
        """Compare the chances of the title of all in both, the likeliest winner in the current state first."""
        now = {player.name: player.title for player in without.players}
        then = {player.name: player.title for player in self.players}
        return [ComparisonCard(name, now[name], then[name]) for name in now if name in then]

    def _player(self, key: str) -> PlayerForecastCard:
        found = self._found
        playoffs = found.reaching_playoffs(key)
        return PlayerForecastCard(
            self._names.get(key, key),
            ChanceCard.from_estimate(found.title(key)),
            [ChanceCard.from_estimate(found.place(key, place)) for place in self.places],
            None if playoffs is None else ChanceCard.from_estimate(playoffs),
        )


@dataclass(frozen=True, slots=True)
class ConditionalForecastCard:
    """A forecast with something assumed, beside the one without."""

    forecast: ForecastPresenter
    compared: Sequence[ComparisonCard]


class ForecastsPresenter:
    """The forecasts of an event as its page shows them. No query."""

    def __init__(self, forecasts: Forecasts) -> None:
        self.event, self.etag = forecasts.event, forecasts.etag
        self._names = names_by_key(forecasts.event)
        self._forecasts = forecasts
        # By ratings first: they know more.
        self.current = sorted(
            map(self._shown, forecasts.current), key=lambda each: each.run.strengths, reverse=True
        )

    @property
    def if_so(self) -> list[ConditionalForecastCard]:
        """List the conditional forecasts, the latest first."""
        return [self._if(run) for run in self._forecasts.if_so]

    def _if(self, run: ForecastRun) -> ConditionalForecastCard:
        shown = self._shown(run)
        return ConditionalForecastCard(
            shown, [] if run.without is None else shown.compared(self._shown(run.without))
        )

    def _shown(self, run: ForecastRun) -> ForecastPresenter:
        return ForecastPresenter(run, self._names, self.event.version)
