"""The REST interface of games: everything by HTTP, every refusal a problem document."""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

import rules
from games.enums import Role
from games.models import Game, Player
from tests.games.conftest import as_json, client_with, random_throws
from tests.games.requests import PROBLEM, refused, url

pytestmark = pytest.mark.django_db


# -- the main job ----------------------------------------------------------------------------------


def test_a_whole_game_by_http_alone(writer: APIClient, players: list[Player]) -> None:
    made = writer.post(
        "/api/v1/games/",
        {
            "rules": "mhd",
            "options": {"board": "4x1"},
            "starter": "yellow",
            "seats": [
                {"player": str(players[0].pk), "colours": ["yellow"]},
                {"player": str(players[1].pk), "colours": ["red"]},
            ],
        },
    )
    assert made.status_code == 201, made.content
    state = made.json()
    game = Game.objects.get(pk=state["id"])
    for throw in random_throws(game, 5000):
        answer = writer.post(url(game, "throws/"), {"expected": state["number"], **as_json(throw)})
        assert answer.status_code == 201, answer.content
        state = answer.json()["game"]
    assert state["state"] == "ended"
    assert state["winner"]["name"] in ("Änne Öhler", "Bert Übel")
    text = writer.get(url(game, "record/")).content.decode()
    assert rules.Game.replay(text).winner == state["winner"]["name"]
    assert writer.get(url(game)).json() == json.loads(json.dumps(state))


def test_an_illegal_throw_is_explained_in_the_readers_language(writer: APIClient, game: Game) -> None:
    body = {"expected": 2, "die": 6, "move": None}
    answer = writer.post(url(game, "throws/"), body, headers={"Accept-Language": "de"})
    found = refused(answer, 422, "illegal-throw")
    assert found["detail"] == found["messages"]["de"]
    assert (found["paragraph"], found["legal"]) == ("§5.2", ["6:B-A"])


# -- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '"6:B-A"',
        "[[]]",
        "[null]",
        "{}",
        '{"die": null}',
        '{"die": "6"}',
        '{"die": 6.5}',
        '{"die": true}',
        '{"die": -1}',
        '{"die": 10000000000000000000000}',
        '{"die": 6, "move": 5}',
        '{"die": 6, "move": {}}',
        '{"die": 6, "move": "' + "x" * 500 + '"}',
        '{"die": 6, "move": "\\u0000"}',
        '{"die": 6, "move": "6:B-A", "id": "abc"}',
        '{"die": 6, "move": "6:B-A", "id": 5}',
        '{"die": 6, "move": "6:B-A", "expected": "one"}',
        '{"die": 6, "move": "6:B-A", "expected": {}}',
        '{"die": 6, "move": "6:B-A", "happened_at": "yesterday"}',
        '{"die": 6, "move": "6:B-A", "happened_at": "2026-13-45T00:00:00Z"}',
        '{"die": 6, "move": "6:B-A", "happened_at": "0001-01-01T00:00:00+23:00"}',
        "[" * 100_000,
    ],
)
def test_what_cannot_be_read_is_refused_with_a_problem_and_changes_nothing(
    writer: APIClient, game: Game, body: str
) -> None:
    answer = writer.generic("POST", url(game, "throws/?expected=2"), body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert answer["Content-Type"] == PROBLEM
    assert Game.objects.get(pk=game.pk).number == 2


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"rules": "chess"}, "rules"),
        ({"rules": 5}, "bad-value"),
        ({"options": {"three_throws": "maybe"}}, "rules"),
        ({"options": {"nonsense": 1}}, "rules"),
        ({"options": []}, "bad-value"),
        ({"options": "x"}, "bad-value"),
        ({"seats": "x"}, "bad-value"),
        ({"seats": [{"player": str(uuid.uuid4()), "colours": ["red"]}]}, "bad-value"),
        ({"starter": "pink"}, "rules"),
        ({"starter": 5}, "bad-value"),
        ({"title": "x" * 300}, "bad-value"),
        ({"title": "turned \u202e round"}, "bad-value"),
        ({"trapdoors": [1, 2, 3, 4]}, "rules"),
        ({"trapdoors": "x"}, "bad-value"),
        ({"trapdoors": 5}, "bad-value"),
        ({"wormholes": 5}, "bad-value"),
        ({"wormholes": [5]}, "bad-value"),
        ({"wormholes": [[1, 2]]}, "rules"),
        ({"how": 5}, "bad-value"),
        ({"how": {"x": 1.5}}, "bad-value"),
        ({"how": {"x": "\x00"}}, "bad-value"),
        ({"id": "x"}, "bad-value"),
    ],
)
def test_a_game_that_cannot_be_played_is_not_created(
    writer: APIClient, players: list[Player], change: dict[str, Any], kind: str
) -> None:
    body = {
        "rules": "mhd",
        "starter": "yellow",
        "seats": [
            {"player": str(players[0].pk), "colours": ["yellow"]},
            {"player": str(players[1].pk), "colours": ["red"]},
        ],
    } | change
    answer = writer.post("/api/v1/games/", body)
    assert answer.status_code in (400, 422), answer.content
    assert answer.json()["type"] == f"urn:rauswurf:problem:{kind}"
    assert Game.objects.count() == 0


# -- what it costs ---------------------------------------------------------------------------------


def test_a_throw_costs_eight_statements_at_the_most_also_late_in_a_game(
    recorded: Callable[[int], Game],
) -> None:
    game = recorded(600)
    writer, throw = client_with(Role.RECORDER, f"game:{game.pk}"), random_throws(game, 1)[0]
    body = {"expected": game.number, "id": str(uuid.uuid4()), **as_json(throw)}
    with CaptureQueriesContext(connection) as queries:
        answer = writer.post(url(game, "throws/"), body)
    assert answer.status_code == 201
    assert len(queries) <= 8, [query["sql"] for query in queries]


def test_players_are_found_in_any_spelling_of_their_umlauts(client: Any, players: list[Player]) -> None:
    for text in ("öhler", "OEHLER", "Ohler", "anne"):
        found = client.get("/api/v1/players/", {"search": text}).json()["results"]
        assert [player["name"] for player in found] == ["Änne Öhler"], text


def test_an_unchanged_game_is_not_sent_again(client: Any, game: Game) -> None:
    tag = client.get(url(game))["ETag"]
    for known in (tag, f"W/{tag}", f'"older", {tag}', "*"):
        answer = client.get(url(game), headers={"If-None-Match": known})
        assert (answer.status_code, answer["ETag"], answer.content) == (304, tag, b"")
    # A tag that only contains the present one is another one.
    assert client.get(url(game), headers={"If-None-Match": f'"1{tag[1:]}'}).status_code == 200
