"""A penalty sends one pawn of an unfinished colour to its yard and leaves everything else (rulebook D27)."""

import pytest

from rules import RULE_SETS, Game, PositionError
from rules.penalty import penalisable_pawns

SEATS = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
RULES = RULE_SETS["schmidt"].but(barriers=True, three_throws=True, ends="all colours")


def at(text: str) -> Game:
    return Game.at(text, RULES, SEATS)


def test_the_pawn_goes_and_nothing_else_moves() -> None:
    game = at("4x10 B,B,7,b/B,B,B,5/a,b,c,d/B,B,B,39 G0").penalised("yellow", "b", "touched the die")
    assert str(game.position) == "4x10 B,B,B,7/B,B,B,5/a,b,c,d/B,B,B,39 G0"
    assert "% touched the die => 4x10 B,B,B,7/" in game.record()
    assert Game.replay(game.record()).record() == game.record()


def test_of_a_barrier_one_pawn_goes() -> None:
    game = at("4x10 B,B,7,7/B,B,B,5/B,B,B,B/B,B,B,B G0").penalised("yellow", "7", "x")
    assert str(game.position) == "4x10 B,B,B,7/B,B,B,5/B,B,B,B/B,B,B,B G0"


def test_missed_throws_are_forgotten_where_the_colour_is_stuck_no_longer() -> None:
    stuck = at("4x10 B,b,c,d/B,B,B,5/B,B,B,B/B,B,B,B Y2")
    assert str(stuck.penalised("green", "5", "x").position).endswith(" Y2")
    assert str(stuck.penalised("yellow", "d", "x").position) == "4x10 B,B,b,c/B,B,B,5/B,B,B,B/B,B,B,B Y0"


@pytest.mark.parametrize(
    ("colour", "field"),
    [
        ("red", "a"),
        ("yellow", "B"),
        ("yellow", "8"),
        ("yellow", "e"),
        ("yellow", None),
        ("pink", "7"),
        (None, "7"),
    ],
)
def test_where_no_pawn_can_go_it_is_said_which_could(colour: str, field: str) -> None:
    game = at("4x10 B,B,7,b/B,B,B,5/a,b,c,d/B,B,B,39 G0")
    with pytest.raises(PositionError, match="penalty"):
        game.penalised(colour, field, "x")


@pytest.mark.parametrize(("colour", "field", "misses"), [("green", "5", "Y2"), ("black", "d", "Y0")])
def test_with_a_neutral_colour_missed_throws_stand_while_both_are_stuck(
    colour: str, field: str, misses: str
) -> None:
    seats = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"]}
    rules = RULE_SETS["schmidt"].but(three_throws=True, neutral="black")
    game = Game.at("4x10 B,B,B,B/B,B,B,5/B,B,B,B/B,B,c,d Y2", rules, seats)
    assert str(game.penalised(colour, field, "x").position).split()[2] == misses


def test_the_pawns_a_penalty_can_reach_are_those_it_takes() -> None:
    game = at("4x10 B,B,7,7/B,B,B,5/a,b,c,d/B,a,b,39 G0")
    reach = list(penalisable_pawns(game.position))
    assert reach == [
        ("yellow", "7"),
        ("green", "5"),
        ("black", "39"),
        ("black", "a"),
        ("black", "b"),
    ]
    for colour, field in reach:
        assert game.penalised(colour, field, "x").position != game.position
