"""League: tournament-rules §3.5, its schedule [T6], starters by §2, forfeits and players who leave [T12]."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.tournaments.formats.entered import played_on, reasons
from tests.tournaments.formats.leagues import FOUR, THREE, drawn, drr, league, record, won
from tournaments.formats import (
    FORMATS,
    Contest,
    Departure,
    Entrant,
    EntrantSeating,
    NextGame,
    Result,
)
from tournaments.formats.league.rounds import AtBoard, double_round_robin

# -- the schedule of a double round-robin --------------------------------------------------------------


def games(players: int, first_number: int = 1) -> list[AtBoard]:
    order = [f"#{place}" for place in range(1, players + 1)]
    return [game for block in double_round_robin(order, first_number) for game in block]


def test_three_players_meet_in_the_published_order() -> None:
    assert [(game.number, game.first, game.second, game.meeting) for game in games(3)] == [
        (1, "#1", "#2", 1),
        (2, "#3", "#1", 1),
        (3, "#2", "#3", 1),
        (4, "#2", "#1", 2),
        (5, "#1", "#3", 2),
        (6, "#3", "#2", 2),
    ]


def test_four_players_by_the_circle_method() -> None:
    # #1 stays, #2 #3 #4 move on; the second half swaps the first-named.
    assert [(game.first, game.second) for game in games(4)] == [
        ("#1", "#4"),
        ("#2", "#3"),
        ("#2", "#1"),
        ("#3", "#4"),
        ("#1", "#3"),
        ("#4", "#2"),
        ("#4", "#1"),
        ("#3", "#2"),
        ("#1", "#2"),
        ("#4", "#3"),
        ("#3", "#1"),
        ("#2", "#4"),
    ]


@pytest.mark.parametrize("players", range(3, 21))
def test_everybody_meets_everybody_twice_once_named_first(players: int) -> None:
    found = games(players)
    assert Counter((game.first, game.second) for game in found) == Counter(
        (f"#{a}", f"#{b}") for a in range(1, players + 1) for b in range(1, players + 1) if a != b
    )
    assert [game.number for game in found] == list(range(1, players * (players - 1) + 1))


@given(st.integers(4, 20), st.integers(1, 500))
def test_in_a_block_nobody_plays_twice_and_meetings_follow_one_another(players: int, first: int) -> None:
    met: Counter[frozenset[str]] = Counter()
    for block in double_round_robin([str(place) for place in range(players)], first):
        assert len({player for game in block for player in game.players}) == 2 * len(block)
        assert len(block) == players // 2
        for game in block:
            met[game.players] += 1
            assert game.meeting == met[game.players]


# -- schedule --------------------------------------------------------------------------------------


def test_before_each_double_round_robin_the_schedule_places_are_thrown_for() -> None:
    verdict = league(held=(), drrs=2)
    (needed,) = verdict.draws
    assert needed.subject == "drr-1"
    assert needed.name.en == "Positions in double round-robin 1"
    assert [place.en for place in needed.places] == ["#1", "#2", "#3"]
    assert verdict.next_games == ()
    assert verdict.to_come == tuple(range(1, 13))
    # The second one only when the first is over.
    order = ("anna", "bert", "cleo")
    assert league(drr("acbba"), held=[drawn("drr-1", order)], drrs=2).draws == ()
    (needed,) = league(drr("accbac"), held=[drawn("drr-1", order)], drrs=2).draws
    assert needed.subject == "drr-2"


def test_games_1_to_3_follow_one_another_and_the_order_of_4_to_6_is_free() -> None:
    for done in range(3):
        assert [game.number for game in league(drr("abc"[:done].replace("b", "c"))).next_games] == [done + 1]
    verdict = league(drr("acb"))
    assert [game.name.en for game in verdict.next_games] == [
        "Game 4: Bert – Anna",
        "Game 5: Anna – Cleo",
        "Game 6: Cleo – Bert",
    ]
    # Game 6 was played first.
    verdict = league([*drr("acb"), won(6, "cleo", "bert")])
    assert [game.number for game in verdict.next_games] == [4, 5]
    assert verdict.to_come == ()


def test_the_rearguard_colour_of_the_first_named_starts_every_game() -> None:
    for game in (*league().next_games, *league(drr("acb")).next_games):
        first = game.seating.entrants[0]
        assert game.starter == game.seating.seats[0].colours[0] == "black"
        assert game.starter_reason.en == (
            f"{first.title()} is named first, and black is the rearguard colour"
        )


def test_the_pairs_change_hands_between_the_two_meetings() -> None:
    # [T1]
    (first,) = league().next_games
    second = league(drr("acb")).next_games[0]
    assert (first.seating.leader("black"), second.seating.leader("black")) == ("anna", "bert")
    kept = league(drr("acb"), meetings="same").next_games[0]
    assert (kept.seating.entrants, kept.seating.leader("black"), kept.starter) == (
        ("bert", "anna"),
        "anna",
        "green",
    )


def test_with_more_boards_games_of_different_players_are_played_at_once() -> None:
    # Round 1 of four players: Anna – Dora, Bert – Cleo.
    assert [game.number for game in league(entrants=FOUR).next_games] == [1, 2]
    assert [game.number for game in league(entrants=FOUR, running=[1]).next_games] == [1]
    assert [game.number for game in league(entrants=FOUR, running=[1], boards=2).next_games] == [1, 2]
    # With three players nobody is free for a second game.
    assert [game.number for game in league(drr("acb"), running=[5], boards=2).next_games] == [5]


def test_the_next_round_begins_when_the_one_before_is_complete() -> None:
    assert [game.number for game in league([won(2, "bert", "cleo")], entrants=FOUR, boards=2).next_games] == [
        1
    ]


# -- forfeits and players who leave [T12] ----------------------------------------------------------


def test_a_forfeited_game_counts_4_0() -> None:
    seating = EntrantSeating.from_leaders({"anna": ("black", "yellow"), "bert": ("green", "red")})
    verdict = league([Result(1, "xmadn-2t", seating, awarded_to="bert")])
    assert {row.entrant: row.figures for row in verdict.standings.rows}["bert"] == (1, 0, 4, 0)
    assert verdict.games[0].reason.en == "awarded to Bert"


def test_who_leaves_before_half_of_the_games_is_struck() -> None:
    verdict = league(drr("ac"), departures=[Departure("cleo", 2)])
    assert record(verdict) == {"anna": (1, 0), "bert": (0, 1)}
    assert verdict.cancelled == (3, 5, 6)
    assert [(game.number, game.reason.en) for game in verdict.ignored] == [
        (2, "does not count: Cleo left and is struck from the table [T12]")
    ]
    assert [game.number for game in verdict.next_games] == [4]
    assert (
        league([*drr("ac"), won(4, "anna", "bert")], departures=[Departure("cleo", 2)]).finished is not None
    )


def test_who_leaves_later_forfeits_the_unplayed_games() -> None:
    verdict = league(drr("acb"), departures=[Departure("cleo", 3)])
    # Anna beat Bert and is given Game 5, Bert beat Cleo and is given Game 6.
    assert record(verdict) == {"anna": (2, 1), "bert": (2, 1), "cleo": (1, 3)}
    assert {game.number: game.reason.en for game in verdict.games}[5] == "forfeited: Cleo has left [T12]"
    assert [game.number for game in verdict.next_games] == [4]


def test_a_later_draw_is_among_those_who_are_still_there() -> None:
    held = [drawn("drr-1", ("anna", "bert", "cleo"))]
    verdict = league(drr("acbbac"), held=held, drrs=2, departures=[Departure("cleo", 6)])
    assert verdict.draws[0].items == ("anna", "bert")
    verdict = league(
        drr("acbbac"), [*held, drawn("drr-2", ("bert", "anna"))], drrs=2, departures=[Departure("cleo", 6)]
    )
    assert [game.name.en for game in verdict.next_games] == ["Game 7: Bert – Anna"]
    assert record(verdict)["cleo"] == (2, 6)


def test_a_series_is_won_when_the_opponent_has_left() -> None:
    # Anna 4–0, Cleo 2–2 ahead of Bert 0–4.
    games = drr("aacaac")
    verdict = league(games, playoffs="final", departures=[Departure("cleo", 6)])
    assert verdict.finished is not None
    assert verdict.finished.reason.en == "Anna won the Final Series 4–0"
    assert [game.reason.en for game in verdict.games[6:]] == ["forfeited: Cleo has left [T12]"] * 3


# -- playoffs --------------------------------------------------------------------------------------

#: One DRR: Anna 4–0, Bert 2–2, Cleo 0–4. Qualifying Series: Games 7 to 9 (first to 2), final 10 to 14 (first to 3).
ROUND = drr("aabaab")
SERIES: dict[str, Any] = {"playoffs": "qualifying and final", "qualifying_wins": 2, "final_wins": 3}


def test_with_a_head_start_of_one_the_first_game_played_is_game_2() -> None:
    verdict = league(ROUND, **SERIES)
    (game,) = verdict.next_games
    assert (game.number, game.name.en) == (8, "Qualifying Series, Game 2")
    assert (
        game.reason.en == "Qualifying Series, first to 2: Bert 1, Cleo 0 (Game 1 is the head start of Bert)"
    )
    assert (game.starter, game.seating.leader("black")) == ("black", "bert")
    assert game.starter_reason.en == "Bert is the higher seed, and black is the rearguard colour"
    assert verdict.outlook.en == "Qualifying Series, still needed: Bert 1 win and Cleo 2 wins"


def test_the_higher_seed_wins_with_one_win_less() -> None:
    verdict = league([*ROUND, won(8, "bert", "cleo")], **SERIES)
    (game,) = verdict.next_games
    assert (game.number, game.name.en) == (11, "Final Series, Game 2")
    assert game.seating.entrants == ("anna", "bert")
    assert reasons(verdict)["bert"] == "above Cleo: Qualifying Series 2–0"
    done = league(
        [*ROUND, won(8, "bert", "cleo"), won(11, "anna", "bert"), won(12, "anna", "bert")], **SERIES
    )
    assert done.finished is not None
    assert (done.finished.winner, done.finished.number) == ("anna", 12)
    assert done.finished.reason.en == "Anna won the Final Series 3–0"
    assert reasons(done) == {
        "anna": "above Bert: Final Series 3–0",
        "bert": "above Cleo: played in the Final Series",
        "cleo": "below Bert: played in the Final Series",
    }


def test_there_is_no_head_start_between_equal_records() -> None:
    # Anna 4–0, Bert and Cleo 1–3 each; their two games were shared, the pawns put Cleo ahead.
    games = [
        won(1, "anna", "bert", 0),
        won(2, "anna", "cleo", 0),
        won(3, "bert", "cleo", 3),
        won(4, "anna", "bert", 0),
        won(5, "anna", "cleo", 0),
        won(6, "cleo", "bert", 0),
    ]
    verdict = league(games, **SERIES)
    assert reasons(league(games))["cleo"] == "above Bert: head-to-head pawn difference +3 to -3"
    assert verdict.next_games[0].name.en == "Qualifying Series, Game 1"
    # The final's head start looks at the records of the two finalists: Anna 4–0, Cleo 1–3.
    through = league([*games, won(7, "cleo", "bert"), won(8, "cleo", "bert")], **SERIES)
    assert through.next_games[0].name.en == "Final Series, Game 2"


def test_the_higher_seed_may_be_asked_for_the_pair() -> None:
    verdict = league(ROUND, pair_choice="asked", **SERIES)
    (needed,) = verdict.draws
    assert (needed.subject, needed.items) == ("pairs-qualifying", ("bert", "cleo"))
    assert verdict.next_games == ()
    held = [drawn("drr-1", ("anna", "bert", "cleo")), drawn("pairs-qualifying", ("cleo", "bert"))]
    (game,) = league(ROUND, held=held, pair_choice="asked", **SERIES).next_games
    assert (game.seating.leader("green"), game.starter) == ("bert", "green")


def test_results_of_a_series_that_no_longer_fit_are_shown_and_do_not_count() -> None:
    # Game 6 is corrected to Cleo's and Game 3 too: Cleo is 2nd now, so the final is not Bert's any more.
    played = [won(8, "bert", "cleo"), won(11, "anna", "bert")]
    corrected = league([*drr("aacaac"), *played], **SERIES)
    (game,) = corrected.next_games
    assert game.name.en == "Qualifying Series, Game 3"
    assert [(each.number, each.reason.en) for each in corrected.ignored] == [
        (11, "does not count: this game is not due")
    ]
    then = league([*drr("aacaac"), *played, won(9, "cleo", "bert")], **SERIES)
    assert [each.reason.en for each in then.ignored] == [
        "does not count: by the results as they stand, this series is between Anna and Cleo"
    ]


def test_results_of_a_series_behind_a_gap_before_it_or_after_its_end_do_not_count() -> None:
    verdict = league([*ROUND, won(7, "cleo", "bert"), won(9, "bert", "cleo")], **SERIES)
    assert {each.number: each.reason.en for each in verdict.ignored} == {
        7: "does not count: this game is the head start",
        9: "does not count before Game 2 of the series has a result",
    }
    over = league([*ROUND, won(8, "bert", "cleo"), won(9, "bert", "cleo")], **SERIES)
    assert [each.reason.en for each in over.ignored] == ["does not count: the series was decided before"]


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 21])
def test_three_to_twenty_players_are_needed(players: int) -> None:
    entrants = [Entrant(f"p{seed}", f"P{seed}", seed) for seed in range(players)]
    assert league(entrants=entrants, held=()).missing[0].en == f"players needed: 3–20, entered: {players}"


# -- laws ------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(0, 12), st.integers(0, 12))
def test_every_number_is_played_open_ignored_or_cancelled(seed: int, played: int, left_after: int) -> None:
    lots = Random(seed)
    contest = Contest(FORMATS["league"].settings.read({"drrs": 2}), "xmadn-2t", THREE)

    def play(game: NextGame, lots: Random) -> Result:
        winner, loser = lots.sample(game.seating.entrants, 2)
        return won(game.number, winner, loser)

    (done, _) = played_on("league", contest, play, lots)[-1]
    results = done.results[:played]
    departures = (Departure("cleo", min(left_after, played)),)
    held = done.draws if played >= 6 else done.draws[:1]
    verdict = FORMATS["league"].judge(Contest(contest.settings, "xmadn-2t", THREE, held, results, departures))
    entries = [*(game.number for game in verdict.games), *(game.number for game in verdict.next_games)]
    entries += [*verdict.to_come, *verdict.cancelled]
    assert sorted(set(entries)) == sorted(entries)
    assert set(entries) | {game.number for game in verdict.ignored} <= set(range(1, 13))
    if departures[0].after >= 6:
        assert len(entries) == 12
