"""Several at once: one game is started by one, results that come together both count, the table agrees."""

import json
import threading
import time
from typing import Any

import pytest

from games.enums import EventKind, GameState
from games.errors import RecordingError, WrongState
from games.models import Game, GameEvent
from games.services import recorder
from games.services.commands import EventCommand, RecordResult
from tests.concurrency import at_once
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win
from tests.tournaments.slips import enter, row
from tournaments import receivers, services
from tournaments.errors import EventStateConflict
from tournaments.models import Event, EventGame
from tournaments.services import games as conducted, standings
from tournaments.services.standings import refresh
from tournaments.services.undo import check_nothing_rests_on
from tournaments.standings.event_state import EventState
from tournaments.standings.projection import as_text, build_projection

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_many_organisers_at_once_one_starts_the_game(cup: Event) -> None:
    def begin(index: int) -> Any:
        return services.start_next_game(event_id=cup.pk, rounds=YELLOW_STARTS, actor=f"test:{index}", now=NOW)

    answers = at_once(6, begin)
    assert sum(isinstance(answer, services.StartedGame) for answer in answers) == 1
    assert sum(isinstance(answer, EventStateConflict) for answer in answers) == 5
    assert (EventGame.objects.count(), Game.objects.count()) == (1, 1)


def test_a_result_and_whatever_else_changes_meanwhile_are_all_in_the_table(cup: Event) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game

    def work(index: int) -> Any:
        if index == 0:
            return win(game, "red")
        if index == 1:
            return services.change_event(
                event_id=cup.pk, changes={"name": "Grand Cup"}, actor="test", now=NOW
            )
        return refresh(event_id=cup.pk, now=NOW)

    answers = at_once(4, work)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    event = Event.objects.get(pk=cup.pk)
    assert as_text(build_projection(EventState.load(event))) == event.projection
    assert '"name":"Grand Cup"' in event.projection
    assert '"winners":["entry-2"]' in event.projection


# -- undo against the start of the next game -----------------------------------------------------------


def undo_and_start(cup: Event) -> list[Any]:
    """What comes of it when Game 1 is undone while Game 2, which rests on it, is started."""
    first = enter(cup, 1)

    def work(index: int) -> Any:
        if index == 0:
            wanted = EventCommand(EventKind.UNDO, {"reason": "typing error"})
            data: dict[str, Any] = {"expected": first.game.number, "actor": "user:1", "now": NOW}
            return recorder.record(game_id=first.game_id, wanted=wanted, **data)
        return services.start_next_game(event_id=cup.pk, number=2, actor="user:2", now=NOW)

    return at_once(2, work)


def test_of_an_undo_and_a_start_at_once_only_one_is_done(cup: Event) -> None:
    for _ in range(5):
        answers = undo_and_start(cup)
        assert sum(isinstance(answer, RecordingError) for answer in answers) == 1, answers
        begun = EventGame.objects.filter(event=cup, number=2).exists()
        assert begun == isinstance(answers[0], RecordingError)
        event = Event.objects.get(pk=cup.pk)
        assert as_text(build_projection(EventState.load(event))) == event.projection
        if begun:
            return
        assert Game.objects.get().state == GameState.CREATED


@pytest.mark.postgresql
def test_without_the_lock_of_the_event_nobody_is_refused(cup: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: each looks before the other has written, and both go on, if need be into a constraint."""

    def unlocked(event_id: int) -> Event:
        return Event.objects.select_related("season").get(pk=event_id)

    looked = threading.Event()

    def slowly(played: EventGame) -> None:
        check_nothing_rests_on(played)
        looked.set()
        time.sleep(0.5)

    def once_the_other_has_looked(event_id: int) -> Event:
        assert looked.wait(30)
        return unlocked(event_id)

    monkeypatch.setattr(receivers, "locked", unlocked)
    monkeypatch.setattr(standings, "check_nothing_rests_on", slowly)
    monkeypatch.setattr(conducted, "locked_with_prepared", once_the_other_has_looked)
    answers = undo_and_start(cup)
    assert not any(isinstance(answer, RecordingError) for answer in answers), answers


# -- begun from several sides --------------------------------------------------------------------------


SIDES = 6


def test_of_many_who_begin_a_prepared_game_at_once_one_begins_it(cup: Event) -> None:
    """A recorder holds the game when they ask for the event, the desk is to take them in the same order."""
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    game = services.prepare_next_game(event_id=cup.pk, actor="test", now=NOW).played.game

    def begin(index: int) -> Any:
        if index % 2:
            return recorder.start_game(game_id=game.pk, actor=f"recorder:{index}", now=NOW)
        return services.start_next_game(event_id=cup.pk, actor=f"desk:{index}", now=NOW)

    answers = at_once(SIDES, begin)
    assert sum(isinstance(each, RecordResult | services.StartedGame) for each in answers) == 1, answers
    assert sum(isinstance(each, WrongState | EventStateConflict) for each in answers) == SIDES - 1, answers
    assert GameEvent.objects.filter(game=game, kind=EventKind.START).count() == 1
    assert (row(cup, 2)["state"], row(cup, 2)["starter"], row(cup, 2)["remark"]) == ("running", "red", None)


def test_throws_for_the_start_recorded_while_the_desk_begins_the_game_are_all_or_none(cup: Event) -> None:
    game = services.prepare_next_game(event_id=cup.pk, actor="test", now=NOW).played.game

    def work(index: int) -> Any:
        if index:
            wanted = EventCommand(EventKind.START_THROWS, {"throws": YELLOW_STARTS[0]}, game.pk)
            return recorder.record(game_id=game.pk, wanted=wanted, expected=None, actor="test", now=NOW)
        return services.start_next_game(event_id=cup.pk, rounds=YELLOW_STARTS, actor="desk", now=NOW)

    begun, thrown = at_once(2, work)
    assert isinstance(begun, services.StartedGame), begun
    assert isinstance(thrown, RecordResult | WrongState), thrown
    assert GameEvent.objects.filter(game=game, kind=EventKind.START_THROWS).count() == 1
    assert (row(cup, 1)["starter"], row(cup, 1)["throws"]) == ("yellow", YELLOW_STARTS)


def test_whoever_reads_while_a_game_begins_sees_it_begun_in_the_table_too_or_in_neither(cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    game = services.prepare_next_game(event_id=cup.pk, actor="test", now=NOW).played.game

    def work(index: int) -> Any:
        if index == 0:
            return recorder.start_game(game_id=game.pk, actor="recorder", now=NOW)
        seen = set()
        for _ in range(60):
            # One statement, so one moment.
            state, text = EventGame.objects.values_list("game__state", "event__projection").get(game=game)
            told = next(each for each in json.loads(text)["games"] if each["number"] == 2)
            seen.add((state, told["state"], told["starter"]))
        return seen

    begun, *seen = at_once(3, work)
    assert isinstance(begun, RecordResult), begun
    assert set().union(*seen) <= {("created", "created", None), ("running", "running", "red")}
    assert row(cup, 2)["state"] == "running"
