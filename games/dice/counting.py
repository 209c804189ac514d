"""What was thrown in a stored game: the throws that stand, in the order of the line of play.

Void dies and throws that were taken back do not count. This is the one place where the counts of a game
are read.
"""

from __future__ import annotations

from collections import Counter

from games.dice.statistics import Statistics, Tally, statistics
from games.line import line_of_play
from games.models import Game, GameEvent
from rules.options import SIX

KIND = GameEvent.Kind


def tally_of(game: Game) -> Tally:
    """What was thrown in a game; one query."""
    line = line_of_play(list(game.events.only("number", "kind", "payload")))
    thrown = [event.payload["die"] for event in line if event.kind == KIND.THROW]
    longest = wait = 0
    for die in thrown:
        wait = 0 if die == SIX else wait + 1
        longest = max(longest, wait)
    return Tally(Counter(thrown), longest, (len(thrown),))


def die_of(game: Game) -> Statistics:
    """The statistics of the die at a game's board."""
    return statistics(tally_of(game), game.rules.die_faces)
