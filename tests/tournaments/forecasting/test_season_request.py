"""Questions about seasons as texts: whoever has the text finds the same, in however many pieces."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction

from tests.tournaments.forecasting.questions import SIX_GAMES, league_event
from tests.tournaments.forecasting.season_world import IN_FORCE, ahead, cup, over, race, world
from tests.tournaments.formats.entered import contest, gp_game
from tournaments.forecasting import RankingAhead, RunningGame, SeasonAhead, Strength, season_forecast
from tournaments.forecasting.request import added, read_season_answer, run_request
from tournaments.forecasting.season_request import SeasonForecastRequest
from tournaments.formats import FORMATS
from tournaments.ranking_rules.settings import DoubleRankingsSettings

SPREADS = {"xmadn-2t": 0.5, "xmadn-3t": 0.125}
UNEQUAL = {"anna": Strength(31.25, 2.125), "bert": Strength(25.1, 1 / 3), "cleo": Strength()}
LEAGUE = ahead("league", league_event(SIX_GAMES, playoffs="final", final_wins=1), "league")
CUP = cup("cup", "yellow", wins=2, level=4)
BOARD = RunningGame(
    "xmadn-3t", FORMATS["championship"].judge(CUP.contest).next_games[0].seating, {("red",): 1}, 0.5
)
OLD = over("old", "cba")
HALVES = replace(
    over("halves", "abc"),
    ended_at=datetime(2026, 6, 1, 20, tzinfo=UTC),
    earned=tuple(replace(each, wp=Fraction(5, 2)) for each in over("halves", "abc").earned),
)


def question(seed: int = 7) -> SeasonForecastRequest:
    """A season in its midst: kinds of events, a running board, a part that is concluded, every kind of list."""
    events = (
        replace(CUP, boards={2: BOARD}),
        replace(
            LEAGUE, concluded={"drr-1": (date(2026, 7, 1), HALVES.ended_at), "x": (date(2026, 7, 2), None)}
        ),
        ahead(
            "gp", contest("gp-series", [gp_game(1, *"YRKGUV")], settings={"games": 2}), "gp-series", level=3
        ),
        ahead("show", contest("exhibition"), "exhibition"),
    )
    lists = (
        world(OLD, HALVES, events=8),
        RankingAhead("2t", DoubleRankingsSettings(level="none"), IN_FORCE, ()),
        race(OLD, medal_game="bert"),
    )
    season = SeasonAhead(events, lists, {"old": "cleo"}, {"cup": 4, "old": 3, "gp": 3})
    return SeasonForecastRequest(season, UNEQUAL, seed, SPREADS)


def test_what_was_written_is_read_as_it_was() -> None:
    asked = question()
    read = SeasonForecastRequest.read(asked.as_text())
    assert read.as_text() == asked.as_text()
    assert read.ahead.lists == tuple(
        replace(
            which,
            ended=tuple(
                replace(each, earned=tuple(sorted(each.earned, key=lambda one: one.player)))
                for each in which.ended
            ),
        )
        for which in asked.ahead.lists
    )
    assert (read.strengths, read.seed) == (UNEQUAL, 7)
    assert (read.ahead.winners, read.ahead.majors) == (asked.ahead.winners, asked.ahead.majors)
    for one, other in zip(read.ahead.events, asked.ahead.events, strict=True):
        assert (one.players, one.level, one.honoured) == (other.players, other.level, other.honoured)
        assert (one.starts_on, one.ends_on) == (other.starts_on, other.ends_on)
        assert (one.concluded, one.boards) == (other.concluded, other.boards)


def test_an_answer_is_that_of_the_season_itself() -> None:
    asked = question()
    found = season_forecast(asked.ahead, range(12), strengths=UNEQUAL, seed=7, spreads=SPREADS)
    assert read_season_answer(run_request(asked.as_text(), range(12))) == found
    assert season_forecast(asked.ahead, range(12), strengths=UNEQUAL, seed=8, spreads=SPREADS) != found


def test_parts_add_up_to_the_same_text_in_any_order() -> None:
    text = question().as_text()
    first, second, third = (run_request(text, range(start, start + 4)) for start in (0, 4, 8))
    whole = run_request(text, range(12))
    assert added(added(third, first), second) == whole
    assert added(added(second, third), first) == whole


def test_the_same_state_has_the_same_text_and_no_names() -> None:
    asked = question()
    event = asked.ahead.events[0]
    named = replace(
        event.contest,
        entrants=tuple(replace(each, name="Somebody Else") for each in reversed(event.contest.entrants)),
    )
    again = replace(event, contest=named, players=dict(reversed(list(event.players.items()))))
    season = replace(asked.ahead, events=(again, *asked.ahead.events[1:]))
    assert replace(asked, ahead=season).as_text() == asked.as_text()
    assert "Else" not in asked.as_text()
    assert question(seed=8).as_text() != asked.as_text()


def test_the_games_of_all_events_are_left() -> None:
    one, two = (SeasonForecastRequest(SeasonAhead((each,), ()), UNEQUAL, 1) for each in (CUP, LEAGUE))
    both = SeasonForecastRequest(SeasonAhead((CUP, LEAGUE), ()), UNEQUAL, 1)
    assert one.games_left > 0
    assert both.games_left == one.games_left + two.games_left
