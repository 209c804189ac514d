"""Who begins a game of an event is worked out by the program, through every door (tournament-rules §2)."""

import re
import uuid
from contextlib import suppress
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.test import APIClient

from games.enums import EventKind, Role
from games.errors import BadRequest, NotDue
from games.models import Game, GameEvent, Player
from games.services import recorder
from games.services.commands import EventCommand
from rules import game as rules_game
from tests.games.conftest import client_with
from tests.tournaments import played_events
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win, with_role
from tests.tournaments.event_state import everything, table
from tests.tournaments.slips import row
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.formats import FORMATS, phrases
from tournaments.models import Event, EventGame
from tournaments.services.standings import refresh

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
    return services.prepare_next_game(event_id=event.pk, actor="test", now=NOW).played.game


def recorder_of(game: Game) -> APIClient:
    return client_with(Role.RECORDER, f"game:{game.pk}")


def referee_of(game: Game) -> APIClient:
    return client_with(Role.REFEREE, f"game:{game.pk}")


def url(game: Game, what: str) -> str:
    return f"/api/v1/games/{game.pk}/{what}/"


# -- the rules decide, the table follows ------------------------------------------------------------


def test_the_table_tells_at_once_that_a_game_begun_by_its_recorder_runs(cup: Event, second: Game) -> None:
    version = Event.objects.get(pk=cup.pk).version
    wanted = {"starter": "red", "id": str(uuid.uuid4())}
    sent = [recorder_of(second).post(url(second, "start"), wanted).status_code for _ in range(2)]
    assert sent == [201, 200]
    data = row(cup, 2)
    assert (data["state"], data["starter"], data["remark"]) == ("running", "red", None)
    assert data["starter_reason"]["en"] == "Red clinched Game 1"
    assert data["started_at"] is not None
    assert Event.objects.get(pk=cup.pk).version == version + 1
    how = GameEvent.objects.get(game=second, kind=EventKind.START).payload["how"]
    assert how["reason"]["de"] == "Rot hat Spiel 1 entschieden"


def test_the_throws_that_a_recorder_records_decide(cup: Event, first: Game) -> None:
    program = recorder_of(first)
    refused = program.post(url(first, "start"), {"starter": "violet"})
    assert (refused.status_code, refused.json()["due"]) == (422, None)
    assert "every colour throws once" in refused.json()["messages"]["en"]
    for index, throws in enumerate([TIED, {"yellow": 2}, {"red": 3}]):
        wanted = {"throws": throws, "id": str(uuid.UUID(int=index + 1))}
        assert program.post(url(first, "start-throws"), wanted).status_code == 201
    assert program.post(url(first, "start"), {"starter": "yellow"}).status_code == 422
    assert program.post(url(first, "start"), {}).status_code == 201
    data = row(cup, 1)
    assert (data["state"], data["starter"], data["remark"]) == ("running", "red", None)
    assert data["throws"] == [TIED, {"yellow": 2, "red": 3}]
    assert data["starter_reason"]["en"] == "Red had the highest throw, 3, in round 2 of throwing"


@pytest.mark.parametrize(
    ("throws", "words"),
    [
        ({"blue": 6, "pink": 2}, "'pink' does not throw in this round, only blue and red"),
        ({"yellow": 2}, "Yellow does not throw in this round, only blue and red"),
        ({"red": 7}, "the die shows 1, 2, 3, 4, 5, 6, not 7"),
    ],
)
def test_throws_for_the_start_that_cannot_be_are_refused_when_they_are_recorded(
    cup: Event, first: Game, throws: dict[str, int], words: str
) -> None:
    program = recorder_of(first)
    record_start_throws(first, {**TIED, "yellow": 5, "blue": 6})
    before = everything()
    answer = program.post(url(first, "start-throws"), {"throws": throws, "id": str(uuid.uuid4())})
    assert answer.status_code in (400, 422)
    assert words in answer.json()["messages"]["en"]
    assert everything() == before


def test_an_organiser_adds_his_throws_to_those_that_the_recorder_has_recorded(
    cup: Event, first: Game
) -> None:
    record_start_throws(first, TIED)
    organiser = client_with(Role.ORGANISER, "event:cup")
    answer = organiser.post("/api/v1/events/cup/games/", {"throws": [{**TIED, "red": 1}]})
    assert (answer.status_code, answer.json()["field"]) == (400, "throws")
    rounds = [TIED, {"red": 1, "yellow": 5}]
    assert organiser.post("/api/v1/events/cup/games/", {"throws": rounds}).status_code == 201
    assert (row(cup, 1)["starter"], row(cup, 1)["throws"]) == ("yellow", rounds)


def test_the_desk_begins_the_game_by_the_throws_that_its_recorder_has_recorded(
    cup: Event, first: Game
) -> None:
    desk, address = with_role(Role.ORGANISER, "event:cup"), f"/organise/events/{cup.slug}/games/1/start/"
    record_start_throws(first, {**TIED, "red": 5})
    assert "Yellow had the highest throw, 6" in desk.get(address).content.decode()
    assert desk.post(address, {"board": "3"}).status_code == 302
    data = row(cup, 1)
    assert (data["state"], data["starter"], data["board"]) == ("running", "yellow", "3")
    assert data["throws"] == [{**TIED, "red": 5}]


# -- an organiser decides otherwise -----------------------------------------------------------------


def test_an_organiser_may_let_another_colour_begin_with_a_reason(cup: Event, second: Game) -> None:
    data = {"starter": "blue", "reason": "Red’s player is late"}
    organiser = client_with(Role.ORGANISER, "event:cup")
    for program, sent, status in (
        (recorder_of(second), data, 403),
        (referee_of(second), data, 403),
        (organiser, {**data, "starter": "pink"}, 400),
        (organiser, data, 201),
    ):
        assert program.post(url(second, "start"), sent).status_code == status
    found = row(cup, 2)
    assert (found["state"], found["starter"]) == ("running", "blue")
    assert found["starter_reason"]["en"] == (
        "decided by the organiser: Red’s player is late (by the rules: Red clinched Game 1)"
    )
    assert found["remark"]["en"] == f"blue started, {found['starter_reason']['en']}"
    assert found["remark"]["de"] == f"Blau hat begonnen, {found['starter_reason']['de']}"
    assert EventGame.objects.get(game=second).due_starter == "red"
    assert (
        GameEvent.objects.get(game=second, kind=EventKind.START).payload["reason"] == "Red’s player is late"
    )


# -- every door -------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.RECORDER, Role.REFEREE, Role.ORGANISER])
def test_no_door_begins_a_game_of_an_event_with_a_colour_that_is_not_due(
    cup: Event, second: Game, role: Role
) -> None:
    before, program = everything(), client_with(role, f"game:{second.pk}")
    answers = [
        program.post(url(second, "start"), {"starter": "blue"}),
        program.post(url(second, "start"), {"starter": "blue", "how": {"reason": "it was thrown for"}}),
    ]
    assert {answer.json()["type"] for answer in answers} == {"urn:rauswurf:problem:not-due"}
    with pytest.raises(NotDue):
        recorder.start_game(game_id=second.pk, starter="blue", actor="test", now=NOW)
    assert everything() == before


# -- what has happened although it should not have ---------------------------------------------------


def test_a_board_set_by_hand_runs_in_the_table_and_says_that_nobody_knows_who_began(
    cup: Event, second: Game
) -> None:
    position = str(rules_game.Game.start(second.rules, second.seating, starter="blue").position)
    data = {"position": position, "reason": "recorded from here on", "expected": second.number}
    assert referee_of(second).post(url(second, "position"), data).status_code == 201
    found = row(cup, 2)
    assert (found["state"], found["starter"]) == ("running", None)
    assert found["remark"]["en"].startswith("was begun from a board set by hand")
    assert found["starter_reason"]["de"].startswith("von einem gestellten Brett")


@pytest.mark.parametrize("format_key", [key for key, each in FORMATS.items() if not each.seats_a_hall])
def test_in_every_format_a_result_with_another_starter_is_remarked(db: None, format_key: str) -> None:
    event = played_events.entered(format_key)
    played_events.play(event, 1)
    played = event.games.select_related("game").get()
    assert row(event, played.number)["remark"] is None
    colours = [colour for led in played.game.seating.values() for colour in led]
    other = next(colour for colour in colours if colour != played.game.starter)
    # What earlier versions of the program let through: the game's own row tells another starter.
    Game.objects.filter(pk=played.game_id).update(starter=other)
    refresh(event_id=event.pk, now=NOW)
    remark, name = row(event, played.number)["remark"], phrases.colour(other)
    assert remark["en"].startswith(f"{name.en} started, but ")
    due = phrases.colour(played.due_starter).en if played.due_starter else "the throw was for"
    assert due in remark["en"]
    assert remark["de"].startswith(f"{name.de} hat begonnen, ")


# -- the phone, the desk, the command ---------------------------------------------------------------


def test_the_phone_asks_for_the_throws_where_they_decide(cup: Event, first: Game) -> None:
    client = with_role(Role.RECORDER, f"game:{first.pk}")
    asked = r'data-thrower="(\w+)"'
    address = f"/games/{first.pk}/referee/"
    page = client.get(address).content.decode()
    assert sorted(re.findall(asked, page)) == sorted(TIED)
    assert 'name="starter"' not in page
    assert what_follows(client, first, TIED) == ("Yellow and red threw 6 each and throw again", "Throw again")
    record_start_throws(first, TIED)
    assert sorted(re.findall(asked, client.get(address).content.decode())) == ["red", "yellow"]
    follows = what_follows(client, first, {"red": 3, "yellow": 2})
    assert follows == ("Red had the highest throw, 3, in round 2 of throwing", "Start game")
    assert what_follows(client, first, {"blue": 3}) == ("", "")
    record_start_throws(first, {"red": 3, "yellow": 2})
    page = client.get(address).content.decode()
    assert (re.findall(asked, page), re.findall(r'name="starter" value="(\w+)"', page)) == ([], ["red"])
    Event.objects.update(hold=Event.Hold.INTERRUPTED)
    assert "No game begins" in client.get(address).content.decode()


def test_the_command_throws_for_the_start_where_that_decides(cup: Event, first: Game) -> None:
    # The dice that it throws are not those of online dice, so it gets no further.
    with suppress(CommandError):
        call_command("play", str(first.pk), throws=1, seed=4)
    data = row(cup, 1)
    assert (data["state"], data["remark"]) == ("running", None)
    assert data["throws"]
    assert "the highest throw" in data["starter_reason"]["en"]


def what_follows(client: Client, game: Game, throws: dict[str, int]) -> tuple[str, str]:
    """What the phone is told of a round before it is recorded, and the key under it; nothing of one that cannot be."""
    text = client.get(f"/games/{game.pk}/referee/roll-off/", throws).content.decode()
    told = re.search(r'<span class="sentence">(.*?)</span></p>\s*<button class="button">(.*?)<', text)
    if told is None:
        assert 'class="trouble"' in text
        return "", ""
    assert ('data-then="start/"' in text) is (told[2] == "Start game")
    return told[1], told[2]


def record_start_throws(game: Game, throws: dict[str, int]) -> None:
    wanted = EventCommand(EventKind.START_THROWS, {"throws": throws}, uuid.uuid4())
    recorder.record(game_id=game.pk, wanted=wanted, expected=None, actor="test", now=NOW)


# -- prepared with online dice, then begun ----------------------------------------------------------


@pytest.fixture
def organiser(db: None) -> APIClient:
    return client_with(Role.ORGANISER, "event:cup")


def prepared_by_rest(organiser: APIClient, **wanted: Any) -> dict[str, Any]:
    answer = organiser.post("/api/v1/events/cup/games/prepare/", wanted)
    assert answer.status_code in (200, 201), answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_a_game_is_prepared_added_to_and_begun_by_the_sporting_rules(
    cup: Event, organiser: APIClient
) -> None:
    game = prepared_by_rest(organiser)["game"]
    assert (game["state"], game["dice"]["rolls"]) == ("created", 0)
    side = game["seats"][0]["player"]["id"]
    data = {"side": side, "seed": "x", "id": str(uuid.uuid4())}
    assert organiser.post(f"/api/v1/games/{game['id']}/dice-seed/", data).status_code == 201
    body = {"throws": YELLOW_STARTS, "id": game["id"]}
    begun, again = (organiser.post("/api/v1/events/cup/games/", body) for _ in range(2))
    assert (begun.status_code, again.status_code) == (201, 200)
    played = begun.json()
    assert (played["number"], played["game"]["id"], played["game"]["starter"]) == (1, game["id"], "yellow")
    log = GameEvent.objects.filter(game=game["id"]).values_list("kind", flat=True)
    assert list(log) == ["created", "dice commitment", "dice seed", "start throws", "start"]


def test_preparing_again_is_harmless_with_an_id_and_refused_without(cup: Event, organiser: APIClient) -> None:
    """Its table says so, and that it is still the next one; another does not begin in its place."""
    wanted = {"id": str(uuid.uuid4()), "board": "3"}
    assert prepared_by_rest(organiser, **wanted)["game"] == prepared_by_rest(organiser, **wanted)["game"]
    assert organiser.post("/api/v1/events/cup/games/prepare/", {}).status_code == 409
    data = table(cup)
    assert [(each["number"], each["state"]) for each in data["games"]] == [(1, "created")]
    assert [each["number"] for each in data["next_games"]] == [1]
    with pytest.raises(BadRequest, match="is prepared as"):
        start(cup, rounds=YELLOW_STARTS, game_id=uuid.uuid4())
    assert start(cup, rounds=YELLOW_STARTS).board == "3"


def test_a_prepared_game_that_was_abandoned_makes_room(cup: Event, organiser: APIClient) -> None:
    game = prepared_by_rest(organiser)["game"]
    data = {"expected": game["number"], "reason": "they met after all"}
    organiser.post(f"/api/v1/games/{game['id']}/abandon/", data)
    played = start(cup, rounds=YELLOW_STARTS)
    assert (played.number, played.game.dice, str(played.game_id) == game["id"]) == (1, {}, False)


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
