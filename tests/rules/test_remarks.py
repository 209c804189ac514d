"""Referee's events stand in the record as % lines and replay to the same game (rulebook §4, §11, D26, D27)."""

import pytest

from rules import RULE_SETS, Game, OptionError, PositionError

SEATS = {"Anna": ["yellow"], "Bert": ["red"]}


def begun() -> Game:
    game = Game.start(RULE_SETS["mhd"], SEATS, starter="yellow", tags={"Event": 'The "Cup"', "Round": "2"})
    return game.play(6, "6:B-A").play(2, "2:A-2").play(6, "6:B-A")


def test_a_turn_that_a_remark_interrupts_goes_on_in_a_new_line() -> None:
    text = begun().remarked("interrupted").play(3, "3:A-3").record()
    assert text.splitlines()[-3:] == ["R 6:B-A", "% interrupted", "R 3:A-3"]


def test_a_ruling_keeps_the_order_of_the_colours_at_home_and_can_change_it() -> None:
    seats = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
    rules = RULE_SETS["schmidt"].but(ends="all colours")
    text = "4x10 a,b,c,d/a,b,c,d/B,B,B,5/B,B,B,7 R0"
    game = Game.at(text, rules, seats, finished=("green", "yellow"))
    assert game.ruled("red misplayed", text.replace("B,B,B,5", "B,B,B,6")).finished == ("green", "yellow")
    changed = game.ruled("yellow was first", text, finished=("yellow", "green"))
    assert changed.finished == ("yellow", "green")
    assert Game.replay(changed.record()).finished == ("yellow", "green")


def test_a_ruling_can_end_a_game_and_reopen_it() -> None:
    over = begun().ruled("abandoned by red, played out", "4x10 a,b,c,d/-/B,B,B,B/- .0")
    assert (over.over, over.winner) == (True, "Anna")
    assert Game.replay(over.record()).winner == "Anna"
    assert over.remarked("noted").winner == "Anna"
    assert not over.ruled("wrong board", "4x10 B,a,b,c/-/B,B,B,B/- R0").over
    with pytest.raises(PositionError):
        over.ruled("nobody has won", "4x10 B,a,b,c/-/B,B,B,B/- .0")


@pytest.mark.parametrize("text", ["", " ", "two\nlines", "a => b", "x" * 3000, 5, None])
def test_a_remark_that_no_record_can_hold_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="remark"):
        begun().remarked(text)
