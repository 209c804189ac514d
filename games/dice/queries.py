"""What was thrown in a stored game: read off the tallies in its row, which count what stands
(``games.domain.counters``).
"""

from __future__ import annotations

from collections import Counter

from games.dice.statistics import DiceTally, Statistics, statistics
from games.models import Game


def tally_of(game: Game) -> DiceTally:
    """What was thrown in a game; no query."""
    counts: Counter[int] = Counter()
    for counted in game.tallies.get("colours", {}).values():
        counts.update({int(face): number for face, number in counted["faces"].items()})
    return DiceTally(counts, game.tallies.get("longest_wait", 0), (counts.total(),))


def die_of(game: Game) -> Statistics:
    """The statistics of the die at a game's board."""
    return statistics(tally_of(game), game.rules.die_faces)
