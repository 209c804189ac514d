"""The only writer: numbers without gaps, nothing half written, nothing lost, nothing twice."""

import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import DatabaseError, connection, transaction

from games import above
from games.domain import hash_chain
from games.domain.mainline import line_of_play
from games.enums import EventKind, GameState, Role
from games.errors import BadRequest, IdReused, Stale
from games.models import Game, GameEvent, Player
from games.models.event import Immutable
from games.services import recorder
from games.services.commands import EventCommand, RecordResult, throw_command
from rules import RULE_SETS
from tests.games.conftest import NOW, client_with, random_throws, record_random_throws, take_back

#: More throws than a game has.
TO_THE_END = 10_000

pytestmark = pytest.mark.django_db


def record(game: Game, *throws: EventCommand, expected: int | None = None) -> RecordResult:
    number = Game.objects.get(pk=game.pk).number if expected is None else expected
    return recorder.record_throws(game_id=game.pk, throws=throws, expected=number, actor="test", now=NOW)


def log(game: Game) -> list[GameEvent]:
    return list(GameEvent.objects.filter(game=game))


@pytest.mark.both_databases
def test_a_game_played_to_the_end_has_an_end_event_a_winner_and_is_told_above(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(above.room, "after_record", lambda change: heard.append(change.game.state))
    game = record_random_throws(game, TO_THE_END)
    stored = Game.objects.get(pk=game.pk)
    last = log(game)[-1]
    assert stored.state == GameState.ENDED
    assert last.kind == "end"
    assert last.payload["winner"] == str(stored.winner_id)
    assert stored.places == last.payload["places"]
    assert heard == ["ended"]


@pytest.mark.both_databases
def test_a_client_that_is_late_is_told_what_it_missed(game: Game) -> None:
    record(game, throw_command(6, "6:B-A"), throw_command(2, "2:A-2"))
    with pytest.raises(Stale) as caught:
        record(game, throw_command(6, "6:B-A"), expected=2)
    assert [event.number for event in caught.value.details["missed"]] == [3, 4]
    assert caught.value.details["game"].number == 4
    assert len(log(game)) == 4


@pytest.mark.both_databases
def test_the_same_write_twice_is_one_event(game: Game) -> None:
    throw = throw_command(6, "6:B-A", client_id=uuid.uuid4())
    first = record(game, throw, expected=2)
    again = record(game, throw, expected=2)
    assert (first.replayed, again.replayed) == (False, True)
    assert [event.hash for event in again.events] == [event.hash for event in first.events]
    assert len(log(game)) == 3


@pytest.mark.both_databases
def test_an_id_that_was_recorded_is_one_event_also_where_it_would_fit_again(game: Game) -> None:
    """Who asked for the present state after a lost answer sends the same id with the present number."""
    throw = throw_command(1, None, uuid.uuid4())
    first = recorder.record_throws(game_id=game.pk, throws=[throw], expected=2, actor="test", now=NOW)
    assert first.game.play().may_forfeit(1)
    again = recorder.record_throws(game_id=game.pk, throws=[throw], expected=3, actor="test", now=NOW)
    assert again.replayed
    assert (again.game.number, [event.hash for event in again.events]) == (3, [first.events[0].hash])
    batch = [throw, throw_command(1, None, uuid.uuid4())]
    longer = recorder.record_throws(game_id=game.pk, throws=batch, expected=3, actor="test", now=NOW)
    assert [event.number for event in longer.events] == [3, 4]
    with pytest.raises(IdReused):
        recorder.record_throws(
            game_id=game.pk,
            throws=[throw_command(2, None, throw.client_id)],
            expected=4,
            actor="test",
            now=NOW,
        )
    note = EventCommand(EventKind.NOTE, {"text": "told"}, uuid.uuid4())
    told = [
        recorder.record(game_id=game.pk, wanted=note, expected=None, actor="test", now=NOW) for _ in range(2)
    ]
    assert [each.replayed for each in told] == [False, True]
    assert Game.objects.get(pk=game.pk).events.count() == 5


def test_a_batch_goes_on_after_its_beginning_only_where_nobody_else_has(game: Game) -> None:
    throws = [replace(throw, client_id=uuid.uuid4()) for throw in random_throws(game, 3)]
    record(game, throws[0], expected=2)
    record(game, replace(throws[1], client_id=None))
    with pytest.raises(Stale) as caught:
        record(game, *throws, expected=2)
    assert [event.number for event in caught.value.details["missed"]] == [4]
    assert len(log(game)) == 4


def test_one_id_twice_in_a_batch_is_refused(game: Game) -> None:
    throw = throw_command(5, None, client_id=uuid.uuid4())
    with pytest.raises(BadRequest):
        record(game, throw, throw)


@pytest.mark.parametrize("number", [0, recorder.MOST_THROWS + 1])
def test_a_batch_has_one_to_a_thousand_throws(game: Game, number: int) -> None:
    client, sent = client_with(Role.RECORDER), [{"die": 5, "expected": 2}] * number
    refused = client.post(f"/api/v1/games/{game.pk}/throws/", sent, content_type="application/json")
    assert (refused.status_code, refused.json()["field"]) == (400, "throws")


def test_a_player_sits_at_a_board_once(players: list[Player]) -> None:
    seats = [(players[0], ["yellow"]), (players[0], ["red"])]
    with pytest.raises(BadRequest, match="seated twice"):
        recorder.create_game(rules=RULE_SETS["mhd"], seats=seats, actor="test", now=NOW)


# -- taking back -----------------------------------------------------------------------------------


@pytest.mark.parametrize("throws", [0, -1, 4])
def test_no_more_can_be_taken_back_than_stands(game: Game, throws: int) -> None:
    record(game, *random_throws(game, 3))
    with pytest.raises(BadRequest):
        take_back(game, throws)
    assert len(log(game)) == 5


def test_a_game_that_has_ended_is_taken_back_only_with_a_reason(recorded: Callable[[int], Game]) -> None:
    game = recorded(TO_THE_END)
    with pytest.raises(BadRequest):
        take_back(game)
    after = take_back(game, reason="the die lay askew")
    assert after.state == GameState.RUNNING
    assert after.winner is None
    assert after.places == after.finished
    last_throw = line_of_play(log(game))[-1]
    assert last_throw.kind == "throw"


# -- the log ---------------------------------------------------------------------------------------


def test_events_cannot_be_saved_again_or_deleted(game: Game) -> None:
    event = log(game)[0]
    with pytest.raises(Immutable):
        event.save()
    with pytest.raises(Immutable):
        event.delete()


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "statement", ["UPDATE games_gameevent SET number = 99", "DELETE FROM games_gameevent"]
)
def test_the_database_itself_refuses_to_change_events(game: Game, statement: str) -> None:
    with (
        pytest.raises(DatabaseError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert len(log(game)) == 2


@pytest.mark.both_databases
def test_two_events_of_one_number_are_refused_by_the_database(game: Game) -> None:
    twin = log(game)[0]
    twin.pk, twin._state.adding = None, True
    with pytest.raises(DatabaseError), transaction.atomic():
        twin.save()


@pytest.mark.parametrize("value", [1.5, "\x00", "\ud800", {"a": [{"\x00": 1}]}, [[2.0]], b"x"])
def test_what_a_database_would_not_give_back_as_it_was_cannot_be_sealed(value: object) -> None:
    assert not hash_chain.can_be_sealed(value)
    assert hash_chain.can_be_sealed({"a": ["ä", 1, None, True, {}]})
