"""The files of a hall have all that an independent recount needs, and it finds what is wrong in the tables."""

import csv
import io
import runpy
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from tests.servers import ROOT
from tests.tournaments.hall.halls import WHO, again, entered, in_seat_order, new_hall, published, standing
from tournaments.hall import services as hall
from tournaments.hall.services import TableSlip
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
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
