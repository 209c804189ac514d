"""Luck and decisions: what adds up exactly, and what anybody sees on the board."""

import math
from random import Random

import numpy as np
import pytest

from games.analysis.luck import Effort, analyse_history
from games.analysis.summary import Analysis, GameHistory, Jump, RecordedThrow
from rules import RULE_SETS, Game
from tests.games.conftest import PAIRS

SEATS = {"Anna": ["yellow"], "Bert": ["red"]}
LITTLE = Effort(fitting=400, looking=4_000, screening=12, deciding=40)
ALMOST = {
    "mhd": "4x10 38,b,c,d/-/36,b,c,d/- Y0",
    "xmadn-2t": "4x10 31,b,c,d/25,a,c,d/36,39,c,d/B,a,b,c Y0",
    "xmadn-gp": "6x8 46,b,c,d/44,b,c,d/47,b,c,d/46,b,c,d/45,b,c,d/46,b,c,d Y0",
}
TWO = {"Anna": ["yellow", "red"], "Bert": ["green", "black"]}
THREE = dict(zip(("Anna", "Bert", "Cora"), map(list, PAIRS), strict=True))
SEATED = {"mhd": SEATS, "xmadn-2t": TWO, "xmadn-gp": THREE}


def played(rules: str, seed: int, jump_after: int = -1) -> GameHistory:
    """A game from near its end by lot; after so many throws a note of the referee sets the board as it is."""
    game = begin = Game.at(ALMOST[rules], RULE_SETS[rules], SEATED[rules])
    lots, steps = Random(seed), list[RecordedThrow | Jump]()
    while not game.over:
        die = lots.randint(1, 6)
        moves = game.moves(die)
        steps.append(RecordedThrow(len(steps) + 3, game, die, lots.choice(moves) if moves else None))
        game = game.play(die, steps[-1].move)  # type: ignore[union-attr]
        if len(steps) == jump_after and not game.over:
            game = game.penalised("red", "b", "too early")
            steps.append(Jump(len(steps) + 3, "penalty", game))
    assert game.winner is not None
    return GameHistory(begin, tuple(steps), game.winner)


def assert_adds_up(found: Analysis, course: GameHistory) -> None:
    for account in found.accounts:
        assert account.end == (account.player == course.winner)
        changed = account.luck - account.loss + account.others_luck + account.others_decisions + account.jumps
        assert account.begin + changed == pytest.approx(account.end, abs=1e-9)
        assert account.best <= account.decisions <= account.throws
    for step in found.steps:
        assert sum(step.after) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("rules", list(ALMOST))
def test_luck_and_decisions_of_all_add_up_to_the_result(rules: str) -> None:
    course = played(rules, seed=2)
    found = analyse_history(course, effort=LITTLE)
    assert_adds_up(found, course)
    assert [step.number for step in found.steps] == [step.number for step in course.steps]
    assert Analysis.from_json(found.as_json()) == found


def test_what_was_no_throw_is_nobodys_luck_and_nobodys_decision() -> None:
    course = played("mhd", seed=2, jump_after=2)
    found = analyse_history(course, effort=LITTLE)
    assert_adds_up(found, course)
    (jump,) = [each for each in found.weighed_steps if not each.step.is_throw]
    assert [account.jumps for account in found.accounts] == pytest.approx(list(jump.changed))
    assert jump.changed[0] > 0
    assert sum(account.throws for account in found.accounts) == len(course.steps) - 1


def test_a_decision_away_from_the_board_is_a_jump_to_the_result() -> None:
    course = played("mhd", seed=2)
    stopped = GameHistory(course.begin, course.steps[:3], "Bert", 9, "adjudication")
    found = analyse_history(stopped, effort=LITTLE)
    assert_adds_up(found, stopped)
    assert (found.steps[-1].number, found.steps[-1].kind) == (9, "adjudication")


def test_the_same_seed_gives_the_same_on_any_number_of_cores() -> None:
    course = played("xmadn-2t", seed=3)
    assert analyse_history(course, effort=LITTLE, cores=1) == analyse_history(course, effort=LITTLE, cores=3)


def test_a_forced_throw_is_no_decision_and_the_last_one_decides() -> None:
    course = GameHistory(
        begin := Game.at("4x10 39,b,c,d/-/39,b,c,d/- Y0", RULE_SETS["mhd"], SEATS),
        (RecordedThrow(3, begin, 1, begin.moves(1)[0]),),
        "Anna",
    )
    (only,) = analyse_history(course, effort=LITTLE).decisive
    assert (only.step.decided, only.step.best, only.changed[0]) == (False, "", 1 - only.before[0])
    # Both need a 1 and nobody else throws: 1/6 for each throw, yellow first, gives 6/11.
    assert only.before[0] == pytest.approx(6 / 11, abs=0.2)


def test_luck_lies_within_its_margin_as_often_as_the_margin_says() -> None:
    begin = Game.at("4x10 39,b,c,d/-/39,b,c,d/- Y0", RULE_SETS["mhd"], SEATS)
    missed = RecordedThrow(3, begin, 2, None)
    course = GameHistory(begin, (missed, RecordedThrow(4, missed.after, 1, missed.after.moves(1)[0])), "Bert")
    found = [analyse_history(course, seed=seed, effort=LITTLE).accounts for seed in range(60)]
    # 6/11 for who throws first, as above: 5/11 for Anna once she has missed, and nothing after Bert's 1.
    for player, exactly in ((0, 5 / 11 - 6 / 11), (1, 1 - 6 / 11)):
        luck = np.array([accounts[player].luck for accounts in found])
        margins = np.array([accounts[player].luck_margin for accounts in found])
        assert 53 <= (abs(luck - exactly) <= margins).sum() <= 60
        assert margins.mean() < 3 * luck.std()
        assert luck.mean() == pytest.approx(exactly, abs=3 * luck.std() / np.sqrt(len(found)))


def test_a_board_between_two_throws_of_a_player_leaves_his_luck_as_certain() -> None:
    begin = Game.at("4x10 38,b,c,d/-/36,b,c,d/- Y0", RULE_SETS["mhd"], SEATS)
    six = RecordedThrow(3, begin, 6, None)
    twice = GameHistory(begin, (six, RecordedThrow(4, six.after, 3, None)), "Anna", 5, "award")
    found = analyse_history(twice, effort=LITTLE)
    assert [step.player for step in found.steps[:2]] == [0, 0]
    apart = math.hypot(*(step.margin for step in found.steps[:2]))
    assert found.luck_margins[0] < 0.95 * apart


def test_who_lets_the_last_pawn_of_the_other_run_home_is_told_what_would_have_been_better() -> None:
    begin = Game.at("4x10 16,30,c,d/-/39,b,c,d/- Y0", RULE_SETS["mhd"], SEATS)
    capture = next(move for move in begin.moves(3) if move.captured)
    other = next(move for move in begin.moves(3) if not move.captured)
    after = begin.play(3, other)
    for name, move, best in (("missed", other, capture.token), ("taken", capture, "")):
        step = RecordedThrow(3, begin, 3, move)
        course = GameHistory(begin, (step,), "Bert", 4, "award")
        found = analyse_history(course, effort=Effort(fitting=3_000, screening=40, deciding=150, ridge=5))
        assert found.steps[0].best == best, name
    assert after.winner is None


def test_a_move_is_called_better_only_beyond_its_margin() -> None:
    # Anna moves the pawn on 20 or the one on 21, as good as one another: looked at with few games they differ by
    # more than nothing, and by less than the margin.
    begin = Game.at("4x10 20,21,c,d/-/36,37,c,d/- Y0", RULE_SETS["mhd"], SEATS)
    moves = begin.moves(2)
    assert len(moves) == 2
    entries = []
    for seed in range(40):
        course = GameHistory(begin, (RecordedThrow(3, begin, 2, moves[seed % 2]),), "Bert", 4, "award")
        entries.append(analyse_history(course, seed=seed, effort=LITTLE).steps[0])
    within = 0
    for step in entries:
        lost = step.lost[step.player] if step.lost else 0.0
        assert bool(step.best) == (lost > step.loss_margin), step
        within += 0.01 < lost <= step.loss_margin
    assert within >= 3
    assert sum(bool(step.best) for step in entries) <= 2
