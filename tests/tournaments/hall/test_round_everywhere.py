"""A round is one round: on pages, phones, screens, paper, desk and by REST the same people sit at the same tables."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from games.domain.clock import ClockAction
from games.enums import Role
from tests.games.conftest import client_with
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import NOW, with_role
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.files.pdf_text import pages
from tests.tournaments.hall.halls import (
    WHO,
    again,
    entered,
    in_seat_order,
    new_hall,
    numbers,
    page,
    published,
    state,
)
from tests.tournaments.screens.conftest import BY, add
from tournaments.errors import EventStateConflict
from tournaments.hall import services as hall
from tournaments.hall.prints.views import slip_paths
from tournaments.hall.seat_plan import SeatPlan
from tournaments.models import Event, Season
from tournaments.screens import services as screens
from tournaments.screens.services import create_hall
from tournaments.services.events import suspend_event
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.rounds import round_of_subject, statuses_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]
#: Name → table, of all who play in a round.
Seats = Mapping[str, int]
_NAME = re.compile(r"Person \d{3}")


@pytest.fixture
def event(season: Season) -> Event:
    """A hall of fifteen with a round that is played, one that is open, and its screen."""
    event = new_hall(season, 15, are_present=True)
    entered(event, in_seat_order(published(event)))
    published(event)
    screen = create_hall(slug="great-hall", name="Great hall", language="en", **BY)
    add(screen, kind="seats", event=event)
    return again(event)


def by_parts(parts: list[str]) -> Seats:
    """The names in each of these parts, which begin with the number of a table."""
    seats = {(name, int(re.findall(r"\d+", part)[0])) for part in parts for name in _NAME.findall(part)}
    assert len(seats) == len(dict(seats)), "each at one table"
    return dict(seats)


def on_the_page(client: Client, event: Event, subject: str) -> Seats:
    shown = assert_is_sound(client.get(f"/events/hall/schedule/?round={subject}"), "en")
    return by_parts(shown.split("<h3><span>Table ")[1:])


def on_phones(client: Client, event: Event, subject: str) -> Seats:
    """The open round by those who are named as opponents, with a colour each; one that is over by its results."""
    phones = {
        entry.player.name: page(client, f"/events/hall/w/{entry.number}/")
        for entry in event.entries.select_related("player")
    }
    if subject == "round-2":
        own = [page.partition("own-table")[2].partition("</section>")[0] for page in phones.values()]
        assert all("</svg>" in part.partition("own-colours")[2].partition("</p>")[0] for part in own)
        return by_parts(own)
    results = {name: page.partition("<h3>Round 1")[2] for name, page in phones.items()}
    return {name: int(re.findall(r"Table (\d+)", result)[0]) for name, result in results.items()}


def on_the_screen(client: Client, event: Event, subject: str) -> Seats:
    rows = re.findall(
        r'<th scope="row">(.*?)</th><td class="figure">(\d+)', page(client, "/halls/great-hall/now/")
    )
    assert [name for name, _table in rows] == sorted(name for name, _table in rows)
    return {name: int(table) for name, table in rows}


def printed(client: Client, name: str, subject: str) -> list[str]:
    return pages(client.get(f"/organise/events/hall/prints/{name}.pdf?round={subject}").content)


def on_the_poster_by_name(client: Client, event: Event, subject: str) -> Seats:
    lines = "\n".join(printed(client, "seats-by-name", subject)).splitlines()
    return {line: int(lines[at + 1]) for at, line in enumerate(lines) if _NAME.fullmatch(line)}


def on_the_poster_by_table(client: Client, event: Event, subject: str) -> Seats:
    whole = "\n".join(printed(client, "seats-by-table", subject))
    return by_parts(re.split(r"\n(?=\d+\nTable\n)", whole)[1:])


def on_slips(client: Client, event: Event, subject: str) -> Seats:
    whole = "\n".join(printed(client, "table-slips", subject))
    return by_parts(re.split(r"\nTable\n", whole)[1:])


def by_rest(client: Client, event: Event, subject: str) -> Seats:
    names = {entry.key: entry.player.name for entry in event.entries.select_related("player")}
    tables = client.get(f"/api/v1/events/hall/rounds/{subject}/seats/").json()
    return {names[key]: each["table"] for each in tables for key in each["seats"]}


def at_the_desk(client: Client, event: Event, subject: str) -> Seats:
    tiles = re.findall(
        r'\?round=round-\d&table=(\d+)">', page(client, f"/organise/events/hall/round/?round={subject}")
    )
    slips = {int(at): f"/organise/events/hall/slips/?round={subject}&table={at}" for at in tiles}
    sitters = {at: page(client, path).partition("slip-sitters")[2] for at, path in slips.items()}
    return {name: at for at, part in sitters.items() for name in _NAME.findall(part.partition("</ul>")[0])}


def by_the_code_of_a_slip(client: Client, event: Event, subject: str) -> Seats:
    plan = SeatPlan(EventPresenter(event))
    round_ = next(each for each in plan.rounds if each.subject == subject)
    paths = slip_paths(event, round_)
    return {
        name: number - round_.first + 1
        for number, path in paths.items()
        for name in _NAME.findall(page(Client(), path))
    }


@pytest.mark.parametrize("subject", ["round-1", "round-2"])
@pytest.mark.parametrize(
    "place",
    [
        on_the_page,
        on_phones,
        on_the_screen,
        on_the_poster_by_name,
        on_the_poster_by_table,
        on_slips,
        by_rest,
        at_the_desk,
        by_the_code_of_a_slip,
    ],
)
def test_everybody_sits_at_the_same_table_wherever_it_is_read(
    organiser: Client, event: Event, place: Callable[[Client, Event, str], Seats], subject: str
) -> None:
    if place is on_the_screen and subject == "round-1":
        assert set(on_the_screen(organiser, event, subject)) == {f"Person {n:03}" for n in range(15)}
        return  # it shows the open rounds alone
    draw = event.draws.get(subject=subject)
    names = {entry.key: entry.player.name for entry in event.entries.select_related("player")}
    expected = {names[key]: at // 4 + 1 for at, key in enumerate(draw.order) if key}
    assert len(expected) == 15
    assert place(organiser, event, subject) == expected


DESK = "/organise/events/hall/round/?round=round-1"
SCHEDULE, SCREEN = "/events/hall/schedule/?round=round-1", "/halls/screen/now/"
LATER = NOW + timedelta(minutes=10)


@pytest.fixture
def timed(season: Season) -> Iterator[Event]:
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
def test_the_clock_ends_with_its_round_and_counts_on_where_that_is_taken_back(timed: Event, way: str) -> None:
    end, take_back = WAYS[way]
    desk = with_role(Role.ORGANISER, "event:hall")
    for change, reading, offered in CLOCKS:
        change(timed)
        _assert_counts(timed, desk, reading, offered)
        end(timed)
        _assert_nothing_counts(timed, desk)
        take_back(timed)
        _assert_counts(timed, desk, reading, offered)


def _phones(event: Event) -> list[str]:
    """The page of somebody at either table, of which the second plays."""
    round_ = round_of_subject(state(event), "round-1")
    return [f"/events/hall/w/{numbers(event, round_, table)[0]}/" for table in (0, 1)]


def _pages(event: Event, desk: Client) -> dict[str, str]:
    """Everything that shows the clock of the first round."""
    phones = _phones(event)
    paths = {"desk": desk.get(DESK), **{path: Client().get(path) for path in (SCHEDULE, SCREEN, *phones)}}
    return {path: answer.content.decode() for path, answer in paths.items()}


def _assert_counts(event: Event, desk: Client, reading: str, offered: str) -> None:
    shown = _pages(event, desk)
    assert f"<strong>{reading}</strong>" in shown["desk"]
    assert f">{offered}</button>" in shown["desk"]
    showing = {path for path, page in shown.items() if f">{reading}</time>" in page}
    assert showing == {SCHEDULE, SCREEN, _phones(event)[1]}, "the phones of those at the table that plays"


def _assert_nothing_counts(event: Event, desk: Client) -> None:
    told = client_with(Role.ORGANISER).get("/api/v1/events/hall/rounds/").json()
    assert told[0]["clock"] is None
    shown = _pages(event, desk)
    for word in ("round-clock", "Start clock", "Pause clock", "Resume clock", "Change time"):
        assert word not in shown["desk"], word
    assert "</time>" not in shown[SCHEDULE]
    of_others = sum(each.clock is not None for each in statuses_of(state(event)))
    assert all(page.count('role="timer"') <= of_others for page in shown.values())
    before = _kept(event)
    for action in (ClockAction.START, ClockAction.PAUSE, ClockAction.RESUME):
        with pytest.raises(EventStateConflict, match="Round 1 is over"):
            _turn(event, action)
    hall.pause_everything(event_id=event.pk, **WHO)
    assert _kept(event) == before


def _kept(event: Event) -> list[object]:
    return list(event.draws.filter(subject="round-1").values_list("clock", flat=True))
