"""Several desks at once: nobody is lost, nothing counts twice."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection, transaction

from games.errors import RecordingError
from games.models import Game
from tests.concurrency import at_once
from tests.tournaments.conftest import NOW
from tests.tournaments.hall.halls import WHO, again, in_seat_order, new_hall, published, state
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.db import locked
from tournaments.hall import services as hall
from tournaments.hall.services import SlipOutcome
from tournaments.models import Entry, Event, EventGame, Season
from tournaments.services import Slip
from tournaments.standings.projection import as_text, build_projection

pytestmark = pytest.mark.django_db(transaction=True)


def test_four_desks_check_in_and_let_people_in_at_once(season: Season) -> None:
    event = new_hall(season, 12)

    def desk(index: int) -> Any:
        hall.check_in(event_id=event.pk, who=[1, 2 + index], actor=f"user:{index}", now=NOW)
        return hall.walk_in(
            event_id=event.pk, player=f"Walk-in {index}", actor=f"user:{index}", now=NOW
        ).number

    numbers = at_once(4, desk)
    assert sorted(numbers) == [13, 14, 15, 16]
    assert event.entries.filter(presence=Entry.Presence.PRESENT).count() == 9
    now = again(event)
    assert as_text(build_projection(state(event))) == now.projection


def test_the_same_slip_typed_at_two_desks_at_once_is_one_result(season: Season) -> None:
    event = new_hall(season, 8, are_present=True)
    sheets = in_seat_order(published(event))

    def desk(index: int) -> Any:
        return [
            hall.enter_slips(event_id=event.pk, slips=[sheet], actor=f"user:{index}", now=NOW)[0].outcome
            for sheet in sheets
        ]

    outcomes = at_once(3, desk)
    for told in zip(*outcomes, strict=True):
        assert sorted(told) == [SlipOutcome.ENTERED, SlipOutcome.REPEATED, SlipOutcome.REPEATED]
    assert (EventGame.objects.count(), Game.objects.count()) == (2, 2)
    assert as_text(build_projection(state(event))) == again(event).projection


@pytest.mark.postgresql
@pytest.mark.parametrize("guarded", [True, False])
def test_results_and_a_slip_typed_twice_at_once_stand_in_one_table(
    season: Season, monkeypatch: pytest.MonkeyPatch, guarded: bool
) -> None:
    """Whoever finds the result there already leaves the table alone, which must be there by then.

    The control: without the event's lock each works out a table without the other's result.
    """
    event = new_hall(season, 8, are_present=True)
    first, second = in_seat_order(published(event))
    before, both = again(event).version, threading.Barrier(2)

    def build_when_another_does(now: Any) -> Any:
        with suppress(threading.BrokenBarrierError):
            both.wait(1)
        return build_projection(now)

    monkeypatch.setattr("tournaments.services.standings.build_projection", build_when_another_does)
    if not guarded:
        monkeypatch.setattr(type(Event.objects.all()), "select_for_update", lambda rows, **_: rows)
    seen: list[bool] = []

    def desk(index: int) -> Any:
        found = hall.enter_slips(event_id=event.pk, slips=[(first, second, first)[index]], **WHO)[0]
        seen.append(again(event).version > before)
        return found.outcome

    answers = at_once(3, desk)
    table = again(event).projection
    is_right = table == as_text(build_projection(state(event))) and table.count('"state":"ended"') == 2
    counted = sorted(each for each in answers if isinstance(each, SlipOutcome))
    expected = [SlipOutcome.ENTERED, SlipOutcome.ENTERED, SlipOutcome.REPEATED]
    assert (is_right and counted == expected and all(seen)) is guarded, answers


def test_of_two_desks_that_publish_one_does(season: Season) -> None:
    event = new_hall(season, 8, are_present=True)
    hall.plan_round(event_id=event.pk, **WHO)
    found = at_once(
        2,
        lambda index: hall.publish_round(
            event_id=event.pk, subject="round-1", actor=f"user:{index}", now=NOW
        ),
    )
    assert sum(isinstance(each, Exception) for each in found) == 1
    assert event.draws.count() == 1


@pytest.mark.postgresql
@pytest.mark.parametrize("desk", ["boards adjudicated", "a slip entered", "a result entered"])
def test_a_game_that_begins_while_a_desk_waits_for_the_event_stops_neither_desk(
    season: Season, desk: str
) -> None:
    """The desk has locked the games that there were; whoever ends the new one waits for the event meanwhile."""
    event = new_hall(season, 8, are_present=True)
    first = in_seat_order(published(event))[0]
    slip = hall.TableSlip(first.number, Slip(order=first.slip.order), over_throws=True)
    desks: dict[str, Callable[[], Any]] = {
        "boards adjudicated": lambda: hall.adjudicate_left(event_id=event.pk, subject="round-1", **WHO),
        "a slip entered": lambda: hall.enter_slips(event_id=event.pk, slips=[slip], **WHO)[0],
        "a result entered": lambda: _result(event, first),
    }
    begun, may_begin, is_held, may_go = (threading.Event() for _ in range(4))

    def begin() -> Any:
        with transaction.atomic():
            throws = [{"yellow": 6, "green": 2, "red": 2, "black": 2}]
            services.start_next_game(event_id=event.pk, number=first.number, rounds=throws, **WHO)
            begun.set()
            may_begin.wait(30)

    def hold() -> Any:
        with transaction.atomic():
            locked(event.pk)
            is_held.set()
            may_go.wait(30)

    def in_turn(index: int) -> Any:
        if index == 0:
            return begin()
        begun.wait(30)
        if index == 1:
            return hold()
        _wait_for_lock(1)
        if index == 2:
            return desks[desk]()
        _wait_for_lock(2)
        may_begin.set()
        # The game is there, the event held again: whoever ends the game takes its row, and waits as well.
        is_held.wait(30)
        ender = threading.Thread(target=lambda: ended.append(at_once(1, lambda _: _result(event, first))[0]))
        ended: list[Any] = []
        ender.start()
        _wait_for_lock(2)
        may_go.set()
        ender.join(30)
        return ended[0]

    answers = at_once(4, in_turn)
    failed = [
        each for each in answers if isinstance(each, Exception) and not isinstance(each, RecordingError)
    ]
    assert failed == []
    assert Game.objects.filter(event_game__number=first.number, state="ended").count() == 1
    assert as_text(build_projection(state(event))) == again(event).projection


def _result(event: Event, sheet: hall.TableSlip) -> Any:
    """The result of a table entered as of any game."""
    slip = services.Slip(places=("yellow", "green", "red", "black"))
    return enter(event, sheet.number, slip, over_throws=True)


def _wait_for_lock(sessions: int) -> None:
    """Until so many sessions wait for a lock."""
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute(asked)
            if cursor.fetchone()[0] >= sessions:
                return
        time.sleep(0.01)
    raise AssertionError(f"no {sessions} sessions wait")


def test_two_phones_and_a_desk_make_one_arrival(season: Season) -> None:
    event = new_hall(season, 4)
    code = hall.open_door(event_id=event.pk, **WHO).door_code

    def come(index: int) -> Any:
        if index:
            return hall.arrive(event_id=event.pk, who=1, code=code, now=NOW).presence
        return hall.check_in(event_id=event.pk, who=[1], **WHO)[0].presence

    assert at_once(3, come) == ["present"] * 3
    entry = Entry.objects.get(event=event, number=1)
    assert entry.history.filter(presence="present").count() == 1


def test_of_those_who_register_for_the_last_places_nobody_is_there_twice(season: Season) -> None:
    event = new_hall(season, 4, settings={"places": 5})
    hall.set_up_registration(event_id=event.pk, changes={"is_open": True, "most_waiting": 1}, **WHO)

    def send(index: int) -> Any:
        form = f"form {index % 3}"
        return hall.register(event_id=event.pk, form=form, name=form, team="", now=NOW).number

    found = at_once(6, send)
    numbers = [each for each in found if isinstance(each, int)]
    assert sorted(numbers) == [5, 5, 6, 6]
    assert again(event).entries.count() == 6
    assert as_text(build_projection(state(event))) == again(event).projection


@pytest.mark.both_databases
@pytest.mark.parametrize("is_guarded", [False, True])
def test_one_walk_in_typed_at_six_desks_at_once_is_one_person(
    season: Season, monkeypatch: pytest.MonkeyPatch, is_guarded: bool
) -> None:
    event = new_hall(season, 4)
    if not is_guarded:
        monkeypatch.setattr("tournaments.services.entries.check_new_name", lambda name, entered: None)
    typed = ["Walk Er", "walk er", "WALK  ER", "Wálk Er", "Walk Er", "Walk Er"]

    def desk(index: int) -> Any:
        return hall.walk_in(event_id=event.pk, player=typed[index], actor=f"user:{index}", now=NOW).number

    found = at_once(6, desk)
    refused = [each for each in found if isinstance(each, RecordingError)]
    assert len(refused) == (5 if is_guarded else 0), found
    assert again(event).entries.count() == (5 if is_guarded else 10)
    assert all("is entered already" in each.message.en for each in refused)
    assert as_text(build_projection(state(event))) == again(event).projection
