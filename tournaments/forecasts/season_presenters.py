"""Presenters for the season page's forecasts: the likeliest, with all of their chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.i18n import Text
from tournaments.forecasts.presenters import ChanceCard, PlayerForecastCard, games_shown
from tournaments.forecasts.season_queries import SeasonForecasts, answer_of
from tournaments.forecasts.season_subject import LeftOut, SeasonNames, best_first, most_first
from tournaments.models import ForecastRun

#: The REST interface has them all.
MOST_PLAYERS, MOST_PLACES = 10, 6


@dataclass(frozen=True, slots=True)
class EventChancesCard:
    """Who wins an event that is not over."""

    name: str
    players: Sequence[PlayerForecastCard]


@dataclass(frozen=True, slots=True)
class RankingChancesCard:
    """Who stands where on a list at the end of the season; ``title`` of a player is to be its number one."""

    name: Text
    players: Sequence[PlayerForecastCard]
    places: range


class SeasonForecastPresenter:
    """A forecast of a season as its page shows it."""

    template = "tournaments/forecast_season_run.html"

    def __init__(self, run: ForecastRun, names: SeasonNames, version: int) -> None:
        self.run = run
        self.is_of_earlier_table = run.version != version
        self._found = answer_of(run)
        self._names = names

    @cached_property
    def events(self) -> list[EventChancesCard]:
        """List the events that are not over, in their order."""
        names, titles = self._names, self._found.titles
        return [
            EventChancesCard(
                event.name, [self._winner(slug, player) for player in self._likeliest(titles[slug])]
            )
            for slug, event in names.events.items()
            if slug in titles and slug not in names.over
        ]

    @cached_property
    def lists(self) -> list[RankingChancesCard]:
        """List the rankings on which anybody stands."""
        return [
            self._list(which.key, which.name, found)
            for which in self._names.lists
            if (found := self._found.lists.get(which.key))
        ]

    @property
    def crowns(self) -> list[PlayerForecastCard]:
        """List who may win the Triple Crown."""
        return [
            PlayerForecastCard(
                self._names.name(player), ChanceCard.from_estimate(self._found.crown(player)), (), None
            )
            for player in self._likeliest(self._found.crowns)
        ]

    @property
    def left_out(self) -> Sequence[LeftOut]:
        """List the events that could not be played on, and why."""
        return self._names.left_out

    @property
    def games(self) -> dict[str, Any] | None:
        """Return how many games are still to be played."""
        return games_shown(self._found)

    def _likeliest(self, wins: Mapping[str, int]) -> list[str]:
        return most_first(self._names, wins)[:MOST_PLAYERS]

    def _winner(self, slug: str, player: str) -> PlayerForecastCard:
        return PlayerForecastCard(
            self._names.name(player), ChanceCard.from_estimate(self._found.title(slug, player)), (), None
        )

    def _list(self, key: str, name: Text, found: Mapping[str, Mapping[int, int]]) -> RankingChancesCard:
        places = range(1, min(len(found), MOST_PLACES) + 1)
        players = [self._placed(key, player, places) for player in best_first(self._names, found)]
        return RankingChancesCard(name, players[:MOST_PLAYERS], places)

    def _placed(self, key: str, player: str, places: range) -> PlayerForecastCard:
        chances = [ChanceCard.from_estimate(self._found.place(key, player, place)) for place in places]
        return PlayerForecastCard(self._names.name(player), chances[0], chances, None)


class SeasonForecastsPresenter:
    """The forecasts of a season as its page shows them. One query, for the names."""

    if_so: Sequence[Any] = ()

    def __init__(self, forecasts: SeasonForecasts) -> None:
        self.etag = forecasts.etag
        # By ratings first: they know more.
        self.as_it_stands = sorted(
            (
                SeasonForecastPresenter(run, forecasts.names(run), forecasts.version)
                for run in forecasts.as_it_stands
            ),
            key=lambda each: each.run.strengths,
            reverse=True,
        )
