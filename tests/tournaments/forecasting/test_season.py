"""Forecasts of a season: examples worked out by hand, and what holds for every season."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import orjson
import pytest

from tests.tournaments.forecasting.questions import EQUAL, KEYS, RUNS, SIX_GAMES, league_event, near
from tests.tournaments.forecasting.season_world import (
    IN_FORCE,
    ahead,
    cup,
    over,
    race,
    world,
)
from tests.tournaments.formats.entered import contest, gp_game
from tests.tournaments.formats.leagues import won
from tournaments.forecasting import (
    EventAhead,
    RankingAhead,
    RunningGame,
    SeasonAhead,
    SeasonForecast,
    Strength,
    season_forecast,
)
from tournaments.formats import FORMATS, FormatError
from tournaments.ranking_rules.settings import (
    DoubleRankingsSettings,
)
from tournaments.ratings.rating import GUMBEL, SIGMA


def told(
    *events: EventAhead, lists: Sequence[RankingAhead] = (), runs: int | range = RUNS, **wanted: Any
) -> SeasonForecast:
    season = SeasonAhead(events, tuple(lists), wanted.pop("winners", {}), wanted.pop("majors", {}))
    numbers = range(runs) if isinstance(runs, int) else runs
    return season_forecast(season, numbers, **{"strengths": EQUAL, "seed": 1, **wanted})


# -- examples --------------------------------------------------------------------------------------


def test_among_equals_everybody_is_number_one_as_often() -> None:
    found = told(cup("one"), cup("two"), lists=[world(), race()])
    for key in KEYS:
        assert near(found.titles["one"][key], RUNS, 1 / 3)
        # He wins both, or one and shares the first place with the other's winner: 1/9 + 4/9.
        assert near(found.lists["3t"][key][1], RUNS, 5 / 9)
        # Of two who are level one wins the Medal Game.
        assert near(found.lists["race"][key][1], RUNS, 1 / 3)
    assert sum(found.lists["race"][key][1] for key in KEYS) == RUNS
    assert found.games == {2: RUNS}


def test_who_is_out_of_reach_is_number_one_for_certain() -> None:
    found = told(cup("last"), lists=[world(over("major", "abc", level=3))])
    assert found.place("3t", "anna", 1).value == 1
    assert found.lists["3t"]["anna"] == {1: RUNS}
    assert found.titles["last"].keys() == set(KEYS)


def test_a_new_event_pushes_the_oldest_out() -> None:
    # Of the two that count the older gave Anna 8 points, the newer gave them to Bert, who has 8 + 2 or more at the end.
    days = (date(2026, 5, 1), date(2026, 6, 1))
    ended = [over("old", "abc", day=days[0]), over("new", "bac", day=days[1])]
    found = told(cup("next"), lists=[world(*ended, events=2)])
    assert found.lists["3t"]["bert"] == {1: RUNS}
    # Who wins the next one is level with him.
    assert found.lists["3t"]["anna"][1] == found.titles["next"]["anna"]
    assert found.lists["3t"]["cleo"][1] == found.titles["next"]["cleo"]


def test_two_who_are_level_at_the_end_play_the_medal_game() -> None:
    found = told(lists=[race(over("one", "abc"), over("two", "bac"))])
    assert found.lists["race"]["cleo"] == {3: RUNS}
    assert near(found.lists["race"]["anna"][1], RUNS, 1 / 2)
    assert found.lists["race"]["anna"][1] + found.lists["race"]["bert"][1] == RUNS
    played = told(lists=[race(over("one", "abc"), over("two", "bac"), medal_game="bert")], runs=3)
    assert played.lists["race"]["bert"] == {1: 3}


def test_the_triple_crown_goes_to_who_wins_all_majors() -> None:
    majors = {"first": 3, "second": 3, "championship": 4}
    last = cup("championship", level=4)
    found = told(last, winners={"first": "anna", "second": "anna"}, majors=majors)
    assert found.crowns == {"anna": found.titles["championship"]["anna"]}
    assert near(found.crowns["anna"], RUNS, 1 / 3)
    assert found.titles["first"] == {"anna": RUNS}
    # One that cannot be played on is missing for the crown.
    assert told(last, winners={"first": "anna"}, majors=majors).crowns == {}


def test_parts_of_a_league_count_in_the_2t_rankings() -> None:
    league = ahead("league", league_event(SIX_GAMES, playoffs="final", final_wins=1), "league")
    which = RankingAhead("2t", DoubleRankingsSettings(), IN_FORCE, ())
    found = told(league, lists=[which], runs=200)
    # Anna has 7 + 3 of the double round-robin, Bert 4 + 2, Cleo 2 + 1; the final gives 7 + 1 and 2.
    assert found.lists["2t"]["cleo"] == {3: 200}
    assert found.lists["2t"]["anna"][1] == found.titles["league"]["anna"]
    assert found.lists["2t"]["bert"][1] == found.titles["league"]["bert"]


def test_running_boards_decide_in_a_season_too() -> None:
    event = cup("cup")
    seating = FORMATS["championship"].judge(event.contest).next_games[0].seating
    boards = {1: RunningGame("xmadn-3t", seating, {("blue",): 1}, 0.1)}
    found = told(cup("cup", boards=boards), runs=20)
    assert found.titles == {"cup": {"bert": 20}}


def test_the_stronger_wins_more() -> None:
    found = told(
        cup("cup"), lists=[world()], strengths=EQUAL | {"cleo": Strength(35)}, spreads={"xmadn-3t": 0.75}
    )
    weight = math.exp(10 / SIGMA * 0.75 / math.sqrt(1 + 0.75**2 / GUMBEL))
    assert near(found.lists["3t"]["cleo"][1], RUNS, weight / (weight + 2))


# -- if … ------------------------------------------------------------------------------------------


def test_what_is_assumed_is_assumed_of_a_game_of_an_event() -> None:
    found = told(cup("one"), cup("two"), runs=60, assume={"two": {1: "cleo"}})
    assert found.titles["two"] == {"cleo": 60}
    assert len(found.titles["one"]) == 3
    # First to 2: Game 4 is played if everybody has won one of the first three, 3! of 27.
    found = told(cup("one", wins=2), assume={"one": {4: "cleo"}})
    assert near(found.runs, RUNS, 6 / 27)
    assert found.left_out == RUNS - found.runs


@pytest.mark.parametrize(
    ("assume", "field"),
    [
        ({"nowhere": {1: "anna"}}, "assume[nowhere]"),
        ({"cup": {1: "dora"}}, "cup.assume[1]"),
    ],
)
def test_what_cannot_be_assumed_is_refused(assume: dict[str, dict[int, str]], field: str) -> None:
    with pytest.raises(FormatError) as refused:
        told(cup("cup"), runs=3, assume=assume)
    assert refused.value.field == field


# -- laws ------------------------------------------------------------------------------------------


def a_season(runs: int | range, **wanted: Any) -> SeasonForecast:
    """A season in its midst: every kind of event, every kind of list."""
    gp = contest("gp-series", [gp_game(1, *"YRKGUV")], settings={"games": 2})
    series = [won(7, "anna", "bert")]
    return told(
        cup("cup", "yellow", wins=2, level=4),
        ahead("gp", gp, "gp-series", level=3),
        ahead("league", league_event([*SIX_GAMES, *series], playoffs="final", final_wins=2), "league"),
        ahead("show", contest("exhibition"), "exhibition"),
        lists=[
            world(over("old", "cba"), over("older", "cab", day=date(2026, 1, 1) - timedelta(9))),
            RankingAhead("2t", DoubleRankingsSettings(), IN_FORCE, ()),
            race(over("old", "cba")),
        ],
        winners={"old": "cleo"},
        majors={"cup": 4, "gp": 3, "old": 3},
        runs=runs,
        **wanted,
    )


def test_ranges_side_by_side_add_up_to_the_whole() -> None:
    whole, pieces = a_season(20), [a_season(part) for part in (range(7, 12), range(7), range(12, 20))]
    assert pieces[0] + pieces[1] + pieces[2] == whole
    assert a_season(20, seed=2) != whole


def test_every_event_has_one_winner_and_every_list_a_first() -> None:
    found = a_season(20)
    assert {event: sum(wins.values()) for event, wins in found.titles.items()} == dict.fromkeys(
        ("old", "cup", "gp", "league", "show"), 20
    )
    for places in found.lists.values():
        assert sum(each.get(1, 0) for each in places.values()) >= 20
    assert sum(each.get(1, 0) for each in found.lists["race"].values()) == 20


def test_tallies_can_be_stored() -> None:
    found = a_season(5)
    assert SeasonForecast.of_tallies(orjson.loads(orjson.dumps(found.as_tallies()))) == found


def test_progress_is_told_after_every_run() -> None:
    heard: list[int] = []
    told(cup("cup"), runs=range(5, 8), progress=heard.append)
    assert heard == [1, 2, 3]


def test_the_games_of_all_events_are_still_to_be_played() -> None:
    found = told(cup("one"), cup("two", "red"), runs=10)
    assert (found.games, found.games_to_play.value, found.games_quantile(0.5)) == ({1: 10}, 1, 1)
    assert found.title("two", "bert").value == 1
    assert found.crown("anna").value == 0
