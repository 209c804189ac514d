"""Extra games: what can come of a tie for 1st place, though they have no limit (tournament-rules §3.2).

They are played one at a time, counted for everybody, until one player leads alone; so whoever lies behind the
tied can gain on them in every game in which they stay level.

**Why a search with a limit is exact.** What follows depends on who is tied and on the *gap* to the third player
alone. A game moves two players at most ``swing`` apart. While the gap is greater than that, the third player stays
behind in the next game whatever happens: either the tie is broken, and the places are the same however great the gap
is, or it stays and the gap changes. Take any course of games that begins at a gap ``g`` and rises above 2 swings, as
far as it comes down to 2 swings again or less. Its games can be played in another order: above 2 swings one that
narrows the gap – there is one left, as it has to come down –, else one that widens it, and the rest at the end.
Then the gap is always greater than one swing, so all of them can be played, with the same outcome, and it never
rises above ``g`` or 3 swings, whichever is more. So no place is lost by not looking at greater gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from tournaments.formats.decided.race import Totals
from tournaments.formats.grand_prix import Gains

#: More tied situations than this are not looked at; it takes a table of points far from all usual ones.
MOST_TIED = 3_000


@dataclass(frozen=True, slots=True)
class AfterExtraGames:
    """Player by player the best and the worst place; ``states`` tied situations were looked at.

    ``exact`` unless the search was given up and everything is left open.
    """

    best: tuple[int, ...]
    worst: tuple[int, ...]
    states: int
    exact: bool


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """More points are better, equal ones share the place."""
    return tuple(1 + sum(other > own for other in totals) for own in totals)


def follow(tied: Iterable[Totals], gains: Gains) -> AfterExtraGames:
    """What can come of any of these tables with a tie for 1st place, when a game gives one of ``gains``."""
    found = {_behind(totals) for totals in tied}
    players = len(next(iter(gains)))
    swing = max(max(gain) - min(gain) for gain in gains)
    limit = max([3 * swing, *(-min(totals) for totals in found)])
    best, worst = [players] * players, [1] * players
    # Small gaps first: there most can happen, and when everything can there is nothing more to find.
    waiting = [(-min(totals), totals) for totals in found]
    heapify(waiting)
    looked_at = 0
    while waiting and not (max(best) == 1 and min(worst) == players):
        if looked_at == MOST_TIED:
            return AfterExtraGames((1,) * players, (players,) * players, looked_at, exact=False)
        looked_at += 1
        _, totals = heappop(waiting)
        for gain in gains:
            after = tuple(own + more for own, more in zip(totals, gain, strict=True))
            if after.count(max(after)) == 1:
                ended = places(after)
                best = list(map(min, best, ended))
                worst = list(map(max, worst, ended))
                continue
            behind = _behind(after)
            if behind not in found and -min(behind) <= limit:
                found.add(behind)
                heappush(waiting, (-min(behind), behind))
    return AfterExtraGames(tuple(best), tuple(worst), looked_at, exact=True)


def _behind(totals: Totals) -> Totals:
    """The same counted from the top: minus how far everybody lies behind it."""
    most = max(totals)
    return tuple(total - most for total in totals)
