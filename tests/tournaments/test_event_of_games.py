"""A game names its event and its number there, at every door that shows a game; games are found by their event."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.api.serializers import GameSerializer
from games.api.streams import GAMES as WATCHED
from games.enums import Role
from games.models import Game, Player
from games.services import recorder
from games.services.commands import throw_command
from rules import RULE_SETS
from tests.games.requests import refused
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win, with_role
from tests.tournaments.webhooks.conftest import subscribed
from tournaments import services
from tournaments.models import Delivery, Event

pytestmark = pytest.mark.django_db
GAMES = "/api/v1/games/"
TOPICS = {"open": WATCHED.open, "full": WATCHED.full}
CUP_1 = {"slug": "cup", "name": "Cup", "number": 1}


@pytest.fixture
def referee(db: None) -> Client:
    return with_role(Role.ORGANISER, "site")


@pytest.fixture
def single(players: list[Player]) -> Game:
    """A game of no event."""
    seats = [(players[0], ["yellow"]), (players[1], ["red"])]
    return recorder.create_game(rules=RULE_SETS["mhd"], seats=seats, actor="test", now=NOW)


def streamed(topic: Any, game: Game) -> Any:
    """The first message of a stream of the game."""
    return json.loads(topic.state(str(game.pk)).ndjson)["data"]


def shown(client: Client, game: Game) -> dict[str, Callable[[], Any]]:
    """Door → the game as it is shown there."""
    at = f"{GAMES}{game.pk}/"

    def sent(path: str, body: Any) -> Any:
        return client.post(path, body, content_type="application/json").json()

    return {
        "detail": lambda: client.get(at).json(),
        "list": lambda: next(
            each for each in client.get(GAMES).json()["results"] if each["id"] == str(game.pk)
        ),
        "games of its event": lambda: client.get("/api/v1/events/cup/games/").json()["results"][0]["game"],
        "throws": lambda: sent(f"{at}throws/?expected={game.number}", {"die": 1})["game"],
        "note": lambda: sent(f"{at}note/", {"text": "a note", "id": "00000000-0000-4000-8000-000000000001"})[
            "game"
        ],
        "stale": lambda: sent(f"{at}throws/?expected=1", {"die": 1})["current"],
        **{f"stream {name}": partial(streamed, topic, game) for name, topic in TOPICS.items()},
    }


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "door",
    [
        "detail",
        "list",
        "games of its event",
        "throws",
        "note",
        "stale",
        *(f"stream {name}" for name in TOPICS),
    ],
)
def test_a_game_of_an_event_names_it(referee: Client, cup: Event, door: str) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game
    assert shown(referee, game)[door]()["event"] == CUP_1


@pytest.mark.parametrize("door", ["detail", "list", "note"])
def test_a_game_of_no_event_says_so(referee: Client, single: Game, door: str) -> None:
    assert shown(referee, single)[door]()["event"] is None


def test_the_number_is_that_of_the_game_in_its_event(referee: Client, cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    second = start(cup).game
    assert shown(referee, second)["detail"]()["event"] == CUP_1 | {"number": 2}


def test_the_answer_that_starts_a_game_names_its_event(referee: Client, cup: Event) -> None:
    told = referee.post(
        "/api/v1/events/cup/games/", {"throws": YELLOW_STARTS}, content_type="application/json"
    ).json()
    assert told["game"]["event"] == CUP_1


def test_a_message_of_a_webhook_names_it(cup: Event) -> None:
    subscribed(cup, "https://league.example/hook", "game.ended")
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    (ended,) = Delivery.objects.all()
    assert json.loads(ended.body)["data"]["game"]["event"] == CUP_1


# -- found by it -----------------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("event=cup", ["cup 2", "cup 1"]),
        ("event=gp", ["gp 1"]),
        ("event=cup&state=running", ["cup 2"]),
        ("event=gp&state=ended", []),
        ("event=", ["gp 1", "cup 2", "cup 1", None]),
    ],
)
def test_games_are_found_by_their_event(
    client: Client, cup: Event, series: Event, single: Game, query: str, found: list[str | None]
) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    start(cup)
    start(series, rounds=YELLOW_STARTS)
    told = [each["event"] for each in client.get(f"{GAMES}?{query}").json()["results"]]
    names = [each and f"{each['slug']} {each['number']}" for each in told]
    assert sorted(names, key=str) == sorted(found, key=str)


@pytest.mark.parametrize("slug", ["nope", "cup:1", "CUP", "site", "a" * 300])
def test_an_event_that_does_not_exist_is_refused(client: Client, cup: Event, slug: str) -> None:
    assert refused(client.get(f"{GAMES}?event={slug}"), 400, "bad-value")["field"] == "event"


# -- what it costs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(("path", "most"), [("games/", 3), ("games/?event=cup", 4), ("events/cup/games/", 5)])
def test_a_list_costs_the_same_for_one_game_and_for_three(
    client: Client, cup: Event, number: int, path: str, most: int
) -> None:
    services.change_event(
        event_id=cup.pk, changes={"settings": {"wins": 3}}, actor="test", now=timezone.now()
    )
    for n in range(number):
        game = start(cup, **({} if n else {"rounds": YELLOW_STARTS})).game
        if n < number - 1:
            win(game, "red" if n else "blue")
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/api/v1/{path}").json()["count"] == number
    assert len(queries) == most


def test_a_read_costs_three_statements_in_an_event_and_an_answer_to_a_throw_two(
    referee: Client, cup: Event
) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game
    with CaptureQueriesContext(connection) as read:
        Client().get(f"{GAMES}{game.pk}/")
    with CaptureQueriesContext(connection) as recorded:
        result = recorder.record_throws(
            game_id=game.pk,
            throws=[throw_command(1)],
            expected=game.number,
            actor="test",
            now=timezone.now(),
        )
    with CaptureQueriesContext(connection) as answered:
        assert GameSerializer.of(result.game)["event"] == CUP_1
    assert (len(read), len(answered)) == (3, 2)
    assert len(recorded) <= 6, [query["sql"] for query in recorded]
