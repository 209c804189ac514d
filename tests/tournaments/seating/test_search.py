"""The search gives the same tables compiled and interpreted."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.simulate import jit
from tests.servers import ROOT
from tests.tournaments.seating.halls import drawn, problem
from tournaments.seating import plan, search, seat

pytestmark = pytest.mark.process


@pytest.mark.skipif(not jit.available(), reason="numba is not installed")
def test_compiled_and_interpreted_find_the_same_tables() -> None:
    compiled = search.best_engine()
    assert compiled is not search.INTERPRETED
    asked = problem(15, 3)
    assert plan(asked, compiled) == plan(asked, search.INTERPRETED)


#: Who sits where in the halls of ``drawn``: what another version draws otherwise is another draw from the same seed.
DRAWN = "fb43317a308cc03954091b31b1245ac0dde54da944eefb5f98e98b596076087a"
#: The same with a hall of eleven as the hard one, which the search solves soon, uncompiled too.
DRAWN_SOON = "36c10ea08d5928d7974389d2ea8762f1a9002d85c326a89f08216b6473d7ff96"
#: Prints what this machine draws, with no package but ours.
SCRIPT = """
import sys
from tests.tournaments.seating.halls import drawn, problem
from tournaments.seating import search
assert sys.version_info[:2] == tuple(map(int, sys.argv[1].split(".")))
print(drawn(search.INTERPRETED, problem(11, 4)))
"""


def draw_by(interpreter: str, version: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [interpreter, "-S", "-c", SCRIPT, version],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )


def interpreters(version: str) -> Iterator[str]:
    """Where a Python of that version may be: this one, on the path, kept by pyenv."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        yield sys.executable
    if found := shutil.which(f"python{version}"):
        yield found
    for folder in sorted(Path.home().glob(f".pyenv/versions/{version}.*")):
        yield str(folder / "bin/python")


def test_the_draw_from_a_seed_never_changes() -> None:
    assert drawn() == DRAWN


@pytest.mark.process
@pytest.mark.parametrize(
    "version",
    [pytest.param("3.11", marks=pytest.mark.slow), "3.12", pytest.param("3.13", marks=pytest.mark.slow)],
)
def test_every_python_draws_the_same_without_the_compiler_and_its_packages(version: str) -> None:
    tried = (draw_by(each, version) for each in interpreters(version))
    done = next((each.stdout.strip() for each in tried if each.returncode == 0), None)
    if done is None:
        pytest.skip(f"no Python {version} is here that runs")
    assert done == DRAWN_SOON


@pytest.mark.skipif(not jit.available(), reason="numba is not installed")
def test_the_compiled_search_draws_the_same() -> None:
    assert drawn(search.best_engine()) == DRAWN


@pytest.mark.parametrize(("word", "bits"), [(1 << 31, 256), (1 << 30, 512), (1, 8192), ((1 << 32) - 1, 1)])
def test_the_surprise_of_a_word_is_its_bits(word: int, bits: int) -> None:
    assert search.surprise(word) == bits


VERIFIER = ROOT / "docs/examples/verify_draw.py"
COLOURS = ("yellow", "green", "red", "black")


def draw(number: int, rounds: int, team: int = 0) -> dict[str, Any]:
    seated = seat(plan(problem(number, rounds, team=team)).rounds, 4)
    return {
        "event": "hall",
        "size": 4,
        "seed": "seed",
        "rounds": [
            {
                "name": f"Round {at}",
                "tables": [
                    [
                        {
                            "key": key,
                            "name": key,
                            "team": f"{(int(key[1:]) - 1) // team}" if team else "",
                            "colour": colour,
                        }
                        for key, colour in zip(table, COLOURS, strict=True)
                        if key
                    ]
                    for table in each
                ],
            }
            for at, each in enumerate(seated, start=1)
        ],
    }


def verify(document: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-S", str(VERIFIER), "-"],
        input=json.dumps(document),
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_it_is_short() -> None:
    assert len(VERIFIER.read_text(encoding="utf-8").splitlines()) <= 100


def test_it_proves_what_the_plan_proves() -> None:
    done = verify(draw(30, 4))
    assert done.returncode == 0, done.stderr
    assert "repeated meetings: 0 (no draw has fewer than 0: proved optimal)" in done.stdout
    assert "at a small table: 0 to 1 times" in done.stdout
    assert "one colour at most 1 times for one person; 4 colours" in done.stdout


@pytest.mark.parametrize("number", [8, 15])
def test_its_bound_is_that_of_the_plan(number: int) -> None:
    made = plan(problem(number, 4))
    assert (
        f"repeated meetings: {made.repeats} (no draw has fewer than {made.bound.value}"
        in verify(draw(number, 4)).stdout
    )


def test_team_mates_are_counted() -> None:
    assert "meetings of team-mates: 24;" in verify(draw(16, 5, team=4)).stdout


def test_somebody_who_sits_twice_is_found() -> None:
    document = draw(12, 2)
    tables = document["rounds"][0]["tables"]
    tables[0][0]["key"] = tables[1][0]["key"]
    done = verify(document)
    assert done.returncode == 1
    assert "sits 2 times" in done.stdout


def test_a_colour_that_is_there_twice_is_found() -> None:
    document = draw(12, 2)
    table = document["rounds"][1]["tables"][2]
    table[0]["colour"] = table[1]["colour"]
    done = verify(document)
    assert done.returncode == 1
    assert "Round 2, table 3: a colour is there twice" in done.stdout


@pytest.mark.parametrize("nonsense", [[], {}, {"rounds": 3, "size": 4}, {"size": 0, "rounds": [1]}, None])
def test_what_is_no_draw_is_told_to_be_none(nonsense: object) -> None:
    done = verify(nonsense)
    assert done.returncode == 2
    assert done.stderr.startswith("this is no draw")
