"""Open tournaments: rounds are draws, tables are games, numbers never move (tournament-rules §4); knock-out [T23]."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tests.tournaments.formats.entered import places
from tests.tournaments.formats.halls import (
    FORMAT,
    RULES,
    drawn,
    ended,
    hall,
    judged,
    left,
    names,
    people,
    played_on,
    ranked,
)
from tournaments.formats import Contest, Entrant, FormatError, draws
from tournaments.formats.open.rounds import schedule, seats_at_board, table_sizes
from tournaments.formats.verdict import SeatingWanted


@pytest.mark.parametrize(
    ("people", "size", "sizes"),
    [
        (2, 4, ()),
        (3, 4, (3,)),
        (5, 4, (3, 2)),
        (6, 4, (3, 3)),
        (7, 4, (4, 3)),
        (9, 4, (3, 3, 3)),
        (76, 4, (4,) * 19),
        (75, 4, (4,) * 18 + (3,)),
        (74, 4, (4,) * 17 + (3, 3)),
        (9, 3, (3, 3, 3)),
        (8, 2, (2, 2, 2, 2)),
        (11, 6, (6, 5)),
    ],
)
def test_tables_are_full_but_for_as_few_smaller_ones_as_needed(
    people: int, size: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(people, size) == sizes


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ("schmidt", [("yellow",), ("green",), ("red",), ("black",)]),
        ("mhd-6", [(colour,) for colour in ("yellow", "black", "blue", "red", "green", "violet")]),
        ("xmadn-3t", [("yellow", "black"), ("blue", "red"), ("green", "violet")]),
        ("xmadn-2t", [("black", "yellow"), ("green", "red")]),
    ],
)
def test_a_board_has_the_seats_of_its_rules(rules: str, seats: list[tuple[str, ...]]) -> None:
    assert list(seats_at_board(hall(6, rules))) == seats


def test_the_first_round_is_drawn_among_all_who_are_there() -> None:
    entrants = [*people(8), Entrant("p9", "P9", 9, is_present=False), Entrant("p10", "P10", 10)]
    (needed,) = judged(left(hall(entrants), "p10")).draws
    assert (needed.subject, needed.name.en) == ("round-1", "Round 1")
    assert needed.items == tuple(f"p{n}" for n in range(1, 9))
    assert names(needed.places)[:5] == [
        "Table 1, yellow",
        "Table 1, green",
        "Table 1, red",
        "Table 1, black",
        "Table 2, yellow",
    ]


def test_a_draw_says_how_its_tables_are_made_up() -> None:
    (needed,) = judged(hall(9, table_size=4, team_mates="apart", meet="equals")).draws
    assert needed.seating == SeatingWanted(4, 4, teams_apart=True, equals_meet=True)
    (of_three,) = judged(hall(9, "xmadn-3t")).draws
    assert of_three.seating == SeatingWanted(3, 3)


def test_whoever_is_there_is_seated_by_a_plain_lot_too() -> None:
    contest = hall(7)
    (needed,) = judged(contest).draws
    held = draws.draw_from_seed(needed, "lottery 3 17 22")
    assert held.can_be_checked
    assert sorted(held.items) == sorted(needed.items)
    games = judged(replace(contest, draws=(held,))).next_games
    assert [len(game.seating.seats) for game in games] == [4, 3]
    by_hand = draws.draw_by_hand(needed, needed.items)
    assert len(by_hand.order) == 8


def test_every_table_of_a_drawn_round_can_be_played_at_once() -> None:
    contest = drawn(hall(8), "round-1", "1 2 3 4", "5 6 7 8")
    games = judged(contest).next_games
    assert [(game.number, game.name.en) for game in games] == [
        (1, "Round 1, Table 1"),
        (2, "Round 1, Table 2"),
    ]
    assert (games[0].starter, games[0].to_throw) == (None, ("yellow", "green", "red", "black"))
    assert games[1].seating.leader("red") == "p7"
    assert not judged(contest).draws
    left_over = judged(ended(contest, 2, "5 6 7 8")).next_games
    assert [game.number for game in left_over] == [1]


def test_a_player_throws_once_for_the_start_whatever_they_lead() -> None:
    contest = hall(3, "xmadn-3t")
    (needed,) = judged(contest).draws
    (game,) = judged(replace(contest, draws=(draws.draw_by_hand(needed, needed.items),))).next_games
    assert game.to_throw == ("yellow", "blue", "green")


def test_nobody_waits_for_a_table_of_a_round_that_is_closed() -> None:
    contest = drawn(hall(8), "round-1", "1 2 3 4", "5 6 7 8", is_closed=True)
    contest = ended(contest, 1, "1 2 3 4")
    verdict = judged(contest)
    assert [draw.subject for draw in verdict.draws] == ["round-2"]
    assert not verdict.next_games
    # A slip that turns up later still counts.
    assert len(judged(ended(contest, 2, "5 6 7 8")).games) == 2


def test_numbers_go_on_through_the_rounds_and_never_move() -> None:
    contest = drawn(hall(8), "round-1", "1 2 3 4", "5 6 7 8")
    contest = ended(ended(contest, 1, "1 2 3 4"), 2, "5 6 7 8")
    contest = drawn(contest, "round-2", "1 5 2", "6 3 7", "4 8")
    assert [game.number for game in judged(contest).next_games] == [3, 4, 5]
    annulled = replace(contest.draws[0], is_annulled=True)
    moved = judged(replace(contest, draws=(annulled, contest.draws[1])))
    assert [game.number for game in moved.next_games] == [3, 4, 5]


def test_an_annulled_round_gives_nothing_and_is_played_again() -> None:
    contest = drawn(hall(4, rounds=1, finals="none"), "round-1", "1 2 3 4")
    contest = ended(contest, 1, "1 2 3 4")
    assert judged(contest).finished is not None
    annulled = replace(contest, draws=(replace(contest.draws[0], is_annulled=True),))
    verdict = judged(annulled)
    assert [(game.number, game.reason.en) for game in verdict.ignored] == [
        (1, "does not count: Round 1 is annulled")
    ]
    assert [draw.subject for draw in verdict.draws] == ["round-2"]
    assert set(places(verdict).values()) == {1}


def test_whoever_leaves_keeps_their_points_and_is_not_seated_again() -> None:
    contest = ended(drawn(hall(4), "round-1", "1 2 3 4"), 1, "1 2 3 4")
    verdict = judged(left(contest, "p1"))
    assert verdict.draws[0].items == ("p2", "p3", "p4")
    assert places(verdict)["p1"] == 1


def test_a_round_of_fewer_than_three_is_not_drawn() -> None:
    contest = ended(drawn(hall(4), "round-1", "1 2 3 4"), 1, "1 2 3 4")
    verdict = judged(left(contest, "p1", "p2"))
    assert not verdict.draws
    assert names(verdict.missing) == ["people needed: 3, there: 2"]


def test_somebody_moved_to_another_table_after_results_changes_no_result() -> None:
    contest = ended(drawn(hall(8), "round-1", "1 2 3 4", "5 6 7 8"), 1, "1 2 3 4")
    repaired = drawn(replace(contest, draws=()), "round-1", "1 2 3 5", "4 6 7 8")
    assert places(judged(repaired))["p4"] == places(judged(contest))["p4"]
    (game,) = judged(repaired).next_games
    assert game.seating.entrants == ("p4", "p6", "p7", "p8")


def test_a_result_of_no_table_waits_outside() -> None:
    contest = drawn(hall(4), "round-1", "1 2 3 4")
    (game,) = judged(contest).next_games
    astray = replace(ranked(game, (("p1",), ("p2",), ("p3",), ("p4",))), number=9)
    (ignored,) = judged(replace(contest, results=(astray,))).ignored
    assert (ignored.number, ignored.reason.en) == (9, "does not count: there is no such table")


def test_the_same_seats_in_another_round_event_or_state_are_not_mixed_up() -> None:
    """What is made of the seats of a draw is remembered."""
    seats, shared = ("1 2 3 4", "5 6 7 -"), hall(8)
    first = drawn(shared, "round-1", *seats)
    (open_round,), (annulled,) = (
        schedule(each).rounds for each in (first, drawn(shared, "round-1", *seats, is_annulled=True))
    )
    assert (open_round.is_annulled, annulled.is_annulled) == (False, True)
    assert open_round.open_tables(frozenset())
    assert not annulled.open_tables(frozenset())
    again = schedule(drawn(first, "round-2", *seats)).rounds[1]
    assert (again.name.en, again.first, again.last) == ("Round 2", 3, 4)
    assert [table.number for table in again.tables] == [3, 4]
    (other,) = schedule(drawn(hall(8, rules="xmadn-2t"), "round-1", "1 2")).rounds
    assert (other.last, len(other.tables[0].seating.colours)) == (2, 4), "two boards, of two seats each"
    with pytest.raises(FormatError, match="p7"):
        schedule(drawn(hall(6), "round-1", *seats))


# -- knock-out of fours --------------------------------------------------------------------------------


def knockout(people: int, rules: str = RULES, **settings: Any) -> Contest[Any]:
    return hall(people, rules, **{"going_on": 2, **settings})


def of_eight() -> Contest[Any]:
    return drawn(knockout(8), "round-1", "1 2 3 4", "5 6 7 8")


def sizes(contest: Contest[Any]) -> list[int]:
    """How many were seated in each round and final."""
    return [len(draw.items) for draw in contest.draws if not draw.subject.startswith("lot-")]


@pytest.mark.parametrize(
    ("people", "rules", "settings", "seated"),
    [
        (16, RULES, {}, [16, 8, 4]),
        (64, RULES, {}, [64, 32, 16, 8, 4]),
        (64, RULES, {"going_on": 1}, [64, 16, 4]),
        (10, RULES, {}, [10, 6, 4]),
        (5, RULES, {}, [5, 3]),
        (3, RULES, {}, [3, 2]),
        (9, "xmadn-3t", {"going_on": 1, "table_size": 3}, [9, 3]),
        (5, "xmadn-2t", {"going_on": 1, "table_size": 2}, [5, 3, 2]),
        (23, RULES, {"finals": "final and small final"}, [23, 12, 6, 4, 2]),
        (400, RULES, {}, [400, 200, 100, 50, 26, 14, 8, 4]),
    ],
)
def test_rounds_go_on_until_one_table_is_left(
    people: int, rules: str, settings: dict[str, Any], seated: list[int]
) -> None:
    start = knockout(people, rules, **settings)
    contest, said = played_on(start, people)
    assert sizes(contest) == seated
    least, most = FORMAT.game_range(start.settings, people) or (0, 0)
    assert least <= len(contest.results) <= most
    final = contest.draw("final")
    assert final is not None
    assert {row.entrant for row in said[-1].standings.rows[: len(final.items)]} == set(final.items)


@pytest.mark.parametrize("people", range(3, 41))
def test_everybody_is_seated_until_they_are_out_and_never_again(people: int) -> None:
    contest, _ = played_on(knockout(people), people)
    rounds = [set(draw.items) for draw in contest.draws if not draw.subject.startswith("lot-")]
    assert len(rounds[0]) == people
    assert all(later < earlier for earlier, later in pairwise(rounds))


def test_the_best_two_of_each_table_play_on_and_are_before_the_others() -> None:
    contest = ended(ended(of_eight(), 1, "3 1 2 4"), 2, "8 5 7 6")
    verdict = judged(contest)
    (needed,) = verdict.draws
    assert (needed.subject, set(needed.items)) == ("final", {"p3", "p1", "p8", "p5"})
    # P3 and P8 have 5 points, P1 and P5 3; of those who are out P2 and P7 have 1.
    assert places(verdict) == {"p3": 1, "p8": 1, "p1": 3, "p5": 3, "p2": 5, "p7": 5, "p4": 7, "p6": 7}
    assert verdict.standings.row("p2").reason.en.startswith("shares 5th place")
    contest = drawn(contest, "final", "8 3 1 5")
    rows = judged(ended(contest, 3, "5 8 3 1")).standings.rows
    assert [row.entrant for row in rows[:4]] == ["p5", "p8", "p3", "p1"]
    assert rows[3].reason.en == "above P2 and P7: went on from Round 1"


def test_level_players_throw_for_the_last_place_that_goes_on() -> None:
    contest = ended(ended(of_eight(), 1, "3 1=2 4"), 2, "8 5 7 6")
    (needed,) = judged(contest).draws
    assert needed.name.en == "Lot between P1 and P2"
    contest = replace(contest, draws=(*contest.draws, draws.draw_by_hand(needed, ("p2", "p1"))))
    (needed,) = judged(contest).draws
    assert set(needed.items) == {"p3", "p2", "p8", "p5"}


def test_at_a_table_without_a_result_all_throw_and_whoever_was_absent_is_out() -> None:
    contest = drawn(knockout(8), "round-1", "1 2 3 4", "5 6 7 8", is_closed=True)
    contest = ended(contest, 2, "8 5")
    (needed,) = judged(contest).draws
    assert set(needed.items) == {"p1", "p2", "p3", "p4"}
    contest = replace(contest, draws=(*contest.draws, draws.draw_by_hand(needed, ("p4", "p2", "p1", "p3"))))
    (needed,) = judged(contest).draws
    assert set(needed.items) == {"p4", "p2", "p8", "p5"}


def test_whoever_leaves_is_not_seated_and_late_comers_have_not_come_through() -> None:
    contest = drawn(knockout(16), "round-1", "1 2 3 4", "5 6 7 8", "9 10 11 12", "13 14 15 16")
    for number, ending in enumerate(("1 2 3 4", "5 6 7 8", "9 10 11 12", "13 14 15 16"), start=1):
        contest = ended(contest, number, ending)
    late = hall(17).entrants[-1]
    contest = replace(left(contest, "p1"), entrants=(*contest.entrants, late))
    (needed,) = judged(contest).draws
    assert (needed.subject, len(needed.items)) == ("round-2", 7)
    assert not {"p1", "p3", "p17"} & set(needed.items)
    assert places(judged(contest))["p17"] == 17


def test_what_is_certain_holds_in_every_course_it_can_take() -> None:
    for seed in range(12):
        _, said = played_on(knockout(14 + seed), seed)
        row = places(said[-1])
        shared = Counter(row.values())
        for verdict in said:
            for decided in verdict.decided():
                for each in decided.prospects:
                    assert each.best <= row[each.entrant], each
                    assert row[each.entrant] + shared[row[each.entrant]] - 1 <= each.worst, each


def test_whoever_is_through_to_the_last_table_is_certain_of_the_final_at_once() -> None:
    (decided,) = judged(ended(of_eight(), 1, "3 1 2 4")).decided()
    told = {each.entrant: each.text.en for each in decided.prospects}
    assert told["p3"] == "P3 is certain of the final"
    assert told["p2"] == "P2 cannot reach the final any more"
    assert told["p7"] == "P7 can finish 1st to 8th"
    assert "whoever goes on stays before" in decided.proof.text.en
