"""The search gives the same tables compiled and interpreted."""

import subprocess
import sys

import pytest

from rules.simulate import jit, rng
from tests.servers import ROOT
from tests.tournaments.seating.halls import problem
from tournaments.seating import plan, search
from tournaments.seating.search import SearchEngine

PEOPLE, ROUNDS, STEPS = 10, 4, 4_000


def annealed(engine: SearchEngine) -> tuple[int, list[int]]:
    """Ten people at tables of four, three and three, with two who never meet: costs and tables after some steps."""
    stream = [0] * rng.WORDS
    rng.seed_stream(stream, rng.key(7), 0)
    first = [0] * 4 + [4] * 3 + [7] * 3
    end = [4] * 4 + [7] * 3 + [10] * 3
    who = [one for _ in range(ROUNDS) for one in range(PEOPLE)]
    met, static = [0] * PEOPLE * PEOPLE, [0] * PEOPLE * PEOPLE
    static[1] = static[10] = search.NEVER
    for at in range(PEOPLE):
        for to in range(first[at], end[at]):
            met[at * PEOPLE + to] += ROUNDS if to != at else 0
    cost = search.REPEAT * 6 * (6 + 3 + 3) + ROUNDS * search.NEVER
    best = engine.sequence(who)
    least = engine.anneal(
        *map(engine.sequence, (stream, who, met, static, first, end, [0] * 4 + [4] * 6, [0] * PEOPLE)),
        best,
        engine.sequence((search.REPEAT, search.REPEAT // 3)),
        STEPS,
        ROUNDS,
        PEOPLE,
        search.REPEAT,
        cost,
        0,
    )
    return least, [int(one) for one in best]


@pytest.mark.skipif(not jit.available(), reason="numba is not installed")
def test_compiled_and_interpreted_find_the_same_tables() -> None:
    compiled = search.best_engine()
    assert compiled is not search.INTERPRETED
    assert annealed(compiled) == annealed(search.INTERPRETED)
    asked = problem(15, 3)
    assert plan(asked, compiled) == plan(asked, search.INTERPRETED)


def test_the_search_comes_down() -> None:
    least, _ = annealed(search.INTERPRETED)
    assert least < 30 * search.REPEAT


@pytest.mark.process
def test_without_the_compiler_and_its_packages_the_plan_is_the_same() -> None:
    script = (
        "from tests.tournaments.seating.halls import problem; from tournaments.seating import plan;"
        "print(plan(problem(15, 3)).rounds)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=200,
    )
    assert done.stdout.strip() == repr(plan(problem(15, 3)).rounds)


@pytest.mark.parametrize(("word", "bits"), [(1 << 31, 256), (1 << 30, 512), (1, 8192), ((1 << 32) - 1, 1)])
def test_the_surprise_of_a_word_is_its_bits(word: int, bits: int) -> None:
    assert search.surprise(word) == bits
