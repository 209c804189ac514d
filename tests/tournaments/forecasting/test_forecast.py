"""Forecasts: examples worked out by hand, and what holds for every event."""

import math
from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from rules import RULE_SETS, Game
from rules.simulate import playouts
from rules.stats import share
from tests.tournaments.forecasting.questions import EQUAL, KEYS, RUNS, SIX_GAMES, league_event, near, told
from tests.tournaments.formats.entered import (
    COLOURS,
    OPPOSITE,
    PLAYERS,
    SIDE_BY_SIDE,
    contest,
    gp_game,
    won_by,
)
from tests.tournaments.formats.leagues import won
from tournaments.forecasting import Forecast, RunningGame, Strength, strength as strengths_module
from tournaments.forecasting.strength import SampledRunningGame
from tournaments.formats import FORMATS, Contest, Departure, FormatError, draws
from tournaments.formats.simulate import with_results
from tournaments.ratings import GUMBEL, SIGMA

# -- examples --------------------------------------------------------------------------------------


def test_equals_win_a_first_to_one_a_third_of_the_times_each() -> None:
    found = told("championship", contest("championship", settings={"wins": 1}))
    assert found.runs == RUNS
    assert all(near(found.titles[key], RUNS, 1 / 3) for key in KEYS)
    assert found.games == {1: RUNS}
    # Whoever has no win shares 2nd place.
    assert all(found.places[key] == [won, RUNS - won, 0] for key, won in found.titles.items())


def test_two_finalists_who_are_level_have_half_a_chance_each_and_the_third_is_third() -> None:
    series = [won(7, "anna", "bert"), won(8, "bert", "anna")]
    found = told("league", league_event([*SIX_GAMES, *series], playoffs="final", final_wins=2))
    assert near(found.titles["anna"], RUNS, 1 / 2)
    assert found.titles["anna"] + found.titles["bert"] == RUNS
    assert found.places["cleo"] == [0, 0, RUNS]
    assert found.playoffs == {"anna": RUNS, "bert": RUNS, "cleo": 0}
    assert found.games == {1: RUNS}


def test_who_needs_one_win_where_the_other_needs_two_has_three_quarters() -> None:
    found = told("league", league_event([*SIX_GAMES, won(7, "anna", "bert")], playoffs="final", final_wins=2))
    assert near(found.titles["anna"], RUNS, 3 / 4)
    assert near(found.games[1], RUNS, 1 / 2)
    assert found.games[1] + found.games[2] == RUNS


def test_ratings_as_strengths_follow_the_model_of_the_ratings() -> None:
    strong = {"anna": Strength(31, 2), "bert": Strength(25, 3), "cleo": Strength(25, 1)}
    series = [won(7, "anna", "bert"), won(8, "bert", "anna")]
    event = league_event([*SIX_GAMES, *series], playoffs="final", final_wins=2)
    found = told("league", event, strengths=strong, spreads={"xmadn-2t": 1.1})
    apart = 6 / SIGMA * 1.1 / math.sqrt(1 + (2**2 + 3**2) / 2 / SIGMA**2 * 1.1**2 / GUMBEL)
    assert near(found.titles["anna"], RUNS, 1 / (1 + math.exp(-apart)))


def test_between_equals_every_order_of_the_six_colours_is_equally_likely() -> None:
    (game,) = FORMATS["gp-series"].judge(contest("gp-series", settings={"games": 4})).next_games
    lots, runs = Random(1), 6_000
    orders = [
        strengths_module.sample_result(game, EQUAL, lots, {}, RULE_SETS[game.rules].ends).places
        for _ in range(runs)
    ]
    assert all(sorted(order) == sorted(COLOURS) for order in orders)
    for first, second in permutations(COLOURS, 2):
        assert near(sum(order[:2] == (first, second) for order in orders), runs, 1 / 30)


def test_the_colours_of_a_stronger_player_are_earlier_by_his_weight() -> None:
    (game,) = FORMATS["gp-series"].judge(contest("gp-series", settings={"games": 4})).next_games
    strong = EQUAL | {"anna": Strength(35)}
    apart = 10 / SIGMA * 0.75 / math.sqrt(1 + 0.75**2 / GUMBEL)
    share = math.exp(apart) / (math.exp(apart) + 2)
    lots, runs = Random(1), 3_000
    first = [
        strengths_module.sample_result(
            game, strong, lots, {"xmadn-gp": 0.75}, RULE_SETS[game.rules].ends
        ).places[0]
        for _ in range(runs)
    ]
    assert near(sum(game.seating.leader(colour) == "anna" for colour in first), runs, share)


def test_a_gp_needs_extra_games_as_often_as_its_last_game_leaves_a_tie() -> None:
    format, event = FORMATS["gp-series"], contest("gp-series", settings={"games": 1})
    ties = sum(
        format.judge(with_results(event, [gp_game(1, *order)])).finished is None
        for order in permutations(COLOURS)
    )
    found = told("gp-series", event)
    assert 0 < ties < 720
    assert found.extra is not None
    assert near(found.extra, RUNS, ties / 720)
    assert found.games[1] == RUNS - found.extra
    assert told("championship", contest("championship"), 3).extra_games is None


def test_a_result_that_waits_behind_a_gap_counts_as_soon_as_the_gap_is_filled() -> None:
    event = contest("championship", [won_by(2, "red")], settings={"wins": 2})
    found = told("championship", event)
    assert near(found.games[1], RUNS, 1 / 3)


def test_a_result_of_the_wrong_players_is_played_again() -> None:
    event = league_event([*SIX_GAMES, won(7, "anna", "cleo")], playoffs="final", final_wins=1)
    found = told("league", event)
    assert near(found.titles["anna"], RUNS, 1 / 2)
    assert found.titles["cleo"] == 0


def test_a_running_game_whose_board_is_not_known_counts_as_not_begun() -> None:
    event = league_event([*SIX_GAMES[:3]], playoffs="final", final_wins=1)
    assert told("league", replace(event, running=(4,)), 20) == told("league", event, 20)


def test_an_event_without_its_players_cannot_be_forecast() -> None:
    with pytest.raises(FormatError) as refused:
        told("championship", contest("championship", entrants=PLAYERS[:2]), 5)
    assert "players needed: 3" in refused.value.message.en


# -- laws ------------------------------------------------------------------------------------------

EVENTS: dict[str, dict[str, object]] = {
    "championship": {"wins": 3},
    "gp-series": {"games": 4},
    "gp-plus-series": {"games": 4},
    "triple-athlon": {},
    "challengers": {},
    "league": {"drrs": 2, "playoffs": "qualifying and final", "qualifying_wins": 2, "final_wins": 2},
    "exhibition": {},
}


def under_way(format: str, lots: Random) -> Contest[Any]:
    """An event played on by lot, but not to its end."""
    event = contest(format, settings=EVENTS[format], draws=())
    for _ in range(lots.randint(1, 14)):
        verdict = FORMATS[format].judge(event)
        if verdict.draws:
            held = (draws.draw_from_seed(needed, str(lots.random())) for needed in verdict.draws)
            after = replace(event, draws=(*event.draws, *held))
        else:
            game = lots.choice(verdict.next_games)
            result = strengths_module.sample_result(game, EQUAL, lots, {}, RULE_SETS[game.rules].ends)
            after = with_results(event, [result])
        if FORMATS[format].judge(after).finished:
            break
        event = after
    if format == "league" and lots.random() < 0.3:
        event = replace(event, departures=(Departure(lots.choice(KEYS), len(event.results)),))
    return event


@pytest.mark.parametrize("format", EVENTS)
def test_no_run_ends_otherwise_than_is_decided(format: str) -> None:
    lots, certain = Random(format), 0
    for _ in range(14):
        event = under_way(format, lots)
        claims = [each for each in FORMATS[format].judge(event).decided() if each.subject.en == "the event"]
        found = told(format, event, 12)
        for prospect in (prospect for claim in claims for prospect in claim.prospects):
            reached = {place for place in (1, 2, 3) if found.places[prospect.entrant][place - 1]}
            assert reached <= set(range(prospect.best, prospect.worst + 1)), (event, prospect, found)
            if prospect.worst == 1:
                assert found.title(prospect.entrant).value == 1
            if prospect.best > 1:
                assert found.title(prospect.entrant).value == 0
            certain += prospect.best > 1 or prospect.worst < 3
    # A law that has nothing to say about any of these events would hold for nothing.
    assert certain or format in ("gp-series", "gp-plus-series")


@pytest.mark.parametrize("format", EVENTS)
def test_ranges_side_by_side_add_up_to_the_whole(format: str) -> None:
    event = under_way(format, Random(3))
    pieces = [told(format, event, part) for part in (range(7, 12), range(7), range(12, 20))]
    whole = told(format, event, 20)
    assert sum(whole.titles.values()) == 20
    assert pieces[0] + pieces[1] + pieces[2] == whole


# -- figures ---------------------------------------------------------------------------------------

TALLIES = Forecast(
    runs=100,
    titles={"anna": 80, "bert": 20},
    places={"anna": [80, 20], "bert": [20, 80]},
    playoffs={"anna": 100, "bert": 100},
    games={2: 50, 3: 40, 6: 10},
    extra=10,
)


def test_the_margin_is_wilsons() -> None:
    # 0.8 of 100: 0.7112 to 0.8666 (Wilson, 95 %).
    assert TALLIES.title("anna").value == 0.8
    assert TALLIES.title("anna").margin == pytest.approx(0.8 - 0.7112, abs=1e-4)
    assert TALLIES.place("bert", 2) == TALLIES.title("anna")
    assert TALLIES.reaching_playoffs("bert") == share(100, 100)
    assert TALLIES.extra_games == share(10, 100)


def test_the_number_of_games_still_to_play() -> None:
    assert TALLIES.games_to_play.value == pytest.approx(2.8)
    # Squares of the deviations: 0.64, 0.04 and 10.24, their mean 1.36.
    assert TALLIES.games_to_play.margin == pytest.approx(1.96 * math.sqrt(1.36 / 100))
    assert [TALLIES.games_quantile(share) for share in (0.5, 0.51, 0.9, 0.91, 1)] == [2, 3, 3, 6, 6]


STRONG = EQUAL | {"anna": Strength(35)}
SPREAD = 0.75
SPREADS = {"xmadn-3t": SPREAD, "xmadn-gp": SPREAD}
EVERY_ORDER = dict.fromkeys(permutations(COLOURS), 1)


def championship(board: RunningGame, **wanted: Any) -> Any:
    """A first to 2 in which Anna has won, and Game 2 is being played."""
    event = contest("championship", [won_by(1, "yellow")], settings={"wins": 2})
    return told("championship", event, boards={2: board}, spreads=SPREADS, **wanted)


def won_with(ahead: float = 0.5, **times: int) -> RunningGame:
    return RunningGame("xmadn-3t", SIDE_BY_SIDE, {(colour,): often for colour, often in times.items()}, ahead)


def orders_of(board: RunningGame, strengths: dict[str, Strength], runs: int) -> Counter[tuple[str, ...]]:
    """How often each order is drawn."""
    (game,) = FORMATS["gp-series"].judge(contest("gp-series", settings={"games": 4})).next_games
    by_lot, lots = SampledRunningGame(board, strengths, SPREADS, RULE_SETS[board.rules].ends), Random(1)
    return Counter(by_lot.sample(game, lots).places for _ in range(runs))


# -- what a board does -----------------------------------------------------------------------------


def test_who_wins_a_running_game_comes_as_often_as_from_its_board() -> None:
    found = championship(won_with(black=90, blue=10))
    # Anna needs one more win; whoever wins Game 2 instead needs another, too.
    assert near(found.games[1], RUNS, 0.9)
    assert near(found.titles["anna"], RUNS, 0.9 + 0.1 * 4 / 9)
    assert found.titles["cleo"] < found.titles["bert"]


def test_a_board_that_is_decided_decides() -> None:
    found = championship(won_with(black=1))
    assert (found.titles, found.games) == ({"anna": RUNS, "bert": 0, "cleo": 0}, {1: RUNS})


def test_a_board_one_throw_from_its_end_nearly_decides_whatever_the_strengths() -> None:
    seats = {seat.entrant: seat.colours for seat in SIDE_BY_SIDE.seats}
    last_throw = Game.at(
        "6x8 47,b,c,d/B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B Y0", RULE_SETS["xmadn-3t"], seats
    )
    outcome = playouts(last_throw, 100, policy="front", seed=1)
    board = RunningGame("xmadn-3t", SIDE_BY_SIDE, outcome.orders, outcome.throws / (outcome.throws + 900))
    for strengths in (EQUAL, EQUAL | {"bert": Strength(40)}):
        assert championship(board, strengths=strengths).title("anna").value > 0.99


def test_a_board_on_which_all_are_level_leaves_the_chances_as_they_were() -> None:
    level = championship(won_with(yellow=7, black=7, blue=7, red=7, green=7, violet=7))
    unknown = told("championship", contest("championship", [won_by(1, "yellow")], settings={"wins": 2}))
    for key in KEYS:
        assert near(level.titles[key], RUNS, unknown.titles[key] / RUNS)


def test_a_running_game_of_others_than_are_due_counts_as_not_begun() -> None:
    others = RunningGame("xmadn-3t", OPPOSITE, {("red",): 1}, 0.5)
    assert near(championship(others).games[1], RUNS, 1 / 3)


def test_the_places_come_together_as_the_playouts_had_them() -> None:
    one, other = tuple(COLOURS), tuple(reversed(COLOURS))
    found = orders_of(RunningGame("xmadn-gp", OPPOSITE, {one: 3, other: 1}, 0.3), EQUAL, RUNS)
    assert found.keys() == {one, other}
    assert near(found[one], RUNS, 3 / 4)


# -- with strengths --------------------------------------------------------------------------------


def share_of_anna(ahead: float) -> float:
    """How often the first colour is Anna's, on a board that says nothing."""
    runs = 2_000
    found = orders_of(RunningGame("xmadn-gp", OPPOSITE, EVERY_ORDER, ahead), STRONG, runs)
    return sum(times for order, times in found.items() if order[0] in ("yellow", "red")) / runs


def test_at_its_beginning_a_game_is_left_to_the_strengths_at_its_end_to_the_board() -> None:
    weight = math.exp(10 / SIGMA * SPREAD / math.sqrt(1 + SPREAD**2 / GUMBEL))
    assert near(round(2_000 * share_of_anna(1)), 2_000, weight / (weight + 2))
    assert near(round(2_000 * share_of_anna(0)), 2_000, 1 / 3)
    assert 1 / 3 < share_of_anna(0.5) < share_of_anna(1)


def test_a_game_that_is_won_is_weighed_by_who_wins_it() -> None:
    board = won_with(ahead=1, yellow=1, black=1, blue=2, green=2)
    weight = math.exp(10 / SIGMA * SPREAD / math.sqrt(1 + SPREAD**2 / GUMBEL))
    assert near(championship(board, strengths=STRONG).games[1], RUNS, weight / (weight + 2))
