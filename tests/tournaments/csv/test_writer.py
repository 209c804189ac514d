"""What a spreadsheet gets: its own separators and numbers, no formulas, every name as it is."""

import csv
import io
from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exports.csv import Cell, CsvSheet, inert
from tournaments.models.points_field import exact

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


@pytest.mark.parametrize(
    "name", ["Änne Öhler", "O'Neill", "Anna-Lena", "x=1", "5/2", "“Ä”, der; Löwe", 'The "B"']
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_names_come_back_as_they_are(name: str, language: str) -> None:
    assert only(name, language) == name


def test_headings_begin_no_formula_either() -> None:
    assert read(CsvSheet(["=1"], []).as_csv("en"), "en") == [["'=1"]]


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\x00")), min_size=1, max_size=4))
def test_any_text_comes_back_in_its_cell(cells: list[str]) -> None:
    for language in SEPARATORS:
        found = read(CsvSheet(["head"] * len(cells), [cells]).as_csv(language), language)
        assert found[1] == [inert(cell) for cell in cells] or cells == [""]
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in found[1])
