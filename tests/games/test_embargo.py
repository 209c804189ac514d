"""Games under an embargo: the public sees each as it stood earlier, those who record see it as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.domain.embargo import Delay, Embargo, Until
from games.models import Game, Player
from games.services import recorder
from games.services.embargo import withhold
from games.visibility.public import public_versions
from rules import RULE_SETS
from tests.games.conftest import NOW, PAIRS, random_throws, take_back

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
COLUMNS = [field.attname for field in Game._meta.fields if field.attname != "withheld_until"]


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW + 60 * MINUTE, tick=False) as traveller:
        yield traveller


def url(game: Game, what: str = "") -> str:
    return f"/api/v1/games/{game.pk}/{what}"


def withheld(game: Game, embargo: Embargo | None) -> Game:
    return withhold(game_id=game.pk, embargo=embargo, actor="test", now=NOW)


def thrown(game: Game, number: int, minute: float, seed: int = 1) -> Game:
    """So many throws, recorded that many minutes after ``NOW``."""
    game = Game.objects.get(pk=game.pk)
    now = NOW + minute * MINUTE
    for throw in random_throws(game, number, seed):
        game = recorder.record_throws(
            game_id=game.pk, throws=[throw], expected=game.number, actor="test", now=now
        ).game
    return game


def taken_back(game: Game, minute: float) -> Game:
    return take_back(game, reason="wrong", now=NOW + minute * MINUTE)


def row(game: Game | None) -> dict[str, Any]:
    assert game is not None
    return {column: getattr(game, column) for column in COLUMNS}


def public(game: Game, minute: float) -> Game | None:
    """The game as the public sees it that many minutes after ``NOW``."""
    return public_versions([Game.objects.get(pk=game.pk)], NOW + minute * MINUTE)[0]


# -- the game at an earlier event ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_what_the_public_sees_is_the_row_as_it_stood_that_many_minutes_earlier(game: Game, seed: int) -> None:
    game = withheld(game, Delay(10))
    lots = Random(seed)
    rows = {0: row(game)}
    for minute in range(1, 40):
        if lots.random() < 0.3 and game.number > 4:
            game = taken_back(game, minute)
        else:
            game = thrown(game, lots.randint(0, 2), minute, seed)
        rows[minute] = row(game)
    for minute, then in rows.items():
        assert row(public(game, minute + 10)) == then
    assert row(public(game, 1000)) == row(Game.objects.get(pk=game.pk))


def test_a_game_that_is_younger_than_the_delay_is_not_there_yet(
    client: Client, writer: APIClient, game: Game, clock: Any
) -> None:
    withheld(game, Delay(90))
    assert client.get(url(game)).status_code == client.get(f"/games/{game.pk}/").status_code == 404
    assert client.get("/api/v1/games/").json()["count"] == 0
    assert writer.get("/api/v1/games/").json()["count"] == 1
    clock.shift(30 * MINUTE)
    assert client.get(url(game)).json()["state"] == "running"
    assert client.get("/api/v1/games/").json()["count"] == 1


def test_of_two_clocks_that_differ_the_later_one_holds_for_what_comes_after(game: Game) -> None:
    game = withheld(game, Delay(10))
    begun = game.number
    thrown(game, 1, minute=1.1)
    thrown(game, 1, minute=1)
    last = public(game, 11.05)
    assert last is not None
    assert last.number == begun


def test_until_the_end_the_public_sees_the_start_and_then_everything_for_good(
    client: Client, writer: APIClient, game: Game
) -> None:
    start = row(withheld(game, Until.END)) | {"embargo": Until.END}
    thrown(game, 30, minute=1)
    assert row(public(game, 59)) == start
    assert client.get(url(game, "events/")).json()["number"] == start["number"]
    assert writer.get(url(game)).json()["number"] == start["number"] + 30
    game = thrown(game, 5000, minute=2)
    assert (game.state, game.embargo) == ("ended", None)
    assert client.get(url(game)).json() == writer.get(url(game)).json()
    game = taken_back(game, minute=3)
    assert client.get(url(game)).json()["number"] == game.number


def test_before_the_start_everything_is_seen_and_of_a_result_alone_nothing(
    client: Client, players: list[Player], writer: APIClient
) -> None:
    seats = [
        {"player": str(player.pk), "colours": colours} for player, colours in zip(players, PAIRS, strict=True)
    ]
    body = {"rules": "xmadn-3t", "seats": seats, "embargo": {"until": "end"}}
    made = writer.post("/api/v1/games/", body).json()
    address = f"/api/v1/games/{made['id']}/"
    writer.post(address + "note/", {"text": "a board with a crack", "expected": made["number"]})
    assert client.get(address).json()["number"] == made["number"] + 1
    assert client.get(address).json()["embargo"] == {"until": "end"}


# -- every answer says that it is delayed, and keeps to its reader -----------------------------------


@pytest.mark.parametrize(
    ("embargo", "told", "words"),
    [
        (Delay(10), {"minutes": 10}, ("10 minutes later", "10 Minuten Verzögerung")),
        (Delay(1), {"minutes": 1}, ("a minute later", "einer Minute Verzögerung")),
        (Until.END, {"until": "end"}, ("The rest follows after the end.", "Der Rest folgt nach dem Ende.")),
    ],
)
def test_pages_and_apis_say_that_the_public_waits(
    client: Client, game: Game, embargo: Embargo, told: dict[str, Any], words: tuple[str, str]
) -> None:
    assert client.get(url(game)).json()["embargo"] is None
    withheld(game, embargo)
    assert client.get(url(game)).json()["embargo"] == told
    for language, each in zip(("en", "de"), words, strict=True):
        page = client.get(f"/games/{game.pk}/", headers={"accept-language": language})
        assert each in page.content.decode()


@pytest.mark.parametrize(
    "path", ["/api/v1/games/{}/", "/api/v1/games/{}/events/", "/api/v1/games/{}/record/",
             "/api/v1/games/{}/moves/?die=6", "/api/v1/games/", "/games/{}/", "/games/{}/live/",
             "/games/{}/board.svg", "/"],
)  # fmt: skip
def test_an_answer_that_depends_on_who_asks_is_kept_from_everybody_else(
    client: Client, game: Game, path: str
) -> None:
    withheld(game, Delay(10))
    answer = client.get(path.format(game.pk))
    assert answer.status_code == 200
    assert "private" in answer["Cache-Control"]
    assert {"Authorization", "Cookie"} <= {each.strip() for each in answer["Vary"].split(",")}
    again = client.get(path.format(game.pk), headers={"if-none-match": answer.get("ETag", "x")})
    assert "private" in again["Cache-Control"]


def test_a_token_that_is_not_valid_is_refused_and_does_not_count_as_the_public(
    client: Client, game: Game
) -> None:
    thrown(withheld(game, Delay(10)), 1, minute=55)
    wrong = {"authorization": "Bearer rauswurf_nonsense"}
    assert client.get(url(game), headers=wrong).status_code == 401
    assert client.get(f"/games/{game.pk}/", headers=wrong).status_code == 403


# -- laying and lifting it -------------------------------------------------------------------------


def test_organisers_lay_and_lift_it(client: Client, organiser: APIClient, game: Game) -> None:
    game = thrown(game, 3, minute=55)
    assert organiser.put(url(game, "embargo/"), {"minutes": 10}).json()["number"] == game.number
    assert client.get(url(game)).json()["number"] == game.number - 3
    assert organiser.delete(url(game, "embargo/")).json()["embargo"] is None
    assert client.get(url(game)).json()["number"] == game.number
    assert "private" not in client.get(url(game)).get("Cache-Control", "")


def test_who_only_records_does_not(writer: APIClient, client: Client, game: Game) -> None:
    assert writer.put(url(game, "embargo/"), {"minutes": 10}).status_code == 403
    assert client.put(url(game, "embargo/"), {"minutes": 10}).status_code == 401
    assert Game.objects.get(pk=game.pk).embargo is None


@pytest.mark.parametrize(
    "wanted",
    [{}, {"minutes": 0}, {"minutes": 10081}, {"minutes": "10"}, {"minutes": True}, {"minutes": 1.5},
     {"minutes": 10, "until": "end"}, {"until": "event"}, {"until": "tomorrow"}, {"hours": 1}, [], 10, "end"],
)  # fmt: skip
def test_what_is_no_embargo_is_refused_and_said_why(organiser: APIClient, game: Game, wanted: Any) -> None:
    answer = organiser.put(url(game, "embargo/"), wanted)
    assert (answer.status_code, answer.json()["field"]) == (400, "embargo")
    assert "nötig ist" in answer.json()["messages"]["de"]
    assert Game.objects.get(pk=game.pk).embargo is None
    body = {"rules": "mhd", "seats": [], "embargo": wanted}
    assert organiser.post("/api/v1/games/", body).json()["field"] == "embargo"


def test_a_game_that_is_over_has_no_end_left_to_wait_for(
    organiser: APIClient, recorded: Callable[[int], Game]
) -> None:
    game = recorded(10_000)
    answer = organiser.put(url(game, "embargo/"), {"until": "end"})
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:rauswurf:problem:wrong-state")


# -- what it costs -----------------------------------------------------------------------------------


def statements(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


@pytest.mark.parametrize(
    ("what", "most"),
    [("", 2), ("events/", 2), ("record/", 3), ("moves/?die=6", 1)],
    ids=lambda each: str(each),
)
def test_without_embargo_nothing_is_asked_for_it(client: Client, game: Game, what: str, most: int) -> None:
    assert statements(client, url(game, what)) <= most


@pytest.mark.parametrize("number", [1, 3])
def test_a_list_with_delayed_games_costs_the_same_for_one_and_for_three(
    client: Client, players: list[Player], number: int
) -> None:
    seats = list(zip(players, PAIRS, strict=True))
    for _ in range(number):
        game = recorder.create_game(
            rules=RULE_SETS["xmadn-3t"], seats=seats, actor="t", now=NOW, embargo=Delay(10)
        )
        recorder.start_game(game_id=game.pk, starter="yellow", actor="test", now=NOW)
        thrown(game, 3, minute=55)
    first, second = (client.get("/api/v1/games/").json()["results"] for _ in range(2))
    assert first == second
    assert len(first) == number
    assert {game["number"] for game in first} == {2}
    assert statements(client, "/api/v1/games/?state=running") == 10
