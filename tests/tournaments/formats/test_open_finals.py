"""Open tournaments: the tie-break chain, the cut, throws, finals, teams and groups ([T13] [T17] [T18])."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.tournaments.formats.entered import places
from tests.tournaments.formats.halls import (
    FORMAT,
    RULES,
    drawn,
    ended,
    figures,
    hall,
    judged,
    left,
    names,
    people,
    played_on,
    played_out,
    shifted,
)
from tournaments.formats import Contest, Entrant, FormatError, Result, Verdict, as_json, draws
from tournaments.formats.roll_offs import USUAL_FACES

#: Pawns at the end: Yellow has all home, Green most of the others.
BOARD = "4x10 a,b,c,d/c,d,B,B/d,5,B,B/B,B,B,B .0"


def rounds(contest: Contest[Any], *results: tuple[tuple[str, ...], tuple[str, ...]]) -> Contest[Any]:
    """Rounds with their tables and how these ended."""
    number = 1
    for index, (tables, endings) in enumerate(results, start=1):
        contest = drawn(contest, f"round-{index}", *tables)
        for ending in endings:
            contest = ended(contest, number, ending)
            number += 1
    return contest


def held(contest: Contest[Any], *wanted: str) -> Contest[Any]:
    """The draws of these subjects, in the order of their items."""
    made = [
        draws.draw_by_hand(needed, needed.items)
        for needed in judged(contest).draws
        if not wanted or needed.subject in wanted
    ]
    return replace(contest, draws=(*contest.draws, *made))


# -- the chain -------------------------------------------------------------------------------------


def test_more_first_places_come_first_then_second_places() -> None:
    contest = rounds(
        hall(8, place_points=[4, 2, 1, 0, 0, 0]),
        (("1 2 3 4", "5 6 7 8"), ("1 3 2 4", "5 6 7 8")),
        (("1 2 3 4", "5 6 7 8"), ("3 2 4 1", "7 6 5 8")),
    )
    # P1: 4 + 0; P6: 2 + 2; P3: 2 + 4; P5: 4 + 1; P7: 1 + 4.
    rows = judged(contest).standings.rows
    level = {row.entrant: row.reason.en for row in rows}
    assert places(judged(contest)) == {"p3": 1, "p5": 2, "p7": 2, "p1": 4, "p6": 5, "p2": 6, "p4": 7, "p8": 8}
    assert level["p1"] == "above P6: 1st places 1 to 0"
    assert level["p3"] == "above P5 and P7: 6 points to 5"


def boards(contest: Contest[Any], board: str) -> Contest[Any]:
    """The same results with this position at the end of each."""
    return replace(contest, results=tuple(replace(result, board=board) for result in contest.results))


def test_then_what_stood_on_the_boards() -> None:
    contest = rounds(hall(4), (("1 2 3 4",), ("2=3 1=4",)))
    assert set(places(judged(contest)).values()) == {1, 3}
    verdict = judged(boards(contest, BOARD))
    assert places(verdict) == {"p2": 1, "p3": 2, "p1": 3, "p4": 4}
    assert verdict.standings.rows[0].reason.en == "above P3: 150 counting points to 90"
    by_steps = replace(
        boards(contest, BOARD), settings=replace(contest.settings, unfinished="remaining-steps")
    )
    assert places(judged(by_steps)) == places(verdict)
    assert judged(by_steps).standings.rows[0].reason.en == "above P3: 37 steps further"


# -- the cut ---------------------------------------------------------------------------------------


def test_the_best_four_play_the_final_and_the_next_the_small_one() -> None:
    contest = rounds(
        hall(8, rounds=1, finals="final and small final"), (("1 2 3 4", "5 6 7 8"), ("1 2 3 4", "5 6 7 8"))
    )
    verdict = judged(contest)
    assert {draw.subject: draw.items for draw in verdict.draws} == {
        "final": ("p1", "p5", "p2", "p6"),
        "small-final": ("p3", "p7", "p4", "p8"),
    }
    contest = held(contest)
    games = judged(contest).next_games
    assert [(game.number, game.name.en) for game in games] == [(3, "Final"), (4, "Small final")]
    contest = ended(ended(contest, 3, "6 5 2 1"), 4, "8 7 4 3")
    verdict = judged(contest)
    assert verdict.finished is not None
    assert (verdict.finished.winner, verdict.finished.reason.en) == ("p6", "P6 won the final")
    assert places(verdict) == {"p6": 1, "p5": 2, "p2": 3, "p1": 4, "p8": 5, "p7": 6, "p4": 7, "p3": 8}
    assert verdict.standings.row("p1").reason.en == "above P8: in the final"
    assert verdict.standings.row("p8").reason.en == "above P7: 1st to 2nd in the final"


def test_the_small_final_keeps_its_number_where_it_is_played_first() -> None:
    contest = rounds(
        hall(8, rounds=1, finals="final and small final"), (("1 2 3 4", "5 6 7 8"), ("1 2 3 4", "5 6 7 8"))
    )
    contest = held(contest, "small-final")
    assert [game.number for game in judged(contest).next_games] == [4]
    assert [draw.subject for draw in judged(contest).draws] == ["final"]


def test_a_tie_at_the_cut_is_thrown_for_and_nowhere_else() -> None:
    contest = rounds(
        hall(12, rounds=1), (("1 2 3 4", "5 6 7 8", "9 10 11 12"), ("1 2 3 4", "5 6 7 8", "9 10 11 12"))
    )
    verdict = judged(contest)
    (lot,) = verdict.draws
    assert lot.name.en == "Lot between P2, P6 and P10"
    (cut,) = verdict.cuts
    assert (cut.entrants, cut.level, cut.places) == (("p1", "p5", "p9"), ("p2", "p6", "p10"), 1)
    throws = [{"p2": 3, "p6": 6, "p10": 6}, {"p6": 1, "p10": 5}]
    thrown = draws.draw_by_rolls(lot, contest, throws, USUAL_FACES)
    contest = replace(contest, draws=(*contest.draws, thrown))
    (final,) = judged(contest).draws
    assert final.items == ("p1", "p5", "p9", "p10")
    after = judged(held(contest))
    assert places(after)["p2"] == places(after)["p6"] == 5


def test_whoever_has_gone_home_makes_room_in_the_final() -> None:
    contest = rounds(hall(8, rounds=1), (("1 2 3 4", "5 6 7 8"), ("1 2 3 4", "5 6 7 8")))
    contest = left(contest, "p5")
    (lot,) = judged(contest).draws
    assert lot.items == ("p3", "p7")
    contest = replace(contest, draws=(*contest.draws, draws.draw_by_hand(lot, ("p7", "p3"))))
    (final,) = judged(contest).draws
    assert final.items == ("p1", "p2", "p6", "p7")


def test_a_correction_after_the_draw_of_the_final_undoes_nothing() -> None:
    contest = rounds(hall(8, rounds=1), (("1 2 3 4", "5 6 7 8"), ("1 2 3 4", "5 6 7 8")))
    contest = ended(held(contest), 3, "1 2 5 6")
    corrected = ended(replace(contest, results=contest.results[1:]), 1, "4 3 2 1")
    verdict = judged(corrected)
    assert verdict.finished is not None
    assert [row.entrant for row in verdict.standings.rows][:4] == ["p1", "p2", "p5", "p6"]


def test_level_finalists_throw_for_a_prize() -> None:
    contest = rounds(hall(4, rounds=1), (("1 2 3 4",), ("1 2 3 4",)))
    contest = ended(held(contest), 2, "1=2 3=4")
    verdict = judged(contest)
    assert verdict.finished is None
    assert names(draw.name for draw in verdict.draws) == ["Lot between P1 and P2", "Lot between P3 and P4"]
    one_prize = replace(contest, settings=replace(contest.settings, prizes=1))
    assert names(draw.name for draw in judged(one_prize).draws) == ["Lot between P1 and P2"]
    over = judged(held(contest))
    assert over.finished is not None
    assert places(over) == {"p1": 1, "p2": 2, "p3": 3, "p4": 4}
    assert over.standings.rows[0].reason.en == "above P2: by lot"


def test_an_annulled_final_leaves_the_table_of_the_rounds() -> None:
    contest = rounds(hall(4, rounds=1), (("1 2 3 4",), ("1 2 3 4",)))
    contest = ended(held(contest), 2, "4 3 2 1")
    annulled = replace(contest, draws=(contest.draws[0], replace(contest.draws[1], is_annulled=True)))
    verdict = judged(annulled)
    assert verdict.finished is not None
    assert verdict.finished.winner == "p1"
    assert [game.reason.en for game in verdict.ignored] == ["does not count: Final is annulled"]


# -- teams and groups ------------------------------------------------------------------------------


def part(verdict: Verdict, key: str) -> list[tuple[int, str, Any]]:
    (found,) = (part for part in verdict.parts if part.key == key)
    return [(row.place, row.entrant, row.figures[0]) for row in found.standings.rows]


def test_a_team_has_the_sum_of_its_members() -> None:
    contest = rounds(hall(people(8, 2), team_size=4), (("1 2 3 4", "5 6 7 8"), ("1 2 3 4", "5 7 6 8")))
    # T1 has P1, P3, P5, P7, T2 the others.
    assert part(judged(contest), "teams") == [(1, "T1", 14), (2, "T2", 4)]
    assert sum(points for _, _, points in part(judged(contest), "teams")) == 18


@pytest.mark.parametrize(("missing", "points"), [("zero", 8), ("mean", 16)])
def test_a_team_without_some_of_its_members(missing: str, points: int) -> None:
    entrants = [replace(each, team="A" if each.seed < 3 else "") for each in people(4)]
    contest = hall(entrants, team_size=4, missing_members=missing)
    assert part(judged(rounds(contest, (("1 2 3 4",), ("1 2 3 4",)))), "teams") == [(1, "A", points)]


def test_only_the_best_members_of_a_large_team_count() -> None:
    entrants = [replace(each, team="A") for each in people(4)]
    contest = hall(entrants, team_size=2)
    assert part(judged(rounds(contest, (("1 2 3 4",), ("1 2 3 4",)))), "teams") == [(1, "A", 8)]


def test_every_group_has_a_table_from_the_same_games() -> None:
    entrants = [
        replace(each, groups=("juniors",) if each.seed % 2 else ("adults", "club")) for each in people(4)
    ]
    verdict = judged(rounds(hall(entrants), (("1 2 3 4",), ("4 3 2 1",))))
    assert [part.key for part in verdict.parts] == ["group-adults", "group-club", "group-juniors"]
    assert part(verdict, "group-juniors") == [(1, "p3", 3), (2, "p1", 0)]
    assert part(verdict, "group-adults") == part(verdict, "group-club") == [(1, "p4", 5), (2, "p2", 1)]


def test_the_team_final_is_played_at_as_many_tables_as_a_team_has_members() -> None:
    contest = hall(people(16, 4), rounds=1, team_final="final", finals="none", unfinished="saved-pawns")
    contest = drawn(contest, "round-1", *shifted(16, 4, 0))
    for number in range(1, 5):
        game = FORMAT.dues_before(contest)(number)
        assert game is not None
        contest = replace(contest, results=(*contest.results, played_out(game, game.seating.entrants)))
    (needed,) = judged(contest).draws
    lot = draws.draw_from_seed(needed, "x")
    tables = [lot.order[at : at + 4] for at in range(0, 16, 4)]
    teams = {entrant.key: entrant.team for entrant in contest.entrants}
    assert all(sorted(teams[key] for key in table) == ["T1", "T2", "T3", "T4"] for table in tables)
    # No team leads a colour twice.
    assert all(len({teams[table[seat]] for table in tables}) == 4 for seat in range(4))
    assert draws.draw_by_hand(needed, lot.order).order == lot.order
    with pytest.raises(FormatError, match="team-final"):
        draws.draw_by_hand(needed, needed.items)
    contest = replace(contest, draws=(*contest.draws, lot))
    assert contest.draws[-1].describe({}).en.startswith("seated from the published seed “x”")
    games = judged(contest).next_games
    assert [game.name.en for game in games] == [f"Team final, Table {n}" for n in range(1, 5)]
    assert [game.number for game in games] == [7, 8, 9, 10]
    for game in games:
        # Whoever plays for T3 brings four home, T1 three, T2 two, T4 one.
        pawns = {
            seat.colours[0]: {"T3": 4, "T1": 3, "T2": 2, "T4": 1}[teams[seat.entrant]]
            for seat in game.seating.seats
        }
        first = next(colour for colour, saved in pawns.items() if saved == 4)
        told = Result(game.number, RULES, game.seating, (first,), pawns=pawns)
        contest = replace(contest, results=(*contest.results, told))
    verdict = judged(contest)
    assert [row[1] for row in part(verdict, "teams")] == ["T3", "T1", "T2", "T4"]
    (table,) = (each for each in verdict.parts if each.key == "teams")
    assert table.standings.rows[0].reason.en == "above T1: 16 saved pawns to 12 in the team final"
    # The finals give no points.
    assert sum(figures(verdict, "points")) == 4 * 9


def test_the_team_final_takes_nobody_out_of_the_final() -> None:
    contest = hall(people(8, 2), rounds=1, team_size=4, team_final="final", finals="final and small final")
    contest = rounds(contest, (("1 2 3 4", "5 6 7 8"), ("1 2 3 4", "5 6 7 8")))
    contest = held(contest, "team-final")
    verdict = judged(contest)
    assert verdict.finished is None
    assert {draw.subject: set(draw.items) for draw in verdict.draws} == {
        "final": {"p1", "p5", "p2", "p6"},
        "small-final": {"p3", "p7", "p4", "p8"},
    }


# -- halls of any size ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_hall_of_any_size_plays_to_the_end(seed: int) -> None:
    lots = Random(seed)
    settings: dict[str, Any] = {
        "rounds": lots.randint(1, 3),
        "finals": lots.choice(["none", "final", "final and small final"]),
        "team_final": lots.choice(["none", "final"]),
        "counted": lots.choice(["total", "mean"]),
        "tie_breaks": lots.choice(["places and board", "throw"]),
    }
    for number in (3, 4, 5, 7, 13):
        entrants = [replace(each, groups=("a",)) for each in people(number, lots.choice([0, 2, 3]))]
        _, said = played_on(hall(entrants, **settings), seed)
        assert said[-1].finished is not None
        assert said[-1].finished.winner == said[-1].standings.rows[0].entrant
        assert not said[-1].standings.rows[0].shared
        for verdict in said:
            as_json(verdict)


def test_a_team_whose_name_is_the_key_of_an_entry_is_a_team() -> None:
    entrants = [Entrant(f"p{n}", f"P{n}", n, team=f"p{n % 2 + 1}") for n in range(1, 5)]
    verdict = judged(rounds(hall(entrants, team_size=2), (("1 2 3 4",), ("1 2 3 4",))))
    assert part(verdict, "teams") == [(1, "p2", 6), (2, "p1", 3)]
    assert verdict.parts[0].of_teams
