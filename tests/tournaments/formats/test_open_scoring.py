"""Open tournaments: what a game gives, by places and by boards ([T19] [T20]), and what boards beside results decide."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from rules import RULE_SETS, Game
from rules.adjudication import rank_adjudicated
from rules.policies import POLICIES
from tests.tournaments.formats.entered import places
from tests.tournaments.formats.halls import drawn, ended, figures, hall, judged, played_out, seats_of
from tournaments.formats import Contest, Result, Verdict, as_json

#: The ways to put three or four in groups, as numbers of each group.
GROUPS = [
    sizes for length in (1, 2, 3, 4) for sizes in product((1, 2, 3, 4), repeat=length) if sum(sizes) in (3, 4)
]
TURNIER, DOHNA, WEIDENBERG = [5, 3, 1, 0, 0, 0], [5, 3, 2, 1, 0, 0], [55, 30, 10, 0, 0, 0]


@pytest.mark.parametrize("values", [TURNIER, DOHNA, WEIDENBERG])
@pytest.mark.parametrize("sizes", GROUPS)
def test_a_table_gives_what_the_table_of_points_says_however_places_are_shared(
    sizes: tuple[int, ...], values: list[int]
) -> None:
    there = sum(sizes)
    contest = drawn(hall(4, place_points=values), "round-1", " ".join("1234"[:there]))
    people = iter("1234"[:there])
    groups = " ".join("=".join(next(people) for _ in range(size)) for size in sizes)
    given = sum(figures(judged(ended(contest, 1, groups)), "points"))
    # Places 1, 2 and 4 of the table where three sit [T19].
    assert given == (sum(values[:4]) if there == 4 else values[0] + values[1] + values[3])


def test_level_players_share_the_points_of_their_places_exactly() -> None:
    contest = ended(drawn(hall(4), "round-1", "1 2 3 4"), 1, "1=2 3=4")
    assert figures(judged(contest), "points") == (4, 4, Fraction(1, 2), Fraction(1, 2))
    assert figures(judged(contest), "firsts") == (Fraction(1, 2), Fraction(1, 2), 0, 0)


@pytest.mark.parametrize(("small_tables", "points"), [("last place", (5, 3, 0)), ("as they come", (5, 3, 1))])
def test_whoever_is_last_of_three_is_last(small_tables: str, points: tuple[int, ...]) -> None:
    contest = drawn(hall(3, small_tables=small_tables), "round-1", "1 2 3")
    assert figures(judged(ended(contest, 1, "1 2 3")), "points") == points


def test_a_table_without_one_of_its_players_is_one_of_three() -> None:
    contest = drawn(hall(4), "round-1", "1 2 3 4")
    verdict = judged(ended(contest, 1, "1 2 3"))
    assert figures(verdict, "points") == (5, 3, 0, 0)
    assert figures(verdict, "games") == (1, 1, 1, 0)


def test_places_come_from_the_order_in_which_everybody_came_in() -> None:
    contest = drawn(hall(4), "round-1", "1 2 3 4")
    (game,) = judged(contest).next_games
    verdict = judged(replace(contest, results=(played_out(game, ("p3", "p1", "p4", "p2")),)))
    assert figures(verdict, "points") == (3, 0, 5, 1)
    assert verdict.games[0].winners == ("p3",)
    assert (
        verdict.games[0].reason.en
        == "1st P3 (5 points), 2nd P1 (3 points), 3rd P4 (1 point) and 4th P2 (0 points)"
    )


def stopped(seed: int, throws: int, rules: str = "mhd") -> tuple[Game, Result]:
    """A board on which four have played so many throws, and the result as it is handed in."""
    lots = Random(seed)
    seats = {f"p{n}": (colour,) for n, colour in enumerate(RULE_SETS[rules].layout().colours, start=1)}
    game = Game.start(RULE_SETS[rules], seats, starter="yellow")
    for _ in range(throws):
        die = lots.randint(1, 6)
        moves = game.moves(die)
        game = game.play(die, POLICIES["front"](game, die, moves, lots) if moves else None)
        if game.over:
            break
    seating = seats_of(*((key, led[0]) for key, led in seats.items()))
    return game, Result(1, rules, seating, board=str(game.position), is_adjudicated=True)


@pytest.mark.parametrize("method", ["counting-points", "remaining-steps", "saved-pawns"])
@pytest.mark.parametrize("seed", range(3))
def test_an_unfinished_board_is_ranked_as_the_rules_adjudicate_it(method: str, seed: int) -> None:
    game, result = stopped(seed, 120)
    contest = drawn(hall(4, "mhd", unfinished=method), "round-1", "1 2 3 4")
    told = replace(contest, results=(replace(result, level=rank_adjudicated(game, method).players),))
    untold = replace(contest, results=(result,))
    assert figures(judged(untold), "points") == figures(judged(told), "points")


@pytest.mark.parametrize("seed", range(3))
def test_what_stands_on_the_board_can_be_the_score(seed: int) -> None:
    game, result = stopped(seed, 200)
    pawns = rank_adjudicated(game, "saved-pawns").values
    contest = drawn(hall(4, "mhd", scoring="saved-pawns"), "round-1", "1 2 3 4")
    verdict = judged(replace(contest, results=(result,)))
    assert figures(verdict, "saved_pawns") == tuple(pawns[seat.colours[0]] for seat in result.seating.seats)


def test_whoever_misses_a_round_has_all_steps_of_it_before_them() -> None:
    _, result = stopped(1, 150)
    contest = drawn(hall(5, "mhd", scoring="remaining-steps"), "round-1", "1 2 3 4")
    verdict = judged(replace(contest, results=(result,)))
    assert verdict.standings.rows[-1].entrant == "p5"
    assert figures(verdict, "remaining_steps")[4] == sum(range(40, 44)) + 4


def test_home_yard_and_captures_are_counted_together() -> None:
    _, result = stopped(2, 150)
    captures = {"green": 3}
    contest = drawn(hall(4, "mhd", scoring="home-yard-capture"), "round-1", "1 2 3 4")
    without = figures(judged(replace(contest, results=(result,))), "home_yard_capture")
    with_them = figures(
        judged(replace(contest, results=(replace(result, captures=captures),))), "home_yard_capture"
    )
    assert [more - less for more, less in zip(with_them, without, strict=True)] == [0, 3, 0, 0]


def test_pawns_at_home_rank_whom_no_board_does() -> None:
    contest = drawn(hall(4, "mhd"), "round-1", "1 2 3 4")
    (game,) = judged(contest).next_games
    pawns = {"yellow": 4, "green": 1, "red": 2, "black": 1}
    result = Result(1, "mhd", game.seating, ("yellow",), pawns=pawns, is_entered=True)
    assert figures(judged(replace(contest, results=(result,))), "points") == (
        5,
        Fraction(1, 2),
        3,
        Fraction(1, 2),
    )


def test_of_whom_nothing_is_known_is_level_behind_the_winner() -> None:
    contest = drawn(hall(4, "mhd"), "round-1", "1 2 3 4")
    (game,) = judged(contest).next_games
    result = Result(1, "mhd", game.seating, ("red",), is_entered=True)
    verdict = judged(replace(contest, results=(result,)))
    assert figures(verdict, "points") == (Fraction(4, 3), Fraction(4, 3), 5, Fraction(4, 3))
    (missing,) = verdict.standings.unfinished
    assert (missing.columns, missing.games) == (("counting_points",), (1,))


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ({}, (11, 8, 5, 0)),
        ({"counted": "mean"}, (Fraction(11, 3), Fraction(8, 3), Fraction(5, 3), 0)),
        ({"counted": "best games", "best_games": 2}, (8, 8, 5, 0)),
        ({"counted": "best games", "best_games": 1}, (5, 5, 5, 0)),
    ],
)
def test_all_games_count_or_the_mean_or_the_best(settings: dict[str, Any], points: tuple[Any, ...]) -> None:
    contest = hall(4, **settings)
    for number, order in enumerate(("1 2 3", "3 1 2", "2 1 3"), start=1):
        contest = ended(drawn(contest, f"round-{number}", "1 2 3"), number, order)
    assert figures(judged(contest), "points") == points


# -- boards beside the results -------------------------------------------------------------------------


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
    return [each.text.en for each in verdict.standings.unfinished]


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
