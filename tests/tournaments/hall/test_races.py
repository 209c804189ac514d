"""Several desks at once: nobody is lost, nothing counts twice."""

from typing import Any

import pytest

from games.models import Game
from tests.concurrency import at_once
from tests.tournaments.conftest import NOW
from tests.tournaments.hall.halls import WHO, again, in_seat_order, new_hall, published, state
from tournaments.models import Entry, EventGame, Season
from tournaments.services import hall
from tournaments.services.hall import SheetOutcome
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
    event = new_hall(season, 8)
    hall.check_in_all(event_id=event.pk, **WHO)
    sheets = in_seat_order(published(event))

    def desk(index: int) -> Any:
        return [
            hall.enter_sheet(event_id=event.pk, sheet=sheet, actor=f"user:{index}", now=NOW).outcome
            for sheet in sheets
        ]

    outcomes = at_once(3, desk)
    for told in zip(*outcomes, strict=True):
        assert sorted(told) == [SheetOutcome.ENTERED, SheetOutcome.REPEATED, SheetOutcome.REPEATED]
    assert (EventGame.objects.count(), Game.objects.count()) == (2, 2)
    assert as_text(build_projection(state(event))) == again(event).projection


def test_of_two_desks_that_publish_one_does(season: Season) -> None:
    event = new_hall(season, 8)
    hall.check_in_all(event_id=event.pk, **WHO)
    hall.plan_round(event_id=event.pk, **WHO)
    found = at_once(
        2,
        lambda index: hall.publish_round(
            event_id=event.pk, subject="round-1", actor=f"user:{index}", now=NOW
        ),
    )
    assert sum(isinstance(each, Exception) for each in found) == 1
    assert event.draws.count() == 1


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
