"""The verifier that has none of our code finds what is wrong with a draw."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.servers import ROOT
from tests.tournaments.seating.halls import problem
from tournaments.seating import plan, seat

pytestmark = pytest.mark.process

SCRIPT = ROOT / "docs/examples/verify_draw.py"
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
        [sys.executable, "-S", str(SCRIPT), "-"],
        input=json.dumps(document),
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_it_is_short() -> None:
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) <= 100


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
