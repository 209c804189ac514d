"""What a spreadsheet gets: its own separators and numbers, no formulas, what is stored of events and rankings."""

import csv
import io
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

import orjson
import pytest
from django.test import Client
from django.utils.translation import override
from hypothesis import given, settings, strategies as st

from tests.tournaments.conftest import NAMES, NOW, YELLOW_STARTS, start, win
from tests.tournaments.rankings.typed_in import typed_in
from tournaments import services
from tournaments.files.csv import table_sheet
from tournaments.kit.csv import Cell, CsvSheet, inert
from tournaments.models import Event, exact
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.queries import load_standings

# -- cells ---------------------------------------------------------------------------------------------


SEPARATORS = {"en": ",", "de": ";"}


def read(written: bytes, language: str) -> list[list[str]]:
    """As a spreadsheet reads it."""
    return list(
        csv.reader(io.StringIO(written.decode("utf-8-sig"), newline=""), delimiter=SEPARATORS[language])
    )


def only(cell: Cell, language: str = "en") -> str:
    return read(CsvSheet(["x", "y"], [[cell, "z"]]).as_csv(language), language)[1][0]


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_begins_with_the_mark_by_which_spreadsheets_know_utf_8(language: str) -> None:
    written = CsvSheet(["Größe"], [["Änne"]]).as_csv(language)
    assert written.startswith(b"\xef\xbb\xbf")
    assert written.endswith("Änne\r\n".encode())


@pytest.mark.parametrize(
    ("points", "en", "de"),
    [(3, "3", "3"), (-3, "-3", "-3"), (Fraction(5, 2), "2.5", "2,5"), (Fraction(1, 3), "0.3333", "0,3333"),
     (Fraction(-7, 2), "-3.5", "-3,5"), (Fraction(40), "40", "40"), (0, "0", "0")],
)  # fmt: skip
def test_points_are_numbers_in_the_spelling_of_the_language(points: Cell, en: str, de: str) -> None:
    assert (only(points, "en"), only(points, "de")) == (en, de)


def test_points_of_stored_tables_are_numbers() -> None:
    assert [only(exact(told), "de") for told in (7, "5/2", "4")] == ["7", "2,5", "4"]


def test_days_and_moments_are_written_so_that_they_sort() -> None:
    assert only(date(2026, 11, 1)) == "2026-11-01"
    assert only(datetime(2026, 11, 21, 20, 15, 7, tzinfo=UTC)) == "2026-11-21 21:15:07"  # in Berlin
    assert only(None) == ""


@pytest.mark.parametrize("beginning", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " ="])
def test_what_would_begin_a_formula_is_made_a_text(beginning: str) -> None:
    assert only(f"{beginning}HYPERLINK(1)") == f"'{beginning}HYPERLINK(1)"


def test_headings_begin_no_formula_either() -> None:
    assert read(CsvSheet(["=1"], []).as_csv("en"), "en") == [["'=1"]]


@settings(max_examples=50)
@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\x00")), min_size=1, max_size=4))
def test_any_text_comes_back_in_its_cell(cells: list[str]) -> None:
    for language in SEPARATORS:
        found = read(CsvSheet(["head"] * len(cells), [cells]).as_csv(language), language)
        assert found[1] == [inert(cell) for cell in cells] or cells == [""]
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in found[1])


# -- sheets of events ----------------------------------------------------------------------------------


pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]


def list_sheet(client: Client, path: str, language: str = "en", **asked: str) -> list[dict[str, str]]:
    answer = client.get(path, {"language": language, **asked})
    assert (answer.status_code, answer["Content-Language"]) == (200, language)
    assert answer["Content-Type"].startswith("text/csv; charset=utf-8")
    text = io.StringIO(answer.content.decode("utf-8-sig"), newline="")
    return list(csv.DictReader(text, delimiter=SEPARATORS[language]))


def sheet(client: Client, name: str, language: str = "en", slug: str = "cup") -> list[dict[str, str]]:
    found = client.head(f"/events/{slug}/{name}.csv")
    assert found["Content-Disposition"] == f'attachment; filename="{slug}-{name}.csv"'
    return list_sheet(client, f"/events/{slug}/{name}.csv", language)


def test_the_table_with_its_reasons(client: Client, cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    told = load_standings(Event.objects.get(pk=cup.pk))["rows"]
    assert sheet(client, "table") == [
        {
            "Place": str(row["place"]),
            "Shared": "yes" if row["shared"] else "",
            "Player": row["name"],
            "Wins": str(row["figures"][0]),
            "Why": row["reason"]["en"],
        }
        for row in told
    ]
    assert [row["Warum"] for row in sheet(client, "table", "de")] == [row["reason"]["de"] for row in told]
    assert [row["Siege"] for row in sheet(client, "table", "de")] == ["1", "0", "0"]


def test_every_player_of_every_game_has_a_row(client: Client, series: Event) -> None:
    ended = win(start(series, rounds=YELLOW_STARTS, board="A 1").game, "yellow", "red")
    start(series)
    rows = sheet(client, "games", slug="gp")
    assert [(row["No."], row["Player"], row["State"]) for row in rows] == [
        (number, name, state) for number, state in (("1", "ended"), ("2", "running")) for name in NAMES
    ]
    first = rows[0]
    places = {colour: place for place, colour in enumerate(ended.places, start=1)}
    assert first["Colours"] == "yellow, red"
    assert set(first["Places of the colours"].split(", ")) == {f"{c} {places[c]}" for c in ("yellow", "red")}
    assert (first["Board"], first["Starts"], first["Won"], first["Points"]) == ("A 1", "yes", "yes", "18")
    assert first["Begun"] == "2026-11-21 21:15:00"
    assert sum(int(row["Points"]) for row in rows[:3]) == 28
    assert rows[3]["Points"] == rows[3]["Ended"] == ""


def test_the_schedule_has_every_number_once(client: Client, series: Event) -> None:
    before = sheet(client, "schedule", slug="gp")
    assert [(row["No."], row["State"], row["Player 1"]) for row in before] == [
        ("1", "can be started", NAMES[0]),
        ("2", "still to come", NAMES[0]),
    ]
    win(start(series, rounds=YELLOW_STARTS).game, "yellow", "red")
    after = sheet(client, "schedule", "de", slug="gp")
    assert [(row["Nr."], row["Status"], row["Sieger"]) for row in after] == [
        ("1", "beendet", NAMES[0]),
        ("2", "kann beginnen", ""),
    ]
    assert after[1]["Farben 1"] == "Gelb, Rot"


def test_draws_and_entries(client: Client, cup: Event) -> None:
    draws = sheet(client, "draws")
    assert [(row["Place"], row["Drawn"]) for row in draws] == [
        ("Yellow and black", NAMES[0]),
        ("Blue and red", NAMES[1]),
        ("Green and violet", NAMES[2]),
    ]
    assert sheet(client, "entries", "de") == [
        {"Setzplatz": str(n), "Spieler": name} for n, name in enumerate(NAMES, start=1)
    ]


def test_what_the_organiser_decided(client: Client, cup: Event) -> None:
    why = "=the hall burns"
    services.suspend_event(event_id=cup.pk, hold=Event.Hold.INTERRUPTED, reason=why, actor="test", now=NOW)
    assert sheet(client, "report", "de") == [
        {
            "Wann": "2026-11-21 21:15:00",
            "Entschieden": "das Turnier ist unterbrochen",
            "Warum": f"'{why}",
            "Rückgängig gemacht": "",
            "von": "",
            "Warum rückgängig": "",
        }
    ]


def changed(event: Event, **members: Any) -> EventPresenter:
    """The event with another table."""
    event.projection = orjson.dumps({**load_standings(event), **members}).decode()
    return EventPresenter(event)


def test_half_wins_are_numbers(cup: Event) -> None:
    rows = load_standings(cup)["rows"]
    rows[0]["figures"] = ["5/2"]
    with override("de"):
        written = table_sheet(changed(cup, rows=rows)).as_csv("de").decode()
    assert ";2,5;" in written
    assert "5/2" not in written


# -- sheets of rankings --------------------------------------------------------------------------------


def test_a_list_is_as_it_is_stored(client: Client) -> None:
    typed_in("x", "aab", level=2)
    told = client.get("/api/v1/rankings/3t/").json()["rows"]
    rows = list_sheet(client, "/rankings/3t/table.csv")
    assert [(row["Place"], row["Player"], row["TP"], row["WP"], row["CP"]) for row in rows] == [
        (str(row["place"]), row["name"], str(row["tp"]), str(row["wp"]), str(row["cp"])) for row in told
    ]
    assert [row["Why"] for row in rows] == [row["reason"]["en"] for row in told]
    assert rows[0]["To overtake"] == ""
    assert {row["Warum"] for row in list_sheet(client, "/rankings/3t/table.csv", "de")} == {
        row["reason"]["de"] for row in told
    }


def test_what_counts_has_a_row_for_each_player_and_event(client: Client) -> None:
    typed_in("x", "aa", ended_on=date(2026, 5, 1))
    typed_in("y", "bb", ended_on=date(2026, 6, 1), level=2)
    rows = list_sheet(client, "/rankings/3t/counted.csv", "de")
    assert [row["Turnier"] for row in rows] == ["Y"] * 3 + ["X"] * 3
    first = next(row for row in rows if row["Spieler"] == "Bert")
    assert first == {
        "Beendet": "2026-06-01",
        "Turnier": "Y",
        "Stufe": "2",
        "Spieler": "Bert",
        "Platz": "1",
        "TP": "14",
        "WP": "2",
        "CP": "0",
        "Punkte": "16",
    }


def test_a_list_of_a_past_day(client: Client) -> None:
    typed_in("x", "aa", ended_on=date(2026, 5, 1))
    typed_in("y", "bbb", ended_on=date(2026, 6, 1), level=2)
    path = "/rankings/3t/table.csv"
    assert list_sheet(client, path)[0]["Player"] == "Bert"
    assert list_sheet(client, path, on="2026-05-15")[0]["Player"] == "Anna"
    for wrong in ("2026-13-01", "soon", ""):
        answer = client.get(path, {"on": wrong})
        assert (answer.status_code, answer.json()["field"]) == (400, "on")


def test_what_an_event_gave_and_who_has_won_what(client: Client) -> None:
    typed_in("x", "aba", ended_on=date(2026, 5, 1), level=3)
    points = list_sheet(client, "/events/x/points.csv")
    assert [(row["Player"], row["Place"], row["TP"], row["WP"]) for row in points] == [
        ("Anna", "1", "21", "2"),
        ("Bert", "2", "12", "1"),
        ("Cleo", "3", "6", "0"),
    ]
    assert list_sheet(client, "/titles.csv", "de") == [
        {"Saison": "2026", "Beendet": "2026-05-01", "Turnier": "X", "Stufe": "3", "Sieger": "Anna"}
    ]
