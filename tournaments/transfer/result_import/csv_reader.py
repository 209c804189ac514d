"""A result list as a table: its encoding, its separator, its columns, its rows."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass

from rules import Text, Verbatim, joined, quote_value
from tournaments.transfer.result_import.errors import COLUMNS, HEADINGS, ImportProblem

NEEDED = ("event", "result")
SEPARATORS = (";", ",", "\t")
#: Larger files, and longer lists, are not what somebody has typed.
MOST_BYTES = 1_500_000
MOST_ROWS = 20_000


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A line of the list: column → its text, without blanks around it; empty where there is none."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ParsedCsv:
    """A result list: how it was read, its rows, and what could not be read of it."""

    encoding: str
    separator: str
    rows: tuple[CsvRow, ...]
    problems: tuple[ImportProblem, ...]


def read_sheet(data: bytes) -> ParsedCsv:
    """The rows of a CSV file; its faults are in ``problems``, and then there may be no rows.

    It is UTF-8, with or without a byte order mark, or else Windows-1252; it is separated by semicolons, commas
    or tabulators, whichever gives the most known headings.
    """
    if len(data) > MOST_BYTES:
        return _refused(
            "",
            Text("at most {most_bytes} bytes, not {data}", most_bytes=MOST_BYTES, data=len(data)),
        )
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return _sheet(text, "UTF-8" if encoding == "utf-8-sig" else "Windows-1252")
    return _refused("", Text("this is neither UTF-8 nor Windows-1252"))


def _sheet(text: str, encoding: str) -> ParsedCsv:
    if "\x00" in text:
        return _refused(encoding, Text("this is no text"))
    heading = text.splitlines()[0] if text.strip() else ""
    separator = max(SEPARATORS, key=lambda each: len(_known(_cells(heading, each))))
    names = [_column(cell) for cell in _cells(heading, separator)]
    if problems := _heading_problems(_cells(heading, separator), names):
        return ParsedCsv(encoding, separator, (), problems)
    rows: list[CsvRow] = []
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator)
    try:
        for cells in reader:
            if reader.line_num == 1 or not any(cell.strip() for cell in cells):
                continue
            if len(cells) > len(names):
                message = Text(
                    "{cells} cells, but there are {names} columns; a cell in which “{separator}” stands is "
                    "put in quotation marks",
                    cells=len(cells),
                    names=len(names),
                    separator=separator,
                )
                problems += (ImportProblem(reader.line_num, "", message),)
                continue
            data = {name: cell.strip() for name, cell in zip(names, cells, strict=False) if name}
            rows.append(CsvRow(reader.line_num, dict.fromkeys(COLUMNS, "") | data))
    except csv.Error as error:
        return ParsedCsv(encoding, separator, (), (ImportProblem(reader.line_num, "", Verbatim(str(error))),))
    if len(rows) > MOST_ROWS:
        return _refused(encoding, Text("at most {most_rows} rows", most_rows=MOST_ROWS))
    if not rows and not problems:
        return _refused(encoding, Text("there are no rows"))
    return ParsedCsv(encoding, separator, tuple(rows), problems)


def _refused(encoding: str, message: Text) -> ParsedCsv:
    return ParsedCsv(encoding, "", (), (ImportProblem(0, "", message),))


def _cells(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def _column(cell: str) -> str:
    """The column that a heading means; empty where it means none."""
    word = cell.strip().casefold()
    return next((column for column, words in COLUMNS.items() if word in words), "")


def _known(cells: list[str]) -> list[str]:
    return [cell for cell in cells if _column(cell)]


def _heading_problems(cells: list[str], names: list[str]) -> tuple[ImportProblem, ...]:
    known = joined(", ", (heading.map(str.lower) for heading in HEADINGS.values()))
    found = []
    for cell, name in zip(cells, names, strict=True):
        if cell.strip() and not name:
            message = Text("{cell} is no column; there are {known}", cell=quote_value(cell), known=known)
            found.append(ImportProblem(1, "", message))
    for column in COLUMNS:
        if names.count(column) > 1:
            found.append(ImportProblem(1, column, Text("this column stands twice")))
    for column in NEEDED:
        if column not in names:
            found.append(
                ImportProblem(
                    1,
                    "",
                    Text("the column {column} is missing", column=HEADINGS[column].map(str.lower)),
                )
            )
    return tuple(found)
