"""Games of an event with online dice: prepared, then begun."""

import uuid
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.enums import Role
from games.errors import BadRequest
from games.models import Game, GameEvent, Player
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(db: None) -> APIClient:
    return client_with(Role.ORGANISER, "event:cup")


def prepared(organiser: APIClient, **wanted: Any) -> dict[str, Any]:
    answer = organiser.post("/api/v1/events/cup/games/prepare/", wanted)
    assert answer.status_code in (200, 201), answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_a_game_is_prepared_added_to_and_begun_by_the_sporting_rules(
    cup: Event, organiser: APIClient
) -> None:
    game = prepared(organiser)["game"]
    assert (game["state"], game["dice"]["rolls"]) == ("created", 0)
    side = game["seats"][0]["player"]["id"]
    data = {"side": side, "seed": "x", "id": str(uuid.uuid4())}
    assert organiser.post(f"/api/v1/games/{game['id']}/dice-seed/", data).status_code == 201
    begun = organiser.post("/api/v1/events/cup/games/", {"throws": YELLOW_STARTS, "id": game["id"]})
    assert begun.status_code == 201, begun.content
    played = begun.json()
    assert (played["number"], played["game"]["id"], played["game"]["starter"]) == (1, game["id"], "yellow")
    again = organiser.post("/api/v1/events/cup/games/", {"throws": YELLOW_STARTS, "id": game["id"]})
    assert (again.status_code, again["Idempotent-Replayed"]) == (200, "true")
    log = GameEvent.objects.filter(game=game["id"]).values_list("kind", flat=True)
    assert list(log) == ["created", "dice commitment", "dice seed", "start throws", "start"]


def test_preparing_again_is_harmless_with_an_id_and_refused_without(cup: Event, organiser: APIClient) -> None:
    wanted = {"id": str(uuid.uuid4()), "board": "3"}
    assert prepared(organiser, **wanted)["game"] == prepared(organiser, **wanted)["game"]
    answer = organiser.post("/api/v1/events/cup/games/prepare/", {})
    assert answer.status_code == 409
    assert "prepared already" in answer.json()["messages"]["en"]
    assert start(cup, rounds=YELLOW_STARTS).board == "3"


def test_a_prepared_game_is_still_the_next_one_and_its_table_says_so(
    cup: Event, organiser: APIClient
) -> None:
    game = prepared(organiser)["game"]
    data = organiser.get("/api/v1/events/cup/standings/").json()
    assert [(each["number"], each["state"]) for each in data["games"]] == [(1, "created")]
    assert [each["number"] for each in data["next_games"]] == [1]
    page = Client().get("/events/cup/").content.decode()
    assert f"/games/{game['id']}/" in page


def test_another_game_does_not_begin_in_place_of_the_prepared_one(cup: Event, organiser: APIClient) -> None:
    prepared(organiser)
    with pytest.raises(BadRequest, match="is prepared as"):
        start(cup, rounds=YELLOW_STARTS, game_id=uuid.uuid4())


def test_a_prepared_game_that_was_abandoned_makes_room(cup: Event, organiser: APIClient) -> None:
    game = prepared(organiser)["game"]
    data = {"expected": game["number"], "reason": "they met after all"}
    stopped = organiser.post(f"/api/v1/games/{game['id']}/abandon/", data)
    assert stopped.json()["game"]["dice"]["revealed"]
    played = start(cup, rounds=YELLOW_STARTS)
    assert (played.number, played.game.dice) == (1, {})
    assert str(played.game_id) != game["id"]


def test_a_prepared_game_with_other_seats_than_are_due_now_does_not_begin(
    series: Event, players: list[Player]
) -> None:
    who: dict[str, Any] = {"event_id": series.pk, "actor": "test", "now": NOW}
    played = services.prepare_next_game(**who).played
    first, second, third = played.game.seated
    Game.objects.filter(pk=played.game_id).update(
        seated=[[first[0], second[1]], [second[0], first[1]], third]
    )
    with pytest.raises(EventStateConflict, match="other seats than are due now"):
        services.start_next_game(**who, rounds=YELLOW_STARTS)
