"""The registry of rankings: which there are, and by which settings each is built (tournament-rules §6, §7).

``3t``: the World Rankings; ``2t``: the 2T Rankings; ``medal-race-SEASON``: one for each season.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules import Text, Verbatim, quote_value
from tournaments.formats import Settings
from tournaments.models import Ranking, Season
from tournaments.ranking_rules.settings import (
    DoubleRankingsSettings,
    MedalRaceSettings,
    WorldRankingsSettings,
)

WORLD_RANKINGS, DOUBLE_RANKINGS = "3t", "2t"
_MEDAL_RACE = "medal-race-"


@dataclass(frozen=True, slots=True)
class RankingList:
    """A list by its key; ``season`` is that of a Medal Race, ``is_hidden`` whether its owner hides it.

    ``usual_name`` is what it is called as long as its owner does not call it otherwise.
    """

    key: str
    usual_name: Text
    settings: type[Settings]
    season: Season | None = None
    own_name: str = ""
    is_hidden: bool = False

    @property
    def name(self) -> Text:
        """What it is called."""
        return Verbatim(self.own_name) if self.own_name else self.usual_name


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
        known = ", ".join(each.key for each in shown_lists())
        self.message = Text("There is no list {key}; there are {known}.", key=quote_value(key), known=known)
        super().__init__(self.message.en)


def key_of_medal_race(season: Season) -> str:
    """Return the key of the Medal Race of a season."""
    return f"{_MEDAL_RACE}{season.slug}"


def season_slug_in(key: str) -> str | None:
    """Return the slug of the season in the key of a Medal Race, whether there is that season or not."""
    return key.removeprefix(_MEDAL_RACE) if key.startswith(_MEDAL_RACE) else None


def medal_race(season: Season) -> RankingList:
    """Return the Medal Race of a season, by its usual name."""
    name = Text("Medal Race {season}", season=season.name)
    return RankingList(key_of_medal_race(season), name, MedalRaceSettings, season)


def all_lists() -> list[RankingList]:
    """List all rankings, the Medal Races from the latest season back. Two queries."""
    return decided_lists({row.key: row for row in Ranking.objects.only("key", "name", "hidden")})


def decided_lists(rows: Mapping[str, Ranking]) -> list[RankingList]:
    """List all rankings as these rows, by key, decide. One query."""
    usual = [*_STANDING.values(), *map(medal_race, Season.objects.all())]
    return [_as_decided(each, rows.get(each.key)) for each in usual]


def race_with(season: Season, row: Ranking | None) -> RankingList:
    """Return the Medal Race of a season as its row decides."""
    return _as_decided(medal_race(season), row)


def shown_lists() -> list[RankingList]:
    """List those that are public. Two queries."""
    return [each for each in all_lists() if not each.is_hidden]


def _as_decided(which: RankingList, row: Ranking | None) -> RankingList:
    """Return the list as its owner calls it, or hides it."""
    return which if row is None else replace(which, own_name=row.name, is_hidden=row.hidden)


def find_list(key: str) -> RankingList:
    """Return the list of that key, hidden or not. Raises ``NoSuchList``. At most two queries where there is one."""
    return list_with(key, Ranking.objects.only("name", "hidden").filter(key=key).first())


def list_with(key: str, row: Ranking | None) -> RankingList:
    """Return the list of that key as its row decides. Raises ``NoSuchList``. At most one query where there is one."""
    return _as_decided(_usual(key), row)


def _usual(key: str) -> RankingList:
    if key in _STANDING:
        return _STANDING[key]
    season = Season.objects.filter(slug=season_slug_in(key)).first() if season_slug_in(key) else None
    if season is not None:
        return medal_race(season)
    raise NoSuchList(key)
