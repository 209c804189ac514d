"""What came of many runs: how often who had the title, which place, and how many games it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.stats import Estimate, mean, quantile, share


@dataclass(frozen=True)
class Forecast:
    """The tallies of ``runs`` runs; ``a + b`` is what both have found together.

    ``left_out``: further runs in which what was assumed could not come about. ``titles``: key of the entrant
    → runs they won. ``places``: key → how often 1st, 2nd …; a shared place counts for each. ``playoffs``: key
    → runs in which they reached them, None where there are none. ``games``: number of games still played →
    runs. ``extra``: runs that took extra games, None in a format that has none.

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
        """Both together; they are about the same state of an event."""
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

    def as_tallies(self) -> dict[str, Any]:
        return {
            "runs": self.runs,
            "left_out": self.left_out,
            "titles": dict(self.titles),
            "places": {key: list(counts) for key, counts in self.places.items()},
            "playoffs": None if self.playoffs is None else dict(self.playoffs),
            "games": [[games, times] for games, times in sorted(self.games.items())],
            "extra": self.extra,
        }

    @classmethod
    def of_tallies(cls, tallies: Mapping[str, Any]) -> Forecast:
        """The inverse of ``as_tallies``."""
        places = {key: tuple(counts) for key, counts in tallies["places"].items()}
        return cls(**{**tallies, "places": places, "games": dict(tallies["games"])})

    def title(self, player: str) -> Estimate:
        return share(self.titles[player], self.runs)

    def place(self, player: str, place: int) -> Estimate:
        """The chance of that place, shared or not."""
        return share(self.places[player][place - 1], self.runs)

    def reaching_playoffs(self, player: str) -> Estimate | None:
        """The chance of playing in the playoffs; None where there are none."""
        return None if self.playoffs is None else share(self.playoffs[player], self.runs)

    @property
    def games_to_play(self) -> Estimate:
        return mean(self.games.items(), self.runs)

    def games_quantile(self, share: float) -> int:
        """With this many games all is over in at least that share of the runs, 0 to 1."""
        return quantile(self.games, share)

    @property
    def extra_games(self) -> Estimate | None:
        """The chance that extra games are needed; None in a format that has none."""
        return None if self.extra is None else share(self.extra, self.runs)


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {key: times + other[key] for key, times in one.items()}
