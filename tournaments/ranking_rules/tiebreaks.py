"""What decides among players with equal points in a list (tournament-rules §7, §8), each criterion in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rules import Text
from tournaments.formats import Points
from tournaments.formats.tiebreaks import Criterion
from tournaments.ranking_rules.entries import Gain, RankingEntry
from tournaments.ranking_rules.formatting import format_points

#: From this level on an event is a Major; the World Championship is one too.
MAJOR, WORLD_CHAMPIONSHIP = 3, 4


@dataclass(frozen=True, slots=True)
class TiebreakCriterion:
    """A criterion: what one event adds to a player's figure, and what that figure is called."""

    name: Text
    value_of: Callable[[RankingEntry, Gain], Points]


def _won(counted: RankingEntry, gain: Gain) -> int:
    return int(gain.place == 1)


#: The criteria by the names that ``rule_versions.TIES`` uses.
CRITERIA: Mapping[str, TiebreakCriterion] = {
    "points": TiebreakCriterion(Text("points"), lambda _, gain: gain.points),
    "TP": TiebreakCriterion(Text("TP"), lambda _, gain: gain.tp),
    "WP": TiebreakCriterion(Text("WP"), lambda _, gain: gain.wp),
    "World Championships won": TiebreakCriterion(
        Text("World Championships won"),
        lambda counted, gain: _won(counted, gain) * (counted.level == WORLD_CHAMPIONSHIP),
    ),
    "Majors won": TiebreakCriterion(
        Text("Majors won"),
        lambda counted, gain: _won(counted, gain) * (counted.level >= MAJOR),
    ),
    "events won": TiebreakCriterion(Text("events won"), _won),
    "level-2 events won": TiebreakCriterion(
        Text("level-2 events won"),
        lambda counted, gain: _won(counted, gain) * (counted.level == 2),
    ),
    "GPP": TiebreakCriterion(Text("GPP"), lambda _, gain: gain.gpp),
    "GPP of Majors": TiebreakCriterion(
        Text("GPP of Majors"),
        lambda counted, gain: gain.gpp * (counted.level >= MAJOR),
    ),
}


def criterion(name: str, counted: Sequence[RankingEntry]) -> Criterion:
    figure = CRITERIA[name]
    return Criterion(partial(_figures, figure, counted), partial(_comparison, figure.name))


def _figures(
    figure: TiebreakCriterion, counted: Sequence[RankingEntry], group: Sequence[str]
) -> Mapping[str, Points]:
    totals: dict[str, Points] = dict.fromkeys(group, 0)
    for each in counted:
        for gain in each.gains:
            if gain.player in totals:
                totals[gain.player] += figure.value_of(each, gain)
    return totals


def _comparison(name: Text, own: Points, other: Points, _: int) -> Text:
    mine, theirs = format_points(own), format_points(other)
    return Text("{name} {mine} to {theirs}", name=name, mine=mine, theirs=theirs)
