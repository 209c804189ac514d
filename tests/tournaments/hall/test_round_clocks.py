"""The clock of a round ends with the round, however the round ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest

from games.domain.clock import ClockAction
from tests.tournaments.conftest import NOW
from tests.tournaments.hall.halls import again, in_seat_order, new_hall, published
from tournaments.models import Event, Season
from tournaments.services import hall
from tournaments.standings.hall import HallRound
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db

SUBJECT = "round-1"
#: The clock is started at first, paused after four minutes, the round ends after twelve.
FOUR, TWELVE, LATER = (NOW + timedelta(minutes=minutes) for minutes in (4, 12, 20))


def at(event: Event, now: Any = NOW, **more: Any) -> dict[str, Any]:
    return {"event_id": event.pk, "actor": "test", "now": now, **more}


def _start(event: Event, **more: Any) -> None:
    hall.turn_clock(action=ClockAction.START, **at(event, subject=SUBJECT, **more))


def _paused(event: Event) -> None:
    _start(event)
    hall.turn_clock(action=ClockAction.PAUSE, **at(event, FOUR, subject=SUBJECT))


def _extended(event: Event) -> None:
    _start(event)
    hall.extend_clock(minutes=5, **at(event, FOUR, subject=SUBJECT))


def _resumed(event: Event) -> None:
    _paused(event)
    hall.turn_clock(action=ClockAction.RESUME, **at(event, FOUR + timedelta(minutes=3), subject=SUBJECT))


#: What is done to a clock of 30 minutes, and the minutes it has counted and is allowed when the round has ended.
CLOCKS: Mapping[str, tuple[Callable[[Event], None], tuple[int, int]]] = {
    "running": (_start, (12, 30)),
    "paused": (_paused, (4, 30)),
    "extended": (_extended, (12, 35)),
    "resumed": (_resumed, (9, 30)),
}


def _all_in(event: Event, round_: HallRound) -> None:
    hall.enter_sheets(sheets=in_seat_order(round_), **at(event, TWELVE))


def _one_by_one(event: Event, round_: HallRound) -> None:
    for sheet in in_seat_order(round_):
        hall.enter_sheet(sheet=sheet, **at(event, TWELVE))


def _close(event: Event, round_: HallRound) -> None:
    hall.enter_sheets(sheets=in_seat_order(round_)[:1], **at(event, FOUR))
    hall.close_round(subject=SUBJECT, reason="a slip is lost", **at(event, TWELVE))


def _annul(event: Event, round_: HallRound) -> None:
    hall.annul_round(subject=SUBJECT, reason="fire", **at(event, TWELVE))


ENDS: Mapping[str, Callable[[Event, HallRound], None]] = {
    "all tables in": _all_in,
    "table after table": _one_by_one,
    "closed": _close,
    "annulled": _annul,
}


@pytest.fixture
def eight(season: Season) -> Event:
    event = new_hall(season, 8, settings={"rounds": 2})
    hall.check_in_all(**at(event))
    return again(event)


def clock(event: Event) -> dict[str, Any]:
    """The clock of the first round as everybody sees it."""
    told: dict[str, Any] = load_standings(again(event))["rounds"][0]["clock"]
    return told


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("turned", CLOCKS)
def test_the_clock_of_a_round_ends_with_it(eight: Event, turned: str, end: str) -> None:
    turn, (played, limit) = CLOCKS[turned]
    round_ = published(eight)
    turn(eight)
    ENDS[end](eight, round_)
    told = clock(eight)
    assert told["since"] is None
    assert (told["played_ms"], told["limit_ms"]) == (played * 60_000, limit * 60_000)
    # Nothing that follows lets it run again: the next round, the final with which the event ends; where a round was
    # closed many are level, and a lot is drawn before the final.
    for now in (LATER,) if end == "closed" else (LATER, LATER + timedelta(hours=1)):
        following = published(eight)
        hall.turn_clock(action=ClockAction.START, **at(eight, now, subject=following.subject))
        hall.enter_sheets(sheets=in_seat_order(following), **at(eight, now + timedelta(minutes=10)))
    rounds = load_standings(again(eight))["rounds"]
    assert clock(eight) == told
    assert all(each["clock"]["since"] is None for each in rounds if each["clock"])


def test_a_clock_that_nobody_started_stays_so(eight: Event) -> None:
    _all_in(eight, published(eight))
    assert clock(eight) is None


def test_a_round_that_is_waited_for_again_can_go_on(eight: Event) -> None:
    round_ = published(eight)
    _start(eight)
    _all_in(eight, round_)
    hall.undo_sheet(number=round_.playing[0], **at(eight, LATER))
    assert clock(eight)["since"] is None
    hall.turn_clock(action=ClockAction.RESUME, **at(eight, LATER, subject=SUBJECT))
    assert clock(eight)["since"] is not None


def test_while_a_table_is_left_the_clock_runs(eight: Event) -> None:
    round_ = published(eight)
    _start(eight)
    hall.enter_sheets(sheets=in_seat_order(round_)[:-1], **at(eight, FOUR))
    assert clock(eight)["since"] is not None
