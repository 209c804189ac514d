"""Everything that can happen at a board is an event: when it may, what it does, and that the log alone says it all."""

import uuid
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from games.domain.clock import Clock
from games.domain.events import EVENT_TYPES, Precondition
from games.domain.mainline import line_of_play
from games.enums import EventKind, GameState
from games.errors import BadRequest, BeingRecorded, IdReused, IllegalThrow, RecordingError, Stale
from games.models import Game
from games.queries.record_text import record_of
from games.queries.timeline import latest
from games.services import recorder
from games.services.commands import EventCommand, throw_command
from games.services.export_game import game_as_plain
from games.services.import_game import import_game
from games.validation.json_value import JsonValue
from rules import RulesError
from tests.games.conftest import NOW
from tests.games.happening import assert_whole, elsewhere, finish, happen, last, throw
from tests.tournaments.files.archives import resealed

pytestmark = pytest.mark.django_db


# -- the beginning ---------------------------------------------------------------------------------


@pytest.mark.parametrize("throws", [{}, {"yellow": 7}, {"pink": 3}])
def test_throws_for_the_start_are_of_colours_and_faces_of_the_game(
    created: Game, throws: dict[str, int]
) -> None:
    with pytest.raises(BadRequest, match="throws"):
        happen(created, EventKind.START_THROWS, throws=throws)


# -- at the board ----------------------------------------------------------------------------------


def test_a_void_die_changes_nothing_on_the_board_and_is_told(game: Game) -> None:
    game = throw(game, 5)
    after = happen(game, EventKind.VOID_DIE, die=4, reason="it fell from the table")
    assert (after.position, after.tallies) == (game.position, game.tallies)
    assert "% void die 4: it fell from the table" in record_of(after)
    assert_whole(throw(after, 5))
    with pytest.raises(IllegalThrow):
        happen(after, EventKind.VOID_DIE, die=7, reason="x")


def test_an_irregular_throw_is_recorded_as_it_happened_and_the_game_goes_on_from_there(game: Game) -> None:
    # Yellow threw a 6, was bound to bring a pawn out (§5.2) and had moved another one before anybody saw it.
    game = recorder.record_throws(
        game_id=game.pk,
        throws=[throw_command(6, "6:B-A"), throw_command(3, "3:A-3")],
        expected=2,
        actor="test",
        now=NOW,
    ).game
    board = game.position.replace("B,B,B,3", "B,B,B,9")
    game = happen(
        game,
        EventKind.IRREGULAR,
        die=6,
        happened="yellow's 6 was moved 3-9 on black's turn",
        paragraph="§5.2",
        ruling="stands",
        position=board,
        reason="seen only after the next throw",
    )
    assert (game.position, last(game).payload["finished"]) == (board, [])
    assert "% irregular throw 6 (§5.2, stands): yellow's 6 was moved" in record_of(game)
    assert game.tallies["colours"]["black"]["faces"] == {"6": 1}
    assert_whole(throw(game, 40))


@pytest.mark.parametrize(
    ("change", "about"),
    [
        ({"paragraph": "house rule"}, "paragraph"),
        ({"position": "6x8 B,B,B,B"}, "position"),
        ({"die": 9}, "die"),
    ],
)
def test_an_irregular_throw_that_cannot_be_is_refused(game: Game, change: dict[str, Any], about: str) -> None:
    data: dict[str, Any] = {
        "die": 6,
        "happened": "x",
        "paragraph": "§5.2",
        "ruling": "stands",
        "position": game.position,
    } | change
    with pytest.raises((RecordingError, RulesError), match=about):
        happen(game, EventKind.IRREGULAR, **data)
    assert Game.objects.get(pk=game.pk).number == game.number


def test_a_result_typed_in_over_an_irregular_throw_alone_has_to_say_so(game: Game) -> None:
    told: dict[str, Any] = {"die": 2, "happened": "x", "paragraph": "§5.2", "ruling": "stands"}
    game = happen(game, EventKind.IRREGULAR, **told, position=game.position)
    with pytest.raises(BeingRecorded, match="1 throw, by test"):
        happen(game, EventKind.RESULT, places=["green"])


def test_captures_of_an_irregular_throw_are_read_off_the_board(created: Game) -> None:
    before = "6x8 B,B,B,5/B,B,B,B/B,B,B,9/B,B,B,B/B,B,B,B/B,B,B,B Y0"
    game = happen(created, EventKind.POSITION, position=before, reason="x")
    after = "6x8 B,B,B,25/B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B K0"
    game = happen(
        game, EventKind.IRREGULAR, die=2, happened="x", paragraph="§5.1", ruling="stands", position=after
    )
    assert game.tallies["colours"]["yellow"]["captures"] == 1
    assert game.tallies["colours"]["blue"]["captured"] == 1


@pytest.mark.parametrize("captures", [{"pink": 1}, {"yellow": -1}, {"yellow": 1_000_000}])
def test_captures_told_with_a_board_are_of_its_colours_and_not_absurd(
    created: Game, captures: dict[str, int]
) -> None:
    board = "6x8 B,B,B,5/B,B,B,B/B,B,B,9/B,B,B,B/B,B,B,B/B,B,B,B Y0"
    with pytest.raises(BadRequest, match="captures: "):
        happen(created, EventKind.POSITION, position=board, reason="x", captures=captures)


def test_a_penalty_sends_a_pawn_to_its_yard(created: Game) -> None:
    board = "6x8 B,B,5,b/B,B,B,B/B,B,B,9/B,B,B,B/B,B,B,B/B,B,B,B Y0"
    game = happen(created, EventKind.POSITION, position=board, reason="x")
    game = happen(game, EventKind.PENALTY, colour="yellow", field="b", reason="touched the die")
    assert game.position == board.replace("B,B,5,b", "B,B,B,5")
    assert game.tallies["saved"] == ""
    assert "% penalty, pawn of yellow on b to its yard: touched the die => " in record_of(game)
    assert_whole(throw(game, 20))
    for colour, field in (("yellow", "b"), ("yellow", "B"), ("pink", "5"), ("yellow", "x")):
        with pytest.raises(RulesError, match="penalty"):
            happen(game, EventKind.PENALTY, colour=colour, field=field, reason="x")


def test_what_was_saved_is_told_in_order_by_the_letters_of_the_colours(game: Game) -> None:
    game = finish(game)
    letters = {"yellow": "Y", "black": "K", "blue": "U", "red": "R", "green": "G", "violet": "V"}
    (winner,) = game.finished
    assert game.tallies["saved"].count(letters[winner]) == 4
    assert game.tallies["saved"].endswith(letters[winner])
    throws = [event for event in line_of_play(list(game.events.all())) if event.kind == "throw"]
    counted = game.tallies["colours"].values()
    assert sum(sum(each["faces"].values()) for each in counted) == len(throws)
    assert sum(each["faces"].get("6", 0) for each in counted) == sum(e.payload["die"] == 6 for e in throws)
    assert sum(each["waited"] for each in counted) == sum(e.payload["move"] is None for e in throws)
    assert sum(e["captures"] for e in counted) == sum(e["captured"] for e in counted) > 0


# -- take back and bring back ----------------------------------------------------------------------


def test_what_was_taken_back_can_be_brought_back_to_any_depth(game: Game) -> None:
    boards = [throw(game, 1, seed).position for seed in range(12)]
    game = happen(happen(game, EventKind.TAKE_BACK, throws=3), EventKind.TAKE_BACK, throws=4)
    assert game.position == boards[4]
    assert latest(game, 8, {}).waiting == 7
    game = happen(game, EventKind.BRING_BACK, throws=2)
    assert game.position == boards[6]
    game = happen(game, EventKind.TAKE_BACK, throws=1)
    game = happen(game, EventKind.BRING_BACK, throws=6)
    assert game.position == boards[11]
    assert_whole(game)
    with pytest.raises(BadRequest, match="cannot be brought back"):
        happen(game, EventKind.BRING_BACK)


def test_what_has_been_played_over_is_not_brought_back(game: Game) -> None:
    game = happen(throw(game, 6), EventKind.TAKE_BACK, throws=2)
    game = happen(throw(game, 1, seed=9), EventKind.NOTE, text="another throw")
    with pytest.raises(BadRequest, match="throws: 1 cannot be brought back"):
        happen(game, EventKind.BRING_BACK)


def test_the_last_throw_is_brought_back_with_the_end_that_it_caused(recorded: Callable[[int], Game]) -> None:
    ended = recorded(10_000)
    end = ended.events.get(kind=EventKind.END)
    again = happen(happen(ended, EventKind.TAKE_BACK, reason="was it?"), EventKind.BRING_BACK)
    assert again.events.get(number=again.number).payload["to"] == end.number
    assert again.events.get(kind=EventKind.END) == end
    assert (again.state, again.winner_id, again.ended_at) == (ended.state, ended.winner_id, ended.ended_at)
    assert_whole(again)


def test_notes_and_the_clock_stay_when_throws_are_taken_back(game: Game) -> None:
    game = happen(throw(game, 4), EventKind.CLOCK, action="start")
    game = happen(throw(game, 2), EventKind.CALL, text="who throws?")
    call = game.number
    game = happen(game, EventKind.TAKE_BACK, throws=5)
    assert (game.calls, game.clock["played_ms"], latest(game, 8, {}).waiting) == ([call], 0, 5)
    assert len(line_of_play(list(game.events.all()))) == 2 + 1
    assert_whole(game)


def test_tallies_go_back_with_the_throws(game: Game) -> None:
    before = throw(game, 30)
    after = happen(throw(before, 25), EventKind.TAKE_BACK, throws=25)
    assert after.tallies == before.tallies
    assert happen(after, EventKind.BRING_BACK, throws=25).tallies == Game.objects.get(pk=game.pk).tallies


#: What may happen next; throws more often than the rest.
NEXT: list[Callable[[Random, Game], Game]] = [
    lambda lots, game: happen(game, EventKind.TAKE_BACK, throws=lots.randint(1, 9)),
    lambda lots, game: happen(game, EventKind.BRING_BACK, throws=lots.randint(1, 4)),
    lambda lots, game: happen(game, EventKind.NOTE, text=f"note {lots.random()} => x"),
    lambda lots, game: happen(game, EventKind.POSITION, position=game.position, reason="upset"),
    lambda lots, game: happen(
        game, EventKind.PENALTY, colour=lots.choice(("yellow", "red", "green")), field="A", reason="x"
    ),
    lambda lots, game: happen(
        game, EventKind.CLOCK, action=lots.choice(("start", "pause", "resume", "limit"))
    ),
    *[lambda lots, game: throw(game, lots.randint(1, 60), seed=lots.randrange(99))] * 3,
]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_the_log_alone_says_it_all(game: Game, seed: int) -> None:
    lots = Random(seed)
    for _ in range(40):
        game = Game.objects.get(pk=game.pk)
        # Nothing to take back, no pawn on A: it is refused and changes nothing.
        with suppress(BadRequest, RulesError):
            if game.state == GameState.RUNNING:
                lots.choice(NEXT)(lots, game)
    assert_whole(game)
    game = Game.objects.get(pk=game.pk)
    assert import_game(elsewhere(game)).number == game.number


# -- beside the board ------------------------------------------------------------------------------


def test_the_clock_counts_what_was_played(game: Game) -> None:
    at = [NOW + timedelta(minutes=minutes) for minutes in (0, 10, 15, 45)]
    game = happen(game, EventKind.CLOCK, action="start", now=at[0])
    game = happen(game, EventKind.CLOCK, action="pause", now=at[1])
    game = happen(game, EventKind.CLOCK, action="resume", now=at[2])
    assert Clock.from_json(game.clock).elapsed(at[3]) == timedelta(minutes=40)
    game = happen(game, EventKind.CLOCK, action="limit", now=at[3])
    assert game.clock == {"played_ms": 40 * 60_000, "since": None, "limit_reached": True}
    assert_whole(game)


def test_a_clock_that_stands_does_not_go_on() -> None:
    stopped = Clock(played=timedelta(minutes=5), started=True)
    assert stopped.elapsed(NOW) == stopped.elapsed(NOW + timedelta(hours=1)) == timedelta(minutes=5)


def test_a_clock_has_a_time_limit_until_it_is_taken_away(game: Game) -> None:
    game = happen(game, EventKind.CLOCK, action="set", minutes=60)
    assert (game.clock, last(game).payload["minutes"]) == ({"limit_ms": 3_600_000}, 60)
    assert Clock.from_json(game.clock) == Clock(limit=timedelta(hours=1))
    game = happen(game, EventKind.CLOCK, action="start", now=NOW)
    game = happen(game, EventKind.CLOCK, action="limit", now=NOW + timedelta(hours=1))
    reached = {"played_ms": 3_600_000, "since": None, "limit_reached": True}
    assert game.clock == {**reached, "limit_ms": 3_600_000}
    game = happen(game, EventKind.CLOCK, action="set", minutes=0)
    assert game.clock == reached
    assert "minutes" not in last(happen(game, EventKind.CLOCK, action="resume")).payload
    assert_whole(game)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"action": "set", "minutes": None}, "minutes: a number from 1 to 1440 is needed"),
        ({"action": "set", "minutes": 24 * 60 + 1}, "minutes: a number from 1 to 1440 is needed"),
        ({"action": "start", "minutes": 60}, "minutes: only the action “set” has minutes"),
        ({"action": "pause"}, "the clock can start, set now, not pause"),
    ],
)
def test_a_clock_does_only_what_it_can(game: Game, told: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRequest, match=said):
        happen(game, EventKind.CLOCK, **told)


def test_a_clock_does_not_go_back(game: Game) -> None:
    game = happen(game, EventKind.CLOCK, action="start")
    with pytest.raises(BadRequest, match="at"):
        happen(game, EventKind.CLOCK, action="pause", at=(NOW - timedelta(minutes=5)).isoformat())


def test_a_call_stays_open_until_it_is_answered(game: Game) -> None:
    game = happen(throw(game, 3), EventKind.CALL, text="did the pawn pass?")
    call = last(game)
    assert (game.calls, call.position) == ([call.number], game.position)
    game = throw(game, 2)
    with pytest.raises(BadRequest, match="call"):
        happen(game, EventKind.ANSWER, call=call.number + 1, text="no")
    game = happen(game, EventKind.ANSWER, call=call.number, text="it did")
    assert game.calls == []
    assert_whole(game)


def test_an_id_does_not_stand_for_the_same_with_less(game: Game) -> None:
    data: dict[str, Any] = {"expected": 2, "actor": "test", "now": NOW}
    thrown = throw_command(6, "6:B-A", uuid.uuid4())
    recorder.record_throws(game_id=game.pk, throws=[thrown], **data)
    with pytest.raises(IdReused):
        recorder.record_throws(game_id=game.pk, throws=[throw_command(6, None, thrown.client_id)], **data)
    void = EventCommand(EventKind.VOID_DIE, {"die": 4, "reason": "askew"}, uuid.uuid4())
    recorder.record(game_id=game.pk, wanted=void, **{**data, "expected": 3})
    less = EventCommand(EventKind.VOID_DIE, {"die": None, "reason": "askew"}, void.client_id)
    with pytest.raises(IdReused):
        recorder.record(game_id=game.pk, wanted=less, **{**data, "expected": 3})


def test_a_repeat_that_leaves_out_what_follows_is_the_same(game: Game) -> None:
    data = {"position": game.position, "finished": None, "reason": "upset"}
    wanted = EventCommand(EventKind.POSITION, data, uuid.uuid4())
    for again in (False, True):
        done = recorder.record(game_id=game.pk, wanted=wanted, expected=2, actor="test", now=NOW)
        assert done.replayed is again


@pytest.mark.parametrize(
    "kind", [kind for kind in EVENT_TYPES if EVENT_TYPES[kind].precondition is Precondition.EXPECTED]
)
def test_what_depends_on_the_board_is_refused_from_who_does_not_know_it(game: Game, kind: EventKind) -> None:
    usual: dict[str, Any] = {"throws": 1, "die": 6, "move": "6:B-A"}
    data = {field.name: usual.get(field.name, field.usual) for field in EVENT_TYPES[kind].fields}
    for expected in (None, 1):
        with pytest.raises((Stale, BadRequest)) as caught:
            recorder.record(
                game_id=game.pk, wanted=EventCommand(kind, data), expected=expected, actor="test", now=NOW
            )
        assert caught.value.status in (409, 428)
    assert Game.objects.get(pk=game.pk).number == game.number


def test_what_does_not_depend_on_the_board_needs_a_number_or_an_id(game: Game) -> None:
    note = EventCommand(EventKind.NOTE, {"text": "dark"})
    with pytest.raises(BadRequest, match="or an id made by you") as caught:
        recorder.record(game_id=game.pk, wanted=note, expected=None, actor="test", now=NOW)
    assert (caught.value.status, caught.value.field) == (428, "expected")


# -- logs of before --------------------------------------------------------------------------------


def test_a_log_that_begins_with_its_start_is_read_too(game: Game) -> None:
    """As logs were first written: no event tells the creation, the start itself binds the log to its game."""
    told = {**game_as_plain(game), "id": str(uuid.uuid4())}
    created, start = told["events"]
    start["payload"] |= {name: created["payload"][name] for name in ("rules", "options", "seats")}
    told["events"] = [{**start, "number": 1}]
    resealed({"games": [{"game": told}]})
    there = import_game(JsonValue(told, ""))
    assert (there.number, there.state, there.position) == (1, "running", game.position)
    assert_whole(throw(there, 20))


def test_a_result_typed_in_over_throws_before_that_had_to_be_said_is_read_too(game: Game) -> None:
    ended = happen(throw(game, 9), EventKind.RESULT, places=["green"], over_throws=True)
    told = {**game_as_plain(ended), "id": str(uuid.uuid4())}
    del told["events"][-1]["payload"]["over_throws"]
    resealed({"games": [{"game": told}]})
    assert import_game(JsonValue(told, "")).places == ["green"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rules": "chess"}, "no rule set"),
        ({"seats": []}, "seats"),
        ({"seats": [{"player": str(uuid.uuid4()), "colours": ["yellow"]}]}, "there is no such player"),
    ],
)
def test_a_game_that_cannot_be_played_here_is_not_taken_over(
    game: Game, change: dict[str, Any], why: str
) -> None:
    told = {**game_as_plain(game), "id": str(uuid.uuid4()), **change}
    with pytest.raises(BadRequest, match=why):
        import_game(JsonValue(told, ""))
    assert Game.objects.count() == 1
