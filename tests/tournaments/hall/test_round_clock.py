"""The clock of a round ends with its round, wherever it is shown, and counts on where that is taken back."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from games.domain.clock import ClockAction
from games.enums import Role
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, with_role
from tests.tournaments.hall.halls import WHO, entered, in_seat_order, new_hall, published, state
from tournaments.errors import EventStateConflict
from tournaments.hall import services as hall
from tournaments.models import Event, Season
from tournaments.screens import services as screens
from tournaments.services.events import suspend_event
from tournaments.standings.rounds import round_of_subject, statuses_of

pytestmark = pytest.mark.django_db

DESK = "/organise/events/hall/round/?round=round-1"
SCHEDULE, SCREEN = "/events/hall/schedule/?round=round-1", "/halls/screen/now/"
LATER = NOW + timedelta(minutes=10)


@pytest.fixture
def event(season: Season) -> Iterator[Event]:
    """A hall of eight that has entered one of its two tables, on a screen; it is ten minutes later."""
    event = new_hall(season, 8, are_present=True)
    entered(event, in_seat_order(published(event))[:1])
    screen = screens.create_hall(slug="screen", name="Screen", language="en", **WHO)
    screens.add_slide(hall_id=screen.pk, kind="round", event=event, **WHO)
    with time_machine.travel(LATER, tick=False):
        yield event


def _turn(event: Event, action: ClockAction, minutes: int = 0) -> None:
    now = NOW + timedelta(minutes=minutes)
    hall.turn_clock(event_id=event.pk, subject="round-1", action=action, actor="test", now=now)


#: What is done to the clock, one after the other; then what the desk and everybody else reads and what can be done to
#: it, while its round is played.
CLOCKS: list[tuple[Callable[[Event], object], str, str]] = [
    (lambda event: None, "0:30:00", "Start clock"),
    (lambda event: _turn(event, ClockAction.START), "0:20:00", "Pause clock"),
    (
        lambda event: hall.extend_clock(event_id=event.pk, subject="round-1", minutes=5, **WHO),
        "0:25:00",
        "Pause clock",
    ),
    (lambda event: _turn(event, ClockAction.PAUSE, 4), "0:31:00", "Resume clock"),
    (lambda event: _turn(event, ClockAction.RESUME, 6), "0:27:00", "Pause clock"),
]


def _complete(event: Event) -> None:
    entered(event, in_seat_order(round_of_subject(state(event), "round-1"))[1:])


def _close(event: Event) -> None:
    hall.close_round(event_id=event.pk, subject="round-1", reason="no time", **WHO)


def _reopen(event: Event) -> None:
    hall.reopen_round(event_id=event.pk, subject="round-1", **WHO)


def _go_on(event: Event) -> None:
    """The second round begins while a table of the first is played after all."""
    _close(event)
    published(event)
    _reopen(event)
    hall.turn_clock(event_id=event.pk, subject="round-2", action=ClockAction.START, **WHO)


def _hold(event: Event, hold: Event.Hold) -> None:
    suspend_event(event_id=event.pk, hold=hold, reason="rain", **WHO)


WAYS: dict[str, tuple[Callable[[Event], object], Callable[[Event], object]]] = {
    "every table is in": (_complete, lambda event: hall.undo_slip(event_id=event.pk, number=2, **WHO)),
    "closed": (_close, _reopen),
    "the next one begins": (
        _go_on,
        lambda event: hall.withdraw_round(event_id=event.pk, subject="round-2", reason="too early", **WHO),
    ),
    "the event is called off": (
        lambda event: _hold(event, Event.Hold.CALLED_OFF),
        lambda event: _hold(event, Event.Hold.NONE),
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_clock_ends_with_its_round_and_counts_on_where_that_is_taken_back(event: Event, way: str) -> None:
    end, take_back = WAYS[way]
    desk = with_role(Role.ORGANISER, "event:hall")
    for change, reading, offered in CLOCKS:
        change(event)
        _assert_counts(desk, reading, offered)
        end(event)
        _assert_nothing_counts(event, desk)
        take_back(event)
        _assert_counts(desk, reading, offered)


def _pages(desk: Client) -> dict[str, str]:
    """Everything that shows the clock of the first round."""
    phones = [f"/events/hall/w/{number}/" for number in range(1, 9)]
    paths = {"desk": desk.get(DESK), **{path: Client().get(path) for path in (SCHEDULE, SCREEN, *phones)}}
    return {path: answer.content.decode() for path, answer in paths.items()}


def _assert_counts(desk: Client, reading: str, offered: str) -> None:
    shown = _pages(desk)
    assert f"<strong>{reading}</strong>" in shown["desk"]
    assert f">{offered}</button>" in shown["desk"]
    showing = {path for path, page in shown.items() if f">{reading}</time>" in page}
    assert {SCHEDULE, SCREEN} < showing
    assert len(showing - {SCHEDULE, SCREEN}) == 4, "the phones of those at the table that plays"


def _assert_nothing_counts(event: Event, desk: Client) -> None:
    told = client_with(Role.ORGANISER).get("/api/v1/events/hall/rounds/").json()
    assert told[0]["clock"] is None
    shown = _pages(desk)
    for word in ("round-clock", "Start clock", "Pause clock", "Resume clock", "Change time"):
        assert word not in shown["desk"], word
    assert "</time>" not in shown[SCHEDULE]
    of_others = sum(each.clock is not None for each in statuses_of(state(event)))
    assert all(page.count('role="timer"') <= of_others for page in shown.values())
    before = _kept(event)
    for action in (ClockAction.START, ClockAction.PAUSE, ClockAction.RESUME):
        with pytest.raises(EventStateConflict, match="Round 1 is over"):
            _turn(event, action)
    stopped = hall.pause_everything(event_id=event.pk, **WHO)
    assert "round-1" not in [each.subject for each in stopped]
    assert _kept(event) == before


def _kept(event: Event) -> list[object]:
    return list(event.round_clocks.filter(subject="round-1").values_list("clock", flat=True))
