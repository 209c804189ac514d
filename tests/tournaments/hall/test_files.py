"""The event file of a hall, its commands, and its addresses of REST."""

import csv
import io
import json
import runpy
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.domain.clock import ClockAction
from games.enums import Role
from tests.games.conftest import client_with
from tests.servers import ROOT
from tests.tournaments.conftest import NOW
from tests.tournaments.event_state import undone
from tests.tournaments.hall.halls import (
    WHO,
    again,
    entered,
    in_seat_order,
    new_hall,
    published,
    standing,
    state,
)
from tournaments.files.event_file import export_event, import_event
from tournaments.hall import services as hall
from tournaments.hall.services import Mishap, MishapKind, TableSlip
from tournaments.models import Event, RoundPlan, Season
from tournaments.services import Slip
from tournaments.standings.queries import load_standings
from tournaments.standings.rounds import round_of_subject

pytestmark = pytest.mark.django_db
HALL = "/api/v1/events/hall/"


@pytest.fixture
def played(season: Season) -> Event:
    """A hall with something of everything."""
    return _played(season)


def _played(season: Season) -> Event:
    """Play a hall with something of everything: wishes, a repair, a clock, claims, an annulled and a closed round."""
    event = new_hall(season, 9)
    hall.check_in(event_id=event.pk, who=[1, 2, 3, 4, 5, 6, 7, 8], **WHO)
    hall.describe(
        event_id=event.pk,
        who=1,
        description=hall.Description(groups=["juniors"], paid=True),
        wishes={"table": 1, "never_with": [2]},
        **WHO,
    )
    published(event)
    mishap = Mishap(MishapKind.LATE, 9)
    hall.repair_round(event_id=event.pk, subject="round-1", mishap=mishap, reason="late", **WHO)
    hall.set_minutes(event_id=event.pk, subject="round-1", minutes=45, **WHO)
    hall.turn_clock(event_id=event.pk, subject="round-1", action=ClockAction.START, **WHO)
    table = round_of_subject(state(event), "round-1").stage.tables[1]
    home = (3, 2, 1, 0)[: len(table.seating.colours)]
    lines = standing(table.seating.colours, home).lines
    lines = {colour: replace(line, captures=number) for number, (colour, line) in enumerate(lines.items())}
    entered(event, [TableSlip(table.number, Slip(lines=lines))])
    hall.annul_round(event_id=event.pk, subject="round-1", reason="fire", **WHO)
    second = published(event)
    entered(event, in_seat_order(second)[:1])
    hall.close_round(event_id=event.pk, subject="round-2", reason="a slip is lost", **WHO)
    hall.leave(event_id=event.pk, who=3, reason="ill", **WHO)
    return again(event)


def test_the_file_of_a_hall_goes_out_and_in_without_loss(season: Season) -> None:
    kept: list[tuple[str, dict[str, Any]]] = []
    with undone():
        event = _played(season)
        kept.append((export_event(event), load_standings(event)))
    ((text, table),) = kept
    told = json.loads(text)["hall"]
    assert all(told[part] for part in ("plans", "clocks", "claims"))
    assert told["clocks"][0]["clock"]["since"] == "2026-11-21T20:15:00.000+00:00"
    event = import_event(text, actor="test", now=NOW)
    assert export_event(event) == text
    assert {**load_standings(event), "version": 0} == {**table, "version": 0}
    assert all(not each.wrong for each in hall.verify_draws(event))


def test_the_clock_of_a_void_draw_in_a_file_of_before_is_left_out(season: Season) -> None:
    with undone():
        text = export_event(_played(season))
    file = json.loads(text)
    file["hall"]["clocks"].append({"round": "round-3", "planned_minutes": 30, "clock": {}})
    assert export_event(import_event(json.dumps(file), actor="test", now=NOW)) == text


def test_the_command_verifies_every_round_and_finds_what_was_touched(played: Event) -> None:
    out = StringIO()
    call_command("verify_draw", "hall", stdout=out)
    assert "round-1: follows from its seed; changed by hand: late: late" in out.getvalue()
    plan = RoundPlan.objects.get(subject="round-2")
    RoundPlan.objects.filter(pk=plan.pk).update(seed="x", order=plan.order[::-1])
    with pytest.raises(CommandError):
        call_command("verify_draw", "hall", stdout=StringIO())
    exported = StringIO()
    call_command("verify_draw", "hall", "--export", stdout=exported)
    assert [each["name"] for each in json.loads(exported.getvalue())["rounds"]] == ["round-1", "round-2"]


# -- REST ------------------------------------------------------------------------------------------


def test_what_the_desk_knows_of_people_is_not_public(season: Season) -> None:
    event = new_hall(season, 4)
    hall.describe(
        event_id=event.pk,
        who=1,
        description=hall.Description(paid=True),
        wishes={"never_with": [2]},
        **WHO,
    )
    assert "paid" not in again(event).projection
    assert "never_with" not in again(event).projection
    client = client_with(Role.VIEWER)
    assert "paid" not in client.get(f"{HALL}entries/").json()["results"][0]
    assert client.get(f"{HALL}people/").status_code == 403


FILES = ("entries", "games", "draws", "table", "parts")
POINTS = [5, 3, 1, 0]


def files(folder: Path) -> Path:
    """The files of the event, as everybody can fetch them."""
    for name in FILES:
        answer = Client().get(f"/events/hall/{name}.csv?language=en")
        assert answer.status_code == 200
        (folder / f"{name}.csv").write_bytes(answer.content)
    return folder


def wrong(folder: Path) -> int:
    """How many rows of the tables the recount finds wrong."""
    found: int = runpy.run_path(str(ROOT / "docs/examples/recount_hall.py"))["main"](folder, POINTS)
    return found


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    """The rows of a file."""
    return list(csv.DictReader(io.StringIO((folder / f"{name}.csv").read_text(encoding="utf-8-sig"))))


@pytest.fixture
def hall_of_ten(season: Season) -> Event:
    """Ten people: a round that is annulled, tables of four and three, boards that were stopped, level ones too."""
    event = new_hall(season, 10, are_present=True)
    entered(event, in_seat_order(published(event)))
    hall.annul_round(event_id=event.pk, subject="round-1", reason="fire", **WHO)
    round_ = published(event)
    sheets = in_seat_order(round_)
    for index, home in ((1, (3, 3, 1)), (2, (0, 2, 2))):
        table = round_.stage.tables[index]
        sheets[index] = TableSlip(table.number, standing(table.seating.colours, home))
    entered(event, sheets)
    return again(event)


@pytest.mark.parametrize("people", [13, 22])
def test_a_whole_day_is_recounted_from_its_files(season: Season, tmp_path: Path, people: int) -> None:
    new_hall(season, 3, settings={"finals": "final and small final"})
    call_command("play", "hall", "--people", str(people), "--seed", "5", stdout=StringIO())
    assert wrong(files(tmp_path)) == 0
    assert len(rows(tmp_path, "table")) == people


def test_annulled_rounds_small_tables_and_stopped_boards_are_recounted(
    hall_of_ten: Event, tmp_path: Path
) -> None:
    assert wrong(files(tmp_path)) == 0
    games = rows(tmp_path, "games")
    assert {(row["Round"], row["Counts"]) for row in games} == {("Round 1", ""), ("Round 2", "yes")}
    assert {row["Table"] for row in games} == {"1", "2", "3"}
    boards = {row["Board at the end"] for row in games}
    assert "" in boards
    assert any(board.startswith("4x10 ") for board in boards)


@pytest.mark.parametrize(
    ("name", "column", "to"), [("table", "Points", "40"), ("parts", "Place", "7"), ("table", "Shared", "?")]
)
def test_a_figure_that_was_touched_is_found(
    hall_of_ten: Event, tmp_path: Path, name: str, column: str, to: str
) -> None:
    """The control."""
    found = rows(files(tmp_path), name)
    found[2][column] = to
    with (tmp_path / f"{name}.csv").open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.DictWriter(file, list(found[0]))
        table.writeheader()
        table.writerows(found)
    assert wrong(tmp_path) == 1


def test_a_recount_has_a_hundred_lines_and_nothing_of_ours() -> None:
    text = (ROOT / "docs/examples/recount_hall.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 100
    imported = {
        line.split()[1].partition(".")[0] for line in text.splitlines() if line.startswith(("import", "from"))
    }
    assert imported <= {"csv", "sys", "collections", "fractions", "itertools", "pathlib"}
