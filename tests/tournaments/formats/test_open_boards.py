"""Boards beside the results of an open tournament: what is shown of them, and what they decide."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.formats.halls import drawn, ended, figures, hall, judged, places, played_out
from tournaments.formats import Contest, Verdict, as_json

#: Pawns of yellow, green, red and black: 300, 225, 75 and 0 counting points. The other: 300, 150, 75 and 75.
BOARDS = (
    "4x10 a,b,c,d/b,c,d,B/d,B,B,B/B,B,B,B .0",
    "4x10 a,b,c,d/c,d,B,B/d,B,B,B/d,B,B,B .0",
)
CHAINS = ("places and board", "board", "places", "throw")
LASTS = "P4 and P8 are level at 7th place: 2 tables of Round 1 have no board yet: 1, 2"


def _two_tables(**settings: Any) -> Contest[Any]:
    return drawn(hall(8, rounds=1, finals="none", **settings), "round-1", "1 2 3 4", "5 6 7 8")


def _in_seat_order(contest: Contest[Any]) -> Contest[Any]:
    games = judged(contest).next_games
    return replace(contest, results=tuple(played_out(game, game.seating.entrants) for game in games))


def _told(verdict: Verdict) -> list[str]:
    return [each.told.en for each in verdict.standings.unfinished]


@pytest.mark.parametrize(
    ("tie_breaks", "told"), [("places and board", [LASTS]), ("board", [LASTS]), ("places", []), ("throw", [])]
)
def test_boards_that_nobody_has_counted_are_not_shown(tie_breaks: str, told: list[str]) -> None:
    verdict = judged(_in_seat_order(_two_tables(tie_breaks=tie_breaks)))
    assert figures(verdict, "counting_points") == (None,) * 8
    assert _told(verdict) == told
    assert list(places(verdict).values()) == [1, 1, 3, 3, 5, 5, 7, 7]
    row = as_json(verdict.standings.rows[0])
    assert isinstance(row, dict)
    assert row["figures"] == [5, 1, 1, 0, None]


def test_everybody_level_whose_boards_are_missing_is_named_at_their_place() -> None:
    contest = ended(ended(_two_tables(), 1, "1 2 3 4"), 2, "5 6 7 8")
    assert [each.partition(":")[0] for each in _told(judged(contest))] == [
        "P1 and P5 are level at 1st place",
        "P2 and P6 are level at 3rd place",
        "P3 and P7 are level at 5th place",
        "P4 and P8 are level at 7th place",
    ]


def test_a_board_that_parts_nobody_is_not_asked_for() -> None:
    contest = drawn(hall(4, rounds=1, finals="none"), "round-1", "1 2 3 4")
    assert _told(judged(_in_seat_order(contest))) == []


@pytest.mark.parametrize("tie_breaks", CHAINS)
def test_boards_that_are_told_are_shown_whatever_breaks_ties(tie_breaks: str) -> None:
    games = judged(contest := _two_tables(tie_breaks=tie_breaks)).next_games
    results = [
        replace(played_out(game, game.seating.entrants[:1]), board=board, is_adjudicated=True)
        for game, board in zip(games, BOARDS, strict=True)
    ]
    verdict = judged(replace(contest, results=tuple(results)))
    assert figures(verdict, "counting_points") == (300, 225, 75, 0, 300, 150, 75, 75)
    assert _told(verdict) == []
    decides = tie_breaks in ("places and board", "board")
    there = places(verdict)
    assert (there["p2"] < there["p6"]) is decides


def test_a_row_with_one_board_that_is_not_told_has_no_figure() -> None:
    contest = _two_tables()
    first, second = judged(contest).next_games
    told = replace(played_out(first, first.seating.entrants[:1]), board=BOARDS[0], is_adjudicated=True)
    verdict = judged(replace(contest, results=(told, played_out(second, second.seating.entrants))))
    assert figures(verdict, "counting_points") == (300, 225, 75, 0, None, 300, 300, None)


def test_what_decides_a_place_is_shown_though_it_is_known_from_places_alone() -> None:
    settings: dict[str, Any] = {"tie_breaks": "board", "place_points": [5, 3, 2, 1, 0, 0]}
    contest = drawn(hall(5, rounds=2, finals="none", **settings), "round-1", "1 2 3 4")
    contest = _in_seat_order(contest)
    contest = drawn(contest, "round-2", "5 3 2 4")
    (game,) = judged(contest).next_games
    verdict = judged(replace(contest, results=(*contest.results, played_out(game, game.seating.entrants))))
    assert figures(verdict, "points") == (5, 5, 5, 2, 5)
    assert figures(verdict, "counting_points") == (300, 600, 600, None, 300)
    assert places(verdict) == {"p2": 1, "p3": 1, "p1": 3, "p5": 3, "p4": 5}
