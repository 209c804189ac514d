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

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from tournaments.formats.clinching.points_race import Totals
from tournaments.formats.grand_prix.lead import margin
from tournaments.formats.grand_prix.points import Gains

#: Everybody can have any place.
ANYTHING: tuple[Totals, Totals] = ((1, 1, 1), (3, 3, 3))

#: More tied states than this are not searched; it takes a table of points far from all usual ones.
MOST_TIED = 3_000


@dataclass(frozen=True, slots=True)
class AfterExtraGames:
    """Player by player the best and the worst place; ``states`` tied situations were looked at.

    ``exact`` unless the search was given up and everything is left open.
    """

    best: Totals
    worst: Totals
    states: int
    exact: bool


def places(totals: Totals) -> Totals:
    """Rank by points: more are better, equal ones share the place."""
    a, b, c = totals
    return 1 + (b > a) + (c > a), 1 + (a > b) + (c > b), 1 + (a > c) + (b > c)


def bounds_after_extra_games(tied: Iterable[Totals], gains: Gains) -> AfterExtraGames:
    """Return what can come of any of these tables with a tie for 1st place, when a game gives one of ``gains``."""
    found = {_behind(totals) for totals in tied}
    swing = max(max(gain) - min(gain) for gain in gains)
    limit = max([3 * swing, *(-min(totals) for totals in found)])
    ended: set[Totals] = set()
    # Small gaps first: most can happen there, and once everything can, nothing more is left to find.
    waiting = [(-min(totals), totals) for totals in found]
    heapify(waiting)
    looked_at = 0
    while waiting and _range(ended) != ANYTHING:
        if looked_at == MOST_TIED:
            return AfterExtraGames(*ANYTHING, looked_at, exact=False)
        looked_at += 1
        _, (a, b, c) = heappop(waiting)
        for x, y, z in gains:
            after = (a + x, b + y, c + z)
            if margin(after):
                ended.add(places(after))
                continue
            behind = _behind(after)
            if behind not in found and -min(behind) <= limit:
                found.add(behind)
                heappush(waiting, (-min(behind), behind))
    return AfterExtraGames(*_range(ended), looked_at, exact=True)


def _range(ended: Collection[Totals]) -> tuple[Totals, Totals]:
    """Return the best and the worst places of the players in all endings."""
    if not ended:
        return (3, 3, 3), (1, 1, 1)
    first, second, third = zip(*ended, strict=True)
    return (min(first), min(second), min(third)), (max(first), max(second), max(third))


def _behind(totals: Totals) -> Totals:
    """Normalise the points: minus how far everybody lies behind the top."""
    a, b, c = totals
    most = max(totals)
    return a - most, b - most, c - most
