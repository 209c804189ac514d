"""Requests with a key: sent again they have one effect and the same answer, whatever got lost on the way."""

from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient, APIRequestFactory

from games.api.parsers import mapping_of
from games.api.permissions import RemembersAnswers
from games.api.views import PlayerViewSet
from games.enums import EventKind, Role
from games.models import Game, GameEvent, Player, RememberedAnswer
from games.services.idempotency import LIFETIME, old_answers
from tests.concurrency import at_once
from tests.games.conftest import NOW, as_json, client_of, client_with, random_throws, token_with
from tests.games.requests import refused, url

pytestmark = pytest.mark.django_db
PLAYERS = "/api/v1/players/"
GAMES = "/api/v1/games/"
KEY = {"Idempotency-Key": "a-7"}
SENDERS = 12


def post(client: APIClient, path: str, body: Any, key: str = "a-7") -> Any:
    return client.post(path, body, headers={"Idempotency-Key": key})


# -- the same again --------------------------------------------------------------------------------


def test_the_first_answer_stays_also_when_the_game_has_gone_on(
    writer: APIClient, players: list[Player]
) -> None:
    made = post(writer, GAMES, wanted_game(players), "made")
    game = Game.objects.get(pk=made.json()["id"])
    begun = post(writer, url(game, "start/"), {"starter": "yellow"}, "begun")
    assert begun.status_code == 201
    number = begun.json()["game"]["number"]
    throw = as_json(random_throws(Game.objects.get(pk=game.pk), 1)[0])
    assert writer.post(url(game, "throws/"), {"expected": number, **throw}).status_code == 201
    again = post(writer, url(game, "start/"), {"starter": "yellow"}, "begun")
    assert (again.content, again["ETag"]) == (begun.content, begun["ETag"])
    back = {"expected": number + 1, "reason": "slipped"}
    answers = [post(writer, url(game, "take-back/"), back, "back") for _ in range(2)]
    assert answers[0].status_code == 201, answers[0].content
    assert answers[1].content == answers[0].content
    assert GameEvent.objects.filter(game=game, kind=EventKind.TAKE_BACK).count() == 1


def test_content_is_the_same_however_it_is_spelled(organiser: APIClient) -> None:
    for body in ('{"name": "Anna", "nickname": "A"}', '{ "nickname":"\\u0041", "name":"Anna" }'):
        answer = organiser.post(PLAYERS, body, content_type="application/json", headers=KEY)
        assert answer.status_code == 201
    assert Player.objects.count() == 1


def test_without_a_key_the_same_request_is_another_one(organiser: APIClient) -> None:
    for _ in range(2):
        assert organiser.post(PLAYERS, {"name": "Anna", "new": True}).status_code == 201
    assert Player.objects.count() == 2
    assert not RememberedAnswer.objects.exists()


def test_a_key_makes_no_method_of_what_is_none(writer: APIClient, game: Game) -> None:
    assert post(writer, url(game, "moves/"), {}).status_code == 405
    assert not RememberedAnswer.objects.exists()


@pytest.mark.both_databases
def test_a_key_belongs_to_whoever_made_it(organiser: APIClient) -> None:
    for client, name in ((organiser, "Anna"), (client_with(Role.ORGANISER), "Bert")):
        assert post(client, PLAYERS, {"name": name}).json()["name"] == name


def test_throws_are_recognised_by_their_ids_and_remember_no_answer(writer: APIClient, game: Game) -> None:
    throw = as_json(random_throws(game, 1)[0])
    body = {"expected": game.number, **throw}
    answers = [post(writer, url(game, "throws/"), body, str(uuid4())) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 409]
    assert not RememberedAnswer.objects.exists()


def test_the_id_of_an_event_and_the_key_of_a_request_agree(writer: APIClient, game: Game) -> None:
    """By the key the first answer comes back; by the id the event does, also after the key is forgotten."""
    throw = as_json(random_throws(game, 1)[0])
    writer.post(url(game, "throws/"), {"expected": game.number, **throw})
    back = {"expected": game.number + 1, "id": str(uuid4())}
    first = post(writer, url(game, "take-back/"), back)
    assert old_answers(NOW + timedelta(days=5000)).delete()[0] == 1
    again = post(writer, url(game, "take-back/"), back)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()
    other = post(writer, url(game, "take-back/"), {**back, "reason": "another"}, "another-key")
    refused(other, 422, "id-reused")
    assert GameEvent.objects.filter(game=game, kind=EventKind.TAKE_BACK).count() == 1


# -- a game under an id that its client made -------------------------------------------------------


def wanted_game(players: list[Player], **more: Any) -> dict[str, Any]:
    seats = [
        {"player": str(player.pk), "colours": [colour]}
        for player, colour in zip(players, ("yellow", "red"), strict=False)
    ]
    return {"rules": "mhd", "seats": seats, "title": "Game 1", "id": str(uuid4()), **more}


@pytest.mark.both_databases
def test_a_game_created_again_is_shown_as_it_is_now(writer: APIClient, players: list[Player]) -> None:
    wanted = wanted_game(players)
    game = Game(pk=writer.post(GAMES, wanted).json()["id"])
    assert writer.post(url(game, "start/"), {"starter": "yellow"}).status_code == 201
    again = writer.post(GAMES, wanted)
    assert (again.status_code, again.json()["state"]) == (200, "running")
    assert again["ETag"] == f'"{again.json()["number"]}"'


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "other",
    [
        {"rules": "schmidt"},
        {"options": {"ends": "all colours"}},
        {"title": "Game 2"},
        {"starter": "yellow"},
        {"starter": "red", "how": {"agreed": 1}},
        {"starter": None},
        {"seats": "swapped"},
    ],
)
def test_an_id_that_is_another_game_is_refused(
    writer: APIClient, players: list[Player], other: dict[str, Any]
) -> None:
    wanted = wanted_game(players, starter="red")
    assert writer.post(GAMES, wanted).status_code == 201
    if other == {"seats": "swapped"}:
        other = {"seats": wanted["seats"][::-1]}
    found = refused(writer.post(GAMES, {**wanted, **other}), 422, "id-reused")
    assert found["field"] == "id"
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("more", [{}, {"starter": "red"}])
def test_of_many_that_create_a_game_under_one_id_at_the_same_moment_one_does(
    players: list[Player], more: dict[str, Any]
) -> None:
    token = token_with(Role.REFEREE)
    for _ in range(3):
        wanted = wanted_game(players, **more)

        def create(_: int, wanted: dict[str, Any] = wanted) -> Any:
            return client_of(token).post(GAMES, wanted)

        answers = at_once(SENDERS, create)
        assert Counter(answer.status_code for answer in answers) == {201: 1, 200: SENDERS - 1}
        assert len({answer.content for answer in answers}) == 1
    assert Game.objects.count() == 3


# -- something else under the same key -------------------------------------------------------------


def test_a_key_that_stands_for_something_else_is_refused_and_says_for_what(organiser: APIClient) -> None:
    made = post(organiser, PLAYERS, {"name": "Anna"}).json()
    found = refused(post(organiser, PLAYERS, {"name": "Bert"}), 422, "id-reused")
    assert (found["field"], found["request"]) == ("Idempotency-Key", "POST /api/v1/players/")
    assert "POST /api/v1/players/" in found["messages"]["de"]
    answer = organiser.patch(f"{PLAYERS}{made['id']}/", {"name": "Anna"}, headers=KEY)
    refused(answer, 422, "id-reused")
    assert [player.name for player in Player.objects.all()] == ["Anna"]


@pytest.mark.parametrize("key", ["", "ä", "a b", "a\tb", "x" * 201, "\x7f"])
def test_a_key_is_1_to_200_visible_ascii_characters(organiser: APIClient, key: str) -> None:
    found = refused(post(organiser, PLAYERS, {"name": "Anna"}, key), 400, "bad-value")
    assert found["field"] == "Idempotency-Key"
    assert not Player.objects.exists()
    assert post(organiser, PLAYERS, {"name": "Anna"}, "~" * 200).status_code == 201


# -- refusals and failures -------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_refusal_is_not_remembered_and_the_corrected_request_may_take_the_key(organiser: APIClient) -> None:
    refused(post(organiser, PLAYERS, {"name": ""}), 400, "bad-value")
    assert not RememberedAnswer.objects.exists()
    assert post(organiser, PLAYERS, {"name": "Anna"}).status_code == 201
    refused(post(organiser, PLAYERS, {"name": ""}), 422, "id-reused")


class Unlucky(RemembersAnswers):
    """A view that writes and then fails, in the way its request asks for."""

    permission_classes: list[Any] = []

    def post(self, request: Request) -> Response:
        Player.objects.create(name="Anna")
        failure = mapping_of(request)["failure"]
        if failure == "error":
            raise RuntimeError
        return Response({"told": "no"}, status=failure)


@pytest.mark.both_databases
@pytest.mark.parametrize("failure", ["error", 500, 409])
def test_a_failure_leaves_neither_an_effect_nor_an_answer(db: None, failure: Any) -> None:
    bearer = {"Authorization": f"Bearer {token_with(Role.REFEREE)}"}
    request = APIRequestFactory().post("/", {"failure": failure}, headers=KEY | bearer)
    if failure == "error":
        with pytest.raises(RuntimeError):
            Unlucky.as_view()(request)
    else:
        assert Unlucky.as_view()(request).status_code == failure
    assert not Player.objects.exists()
    assert not RememberedAnswer.objects.exists()


def test_nobody_is_told_an_answer_without_showing_who_he_is(organiser: APIClient) -> None:
    post(organiser, PLAYERS, {"name": "Anna"})
    refused(post(APIClient(), PLAYERS, {"name": "Anna"}), 401, "not-authenticated")


# -- at the same moment ----------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_moment_one_is_done_and_all_get_its_answer() -> None:
    token = token_with(Role.ORGANISER)
    for key in ("first", "second", "third"):

        def send(_: int, key: str = key) -> Any:
            return post(client_of(token), PLAYERS, {"name": key}, key)

        answers = at_once(SENDERS, send)
        assert Counter(answer.status_code for answer in answers) == {201: SENDERS}
        assert len({answer.content for answer in answers}) == 1
        replayed = [answer for answer in answers if "Idempotent-Replayed" in answer]
        assert len(replayed) == SENDERS - 1
        assert Player.objects.filter(name=key).count() == 1


@pytest.mark.django_db(transaction=True)
def test_without_the_guard_the_same_load_is_done_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the race is real."""
    monkeypatch.setattr(PlayerViewSet, "remembers_answers", False)
    token = token_with(Role.ORGANISER)
    at_once(SENDERS, lambda _: post(client_of(token), PLAYERS, {"name": "Anna", "new": True}))
    assert Player.objects.count() == SENDERS


@pytest.mark.django_db(transaction=True)
def test_of_many_with_other_content_one_is_done_and_the_others_are_refused() -> None:
    token = token_with(Role.ORGANISER)
    answers = at_once(SENDERS, lambda index: post(client_of(token), PLAYERS, {"name": f"Anna {index}"}))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 422: SENDERS - 1}
    assert Player.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_whoever_waited_for_one_that_was_refused_is_done() -> None:
    """Half of the requests are refused after they have taken the key; one of the others is done all the same."""
    token = token_with(Role.ORGANISER)
    answers = at_once(
        SENDERS, lambda index: post(client_of(token), PLAYERS, {"name": "Anna" if index % 2 else ""})
    )
    found = Counter(answer.status_code for answer in answers)
    assert found[201] == SENDERS // 2
    assert found[400] + found[422] == SENDERS // 2
    assert Player.objects.count() == 1


# -- how long --------------------------------------------------------------------------------------


def test_answers_are_forgotten_after_thirty_days(db: None) -> None:
    for key, age in (("old", LIFETIME + timedelta(seconds=1)), ("young", LIFETIME)):
        RememberedAnswer.objects.create(who="token:1", key=key, status=201, created_at=NOW - age)
    assert old_answers(NOW).delete()[0] == 1
    assert RememberedAnswer.objects.get().key == "young"
