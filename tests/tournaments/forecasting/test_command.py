"""`manage.py forecast`: the event of the database, as a table and as JSON."""

from __future__ import annotations

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from tests.tournaments.conftest import KEYS, YELLOW_STARTS, brought_home, record, start, win
from tests.tournaments.statistics.conftest import LATER, new_game, typed_in
from tournaments.forecasting import Strength
from tournaments.forecasts.events import PLAYOUTS, boards_of, event_forecast, strengths_of
from tournaments.models import Event, Strengths
from tournaments.standings.event_state import EventState
from tournaments.statistics.update import count_due

pytestmark = pytest.mark.django_db
ANNE, BERT, CORA = KEYS


def said(*arguments: str) -> str:
    call_command("forecast", *arguments, stdout=(out := StringIO()), stderr=StringIO())
    return out.getvalue()


def told(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said(*arguments, "--json"))
    return found


@pytest.fixture
def under_way(cup: Event) -> Event:
    """Änne has one of the two wins needed."""
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    return cup


def test_the_table_of_an_event_that_is_under_way(under_way: Event) -> None:
    lines = said("cup", "--runs", "200", "--if", f"2={ANNE}").splitlines()
    assert lines == [
        "Cup (Championship, xmadn-3t)",
        "200 simulations, seed 1, everybody equally strong",
        "if Änne Öhler wins Game 2",
        "",
        "                    title        place 1        place 2        place 3",
        "Änne Öhler  100.0 % ± 1.9  100.0 % ± 1.9    0.0 % ± 1.9    0.0 % ± 1.9",
        "Bert Übel     0.0 % ± 1.9    0.0 % ± 1.9  100.0 % ± 1.9    0.0 % ± 1.9",
        "Cora Weiß     0.0 % ± 1.9    0.0 % ± 1.9  100.0 % ± 1.9    0.0 % ± 1.9",
        "",
        "games left: 1.0 ± 0.0; usually 1, rarely over 1",
        f"    1  100.0 % ± 1.9  {'#' * 40}",
        "",
        "5 seconds per throw: assumed, until 3 games of this event are over",
        *lines[-2:],
    ]


def test_a_running_game_ends_from_where_its_board_stands(under_way: Event) -> None:
    game = start(under_way).game
    record(game, brought_home(game.play(), ("blue",))[:-1])
    event_state = EventState.load(under_way)
    boards = boards_of(event_state, seed=1)
    assert sum(boards[2].orders.values()) == PLAYOUTS
    assert 0 < boards[2].ahead < 0.5
    found = event_forecast(
        event_state, range(100), strengths=Strengths.EQUAL, seed=1, boards=boards, assume={}
    )
    # Bert, who leads blue, has Game 2 all but won: a third game follows.
    assert found.games[1] < 5
    assert told("cup", "--runs", "100")["games_to_play"]["mean"] == pytest.approx(found.games_to_play.value)


def test_in_german(series: Event) -> None:
    lines = said("gp", "--runs", "50", "--language", "de", "--strengths", "ratings").splitlines()
    assert lines[1] == "50 Simulationen, Startwert 1, Stärken nach Spielstärke"
    assert "Sieg" in lines[3]
    assert "Platz 3" in lines[3]
    assert "%" in lines[4]
    assert "." not in "".join(lines[3:])
    assert any(line.startswith("Zusatzspiele: ") for line in lines)


def test_the_json_says_what_was_asked_and_what_came_of_it(under_way: Event) -> None:
    found = told("cup", "--runs", "300", "--seed", "7")
    assert (found["event"], found["runs"], found["left_out"], found["seed"]) == ("cup", 300, 0, 7)
    assert (found["strengths"], found["assumed"], found["extra_games"]) == ("equal", [], None)
    event_state = EventState.load(Event.objects.get(slug="cup"))
    same = event_forecast(event_state, range(300), strengths=Strengths.EQUAL, seed=7, boards={}, assume={})
    anne, *others = found["players"]
    assert (anne["entrant"], anne["name"], anne["playoffs"]) == (ANNE, "Änne Öhler", None)
    title = same.title(ANNE)
    assert anne["title"] == {"chance": title.value, "margin": title.margin}
    assert [each["place"] for each in anne["places"]] == [1, 2, 3]
    assert sum(each["title"]["chance"] for each in (anne, *others)) == pytest.approx(1)
    assert anne["title"]["chance"] > others[0]["title"]["chance"]
    games = found["games_to_play"]
    assert [each["games"] for each in games["distribution"]] == [1, 2, 3]
    assert games["mean"] == pytest.approx(same.games_to_play.value)


def test_a_forecast_changes_nothing_and_asks_little(under_way: Event) -> None:
    with CaptureQueriesContext(connection) as found:
        told("cup", "--runs", "20", "--strengths", "ratings")
    assert all(query["sql"].startswith("SELECT") for query in found)
    # The event, what belongs to it, the ratings, and what is known of luck.
    assert len(found) == 7


def test_where_nothing_comes_of_what_is_assumed_that_is_said(under_way: Event) -> None:
    arguments = ("cup", "--runs", "20", "--if", f"2={ANNE}", "--if", f"3={BERT}")
    assert said(*arguments).splitlines()[-1] == "left out, as it did not happen: 20"
    found = told(*arguments)
    assert (found["runs"], found["left_out"], found["games_to_play"]) == (0, 20, None)
    assert found["players"][0]["title"] is None


def test_ratings_are_those_of_the_players_and_a_beginners_where_there_are_none(
    cup: Event, players: list[Player]
) -> None:
    event_state = EventState.load(cup)
    assert strengths_of(event_state, Strengths.RATINGS) == dict.fromkeys(KEYS, Strength())
    typed_in(new_game(players[:2], "xmadn-2t"), ("black",))
    count_due(now=LATER)
    rated = strengths_of(event_state, Strengths.RATINGS)
    assert rated[ANNE].mu > Strength().mu > rated[BERT].mu
    assert rated[CORA] == Strength()
    assert strengths_of(event_state, Strengths.EQUAL) == dict.fromkeys(KEYS, Strength())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nowhere",), "no event nowhere"),
        (("cup", "--runs", "0"), "--runs: 1 to 1000000 is needed, not 0"),
        (("cup", "--if", "seven"), "--if: NUMBER=KEY is needed, such as 7=entry-1, not 'seven'"),
        (("cup", "--if", "7="), "--if: NUMBER=KEY"),
        (("cup", "--if", f"2={ANNE}", "--if", f"02={BERT}"), "Game 2 is there more than once"),
        (("cup", "--if", f"1={ANNE}"), "assume[1]: this game has a result"),
        (("cup", "--if", "2=dora", "--language", "de"), "assume[2]: 'dora' ist nicht gemeldet"),
        (("cup", "--strengths", "luck"), "invalid"),
    ],
)
def test_what_cannot_be_is_refused(under_way: Event, arguments: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError, match=re.escape(says)):
        said(*arguments)


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_far_it_is_and_nothing_else_does(
    under_way: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    for out, shows in ((Terminal(), True), (StringIO(), False)):
        monkeypatch.setattr("sys.stderr", out)
        said("cup", "--runs", "20")
        assert ("100%" in out.getvalue()) == shows
