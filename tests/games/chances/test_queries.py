"""What pages and programs are shown of chances, and what the public is not shown yet."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.chances.queries import most_exciting_board, now_in
from games.chances.topic import ChancesTopic
from games.models import Game
from tests.games.chances.conftest import NEARLY_WON, NewGame, count_all, known, latest, throw
from tests.games.conftest import NOW

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
#: Before a single throw everything is as good as won, with the next it is so for the other.
UNDECIDED = "4x10 36,b,c,d/-/39,b,c,d/- Y0"


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW + 20 * MINUTE, tick=False) as traveller:
        yield traveller


def url(game: Game) -> str:
    return f"/api/v1/games/{game.pk}/chances/"


def told(client: Client, game: Game, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(url(game) + query).json()["results"]
    return found


def counted(game: Game, *dice: int) -> Game:
    """The game after these throws, all of them counted."""
    count_all()
    for die in dice:
        throw(game, die)
        count_all()
    return Game.objects.get(pk=game.pk)


# -- by REST ---------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_chances_are_told_the_newest_first_page_by_page(client: Client, near_the_end: NewGame) -> None:
    game = counted(near_the_end(), 1, 1)
    answer = client.get(url(game)).json()
    assert (answer["count"], [each["number"] for each in answer["results"]]) == (3, [4, 3, 2])
    now = answer["results"][0]
    assert [each["player"]["name"] for each in now["players"]] == ["Änne Öhler", "Bert Übel"]
    assert sum(each["chance"]["value"] for each in now["players"]) == pytest.approx(1)
    assert now["players"][0]["chance"]["value"] > 0.9
    assert now["margin"] == max(each["chance"]["margin"] for each in now["players"])
    assert (now["players"][0]["places"], now["players"][0]["points"], now["colours"]) == ([], None, [])
    assert [each["number"] for each in told(client, game, "?limit=1&offset=1")] == [3]
    assert client.get(url(game) + "?limit=x").status_code == 400


def test_the_result_stands_in_front(client: Client, near_the_end: NewGame) -> None:
    game = counted(near_the_end("4x10 36,b,c,d/-/B,B,B,B/- Y0"), 4)
    results = told(client, game)
    assert [(each["number"], each["games"] > 0) for each in results] == [(game.number, False), (2, True)]
    assert [each["chance"]["value"] for each in results[0]["players"]] == [1, 0]
    assert told(client, game, "?offset=1") == results[1:]


@pytest.mark.both_databases
def test_the_most_exciting_board_is_told_first(client: Client, near_the_end: NewGame) -> None:
    dull, exciting = near_the_end(), near_the_end(UNDECIDED)
    counted(dull, 1)
    counted(exciting, 3)
    over = counted(near_the_end("4x10 36,b,c,d/-/B,B,B,B/- Y0"), 4)
    assert told(client, exciting)[0]["swing"] > 0.05 > told(client, dull)[0]["swing"]
    for left, found in (((dull, exciting, over), exciting), ((dull, over), dull), ((over,), None)):
        games = Game.objects.filter(pk__in=[each.pk for each in left])
        assert most_exciting_board(games, timezone.now()) == (found and found.pk)


def test_a_board_at_which_nothing_has_happened_for_long_is_not_exciting(
    near_the_end: NewGame, clock: Any
) -> None:
    game = counted(near_the_end(), 1)
    assert most_exciting_board(Game.objects.all(), timezone.now()) == game.pk
    clock.shift(60 * MINUTE)
    assert most_exciting_board(Game.objects.all(), timezone.now()) is None


def test_three_boards_cost_as_many_queries_as_one(client: Client, near_the_end: NewGame) -> None:
    costs = []
    for _ in range(2):
        counted(near_the_end(), 1)
        counted(near_the_end(), 1)
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/").status_code == 200
        costs.append(len(queries))
    assert costs[0] == costs[1]


# -- on pages --------------------------------------------------------------------------------------


def test_the_page_of_a_game_shows_curve_turning_points_and_figures(
    client: Client, near_the_end: NewGame
) -> None:
    game = counted(near_the_end(UNDECIDED), 3, 2)
    page = client.get(f"/games/{game.pk}/").content.decode()
    part = client.get(f"/games/{game.pk}/chances/").content.decode()
    assert " ".join(part.split()) in " ".join(page.split())
    assert part.count("chance-line") == 4  # in the curve and in the legend
    assert f"/games/{game.pk}/replay/?number=3" in part
    assert "style=" not in part
    assert "<details>" in part


def test_a_board_that_ends_while_it_is_chosen_is_not_shown(
    client: Client, near_the_end: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = [counted(near_the_end(), 1), counted(near_the_end(), 1)]
    over = counted(near_the_end("4x10 36,b,c,d/-/B,B,B,B/- Y0"), 4)
    for board, shown in ((running[0], True), (over, False)):
        monkeypatch.setattr("games.chances.presenters.most_exciting_board", lambda *_, pk=board.pk: pk)
        assert ("Most exciting board now" in client.get("/").content.decode()) == shown


@pytest.mark.both_databases
def test_what_the_stream_tells_has_no_id_and_the_number_of_its_event(near_the_end: NewGame) -> None:
    game = counted(near_the_end(NEARLY_WON))
    (message,) = ChancesTopic(is_public=True).since(str(game.pk), 0)
    assert message.sse.startswith(b"event: chances\ndata: {")
    assert message.ndjson.startswith(b'{"message":"chances","number":2,"data":{"number":2,')
    assert message.number == latest(game).pk
    assert ChancesTopic(is_public=True).since(str(game.pk), message.number) == []


def test_the_chances_in_many_games_are_one_query(
    near_the_end: NewGame, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    games = [near_the_end() for _ in range(3)]
    for game in games:
        known(game, 50, 50)
    # As somebody sees the last one who may not know its last throw yet.
    later = throw(games[2], 1)
    known(later, 70, 30)
    for asked in (games[:1], games, [*games[:2], later]):
        with django_assert_num_queries(1):
            found = now_in(asked)
        assert {counted.game_id: counted.number for counted in found.values()} == {
            game.pk: game.number for game in asked
        }
