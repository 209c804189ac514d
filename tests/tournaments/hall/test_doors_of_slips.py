"""Every door of a table's result builds the same slip: the same events in the log, one result, the same refusals."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from rest_framework.test import APIClient

from games.enums import Role
from games.errors import RecordingError
from games.models import Game, GameEvent
from rules import LETTERS
from tests.games.conftest import client_with
from tests.tournaments.conftest import with_role
from tests.tournaments.event_state import everything, undone
from tests.tournaments.hall.halls import entered, new_hall, numbers, published, states
from tournaments.hall import services as hall
from tournaments.hall.services import TableSlip
from tournaments.models import Event, Season
from tournaments.services import PawnLine, Slip
from tournaments.standings.rounds import HallRound, TableState

pytestmark = pytest.mark.django_db
API, PAGE = "/api/v1/events/hall/", "/events/hall/slips/1/"


@dataclass(frozen=True)
class Table:
    """The first table of a hall, where captures count for boards that are not finished; who enters its result."""

    event: Event
    round_: HallRound
    helper: Client
    program: APIClient

    @property
    def colours(self) -> tuple[str, ...]:
        return self.round_.stage.tables[0].seating.colours

    @property
    def people(self) -> list[int]:
        """The start numbers, in the order of the seats."""
        return numbers(self.event, self.round_)

    @property
    def token(self) -> str:
        return hall.slip_token(self.round_.draw, 1)

    @property
    def log(self) -> list[tuple[str, dict[str, Any]]]:
        return list(GameEvent.objects.order_by("game", "number").values_list("kind", "payload"))

    def state(self) -> TableState:
        return states(self.event)[0]


@pytest.fixture
def table(season: Season) -> Table:
    event = new_hall(season, 8, settings={"unfinished": "home-yard-capture"}, are_present=True)
    helper = with_role(Role.REFEREE, "event:hall")
    return Table(event, published(event), helper, client_with(Role.REFEREE))


# -- the doors -------------------------------------------------------------------------------------


def members(slip: Slip) -> dict[str, Any]:
    """The slip in a request."""
    lines = {
        colour: {"home": line.home, "yard": line.yard, "on": line.fields, "captures": line.captures}
        for colour, line in slip.lines.items()
    }
    sent = {"order": slip.order, "lines": lines, "finished": slip.finished}
    return {name: value for name, value in sent.items() if value}


def typed(slip: Slip) -> dict[str, str]:
    """The slip in the form of the desk."""
    if slip.order:
        return {"places": " ".join(map(str, slip.order))}
    lines = {
        f"line-{colour}": f"{line.home} {line.yard} {' '.join(line.fields)} x{line.captures}"
        for colour, line in slip.lines.items()
    }
    return {**lines, "finished": "".join(LETTERS[colour] for colour in slip.finished)}


def tapped(slip: Slip) -> dict[str, str]:
    """The slip in the form of a phone."""
    if slip.order:
        return {"way": "places"} | {f"place-{who}": str(at) for at, who in enumerate(slip.order, start=1)}
    sent = {"way": "pawns", "finished": "".join(LETTERS[colour] for colour in slip.finished)}
    for colour, line in slip.lines.items():
        sent |= {f"home-{colour}": str(line.home), f"yard-{colour}": str(line.yard)}
        sent |= {f"fields-{colour}": " ".join(line.fields), f"captures-{colour}": str(line.captures or "")}
    return sent


def by_service(table: Table, slip: Slip) -> None:
    entered(table.event, [TableSlip(1, slip)])


def by_program(table: Table, slip: Slip) -> Any:
    return table.program.post(f"{API}sheets/", {"sheets": [{"number": 1, **members(slip)}]})


def at_desk(table: Table, slip: Slip) -> Any:
    """Typed, and once more where it is shown first what it gives."""
    where, told = "/organise/events/hall/slips/1/", typed(slip)
    answer = table.helper.post(where, told)
    if answer.status_code != 200:
        return answer
    return table.helper.post(where, told | {"seen": answer.context["seen"]})


def by_letters(table: Table, slip: Slip) -> Any:
    leaders = dict(zip(table.people, table.colours, strict=True))
    letters = "".join(LETTERS[leaders[int(who)]] for who in slip.order).lower()
    return (
        table.helper.post("/organise/events/hall/slips/1/", {"places": letters})
        if letters
        else at_desk(table, slip)
    )


def on_phones(table: Table, slip: Slip) -> Any:
    """Sent by two people of the table."""
    where = f"{PAGE}{table.token}/"
    for who in table.people[:2]:
        phone = Client()
        phone.post(where, {"do": "me", "me": str(who)})
        answer = phone.post(where, {"do": "tell", **tapped(slip)})
    return answer


def by_programs_of_players(table: Table, slip: Slip) -> Any:
    for who in table.people[2:]:
        told = {"number": 1, "token": table.token, "claimant": who, **members(slip)}
        answer = APIClient().post(f"{API}slips/claim/", told, format="json")
    return answer


def on_the_page_of_results(table: Table, slip: Slip) -> Any:
    leaders = dict(zip(table.people, table.colours, strict=True))
    return table.program.post(
        f"{API}results/", {"number": 1, "places": [leaders[int(who)] for who in slip.order]}
    )


Door = Callable[[Table, Slip], Any]
DOORS: tuple[Door, ...] = (by_program, at_desk, on_phones, by_letters, by_programs_of_players)


# -- the same slip ---------------------------------------------------------------------------------


def slips_with_order(table: Table) -> Iterator[Slip]:
    yield from (Slip(order=order) for order in permutations(table.people))


def slips_with_lines(table: Table) -> Iterator[Slip]:
    first, second, third, last = table.colours
    stopped = {first: PawnLine(2, 1, ("17",), 3), second: PawnLine(0, 4), third: PawnLine(3, 1, captures=12)}
    yield Slip(lines={**stopped, last: PawnLine(0, 3, ("A",))})
    yield Slip(lines={**stopped, last: PawnLine(1, 0, ("5", "39", "b"))})
    yield Slip(lines={**stopped, last: PawnLine(4)})
    for finished in permutations((last, first, second)):
        home = dict.fromkeys(finished, PawnLine(4))
        yield Slip(lines={**home, third: PawnLine(1, 3, captures=2)}, finished=finished)


@pytest.mark.parametrize(
    ("slips", "doors"),
    [(slips_with_order, (*DOORS, on_the_page_of_results)), (slips_with_lines, DOORS)],
)
def test_a_slip_is_the_same_result_through_every_door(
    table: Table, slips: Callable[[Table], Iterator[Slip]], doors: tuple[Door, ...]
) -> None:
    known = list(slips(table))
    for at, slip in enumerate(known):
        with undone():
            by_service(table, slip)
            log = table.log
        with undone():
            doors[at % len(doors)](table, slip)
            assert table.log == log, (doors[at % len(doors)], slip)
            # The same once more is no second result, another one is a contradiction; neither changes anything.
            DOORS[(at // 2) % len(DOORS)](table, slip)
            assert table.state() in (TableState.ENTERED, TableState.CONFIRMED)
            DOORS[(at // 3) % len(DOORS)](table, known[at - 1])
            assert table.state() is TableState.CONTRADICTORY
            assert table.log == log
            assert Game.objects.get().events.count() == len(log)


# -- what cannot be --------------------------------------------------------------------------------


def faults(table: Table) -> dict[str, tuple[Slip, str]]:
    """What is wrong → the slip, and the field that is named."""
    people, colours = table.people, table.colours
    first = f"lines.{colours[0]}"

    def all_with(line: PawnLine) -> Slip:
        return Slip(lines=dict.fromkeys(colours, line))

    met = dict.fromkeys(colours, PawnLine(0, 4))
    met |= {"yellow": PawnLine(3, 0, ("20",)), "red": PawnLine(3, 0, ("A",))}
    return {
        "nothing": (Slip(), "order"),
        "order and lines": (Slip(order=(people[0],), lines={colours[0]: PawnLine(4)}), "order"),
        "one person twice": (Slip(order=(people[0], *people[:3])), "order"),
        "a stranger": (Slip(order=(*people[:3], 99)), "order"),
        "a missing line": (Slip(lines={colours[0]: PawnLine(4)}), "lines"),
        "five pawns": (all_with(PawnLine(3, 2)), first),
        "no such field": (all_with(PawnLine(3, 0, ("40",))), first),
        "two on one field": (all_with(PawnLine(2, 0, ("7", "7"))), first),
        "two colours on one field": (Slip(lines=met), "lines"),
        "all at home in no order": (all_with(PawnLine(4)), "finished"),
        "none at home in an order": (
            Slip(lines=met | {"red": PawnLine(0, 4)}, finished=("red",)),
            "finished",
        ),
    }


def test_a_slip_that_cannot_be_is_refused_alike_through_every_door(table: Table) -> None:
    before = everything()
    for what, (slip, field) in faults(table).items():
        with pytest.raises(RecordingError) as found:
            by_service(table, slip)
        assert found.value.details["field"] == field, what
        for door in (by_program, by_programs_of_players):
            problem = door(table, slip).json()
            assert (problem["field"], problem["detail"]) == (field, found.value.message.en), what
        for door in (at_desk, on_phones):
            answer = door(table, slip)
            assert answer.status_code == 400, (what, door)
            # Places, and lines that are not there, are refused by the names that are on the page.
            if len(slip.lines) == len(table.colours):
                why = found.value.message.en.removeprefix(f"{field}: ")
                assert escape(why) in answer.content.decode(), (what, door)
    assert everything() == before
