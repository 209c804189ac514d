"""What events are worth: ranking points, the lists they make, titles – plain values in, plain values with reasons out.

tournament-rules §6 to §8. Nothing here knows a database or a clock; the day that decides which version of
the rules holds is handed in (docs/reference/rankings.md).
"""

from tournaments.formats.disciplines import Discipline, Honoured
from tournaments.ranking_rules.points import Award, Outcome, PlayerPoints, WonGame, scored
from tournaments.ranking_rules.ranking import Counted, Gain, ListRow, drawn_up
from tournaments.ranking_rules.rule_versions import VERSIONS, Version, in_force_on

__all__ = [
    "VERSIONS",
    "Award",
    "Counted",
    "Discipline",
    "Gain",
    "Honoured",
    "ListRow",
    "Outcome",
    "PlayerPoints",
    "Version",
    "WonGame",
    "drawn_up",
    "in_force_on",
    "scored",
]
