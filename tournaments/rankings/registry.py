"""The registry of rankings: which there are, and by which settings each is built (tournament-rules §6, §7).

``3t``: the World Rankings; ``2t``: the 2T Rankings; ``medal-race-SEASON``: one for each season.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.i18n import Text, quote_value
from tournaments.formats.settings import Settings
from tournaments.models import Season
from tournaments.ranking_rules.settings import (
    DoubleRankingsSettings,
    MedalRaceSettings,
    WorldRankingsSettings,
)

WORLD_RANKINGS, DOUBLE_RANKINGS = "3t", "2t"
_MEDAL_RACE = "medal-race-"


@dataclass(frozen=True, slots=True)
class RankingList:
    """A list by its key; ``season`` is that of a Medal Race."""

    key: str
    name: Text
    settings: type[Settings]
    season: Season | None = None


_STANDING: Mapping[str, RankingList] = {
    each.key: each
    for each in (
        RankingList(WORLD_RANKINGS, Text("3T World Rankings"), WorldRankingsSettings),
        RankingList(DOUBLE_RANKINGS, Text("2T Rankings"), DoubleRankingsSettings),
    )
}


class NoSuchList(LookupError):
    """There is no list of that name; the message names those that there are."""

    def __init__(self, key: str) -> None:
        known = ", ".join(each.key for each in all_lists())
        self.message = Text("There is no list {key}; there are {known}.", key=quote_value(key), known=known)
        super().__init__(self.message.en)


def key_of_medal_race(season: Season) -> str:
    """Return the key of the Medal Race of a season."""
    return f"{_MEDAL_RACE}{season.slug}"


def season_slug_in(key: str) -> str | None:
    """Return the slug of the season in the key of a Medal Race, whether there is that season or not."""
    return key.removeprefix(_MEDAL_RACE) if key.startswith(_MEDAL_RACE) else None


def medal_race(season: Season) -> RankingList:
    """Return the Medal Race of a season."""
    name = Text("Medal Race {season}", season=season.name)
    return RankingList(key_of_medal_race(season), name, MedalRaceSettings, season)


def all_lists() -> list[RankingList]:
    """List all rankings, the Medal Races from the latest season back. One query."""
    return [*_STANDING.values(), *map(medal_race, Season.objects.all())]


def find_list(key: str) -> RankingList:
    """Return the list of that key. Raises ``NoSuchList``. At most one query where there is one."""
    if key in _STANDING:
        return _STANDING[key]
    season = Season.objects.filter(slug=season_slug_in(key)).first() if season_slug_in(key) else None
    if season is not None:
        return medal_race(season)
    raise NoSuchList(key)
