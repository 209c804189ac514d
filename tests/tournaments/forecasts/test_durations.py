"""How long an event takes: by its own seconds per throw, as a page of the desk and by REST."""

from typing import Any

import pytest

from games.enums import Decision, GameState
from games.models import Game
from tests.tournaments.forecasts.conftest import swept, under_way as under_way, worked_off
from tournaments.forecasting import Forecast
from tournaments.forecasts.durations import planning_of, seconds_per_throw, sentences, time_left
from tournaments.forecasts.queries import forecasts_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def game(throws: int, seconds: int | None, **wanted: Any) -> Game:
    """A game that was played to its end."""
    data: dict[str, Any] = {"state": GameState.ENDED, "decided_by": Decision.PLAY, **wanted}
    if seconds is not None:
        data["clock"] = {"played_ms": 1_000 * seconds, "since": None, "limit_reached": False}
    tallies = {"colours": {"yellow": {"faces": {"1": throws - 1, "6": 1}}}} if throws else {}
    return Game(tallies=tallies, **data)


# -- seconds per throw -----------------------------------------------------------------------------


def test_the_median_of_three_games_is_taken_and_five_seconds_before(cup: Event) -> None:
    games = [game(100, 430), game(100, 300), game(200, 2_000)]
    two = seconds_per_throw(cup, games[:2])
    assert (two.value, two.why.en) == (5, "assumed, until 3 games of this event are over")
    three = seconds_per_throw(cup, games)
    assert three.value == 4.3
    assert three.sentence.en == "4.3 seconds per throw: the median of 3 games of this event"
    assert three.sentence.de == "4,3 Sekunden pro Wurf: der Median von 3 Spielen dieses Turniers"


@pytest.mark.parametrize(
    "left_out",
    [
        game(0, 600),
        game(100, None),
        game(100, 50),
        game(100, 100_000),
        game(100, 600, decided_by=Decision.ADJUDICATION),
        game(100, 600, state=GameState.RUNNING, decided_by=""),
    ],
    ids=["no throws", "no time", "written down later", "left to lie", "broken off", "being played"],
)
def test_games_that_do_not_tell_how_fast_is_played_are_left_out(cup: Event, left_out: Game) -> None:
    assert seconds_per_throw(cup, [game(100, 300)] * 2 + [left_out]).value == 5


# -- the figures -----------------------------------------------------------------------------------


def test_games_by_other_rules_than_were_played_out_are_not_guessed(cup: Event) -> None:
    cup.options = {"barriers": True}
    forecast = Forecast(1, {}, {}, None, {2: 1}, None)
    planned = planning_of(cup, [], forecast, entered=3)
    assert (planned.lengths, planned.evenings) == (None, {})
    assert "is not known" in [told.en for told in sentences(planned)][-1]


def test_what_an_organiser_has_set_and_boards_beside_each_other_are_told(cup: Event) -> None:
    cup.seconds_per_throw = 9
    planned = planning_of(cup, [game(100, 300)] * 3, Forecast(4, {}, {}, None, {2: 4}, 1), entered=6)
    for language, words in {
        "en": ["as set for this event", "all games one after", "on 2 boards, without", "extra games: 25 % ±"],
        "de": [
            "für dieses Turnier",
            "alle Spiele nacheinander",
            "an 2 Brettern, ohne",
            "Zusatzspiele: 25 % ±",
        ],
    }.items():
        pace, _game, *rest = [told.of(language) for told in sentences(planned)]
        assert all(word in told for word, told in zip(words, (pace, *rest), strict=True))


@pytest.mark.parametrize(
    ("minutes", "said"), [(0.5, "10 min"), (25, "20 min"), (52, "50 min"), (61, "1 h"), (100, "2 h")]
)
def test_what_is_left_is_told_as_roughly_as_it_is_known(minutes: float, said: str) -> None:
    assert time_left(minutes).as_json() == {"en": f"about {said} left", "de": f"noch etwa {said}"}


def test_an_evening_is_as_long_as_the_games_of_the_stored_forecast(under_way: Event) -> None:
    assert planning_of(under_way, [], forecasts_of(under_way).likeliest, entered=3).evenings == {}
    swept()
    worked_off()
    found = forecasts_of(under_way).likeliest
    assert found is not None
    planned = planning_of(under_way, [], found, entered=3)
    assert planned.lengths is not None
    ((boards, minutes),) = planned.evenings.items()
    assert boards == 1
    game = planned.lengths.in_minutes(planned.seconds.value).mean
    assert minutes.mean == pytest.approx(found.games_to_play.value * game, rel=0.05)
    assert minutes.median <= minutes.percentile_90
