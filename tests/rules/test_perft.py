"""The number of sequences of throws from a position: equal to the counts that the naive reference found."""

import json

import pytest

from rules import RULE_SETS, Game, IllegalMove
from tests.rules import perft
from tests.rules.perft import Case
from tests.rules.reference import RULE_SETS as NAMES
from tests.rules.vectors import changes

CASES: list[Case] = json.loads(perft.FILE.read_text(encoding="utf-8"))
EACH_CASE = pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])


def game_of(case: Case) -> Game:
    rules = RULE_SETS[case["rules"]].but(**changes(case))
    return Game.at(case["position"], rules, case["seats"], finished=tuple(case["finished"]))


def followers(game: Game) -> list[Game]:
    """The games after one throw, one for each face and move."""
    if game.over:
        return []
    return [after for die in set(game.rules.die_faces) for after in after_face(game, die)]


def after_face(game: Game, die: int) -> list[Game]:
    after = [game.play(die, move) for move in game.moves(die)]
    try:
        return [*after, game.play(die, None)]
    except IllegalMove:
        return after


@EACH_CASE
def test_as_many_sequences_as_the_reference_found(case: Case) -> None:
    depth = len(case["counts"])
    assert perft.sequences(game_of(case), depth, followers) == case["counts"][-1]


@EACH_CASE
def test_the_counts_are_those_of_the_reference(case: Case) -> None:
    state, depths = perft.state_of(case), range(1, len(case["counts"]))
    assert [perft.sequences(state, depth, perft.followers) for depth in depths] == case["counts"][:-1]


def test_every_rule_set_is_counted() -> None:
    assert {case["rules"] for case in CASES} == set(NAMES)
