"""Bounds: how many repeats, and meetings of team-mates, no plan can do without.

C, the repeats, is the sum over all pairs of m(m-1)/2, where m is how often they meet: also the number of pairs that
sit together in round a and in round b, summed over all pairs of rounds. Every bound here holds for all plans with
the tables that the problem has, whatever else is wished for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace

from tournaments.seating.problem import Round, SeatingProblem, count_meetings
from tournaments.seating.tables import table_sizes


@dataclass(frozen=True, slots=True)
class LowerBound:
    """A number that no plan goes below, and the name of the reason."""

    value: int
    name: str


def repeats_bound(problem: SeatingProblem) -> LowerBound:
    """The largest bound of the repeats, those of the history included."""
    return max((_by_counting(problem), _by_pigeonhole(problem)), key=lambda bound: bound.value)


def team_bound(problem: SeatingProblem, repeats: int) -> LowerBound:
    """A bound of the meetings of team-mates in a plan with so many repeats, those of the history included.

    *Counting*: whoever has more meetings than there are others outside of their team meets team-mates, or meets
    somebody again, which a plan with few repeats does rarely. *Pigeonhole*: people at a table are of only so many
    teams.
    """
    teams = {person.key: person.team for person in problem.people}
    sizes = table_sizes(len(teams), problem.size)
    times = count_meetings(problem.played).times
    members = Counter(person.team for person in problem.people if person.team)
    strangers = {key: len(teams) - (members[team] if team else 1) for key, team in teams.items()}
    before = 0
    for (one, other), many in times.items():
        if are_mates(teams, one, other):
            before += many
        elif one in teams and other in teams:
            strangers[one] -= 1
            strangers[other] -= 1
    full = problem.rounds * (sizes[0] - 1)
    costs = [[max(0, meetings - others) for meetings in range(full + 1)] for others in strangers.values()]
    new = repeats - sum(many * (many - 1) // 2 for many in times.values())
    counting = -(-_least_total(costs, problem.rounds, _seats_at_small_tables(problem)) // 2) - new
    groups = len(members) + sum(1 for team in teams.values() if not team)
    pigeonhole = problem.rounds * sum(_least_pairs(size, groups) for size in sizes)
    if pigeonhole > counting:
        return LowerBound(before + pigeonhole, "pigeonhole")
    return LowerBound(before + max(0, counting), "counting")


def are_mates(teams: Mapping[str, str], one: str, other: str) -> bool:
    """Whether two people are of one team."""
    return bool(teams.get(one)) and teams.get(one) == teams.get(other)


def _by_counting(problem: SeatingProblem) -> LowerBound:
    """Whoever has more meetings ahead than there are others they have not met meets somebody again.

    Each person's meetings fall on those they met least, each small table on whom it costs least: the sum is convex,
    so the cheapest next step is always part of the cheapest whole.
    """
    keys = problem.keys
    sizes = table_sizes(len(keys), problem.size)
    times = count_meetings(problem.played).times
    met: dict[str, Counter[int]] = {key: Counter() for key in keys}
    gone = 0
    for (one, other), many in times.items():
        if one in met and other in met:
            met[one][many] += 1
            met[other][many] += 1
        else:
            gone += many * (many - 1) // 2
    full = problem.rounds * (sizes[0] - 1)
    costs = []
    for key in keys:
        unmet = Counter(met[key])
        unmet[0] = len(keys) - 1 - sum(met[key].values())
        costs.append(_least_repeats(unmet, full))
    total = _least_total(costs, problem.rounds, _seats_at_small_tables(problem))
    return LowerBound(-(-total // 2) + gone, "counting")


def _seats_at_small_tables(problem: SeatingProblem) -> int:
    """How often somebody sits at a small table, in all rounds ahead."""
    sizes = table_sizes(len(problem.people), problem.size)
    return problem.rounds * sum(size for size in sizes if size != sizes[0])


def _least_total(costs: Sequence[Sequence[int]], rounds: int, small: int) -> int:
    """The least sum of what everybody's meetings cost, if so many times somebody sits at a small table.

    ``costs[person][meetings]`` is convex: what one meeting fewer saves is less each time, so the largest saving may
    always be taken first.
    """
    total = sum(cost[-1] for cost in costs)
    saving = [(cost[-2] - cost[-1], at, 1) for at, cost in enumerate(costs)]
    heapify(saving)
    for _ in range(small):
        saved, at, times = saving[0]
        total += saved
        cost = costs[at]
        again = cost[-2 - times] - cost[-1 - times] if times < rounds else 0
        heapreplace(saving, (again, at, times + 1))
    return total


def _least_repeats(others: Counter[int], most: int) -> list[int]:
    """For 0, 1, … more meetings: the least sum of m(m-1)/2 of somebody who has met so many others so often."""
    have = Counter(others)
    total = sum(many * (many - 1) // 2 * people for many, people in others.items())
    found = [total]
    times = 0
    for _ in range(most):
        while not have[times]:
            times += 1
        have[times] -= 1
        have[times + 1] += 1
        total += times
        found.append(total)
    return found


def _by_pigeonhole(problem: SeatingProblem) -> LowerBound:
    """More people at a table than there were tables in another round: some of them met there."""
    sizes = table_sizes(len(problem.people), problem.size)
    ahead = problem.rounds * (problem.rounds - 1) // 2 * _common_pairs(sizes, len(sizes), 0)
    present = set(problem.keys)
    behind = sum(
        problem.rounds
        * _common_pairs(sizes, sum(map(bool, each)), len(present) - len(present & _sitting(each)))
        for each in problem.played
    )
    return LowerBound(count_meetings(problem.played).repeats + behind + ahead, "pigeonhole")


def _sitting(each: Round) -> set[str]:
    return {key for table in each for key in table}


def _common_pairs(sizes: Sequence[int], groups: int, strangers: int) -> int:
    """The fewest pairs at tables of these sizes of people from so many groups; strangers are of no group."""
    left = list(sizes)
    for _ in range(min(strangers, sum(sizes))):
        # A stranger saves most at the table where people of one group sit closest.
        at = max(range(len(left)), key=left.__getitem__)
        left[at] -= 1
    return sum(_least_pairs(size, groups) for size in left)


def _least_pairs(size: int, groups: int) -> int:
    """The fewest pairs of one group among so many people of so many groups."""
    each, more = divmod(size, groups)
    return more * _pairs(each + 1) + (groups - more) * _pairs(each)


def _pairs(people: int) -> int:
    return people * (people - 1) // 2
