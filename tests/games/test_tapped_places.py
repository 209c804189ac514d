"""Places that are tapped in order: what stands is what was tapped, in every order and every kind of end.

``games/static/games/places.js`` decides that for every page: results, the referee's phone, slips of a hall.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from games.domain.events.endings import winner_by_places
from rules import RULE_SETS, Ends, RuleSet

# Nothing here knows a database.
pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tests" / "javascript" / "every_tap.js"
DENO = Path(sys.executable).parent / "deno"

Order = tuple[str, ...]

SIX = ("yellow", "black", "blue", "red", "green", "violet")
PAIRS = {"Anna": ("yellow", "red"), "Bert": ("black", "green"), "Cleo": ("blue", "violet")}
TWO = {"Anna": ("black", "yellow"), "Bert": ("green", "red")}


@dataclass(frozen=True)
class Case:
    """Who plays which colours until when; how many orders taps lead to, counted by hand: before the end, and at it."""

    rules: RuleSet
    seats: Mapping[str, Order]
    unfinished: int
    finished: int


def alone(number: int, unfinished: int, finished: int) -> Case:
    """A table where everybody has one colour, and a place."""
    rules = replace(RULE_SETS["mhd-6"], ends=Ends.ALL_COLOURS)
    return Case(rules, {colour: (colour,) for colour in SIX[:number]}, unfinished, finished)


CASES = {
    # All 6! orders. Five places never stand alone: 1 + 6 + 6·5 + 6·5·4 + 6·5·4·3 that are shorter.
    "grand prix": Case(RULE_SETS["xmadn-gp"], PAIRS, 517, 720),
    # Over with two pairs. Four colours: 3 choices of pairs · 4!; five: 6 colours missing · (5! – 4! that were over).
    # Not over: 1 + 6 + 30 + 120 + (360 – 72).
    "grand prix plus": Case(RULE_SETS["xmadn-gp+"], PAIRS, 445, 648),
    "3t": Case(RULE_SETS["xmadn-3t"], PAIRS, 1, 6),
    # Over with one pair: 3·2, with one other before 3·2·4·2, with two 3·2·4·3!. Not over: 1 + 6 + 6·4 + 6·4·2.
    "3t plus": Case(RULE_SETS["xmadn-3t+"], PAIRS, 79, 198),
    "2t": Case(RULE_SETS["xmadn-2t"], TWO, 1, 4),
    # Over with one pair: 2·2, with one other before 2·2·2·2. Not over: 1 + 4 + 4·2.
    "2t plus": Case(RULE_SETS["xmadn-2t+"], TWO, 13, 20),
    "two alone": alone(2, 1, 2),
    "three alone": alone(3, 4, 6),
    "four alone": alone(4, 17, 24),
    "five alone": alone(5, 86, 120),
    "six alone": alone(6, 517, 720),
}


@cache
def taps(name: str) -> dict[Order, dict[str, Any]]:
    """Every order that taps lead to, what each further tap makes of it, and whether it ends the game."""
    case = CASES[name]
    owners = {colour: player for player, led in case.seats.items() for colour in led}
    done = subprocess.run(
        [DENO, "run", "--quiet", SCRIPT, json.dumps({"seats": owners, "ends": case.rules.ends})],
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return {tuple(order.split()): found for order, found in json.loads(done.stdout).items()}


def decides(case: Case, order: Order) -> bool:
    """Whether the rules know the winner by these places, and take them as the result of a game."""
    return winner_by_places(case.rules, case.seats, order) is not None


@pytest.mark.parametrize("name", CASES)
def test_what_stands_is_what_was_tapped(name: str) -> None:
    case, after = CASES[name], taps(name)
    colours = [colour for led in case.seats.values() for colour in led]
    for tapped in permutations(colours):
        order: Order = ()
        for colour in tapped:
            order = tuple(after[order]["taps"][colour])
        if case.rules.ends is Ends.FIRST_COLOUR:
            assert order == tapped[-1:]
        elif case.rules.ends is Ends.ALL_COLOURS:
            assert order == tapped
        else:
            whole = next(number for number in range(len(tapped)) if decides(case, tapped[:number]))
            assert order == tapped[:whole]


@pytest.mark.parametrize("name", CASES)
def test_an_order_ends_the_game_where_the_rules_say_so(name: str) -> None:
    case, after = CASES[name], taps(name)
    finished = [order for order, found in after.items() if found["isOver"]]
    assert (len(after) - len(finished), len(finished)) == (case.unfinished, case.finished)
    assert finished == [order for order in after if decides(case, order)]


@pytest.mark.parametrize("name", CASES)
def test_a_tap_on_a_place_takes_it_and_the_later_ones_back(name: str) -> None:
    case, after = CASES[name], taps(name)
    colours = sum(map(len, case.seats.values()))
    for order, found in after.items():
        for at, colour in enumerate(order):
            # The last of all places follows from the others: it goes with them alone.
            follows = case.rules.ends is Ends.ALL_COLOURS and at == colours - 1
            assert tuple(found["taps"][colour]) == (order if follows else order[:at])
