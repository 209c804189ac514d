"""A ranking: all players in order, what decided it, what is defended, what is needed (tournament-rules §6, §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules import Text
from tournaments.formats import Entrant, Points, tiebreaks
from tournaments.formats.tiebreaks import Criterion
from tournaments.ranking_rules.entries import Gain, RankingEntry
from tournaments.ranking_rules.tiebreaks import criterion

__all__ = ["Gain", "ListRow", "RankingEntry", "build_ranking", "medal_race_chain", "ranking_chain"]

#: Points come in halves: so much more than the difference is ahead whatever the ties.
LEAST_STEP = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a list.

    ``defended`` falls out with the next event. ``to_overtake`` are the points that they need more than the
    one above to pass that player for certain – ``to_overtake_next``: in the next event, with what it pushes
    out; None for the first.
    """

    place: int
    shared: bool
    player: str
    points: Points
    tp: Points
    wp: Points
    cp: Points
    reason: Text
    defended: Points
    to_overtake: Points | None
    to_overtake_next: Points | None


def ranking_chain(ties: Sequence[str], counted: Sequence[RankingEntry]) -> list[Criterion]:
    """Points, and the criteria of these names, over all that is counted."""
    return [criterion(name, counted) for name in ("points", *ties)]


def medal_race_chain(
    ties: Sequence[str], counted: Sequence[RankingEntry], by_list: Sequence[Sequence[RankingEntry]]
) -> list[Criterion]:
    """Points, TP, WP, then the tie rules of the lists, each over its own events (§7)."""
    chain = [criterion(name, counted) for name in ("points", "TP", "WP")]
    return chain + [criterion(name, own) for own in by_list for name in ties]


def build_ranking(
    players: Sequence[Entrant],
    counted: Sequence[RankingEntry],
    chain: Sequence[Criterion],
    leaving: RankingEntry | None = None,
) -> tuple[ListRow, ...]:
    """The list over what is counted; ``leaving`` is what the next event pushes out.

    In it are all players who have a gain, those level by all criteria in the order of ``players`` sharing a place.
    """
    gains = [gain for each in counted for gain in each.gains]
    known = {gain.player for gain in gains}
    entrants = [entrant for entrant in players if entrant.key in known]
    sums = {entrant.key: _sum([gain for gain in gains if gain.player == entrant.key]) for entrant in entrants}
    falls = {gain.player: gain.points for gain in leaving.gains} if leaving else {}
    ranking = tiebreaks.rank_entrants([entrant.key for entrant in entrants], chain)
    standings = tiebreaks.standings(ranking, entrants, (), dict.fromkeys(sums, ()))
    rows: list[ListRow] = []
    above: ListRow | None = None
    for index, row in enumerate(standings.rows):
        own, defended = sums[row.entrant], falls.get(row.entrant, 0)
        if index and row.place != standings.rows[index - 1].place:
            above = rows[-1]
        gap = None if above is None else above.points - own.points
        next_gap = None if gap is None or above is None else gap - above.defended + defended
        rows.append(
            ListRow(
                place=row.place,
                shared=row.shared,
                player=row.entrant,
                points=own.points,
                tp=own.tp,
                wp=own.wp,
                cp=own.cp,
                reason=row.reason,
                defended=defended,
                to_overtake=_more_than(gap),
                to_overtake_next=_more_than(next_gap),
            )
        )
    return tuple(rows)


def _sum(gains: Sequence[Gain]) -> Gain:
    return Gain(
        gains[0].player,
        0,
        sum(gain.tp for gain in gains),
        sum(gain.wp for gain in gains),
        sum(gain.cp for gain in gains),
    )


def _more_than(gap: Points | None) -> Points | None:
    """What is surely enough; nothing where they are ahead already."""
    return None if gap is None else max(Fraction(0), gap + LEAST_STEP)
