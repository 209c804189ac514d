"""What events are worth: ranking points, the lists they make, titles – plain values in, plain values with reasons out.

tournament-rules §6 to §8. Nothing here knows a database or a clock; the day that decides which version of
the rules holds is handed in (docs/reference/rankings.md).
"""

from tournaments.formats import Discipline
from tournaments.formats.base import RankingRules
from tournaments.ranking_rules.points import Award, ConcludedEvent, PlayerPoints, WonGame, score_event
from tournaments.ranking_rules.ranking import Gain, ListRow, RankingEntry, build_ranking
from tournaments.ranking_rules.rule_versions import VERSIONS, Version, in_force_on

__all__ = [
    "VERSIONS",
    "Award",
    "ConcludedEvent",
    "Discipline",
    "Gain",
    "ListRow",
    "PlayerPoints",
    "RankingEntry",
    "RankingRules",
    "Version",
    "WonGame",
    "build_ranking",
    "in_force_on",
    "score_event",
]
