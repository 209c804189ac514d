"""What came of many runs of a season: how often who has won which event and stood where on which list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.stats import Estimate, share
from tournaments.forecasting.result import GamesToPlay

Key = TypeVar("Key", str, int)


@dataclass(frozen=True)
class SeasonForecast(GamesToPlay):
    """The tallies of ``runs`` runs; ``a + b`` is what both have found together. What has never happened is not told.

    ``left_out``: further runs in which what was assumed could not come about. ``titles``: event → player →
    runs they won it. ``lists``: list → player → place → runs; whoever shares a place has it. ``crowns``:
    player → runs in which they have won all Majors of the season. ``games``: number of games still played →
    runs.

    With no run there are no chances: everything but the tallies raises ``ZeroDivisionError``.
    """

    runs: int
    left_out: int
    titles: Mapping[str, Mapping[str, int]]
    lists: Mapping[str, Mapping[str, Mapping[int, int]]]
    crowns: Mapping[str, int]
    games: Mapping[int, int]

    def __add__(self, other: SeasonForecast) -> SeasonForecast:
        """Both together; they are about the same season as it stands."""
        return SeasonForecast(
            self.runs + other.runs,
            self.left_out + other.left_out,
            {
                event: _sum(self.titles.get(event, {}), other.titles.get(event, {}))
                for event in _either(self.titles, other.titles)
            },
            {
                key: {
                    player: _sum(places.get(player, {}), other.lists[key].get(player, {}))
                    for player in _either(places, other.lists[key])
                }
                for key, places in self.lists.items()
            },
            _sum(self.crowns, other.crowns),
            _sum(self.games, other.games),
        )

    def as_tallies(self) -> dict[str, Any]:
        """All of it as plain JSON, in one order in whichever order the runs were added."""
        return {
            "runs": self.runs,
            "left_out": self.left_out,
            "titles": {event: dict(sorted(wins.items())) for event, wins in sorted(self.titles.items())},
            "lists": {
                key: {player: _pairs(places) for player, places in sorted(found.items())}
                for key, found in sorted(self.lists.items())
            },
            "crowns": dict(sorted(self.crowns.items())),
            "games": _pairs(self.games),
        }

    @classmethod
    def of_tallies(cls, told: Mapping[str, Any]) -> SeasonForecast:
        """What ``as_tallies`` tells."""
        lists = {
            key: {player: dict(places) for player, places in found.items()}
            for key, found in told["lists"].items()
        }
        return cls(**{**told, "lists": lists, "games": dict(told["games"])})

    def title(self, event: str, player: str) -> Estimate:
        """The chance of winning an event."""
        return share(self.titles.get(event, {}).get(player, 0), self.runs)

    def place(self, key: str, player: str, place: int) -> Estimate:
        """The chance of that place of a list at the end of the season, shared or not; of 1, to be its number one."""
        return share(self.lists[key].get(player, {}).get(place, 0), self.runs)

    def crown(self, player: str) -> Estimate:
        """The chance of the Triple Crown."""
        return share(self.crowns.get(player, 0), self.runs)


def _either(one: Iterable[str], other: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*one, *other]))


def _sum(one: Mapping[Key, int], other: Mapping[Key, int]) -> dict[Key, int]:
    return dict(Counter(one) + Counter(other))


def _pairs(counts: Mapping[int, int]) -> list[list[int]]:
    return [[number, times] for number, times in sorted(counts.items())]
