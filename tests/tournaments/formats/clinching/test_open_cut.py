"""Open tournaments: what is said to be certain of the cut holds however it ends, and nothing is missing."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from tests.tournaments.formats.clinching.simulations import prospect_of
from tests.tournaments.formats.halls import drawn, ended, hall, judged, left, ranked
from tournaments.formats import Contest, NextGame, Result
from tournaments.formats.clinching.place_bounds import Decided


def weak_orders(there: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Everybody in groups of level ones, every way once."""
    if not there:
        yield ()
    for size in range(1, len(there) + 1):
        for first in combinations(there, size):
            rest = tuple(key for key in there if key not in first)
            for others in weak_orders(rest):
                yield (first, *others)


def endings(game: NextGame) -> list[Result | None]:
    """Every way in which a table can end: with any of its players, level ones too, or without a result."""
    there = game.seating.entrants
    found: list[Result | None] = [None]
    for size in range(1, len(there) + 1):
        for some in combinations(there, size):
            found += [ranked(game, groups) for groups in weak_orders(some)]
    return found


def ways_to_end(contest: Contest[Any]) -> Iterator[Contest[Any]]:
    """The contest after the tables that are drawn now, in every way."""
    for ended_so in product(*map(endings, judged(contest).next_games)):
        made = tuple(result for result in ended_so if result is not None)
        yield replace(contest, results=(*contest.results, *made))


def ranges(contests: Iterator[Contest[Any]]) -> dict[str, tuple[int, int]]:
    """The best and the worst place of everybody; of those who are level any may come of a throw."""
    found: dict[str, tuple[int, int]] = {}
    for contest in contests:
        rows = judged(contest).standings.rows
        for row in rows:
            last = row.place + sum(other.place == row.place for other in rows) - 1
            best, worst = found.get(row.entrant, (row.place, last))
            found[row.entrant] = min(best, row.place), max(worst, last)
    return found


def decided(contest: Contest[Any]) -> Decided:
    (found,) = judged(contest).decided()
    return found


def claimed(contest: Contest[Any]) -> dict[str, tuple[int, int]]:
    return {each.entrant: (each.best, each.worst) for each in decided(contest).prospects}


def some_event(seed: int, **settings: Any) -> Contest[Any]:
    """Six people at two tables of three in their last round, with whatever the rounds before gave."""
    lots = Random(seed)
    contest = hall(
        6, rounds=3, place_points=lots.choice([[5, 3, 1, 0, 0, 0], [5, 3, 2, 1, 0, 0]]), **settings
    )
    number = 1
    for index in (1, 2):
        order = lots.sample("123456", 6)
        tables = [order[:3], order[3:]]
        contest = drawn(contest, f"round-{index}", *map(" ".join, tables))
        for table in tables:
            groups = " ".join(lots.sample(table, 3))
            if lots.random() < 0.3:
                groups = groups.replace(" ", "=", 1)
            contest = ended(contest, number, groups)
            number += 1
    order = lots.sample("123456", 6)
    contest = drawn(contest, "round-3", " ".join(order[:3]), " ".join(order[3:]))
    return ended(contest, 5, " ".join(lots.sample(order[:3], 3))) if lots.random() < 0.5 else contest


@pytest.mark.parametrize("seed", range(6))
def test_the_last_round_is_decided_exactly_where_ties_are_thrown_for(seed: int) -> None:
    contest = some_event(seed, tie_breaks="throw")
    assert claimed(contest) == ranges(ways_to_end(contest))


@pytest.mark.parametrize("seed", range(6, 12))
def test_what_is_certain_in_the_last_round_never_reopens(seed: int) -> None:
    contest = some_event(seed)
    found, real = claimed(contest), ranges(ways_to_end(contest))
    for key, (best, worst) in real.items():
        assert found[key][0] <= best <= worst <= found[key][1]
    if decided(contest).proof.exact:
        assert found == real


@pytest.mark.long
@pytest.mark.parametrize("counted", ["total", "mean", "best games"])
@pytest.mark.parametrize("seed", range(2))
def test_bounds_hold_over_the_rounds_that_are_still_to_be_drawn(seed: int, counted: str) -> None:
    lots = Random(seed)
    contest = hall(3, rounds=3, finals="none", counted=counted, best_games=2)
    contest = ended(drawn(contest, "round-1", "1 2 3"), 1, " ".join(lots.sample("123", 3)))
    found = decided(contest)
    assert not found.proof.exact
    assert found.proof.text.en == "bounds by points: nobody gains more than 5 points in a game"

    def futures() -> Iterator[Contest[Any]]:
        for second in ways_to_end(drawn(contest, "round-2", "1 2 3")):
            yield from ways_to_end(drawn(second, "round-3", "1 2 3"))

    for key, (best, worst) in ranges(futures()).items():
        claim = prospect_of(found, key)
        assert claim.best <= best <= worst <= claim.worst


@pytest.mark.parametrize("seed", range(4))
def test_so_many_points_of_their_own_make_somebody_first_and_fewer_do_not(seed: int) -> None:
    contest = some_event(seed, tie_breaks="throw")
    ends = [(each, judged(each).standings) for each in ways_to_end(contest)]
    own = {row.entrant: row.main for row in judged(contest).standings.rows}
    for claim in decided(contest).prospects:
        first: dict[Any, bool] = {}
        for _, table in ends:
            row = table.row(claim.entrant)
            gain = row.main - own[claim.entrant]
            first[gain] = first.get(gain, True) and row.place == 1 and not row.shared
        enough = [gain for gain in first if all(sure for more, sure in first.items() if more >= gain)]
        assert (claim.magic is None) == (not enough)
        if claim.magic is not None:
            assert all(first[gain] for gain in first if gain >= claim.magic)
            assert min(enough) <= claim.magic < min(enough) + 1


def test_whoever_has_left_gains_nothing_more() -> None:
    contest = ended(drawn(hall(4, rounds=2), "round-1", "1 2 3 4"), 1, "1 2 3 4")
    before, after = prospect_of(decided(contest), "p4"), prospect_of(decided(left(contest, "p4")), "p4")
    assert (before.best, after.best) == (1, 4)


def test_where_captures_count_nothing_is_claimed() -> None:
    contest = drawn(hall(4, rounds=2, scoring="home-yard-capture"), "round-1", "1 2 3 4")
    assert judged(ended(contest, 1, "1 2 3 4")).decided() == ()


def test_before_the_first_result_nothing_is_said_to_be_certain() -> None:
    contest = drawn(left(hall(8, rounds=2), "p8"), "round-1", "1 2 3 4", "5 6 7")
    assert judged(contest).decided() == ()
    assert judged(ended(contest, 1, "1 2 3 4")).decided()
