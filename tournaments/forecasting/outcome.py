"""What came of many runs: how often who had the title, which place, and how many games it took."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

#: Nineteen of twenty intervals hold the chance they are about.
DEVIATIONS = 1.96


@dataclass(frozen=True, slots=True)
class Chance:
    """A share of the runs, and half the width of the interval around it (Wilson's score; never 0)."""

    share: float
    margin: float

    @classmethod
    def of(cls, times: int, runs: int) -> Chance:
        """So many times in so many runs."""
        share, square = times / runs, DEVIATIONS**2
        spread = share * (1 - share) / runs + square / (4 * runs**2)
        return cls(share, DEVIATIONS * math.sqrt(spread) / (1 + square / runs))

    def as_json(self) -> dict[str, float]:
        """Both figures, 0 to 1."""
        return {"chance": self.share, "margin": self.margin}


@dataclass(frozen=True)
class Forecast:
    """The tallies of ``runs`` runs; ``a + b`` is what both have found together.

    ``left_out``: further runs in which what was assumed could not come about. ``titles``: key of the entrant → runs he
    won. ``places``: key → how often 1st, 2nd …; whoever shares a place has it. ``playoffs``: key → runs in which he
    reached them, None where there are none. ``games``: number of games still played → runs. ``extra``: runs that
    took extra games, None in a format that has none.

    With no run there are no chances: everything but the tallies raises ``ZeroDivisionError``.
    """

    runs: int
    left_out: int
    titles: Mapping[str, int]
    places: Mapping[str, tuple[int, ...]]
    playoffs: Mapping[str, int] | None
    games: Mapping[int, int]
    extra: int | None

    def __add__(self, other: Forecast) -> Forecast:
        """Both together; they are about the same event as it stands."""
        return Forecast(
            self.runs + other.runs,
            self.left_out + other.left_out,
            _sum(self.titles, other.titles),
            {
                key: tuple(map(sum, zip(counts, other.places[key], strict=True)))
                for key, counts in self.places.items()
            },
            None if self.playoffs is None or other.playoffs is None else _sum(self.playoffs, other.playoffs),
            dict(sorted((Counter(self.games) + Counter(other.games)).items())),
            None if self.extra is None or other.extra is None else self.extra + other.extra,
        )

    def title(self, player: str) -> Chance:
        """The chance of winning the event."""
        return Chance.of(self.titles[player], self.runs)

    def place(self, player: str, place: int) -> Chance:
        """The chance of that place, shared or not."""
        return Chance.of(self.places[player][place - 1], self.runs)

    def reaching_playoffs(self, player: str) -> Chance | None:
        """The chance of playing in the playoffs; None where there are none."""
        return None if self.playoffs is None else Chance.of(self.playoffs[player], self.runs)

    @property
    def extra_games(self) -> Chance | None:
        """The chance that extra games are needed; None in a format that has none."""
        return None if self.extra is None else Chance.of(self.extra, self.runs)

    @property
    def games_mean(self) -> float:
        """The mean number of games still to play."""
        return sum(games * times for games, times in self.games.items()) / self.runs

    @property
    def games_margin(self) -> float:
        """Half the width of the interval around that mean."""
        mean = self.games_mean
        variance = sum((games - mean) ** 2 * times for games, times in self.games.items()) / self.runs
        return DEVIATIONS * math.sqrt(variance / self.runs)

    def games_quantile(self, share: float) -> int:
        """With so many games the event is over in at least that share of the runs, 0 to 1."""
        wanted, reached = share * self.runs, 0
        for games, times in sorted(self.games.items()):
            reached += times
            if reached >= wanted:
                return games
        raise ZeroDivisionError("no runs")


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {key: times + other[key] for key, times in one.items()}
