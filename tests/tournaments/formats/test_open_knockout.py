"""Knock-out of fours: the best of each table go on, round after round, until one table is left ([T23])."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tests.tournaments.formats.halls import (
    FORMAT,
    RULES,
    drawn,
    ended,
    hall,
    judged,
    left,
    places,
    played_on,
)
from tournaments.formats import Contest, FormatError, draws


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


def test_an_annulled_round_is_played_again_by_the_same_people() -> None:
    contest = drawn(knockout(16), "round-1", "1 2 3 4", "5 6 7 8", "9 10 11 12", "13 14 15 16")
    for number, ending in enumerate(("1 2 3 4", "5 6 7 8", "9 10 11 12", "13 14 15 16"), start=1):
        contest = ended(contest, number, ending)
    contest = drawn(contest, "round-2", "1 5 9 13", "2 6 10 14", is_annulled=True)
    (needed,) = judged(contest).draws
    assert needed.subject == "round-3"
    assert set(needed.items) == {"p1", "p2", "p5", "p6", "p9", "p10", "p13", "p14"}


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
    told = {each.entrant: each.told.en for each in decided.prospects}
    assert told["p3"] == "P3 is certain of the final"
    assert told["p2"] == "P2 cannot reach the final any more"
    assert told["p7"] == "P7 can finish 1st to 8th"
    assert "whoever goes on stays before" in decided.proof.told.en


def test_a_knockout_without_a_final_and_pots_beside_teams_are_refused() -> None:
    with pytest.raises(FormatError, match="a knock-out ends with a final"):
        knockout(8, finals="none")
    with pytest.raises(FormatError, match="do not go together"):
        hall(8, meet="pots", team_mates="apart")
