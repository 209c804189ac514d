"""Bounds: how many repeats, and meetings of team-mates, no plan can do without.

C, the repeats, is the sum over all pairs of m(m-1)/2, where m is how often they meet: also the number of pairs that
sit together in round a and in round b, summed over all pairs of rounds. *Counting* and *pigeonhole* hold for all plans
with the tables that the problem has, whatever else is wished for; *sharing* for those in which no one is at a second
small table before all were at one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace

from tournaments.seating.problem import (
    Round,
    SeatingProblem,
    count_meetings,
    number_of_pairs,
    seats_at_small,
)


@dataclass(frozen=True, slots=True)
class LowerBound:
    """A number that no plan goes below, and the name of the reason."""

    value: int
    name: str


def repeats_bound(problem: SeatingProblem) -> LowerBound:
    """The largest bound of the repeats, those of the history included."""
    bounds = (_by_counting(problem), _by_pigeonhole(problem), _by_sharing(problem))
    return max(bounds, key=lambda bound: bound.value)


def team_bound(problem: SeatingProblem, repeats: int) -> int:
    """A bound of the meetings of team-mates in a plan with ``repeats`` repeats, those of the history included.

    *Counting*: a person with more meetings than there are others outside of their team meets team-mates, or meets
    somebody again, which a plan with few repeats does rarely. *Pigeonhole*: people at a table are of only few
    teams.
    """
    teams = {person.key: person.team for person in problem.people}
    sizes = problem.sizes
    meetings = count_meetings(problem.played)
    members = Counter(person.team for person in problem.people if person.team)
    strangers = {key: len(teams) - (members[team] if team else 1) for key, team in teams.items()}
    before = 0
    for (one, other), many in meetings.times.items():
        if are_mates(teams, one, other):
            before += many
        elif one in teams and other in teams:
            strangers[one] -= 1
            strangers[other] -= 1
    full = problem.rounds * (sizes[0] - 1)
    costs = [[max(0, meetings - others) for meetings in range(full + 1)] for others in strangers.values()]
    new = repeats - meetings.repeats
    counting = -(-_least_total(costs, problem.rounds, _seats_at_small_tables(problem)) // 2) - new
    groups = len(members) + sum(1 for team in teams.values() if not team)
    pigeonhole = problem.rounds * sum(_least_pairs(size, groups) for size in sizes)
    return before + max(0, counting, pigeonhole)


def are_mates(teams: Mapping[str, str], one: str, other: str) -> bool:
    return bool(teams.get(one)) and teams.get(one) == teams.get(other)


def _by_counting(problem: SeatingProblem) -> LowerBound:
    """A person with more meetings ahead than there are others they have not met meets somebody again.

    Each person's meetings fall on those they met least, each small table on whom it costs least: the sum is convex,
    so the cheapest next step is always part of the cheapest whole.
    """
    keys = problem.keys
    sizes = problem.sizes
    times = count_meetings(problem.played).times
    met: dict[str, Counter[int]] = {key: Counter() for key in keys}
    gone = 0
    for (one, other), many in times.items():
        if one in met and other in met:
            met[one][many] += 1
            met[other][many] += 1
        else:
            gone += number_of_pairs(many)
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
    return problem.rounds * seats_at_small(problem.sizes)


def _least_total(costs: Sequence[Sequence[int]], rounds: int, small: int) -> int:
    """The least sum of what all meetings cost, given how many times somebody sits at a small table.

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
    """For 0, 1, … more meetings: the least sum of m(m-1)/2 of somebody, given how often they met how many others."""
    have = Counter(others)
    total = sum(number_of_pairs(many) * people for many, people in others.items())
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
    sizes = problem.sizes
    ahead = number_of_pairs(problem.rounds) * _common_pairs(sizes, len(sizes), 0)
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
    """The fewest pairs at tables of these sizes of people from ``groups`` groups; strangers are of no group."""
    left = list(sizes)
    for _ in range(min(strangers, sum(sizes))):
        # A stranger saves most at the table where people of one group sit closest.
        at = max(range(len(left)), key=left.__getitem__)
        left[at] -= 1
    return sum(_least_pairs(size, groups) for size in left)


def _least_pairs(size: int, groups: int) -> int:
    """The fewest pairs of one group among ``size`` people of ``groups`` groups."""
    each, more = divmod(size, groups)
    return more * number_of_pairs(each + 1) + (groups - more) * number_of_pairs(each)


def _by_sharing(problem: SeatingProblem) -> LowerBound:
    """The bound of the whole event, 0 unless the same people have been there from the beginning."""
    sizes = problem.sizes
    rounds = len(problem.played) + problem.rounds
    return LowerBound(_least_of_shared(sizes, rounds) if _is_shared_evenly(problem, sizes) else 0, "sharing")


def _is_shared_evenly(problem: SeatingProblem, sizes: Sequence[int]) -> bool:
    """Whether the same people play from the beginning and none needs a second small table before all were at one."""
    seats, people = seats_at_small(sizes), set(problem.keys)
    if any(_sitting(each) != people for each in problem.played):
        return False
    if any(sorted(map(len, each), reverse=True) != list(sizes) for each in problem.played):
        return False
    if not seats:
        return True
    # Who keeps a table never sits at a small one; where no table is of the size wanted, all count as small later.
    if any(person.table is not None for person in problem.people):
        return False
    if problem.played and sizes[0] != problem.size:
        return False
    at_small = Counter(
        key for each in problem.played for table in each if len(table) < sizes[0] for key in table
    )
    seconds = sum(times - 1 for times in at_small.values())
    return seconds <= max(0, seats * (len(problem.played) + problem.rounds) - len(people))


def _least_of_shared(sizes: Sequence[int], rounds: int) -> int:
    """Two rounds with hardly anybody at a small table in both: those sit closer at the large tables of one of them.

    Of two rounds with ``twice`` people at small tables in both, these are spread over the pairs of small tables,
    all others at a small table over the pairs of a small and a large one, the rest over the pairs of large ones.
    What that costs at least is convex in ``twice``, so it is least where all pairs of rounds have as many.
    """
    people, seats = sum(sizes), seats_at_small(sizes)
    large = sizes.count(sizes[0])
    small = len(sizes) - large
    if not small or rounds < 2:
        return 0

    def cost(twice: int) -> int:
        return (
            _least_pairs(twice, small * small)
            + 2 * _least_pairs(seats - twice, small * large)
            + _least_pairs(people - 2 * seats + twice, large * large)
        )

    best = min(range(max(0, 2 * seats - people), seats + 1), key=cost)
    pairs = number_of_pairs(rounds)
    # Small tables are met again most where a few people are at one in every round, the others as seldom as can be.
    often, rest = divmod(max(0, rounds * seats - people), rounds - 1)
    twice, more = divmod(min(often * pairs + number_of_pairs(rest + 1), best * pairs), pairs)
    return (pairs - more) * cost(twice) + (more * cost(twice + 1) if more else 0)
