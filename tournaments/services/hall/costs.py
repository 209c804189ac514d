"""What the seats of a round cost: who meets again, team-mates, small tables, colours; to compare before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.open.rounds import table_size
from tournaments.standings.event_state import EventState
from tournaments.standings.hall import people_at, rounds_before, seated_tables, slots_of


@dataclass(frozen=True, slots=True)
class Cost:
    """What is counted of a round beside those before it, each as few as can be.

    ``repeats`` are pairs who have met before, ``team_meetings`` pairs of one team, ``small_tables`` those with fewer
    people than a full one, ``twice_small`` people who sat at one before, ``colours`` seats that somebody has more often
    than need be.
    """

    repeats: int
    team_meetings: int
    small_tables: int
    twice_small: int
    colours: int


def cost_of(event_state: EventState, subject: str, order: Sequence[str]) -> Cost:
    """Count what an order of a round costs beside the rounds that were published before it."""
    slots, size = slots_of(event_state), table_size(event_state.contest)
    before = rounds_before(event_state, subject)
    seated = seated_tables(order, slots)
    tables = people_at(seated)
    met = Counter(pair for each in before for table in each.people for pair in _pairs(table))
    teams = {entry.key: entry.team for entry in event_state.entries if entry.team}
    pairs = [pair for table in tables for pair in _pairs(table)]
    was_small = {key for each in before for table in each.people if len(table) < size for key in table}
    small = [table for table in tables if len(table) < size]
    return Cost(
        repeats=sum(met[pair] for pair in pairs),
        team_meetings=sum(one in teams and teams[one] == teams.get(other) for one, other in pairs),
        small_tables=len(small),
        twice_small=sum(key in was_small for table in small for key in table),
        colours=_colours_too_often([*(each.seated for each in before), seated], slots),
    )


def _pairs(table: Sequence[str]) -> list[tuple[str, str]]:
    return list(combinations(sorted(table), 2))


def _colours_too_often(rounds: Sequence[Sequence[Sequence[str]]], slots: int) -> int:
    """Count what somebody has of a seat more often than their games, shared out evenly, make necessary."""
    had: dict[str, Counter[int]] = {}
    for each in rounds:
        for table in each:
            for slot, key in enumerate(table):
                if key:
                    had.setdefault(key, Counter())[slot] += 1
    return sum(
        max(0, times - -(-counted.total() // slots)) for counted in had.values() for times in counted.values()
    )
