"""What came of many runs: how often who had the title, which place, and how many games it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rules import Estimate
from rules.stats import mean, quantile, share


@dataclass
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
    titles: dict[str, int]
    places: dict[str, list[int]]
    playoffs: dict[str, int] | None
    games: dict[int, int]
    extra: int | None

    @classmethod
    def of_no_run(cls, players: Sequence[str], *, has_playoffs: bool, may_have_extra: bool) -> Forecast:
        """What is known before anything is counted."""
        none = dict.fromkeys(players, 0)
        return cls(
            0,
            0,
            none,
            {key: [0] * len(players) for key in players},
            dict(none) if has_playoffs else None,
            {},
            0 if may_have_extra else None,
        )

    def __add__(self, other: Forecast) -> Forecast:
        """Both together; they are about the same state of an event."""
        return Forecast(
            self.runs + other.runs,
            self.left_out + other.left_out,
            _sum(self.titles, other.titles),
            {
                key: list(map(sum, zip(counts, other.places[key], strict=True)))
                for key, counts in self.places.items()
            },
            None if self.playoffs is None or other.playoffs is None else _sum(self.playoffs, other.playoffs),
            dict(sorted((Counter(self.games) + Counter(other.games)).items())),
            None if self.extra is None or other.extra is None else self.extra + other.extra,
        )

    def as_tallies(self) -> dict[str, Any]:
        return {**asdict(self), "games": sorted(self.games.items())}

    @classmethod
    def of_tallies(cls, tallies: Mapping[str, Any]) -> Forecast:
        """The inverse of ``as_tallies``."""
        return cls(**{**tallies, "games": dict(tallies["games"])})

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
