"""Titles: who has won what, and the Triple Crown (tournament-rules §7); derived, never typed in."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.ranking_rules.tiebreaks import MAJOR

#: All Majors of a season, and at least this number, make the crown.
MAJORS_OF_A_SEASON = 3


@dataclass(frozen=True, slots=True)
class Major:
    """An event of a season by its level; ``winner`` is None as long as it is not won."""

    level: int
    winner: str | None


def triple_crown(events: Sequence[Major]) -> str | None:
    """Who has won all three Majors among the 3T events of a season; None if no one has, or not yet."""
    majors = [event for event in events if event.level >= MAJOR]
    winners = {event.winner for event in majors}
    return winners.pop() if len(majors) >= MAJORS_OF_A_SEASON and len(winners) == 1 else None
