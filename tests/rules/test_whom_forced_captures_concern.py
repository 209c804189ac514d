"""Whose pawns a forced or backward capture concerns: one's own second colour ([D33]), neutral moves ([D34])."""

from typing import Any

import pytest

from rules import RULE_SETS, Game

#: Yellow and red are one player's, or those of two.
OPPOSITE = {"Anna": ["yellow", "red"], "Bert": ["green", "black"]}
EACH = {"Anna": ["yellow"], "Bert": ["green"], "Cleo": ["red"], "Dora": ["black"]}
#: With a 3 yellow on 5 reaches red, and yellow on 10 reaches nobody; nobody else is on the track.
AHEAD = "4x10 B,B,5,10/B,B,B,B/B,B,B,28/B,B,B,B Y0"
#: Red is 3 fields behind yellow.
BEHIND = "4x10 B,B,B,12/B,B,B,B/B,B,B,29/B,B,B,B Y0"


def moves(position: str, seats: dict[str, list[str]], **options: Any) -> list[str]:
    game = Game.at(position, RULE_SETS["schmidt"].but(**options), seats)
    return sorted(str(move) for move in game.moves(3))


@pytest.mark.parametrize("seats", [OPPOSITE, EACH])
@pytest.mark.parametrize(
    ("position", "options", "expected"),
    [
        (AHEAD, {"forced_capture": "no"}, ["3:10-13", "3:5-8xR"]),
        (AHEAD, {"forced_capture": "strict"}, ["3:5-8xR"]),
        (AHEAD, {"forced_capture": "penalty"}, ["3:10-13~5", "3:5-8xR"]),
        (BEHIND, {"backward_capture": True}, ["3:12-15", "3:12-9xR"]),
        (BEHIND, {"backward_capture": True, "forced_capture": "strict"}, ["3:12-9xR"]),
        (BEHIND, {"backward_capture": True, "forced_capture": "penalty"}, ["3:12-15~12", "3:12-9xR"]),
    ],
)
def test_the_own_second_colour_is_captured_as_an_opponents(
    seats: dict[str, list[str]], position: str, options: dict[str, Any], expected: list[str]
) -> None:
    assert moves(position, seats, **options) == expected


#: As ``AHEAD``, and a neutral black pawn may go from its 7 to its 10.
NEUTRAL = "4x10 B,B,5,10/B,B,B,B/B,B,B,28/B,B,B,7 Y0"
THREE = {"Anna": ["yellow"], "Bert": ["green"], "Cleo": ["red"]}


@pytest.mark.parametrize(
    ("forced", "expected"),
    [
        ("strict", ["3:5-8xR", "3:K7-10"]),
        ("penalty", ["3:10-13~5", "3:5-8xR", "3:K7-10"]),
    ],
)
def test_a_neutral_move_is_no_missed_capture_of_an_own_pawn(forced: str, expected: list[str]) -> None:
    assert moves(NEUTRAL, THREE, neutral="black", forced_capture=forced) == expected


@pytest.mark.parametrize("forced", ["strict", "penalty"])
def test_an_own_move_is_no_missed_capture_by_a_neutral_pawn(forced: str) -> None:
    # Black on its 15 is 3 fields behind red: the neutral pawn alone could capture.
    position = "4x10 B,B,B,10/B,B,B,B/B,B,B,28/B,B,B,15 Y0"
    assert moves(position, THREE, neutral="black", forced_capture=forced) == ["3:10-13", "3:K15-18xR"]
