"""Reading a result list as a table: encodings, separators, headings – and what is wrong with it, by line and column."""

import pytest

from tournaments.files.result_import.cells import MOST_BYTES, read_sheet

LIST = "Turnier;Ergebnis;Spieler\nFrühjahr;Änne;Änne Öhler / Bert Übel\n;;\n;Bert;\n"


@pytest.mark.parametrize(
    ("encoding", "told"), [("utf-8", "UTF-8"), ("utf-8-sig", "UTF-8"), ("cp1252", "Windows-1252")]
)
def test_umlauts_are_safe_in_the_encodings_of_spreadsheets(encoding: str, told: str) -> None:
    sheet = read_sheet(LIST.encode(encoding))
    assert (sheet.encoding, sheet.problems) == (told, ())
    assert [(row.line, row.cells["event"], row.cells["result"]) for row in sheet.rows] == [
        (2, "Frühjahr", "Änne"),
        (4, "", "Bert"),
    ]


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_separator_is_recognised_by_the_headings(separator: str, ending: str) -> None:
    text = LIST.replace(";", separator).replace("\n", ending)
    sheet = read_sheet(text.encode())
    assert (sheet.separator, sheet.problems, len(sheet.rows)) == (separator, (), 2)


def test_a_cell_in_quotation_marks_may_hold_the_separator() -> None:
    sheet = read_sheet(b'event,result,players\nCup,"red, black","Anna, Bert"\n')
    assert sheet.rows[0].cells["result"] == "red, black"


def test_columns_have_names_in_both_languages_in_any_order() -> None:
    sheet = read_sheet(b"Result;SPIELER;event;;Minuten\nAnna;x;Cup;;3\n")
    assert {name: cell for name, cell in sheet.rows[0].cells.items() if cell} == {
        "result": "Anna",
        "players": "x",
        "event": "Cup",
        "minutes": "3",
    }


@pytest.mark.parametrize(
    ("data", "line", "said"),
    [
        (b"", 1, "the column event is missing"),
        (b"\n\n", 1, "the column event is missing"),
        (b"event;result;prize\nCup;Anna;1", 1, "'prize' is no column"),
        (b"event;result;event\nCup;Anna;1", 1, "stands twice"),
        (b"event;players\nCup;Anna", 1, "the column result is missing"),
        (b"event;result\n", 0, "there are no rows"),
        (b"event;result\nCup;Anna;more", 2, "3 cells, but there are 2 columns"),
        (b"event;result\nCup;\x00", 0, "this is no text"),
        (b"event;result\nCup;\x81\xff", 0, "neither UTF-8 nor Windows-1252"),
        (b"x" * (MOST_BYTES + 1), 0, "at most"),
        (b'event;result\nCup;"' + b"x" * 200_000 + b'"', 2, "field larger"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(data: bytes, line: int, said: str) -> None:
    problem = read_sheet(data).problems[0]
    assert problem.line == line
    assert said in problem.text.en
    assert problem.text.de
