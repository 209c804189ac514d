"""A round is one round: on pages, phones, screens, paper, desk and by REST the same people sit at the same tables."""

import re
from collections.abc import Callable, Mapping

import pytest
from django.test import Client

from tests.games.pages import assert_is_sound
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.exports.pdf_text import pages
from tests.tournaments.hall.halls import again, entered, in_seat_order, new_hall, page, published
from tests.tournaments.screens.conftest import BY, add
from tournaments.hall.seat_plan import SeatPlan
from tournaments.models import Event, Season
from tournaments.screens.desk import slip_paths
from tournaments.screens.services import create_hall
from tournaments.standings.presenters import EventPresenter

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
