"""Who begins a game of an event is worked out by the program, through every door (tournament-rules §2)."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.test import APIClient

from games import recorder
from games.access.roles import Role
from games.asked import Wanted
from games.happening import Kind
from games.models import Game, GameEvent, Player
from games.record import names
from rules import Game as Play
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win
from tournaments import conduct
from tournaments.models import Event, EventGame

pytestmark = pytest.mark.django_db
TIED = {"yellow": 6, "green": 1, "red": 6, "black": 3, "violet": 4, "blue": 5}


@pytest.fixture
def second(cup: Event) -> Game:
    """Game 2 of the cup, prepared: red clinched Game 1 and is due to begin."""
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    return prepared(cup)


@pytest.fixture
def first(cup: Event) -> Game:
    """Game 1 of the cup, prepared: its start is thrown for."""
    return prepared(cup)


def prepared(event: Event) -> Game:
    return conduct.prepare_next_game(event_id=event.pk, actor="test", now=NOW).played.game


def recorder_of(game: Game) -> APIClient:
    return client_with(Role.RECORDER, f"game:{game.pk}")


def url(game: Game, what: str) -> str:
    return f"/api/v1/games/{game.pk}/{what}/"


def row(event: Event, number: int) -> dict[str, Any]:
    """The game of that number in the public table."""
    games = APIClient().get(f"/api/v1/events/{event.slug}/standings/").json()["games"]
    found: dict[str, Any] = next(game for game in games if game["number"] == number)
    return found


def everything(event: Event) -> list[Any]:
    return [
        Event.objects.values().get(pk=event.pk),
        list(EventGame.objects.order_by("pk").values()),
        list(Game.objects.order_by("pk").values()),
        list(GameEvent.objects.order_by("pk").values_list("hash")),
    ]


# -- the rules decide, the table follows ------------------------------------------------------------


def test_a_recorder_cannot_begin_a_game_of_an_event_with_another_colour(cup: Event, second: Game) -> None:
    before = everything(cup)
    answer = recorder_of(second).post(url(second, "start"), {"starter": "blue"})
    assert answer.status_code == 422
    told = answer.json()
    assert (told["type"], told["field"], told["due"]) == ("urn:rauswurf:problem:not-due", "starter", "red")
    assert "Red clinched Game 1" in told["messages"]["en"]
    assert "Rot hat Spiel 1 entschieden" in told["messages"]["de"]
    assert everything(cup) == before


def test_the_table_tells_at_once_that_a_game_begun_by_its_recorder_runs(cup: Event, second: Game) -> None:
    version = Event.objects.get(pk=cup.pk).version
    assert recorder_of(second).post(url(second, "start"), {}).status_code == 201
    told = row(cup, 2)
    assert (told["state"], told["starter"], told["remark"]) == ("running", "red", None)
    assert told["starter_reason"]["en"] == "Red clinched Game 1"
    assert told["started_at"] is not None
    assert Event.objects.get(pk=cup.pk).version == version + 1
    how = GameEvent.objects.get(game=second, kind=Kind.START).payload["how"]
    assert how["reason"]["de"] == "Rot hat Spiel 1 entschieden"


def test_the_colour_that_is_due_may_be_told_too(cup: Event, second: Game) -> None:
    wanted = {"starter": "red", "id": str(uuid.uuid4())}
    assert recorder_of(second).post(url(second, "start"), wanted).status_code == 201
    assert recorder_of(second).post(url(second, "start"), wanted).status_code == 200
    assert row(cup, 2)["starter"] == "red"


def test_the_throws_that_a_recorder_records_decide(cup: Event, first: Game) -> None:
    program = recorder_of(first)
    refused = program.post(url(first, "start"), {"starter": "violet"})
    assert (refused.status_code, refused.json()["due"]) == (422, None)
    assert "every colour throws once" in refused.json()["messages"]["en"]
    for index, throws in enumerate([TIED, {"yellow": 2}, {"red": 3}]):
        told = {"throws": throws, "id": str(uuid.UUID(int=index + 1))}
        assert program.post(url(first, "start-throws"), told).status_code == 201
    assert program.post(url(first, "start"), {"starter": "yellow"}).status_code == 422
    assert program.post(url(first, "start"), {}).status_code == 201
    told = row(cup, 1)
    assert (told["state"], told["starter"], told["remark"]) == ("running", "red", None)
    assert told["throws"] == [TIED, {"yellow": 2, "red": 3}]
    assert told["starter_reason"]["en"] == "Red had the highest throw, 3, in round 2 of throwing"


@pytest.mark.parametrize(
    ("throws", "words"),
    [
        ({"blue": 6, "pink": 2}, "pink is not to throw in this round"),
        ({"yellow": 2}, "yellow is not to throw in this round"),
        ({"red": 7}, "the die shows 1, 2, 3, 4, 5, 6, not 7"),
    ],
)
def test_throws_for_the_start_that_cannot_be_are_refused_when_they_are_recorded(
    cup: Event, first: Game, throws: dict[str, int], words: str
) -> None:
    program = recorder_of(first)
    tied = {**TIED, "yellow": 5}
    tied["blue"] = 6
    assert program.post(url(first, "start-throws"), {"throws": tied, "id": str(uuid.uuid4())}).status_code == 201
    before = everything(cup)
    answer = program.post(url(first, "start-throws"), {"throws": throws, "id": str(uuid.uuid4())})
    assert answer.status_code in (400, 422)
    assert words in answer.json()["messages"]["en"]
    assert everything(cup) == before


def test_nobody_throws_where_the_rules_name_the_colour(cup: Event, second: Game) -> None:
    told = {"throws": {"red": 1}, "id": str(uuid.uuid4())}
    answer = recorder_of(second).post(url(second, "start-throws"), told)
    assert (answer.status_code, answer.json()["field"]) == (422, "throws")
    assert "Red clinched Game 1" in answer.json()["messages"]["en"]


def test_an_organiser_adds_his_throws_to_those_that_the_recorder_has_recorded(cup: Event, first: Game) -> None:
    told = {"throws": TIED, "id": str(uuid.uuid4())}
    assert recorder_of(first).post(url(first, "start-throws"), told).status_code == 201
    organiser = client_with(Role.ORGANISER, "event:cup")
    other = [{**TIED, "red": 1}]
    answer = organiser.post("/api/v1/events/cup/games/", {"throws": other})
    assert (answer.status_code, answer.json()["field"]) == (400, "throws")
    answer = organiser.post("/api/v1/events/cup/games/", {"throws": [TIED, {"red": 1, "yellow": 5}]})
    assert answer.status_code == 201
    assert (row(cup, 1)["starter"], len(row(cup, 1)["throws"])) == ("yellow", 2)
    assert GameEvent.objects.filter(game=first, kind=Kind.START_THROWS).count() == 2


# -- an organiser decides otherwise -----------------------------------------------------------------


def test_an_organiser_may_let_another_colour_begin_with_a_reason(cup: Event, second: Game) -> None:
    told = {"starter": "blue", "reason": "Red’s player is late"}
    refused = recorder_of(second).post(url(second, "start"), told)
    assert refused.status_code == 403
    assert client_with(Role.REFEREE, "event:cup").post(url(second, "start"), told).status_code == 403
    organiser = client_with(Role.ORGANISER, "event:cup")
    assert organiser.post(url(second, "start"), {"starter": "blue"}).status_code == 422
    assert organiser.post(url(second, "start"), {**told, "starter": "pink"}).status_code == 400
    assert organiser.post(url(second, "start"), told).status_code == 201
    found = row(cup, 2)
    assert (found["state"], found["starter"]) == ("running", "blue")
    assert found["starter_reason"]["en"] == (
        "decided by the organiser: Red’s player is late (by the rules: Red clinched Game 1)"
    )
    assert found["remark"]["en"] == f"blue started, {found['starter_reason']['en']}"
    assert found["remark"]["de"] == f"Blau hat begonnen, {found['starter_reason']['de']}"
    played = EventGame.objects.get(game=second)
    assert (played.override_reason, played.due_starter) == ("Red’s player is late", "red")
    assert GameEvent.objects.get(game=second, kind=Kind.START).payload["reason"] == "Red’s player is late"


# -- every door -------------------------------------------------------------------------------------


def by_start(cup: Event, game: Game) -> int:
    return int(recorder_of(game).post(url(game, "start"), {"starter": "blue"}).status_code)


def by_start_with_how(cup: Event, game: Game) -> int:
    told = {"starter": "blue", "how": {"reason": "it was thrown for"}}
    return int(recorder_of(game).post(url(game, "start"), told).status_code)


def by_a_pushed_head(cup: Event, game: Game) -> int:
    """The text of the record, without a throw: nothing has been played yet."""
    return pushed(recorder_of(game), game, "blue", 0)


def by_a_pushed_record(cup: Event, game: Game) -> int:
    return pushed(recorder_of(game), game, "blue", 8)


def by_a_pushed_head_of_a_referee(cup: Event, game: Game) -> int:
    return pushed(client_with(Role.REFEREE, "event:cup"), game, "blue", 0)


def by_the_recorder_itself(cup: Event, game: Game) -> int:
    """As commands and other code of the site begin games."""
    with pytest.raises(recorder.RecordingError) as refused:
        recorder.start_game(game_id=game.pk, starter="blue", actor="test", now=NOW)
    return refused.value.status


def by_online_dice(cup: Event, game: Game) -> int:
    """The die of a game that has not begun is not rolled; a start with another colour does not roll it either."""
    assert game.dice["commitment"]
    return by_start(cup, game)


def by_the_events_address(cup: Event, game: Game) -> int:
    organiser = client_with(Role.ORGANISER, "event:cup")
    told = {"override": {"starter": "blue", "reason": " "}}
    return int(organiser.post("/api/v1/events/cup/games/", told).status_code)


DOORS: list[Callable[[Event, Game], int]] = [
    by_start,
    by_start_with_how,
    by_a_pushed_head,
    by_a_pushed_record,
    by_a_pushed_head_of_a_referee,
    by_the_recorder_itself,
    by_online_dice,
    by_the_events_address,
]


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_no_door_begins_a_game_of_an_event_with_a_colour_that_is_not_due(
    cup: Event, second: Game, door: Callable[[Event, Game], int]
) -> None:
    before = everything(cup)
    assert door(cup, second) in (400, 409, 422)
    assert everything(cup) == before


def pushed(program: APIClient, game: Game, starter: str, throws: int) -> int:
    """The answer to a whole record of the game, begun by ``starter``."""
    text = text_of(game, starter, throws)
    return int(program.put(url(game, "record"), text, content_type="text/plain; charset=utf-8").status_code)


def text_of(game: Game, starter: str, throws: int) -> str:
    """The record of this game as it would be, begun by ``starter``, with so many throws."""
    called = names(game)
    seats = {called[player]: colours for player, colours in game.seating.items()}
    lots, play = Random(1), Play.start(game.rules, seats, starter=starter)
    for _ in range(throws):
        die = lots.choice(play.rules.die_faces)
        moves = play.moves(die)
        play = play.play(die, lots.choice(moves) if moves else None)
    return play.record()
