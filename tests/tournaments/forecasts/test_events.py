"""What an event's forecast follows from: the boards of its running games, and the strengths of its players."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from tests.tournaments.conftest import KEYS, brought_home, record, start
from tests.tournaments.statistics.conftest import LATER, new_game, typed_in
from tournaments.forecasting import Strength
from tournaments.forecasts.requests import PLAYOUTS, EventSnapshot, boards_of, strengths_of
from tournaments.models import Event, Strengths
from tournaments.players.update import count_due
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db
ANNE, BERT, CORA = KEYS


def test_a_running_game_ends_from_where_its_board_stands(under_way: Event) -> None:
    game = start(under_way).game
    record(game, brought_home(game.play(), ("blue",))[:-1])
    snapshot = EventSnapshot.read(under_way.pk, boards_of)
    board = snapshot.boards[2]
    assert sum(board.orders.values()) == PLAYOUTS
    assert 0 < board.ahead < 0.5
    found = snapshot.question(Strengths.EQUAL).run(range(100))
    # Bert, who leads blue, has Game 2 all but won: a third game follows.
    assert found.games[1] < 5


def test_a_forecast_changes_nothing_and_asks_little(under_way: Event) -> None:
    with CaptureQueriesContext(connection) as found:
        EventSnapshot.read(under_way.pk, boards_of).question(Strengths.RATINGS)
    assert all(query["sql"].startswith("SELECT") for query in found)
    # The event, what belongs to it, its version again, the ratings, and what is known of luck.
    assert len(found) == 10


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
