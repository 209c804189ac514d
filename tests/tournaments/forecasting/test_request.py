"""Questions as texts: whoever has the text finds the same, in however many pieces and in whatever process."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.forecasting.questions import EQUAL, KEYS, league_event
from tests.tournaments.formats.entered import contest, gp_game
from tests.tournaments.formats.leagues import drr
from tournaments.forecasting import Forecast, RunningGame, Strength, forecast
from tournaments.forecasting.request import ForecastRequest
from tournaments.formats import FORMATS, Contest, Departure, DrawMethod, DrawOutcome

LEAGUE = league_event(drr("a", "a", "b", "b"), playoffs="final", final_wins=2)
BOARD = RunningGame("xmadn-2t", LEAGUE.results[0].seating, {LEAGUE.results[0].places: 3, ("red",): 1}, 1 / 3)
SPREADS = {"xmadn-2t": 0.5, "xmadn-3t": 0.125}
UNEQUAL = {"anna": Strength(31.25, 2.125), "bert": Strength(25.1, 1 / 3), "cleo": Strength()}


def question(event: Contest[Any] = LEAGUE) -> ForecastRequest:
    return ForecastRequest("league", event, UNEQUAL, {}, 7, SPREADS)


def test_an_answer_is_that_of_the_event_itself() -> None:
    found = forecast(FORMATS["league"], LEAGUE, range(40), strengths=UNEQUAL, seed=7, spreads=SPREADS)
    assert ForecastRequest.read(question().as_text()).run(range(40)) == found
    assert Forecast.read(found.as_text()) == found


def test_parts_add_up_to_the_same_text_in_any_order() -> None:
    read = ForecastRequest.read(question().as_text())
    first, second, third = (read.run(range(start, start + 15)) for start in (0, 15, 30))
    assert (third + first + second).as_text() == read.run(range(45)).as_text()


@pytest.mark.parametrize("key", FORMATS)
def test_what_was_written_is_read_as_it_was(key: str) -> None:
    thrown = DrawOutcome("chosen", KEYS, DrawMethod.THROWN, "", ((("anna", 6), ("bert", 6)), (("anna", 2),)))
    told_pawns = replace(gp_game(1, *"YRKGUV"), seconds=1800) if key == "gp-series" else None
    event = replace(
        contest(key),
        draws=(thrown,),
        results=(told_pawns,) if told_pawns else (),
        departures=(Departure("cleo", 3),),
    )
    written = ForecastRequest(key, event, EQUAL, {4: BOARD}, 1, SPREADS).as_text()
    read = ForecastRequest.read(written)
    assert read.as_text() == written
    assert (read.contest.draws, read.contest.results) == (event.draws, event.results)
    assert (read.contest.settings, read.contest.departures) == (event.settings, event.departures)
    assert (read.strengths, read.boards, read.seed) == (EQUAL, {4: BOARD}, 1)
    assert read.spreads == SPREADS


def test_the_same_state_has_the_same_text_and_no_names() -> None:
    named = [replace(each, name="Somebody Else") for each in reversed(LEAGUE.entrants)]
    other = replace(LEAGUE, entrants=tuple(named), results=tuple(reversed(LEAGUE.results)), running=(5,))
    assert question(other).as_text() == question().as_text()
    assert "Anna" not in question().as_text()
    assert question(replace(LEAGUE, results=LEAGUE.results[:3])).as_text() != question().as_text()


def test_pawns_and_times_are_part_of_a_question() -> None:
    told_of = replace(
        LEAGUE.results[0], pawns=dict.fromkeys(LEAGUE.results[0].seating.colours, 4), seconds=90
    )
    event = replace(LEAGUE, results=(told_of,))
    assert ForecastRequest.read(question(event).as_text()).contest.results == (told_of,)
