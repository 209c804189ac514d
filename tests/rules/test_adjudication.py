"""Stopped games are worth what rulebook §11 says."""

import pytest

from rules import RULE_SETS, Game, OptionError
from rules.adjudication import METHODS, adjudicate, rank_adjudicated

SEATS = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
POSITION = Game.at("4x10 B,A,7,b/B,B,5,39/a,b,c,d/B,B,B,B .0", RULE_SETS["mhd"], SEATS).position


def worth(method: str, captures: dict[str, int] | None = None) -> dict[str, int]:
    ranked = adjudicate(POSITION, method, captures)
    return {board.colour: board.value for group in ranked for board in group}


def test_counting_points_0_in_the_yard_10_on_A_one_more_a_field_75_saved() -> None:
    # yellow: 0 + 10 + 17 + 75; green: 0 + 0 + 15 + 49; red: 4 × 75
    assert worth("counting-points") == {"red": 300, "yellow": 102, "green": 64, "black": 0}


def test_remaining_steps_are_those_to_four_distinct_home_fields() -> None:
    # all home: 0; all in the yard: 1 to A, then 40 to a … 43 to d: 41 + 42 + 43 + 44
    found = worth("remaining-steps")
    assert found["red"] == 0
    assert found["black"] == 41 + 42 + 43 + 44
    assert list(found) == ["red", "yellow", "green", "black"]


def test_saved_pawns_count_pawns_at_home_and_equal_boards_stay_equal() -> None:
    ranked = adjudicate(POSITION, "saved-pawns")
    assert [[board.colour for board in group] for group in ranked] == [
        ["red"],
        ["yellow"],
        ["green", "black"],
    ]


def test_home_yard_capture() -> None:
    # yellow: +10 − 10 + 3; green: −20; red: +40; black: −40 + 5
    assert worth("home-yard-capture", {"yellow": 3, "black": 5}) == {
        "red": 40,
        "yellow": 3,
        "green": -20,
        "black": -35,
    }


@pytest.mark.parametrize("captures", [{"pink": 1}, {"red": -1}, {"red": 1.5}, {"red": True}])
def test_captures_that_cannot_be_are_refused(captures: dict[str, int]) -> None:
    with pytest.raises(OptionError, match="captures"):
        adjudicate(POSITION, "home-yard-capture", captures)


def test_an_unknown_method_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError) as caught:
        adjudicate(POSITION, "by eye")
    assert all(method in str(caught.value) for method in METHODS)


# -- the players of a stopped game -----------------------------------------------------------------


def stopped(text: str, seats: dict[str, list[str]]) -> Game:
    return Game.at(text, RULE_SETS["schmidt"].but(ends="all players"), seats)


def test_a_players_board_is_the_sum_of_his_colours() -> None:
    game = stopped(
        "4x10 B,A,7,b/B,B,5,c/B,B,B,9/B,B,B,B Y0", {"P1": ["yellow", "black"], "P2": ["green", "red"]}
    )
    found = rank_adjudicated(game, "counting-points")
    assert (found.players, found.winner) == ((("P2",), ("P1",)), "P2")


def test_who_is_placed_already_stays_before_every_board() -> None:
    game = stopped("4x10 a,b,c,d/B,B,5,c/B,B,B,9/B,B,B,B G0", SEATS)
    assert rank_adjudicated(game, "remaining-steps").players == (("P1",), ("P2",), ("P3",), ("P4",))


def test_level_players_stay_level_until_rounds_of_throws_part_them() -> None:
    game = stopped("4x10 B,B,B,5/B,B,B,5/B,B,B,5/B,B,B,9 Y0", SEATS)
    found = rank_adjudicated(game, "counting-points")
    assert (found.players, found.winner) == ((("P4",), ("P1", "P2", "P3")), "P4")
    rounds = [{"P1": 2, "P2": 5, "P3": 2}, {"P1": 3, "P3": 4}]
    assert rank_adjudicated(game, "counting-points", throws=rounds).players == (
        ("P4",),
        ("P2",),
        ("P3",),
        ("P1",),
    )


@pytest.mark.parametrize(
    "throws",
    [
        [{"P1": 2}],
        [{"P1": 2, "P2": 5, "P4": 2}],
        [{"P1": 2, "P2": 5, "P3": 9}],
        [{}],
        [{"P1": 1, "P2": 2, "P3": 3}, {}],
    ],
)
def test_a_round_of_others_than_who_is_level_is_refused(throws: list[dict[str, int]]) -> None:
    game = stopped("4x10 B,B,B,5/B,B,B,5/B,B,B,5/B,B,B,9 Y0", SEATS)
    with pytest.raises(OptionError, match="throws"):
        rank_adjudicated(game, "counting-points", throws=throws)
