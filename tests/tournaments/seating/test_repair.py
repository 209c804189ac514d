"""Mending a published round: few move, nothing entered is lost, and it costs what was told."""

from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest

from tests.endurance.size import sized
from tests.tournaments.seating.halls import people, problem
from tournaments.seating import (
    Participant,
    PublishedRound,
    Repair,
    SeatingError,
    add,
    exchange,
    move_to_table,
    plan,
    remove,
    seat,
    separate,
)

MISHAPS = sized(200, 5_000, thorough=1_000)
#: People and the size of their tables.
HALLS = [(8, 4), (9, 4), (13, 4), (18, 4), (27, 4), (40, 4), (61, 4), (10, 3), (9, 2), (25, 6)]


@cache
def hall(number: int, size: int = 4) -> PublishedRound:
    first, second = seat(plan(problem(number, 2, size)).rounds, size)
    return PublishedRound(second, size, (first,), {person.key: person for person in people(number)})


def pairs(tables: tuple[tuple[str, ...], ...]) -> set[frozenset[str]]:
    return {frozenset(pair) for table in tables for pair in combinations(filter(None, table), 2)}


def who_changed_tables(before: PublishedRound, after: PublishedRound) -> set[str]:
    return {key for key, at in after.table_of.items() if before.table_of.get(key, at) != at}


def happen(here: PublishedRound, lots: Random, number: int) -> tuple[str, Repair]:
    """Something by lot, and how it is mended."""
    kind = lots.choice(("absent", "late", "wrong seats", "wish", "apart"))
    keys = sorted(here.table_of)
    if kind == "absent":
        return kind, remove(here, lots.choice(keys))
    if kind == "late":
        return kind, add(here, Participant(f"late {number}"))
    if kind == "wrong seats":
        return kind, exchange(here, *lots.sample(keys, 2))
    if kind == "wish":
        key, number = lots.choice(keys), lots.randint(1, len(here.tables))
        mended = move_to_table(here, key, number)
        assert mended.round.table_of[key] == number - 1
        return kind, mended
    one, other = lots.sample(lots.choice([each for each in here.seated if len(each) > 1]), 2)
    mended = separate(here, one, other)
    assert mended.round.table_of[one] != mended.round.table_of[other]
    return kind, mended


def check(here: PublishedRound, kind: str, mended: Repair) -> None:
    """What every repair keeps."""
    after = mended.round
    assert mended.before == here.cost()
    assert mended.after == after.cost()
    assert mended.after.repeats == len(pairs(after.tables) & pairs(here.played[0]))
    for number in here.entered:
        assert after.tables[number - 1] == here.tables[number - 1]
    for table in after.tables:
        assert len(table) == here.slots
    assert len(after.table_of) == sum(bool(key) for table in after.tables for key in table)
    coming = {"absent": -1, "late": 1}.get(kind, 0)
    assert len(after.table_of) == len(here.table_of) + coming
    most = {"absent": 3, "wish": 2, "apart": 2}.get(kind, here.size)
    assert len(mended.moved) <= most
    assert who_changed_tables(here, after) <= set(mended.moved)
    for at, table in enumerate(here.tables):
        for slot, key in enumerate(table):
            if key in after.table_of and key not in mended.moved:
                assert after.tables[at][slot] == key, "who does not move keeps table and colour"


def test_every_mishap_is_mended_with_few_moves_and_the_cost_that_was_told() -> None:
    lots, mended, refused = Random(5), 0, 0
    while mended < MISHAPS:
        here = hall(*lots.choice(HALLS))
        entered = lots.sample(range(1, len(here.tables) + 1), lots.randint(0, len(here.tables) // 2))
        here = replace(here, entered=frozenset(entered))
        for _ in range(4):
            try:
                kind, done = happen(here, lots, mended)
            except SeatingError:
                refused += 1
                continue
            check(here, kind, done)
            here = done.round
            mended += 1
    assert refused < 2 * mended


@pytest.mark.parametrize(("number", "moved"), [(40, 0), (10, 0), (13, 0), (16, 0)])
def test_from_a_table_of_four_one_may_be_missing_without_a_move(number: int, moved: int) -> None:
    here = hall(number)
    done = remove(here, here.seated[0][0])
    assert len(done.moved) == moved
    assert len(done.round.seated[0]) == 3


def test_a_table_of_three_that_loses_one_is_filled_from_a_table_of_four() -> None:
    here = hall(39)
    done = remove(here, here.seated[-1][0])
    assert len(done.moved) == 1
    assert sorted(map(len, done.round.seated)) == [3, 3] + [4] * 8


def test_three_tables_of_three_that_lose_one_become_two_of_four() -> None:
    here = hall(9)
    done = remove(here, here.seated[1][0])
    assert len(done.moved) == 2
    assert sorted(map(len, done.round.seated)) == [0, 4, 4]
    assert done.round.tables[1] == ("",) * 4, "a table that is given up keeps its number"


def test_who_comes_late_fills_a_table_of_three_or_opens_one() -> None:
    done = add(hall(39), Participant("late"))
    assert done.moved == ()
    assert set(map(len, done.round.seated)) == {4}
    opened = add(hall(40), Participant("late"))
    assert len(opened.moved) == 2
    assert sorted(map(len, opened.round.seated)) == [3, 3, 3] + [4] * 8


def test_where_all_results_are_entered_nobody_is_moved() -> None:
    here = replace(hall(40), entered=frozenset(range(1, 11)))
    with pytest.raises(SeatingError, match="from the next one on"):
        add(here, Participant("late"))
    with pytest.raises(SeatingError, match="is entered: it stays"):
        remove(here, here.seated[0][0])
