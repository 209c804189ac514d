"""What is said to be the fewest repeats is so: every plan with fewer is tried, here of the smallest halls."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest

from bench.exhaustion import Exhaustion, Hall, members
from tests.tournaments.seating.halls import problem, recount
from tournaments.seating import Round, Table, repeats_bound
from tournaments.seating.known_bounds import LEAST, least_known
from tournaments.seating.tables import seats_at_small, table_sizes

#: Tried in a second, interpreted; `python -m bench.seating_proofs` tries them all.
QUICK = [(7, 3, 4), (9, 5, 4), (10, 4, 4), (14, 4, 4)]


def plans_with(hall: Hall, repeats: int) -> list[tuple[Round, ...]]:
    """List the whole plans with at most so many repeats."""
    *_, (_, plans) = Exhaustion(hall, compiled=False).plans(repeats)
    return [tuple(tuple(names(table) for table in each) for each in plan) for plan in plans]


def names(table: int) -> Table:
    return tuple(f"p{one + 1}" for one in members(table))


@pytest.mark.parametrize(("people", "size", "rounds"), QUICK)
def test_no_plan_has_fewer_repeats_than_known(people: int, size: int, rounds: int) -> None:
    hall, least = Hall(people, size, rounds), LEAST[people, size, rounds]
    assert plans_with(hall, least - 1) == []
    found = plans_with(hall, least)
    assert found
    assert {recount(plan) for plan in found} == {least}


def tables_of(people: Sequence[str], sizes: Sequence[int]) -> Iterator[Round]:
    """List all rounds, larger tables first."""
    if not sizes:
        yield ()
        return
    for table in combinations(people, sizes[0]):
        rest = [one for one in people if one not in table]
        for others in tables_of(rest, sizes[1:]):
            if not others or len(others[0]) < len(table) or others[0] > table:
                yield (table, *others)


@pytest.mark.parametrize(("people", "size"), [(6, 4), (7, 3), (7, 4), (8, 3)])
def test_renaming_and_budgets_lose_nothing(people: int, size: int) -> None:
    """Three rounds of so few people can be tried in all ways, without any of that."""
    sizes = table_sizes(people, size)
    small = [one for one in sizes if one < sizes[0]]
    every = list(tables_of([f"p{at}" for at in range(1, people + 1)], sizes))
    seconds = max(0, 3 * seats_at_small(sizes) - people)

    def is_shared(plan: Sequence[Round]) -> bool:
        at_small = [key for each in plan for table in each if len(table) < sizes[0] for key in table]
        return not small or len(at_small) - len(set(at_small)) == seconds

    least = min(
        recount((every[0], *others)) for others in product(every, repeat=2) if is_shared((every[0], *others))
    )
    hall = Hall(people, size, 3)
    assert plans_with(hall, least - 1) == []
    assert plans_with(hall, least)
    assert repeats_bound(problem(people, 3, size)).value <= least


def test_fewer_rounds_bound_more_of_them() -> None:
    """Each pair of seven rounds is there in five of the seven choices of six of them."""
    assert [least_known((4,) * 5, rounds) for rounds in (5, 6, 7)] == [0, 6, 9]
    assert least_known((6,) * 6, 5) == 4
    assert least_known((4, 4, 3, 3), 6) == 0
