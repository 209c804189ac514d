"""A result list as a table: its encoding, its separator, its columns and rows, and what its cells mean."""

import csv
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from rules import COLOUR_NAMES, Text, Verbatim, joined, quote_value
from tournaments.files.result_import.records import COLUMNS, HEADINGS, ImportProblem, WrongError
from tournaments.formats import FORMATS, Format, FormatError, IntegerRange, Preset
from tournaments.formats.presets import PRESETS
from tournaments.formats.settings import IntegerList

Meant = TypeVar("Meant")
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


@dataclass(slots=True)
class ParsedCsv:
    """A result list: how it was read, its rows, and what could not be read of it."""

    encoding: str = ""
    separator: str = ""
    rows: list[CsvRow] = field(default_factory=list)
    problems: list[ImportProblem] = field(default_factory=list)


def read_sheet(data: bytes) -> ParsedCsv:
    """The rows of a CSV file; its faults are in ``problems``, and then there may be no rows.

    It is UTF-8, with or without a byte order mark, or else Windows-1252; it is separated by semicolons, commas
    or tabulators, whichever gives the most known headings.
    """
    sheet = ParsedCsv()
    try:
        lines = _decoded(sheet, data).splitlines(keepends=True)
        if names := _headings(sheet, lines[0] if lines else ""):
            _read_rows(sheet, lines, names)
    except WrongError as error:
        sheet.rows = []
        sheet.problems.append(ImportProblem(0, "", error.message))
    return sheet


def _decoded(sheet: ParsedCsv, data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise WrongError(
            "", Text("at most {most_bytes} bytes, not {data}", most_bytes=MOST_BYTES, data=len(data))
        )
    for encoding, name in (("utf-8-sig", "UTF-8"), ("cp1252", "Windows-1252")):
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            if "\x00" in text:
                raise WrongError("", Text("this is no text"))
            sheet.encoding = name
            return text
    raise WrongError("", Text("this is neither UTF-8 nor Windows-1252"))


def _headings(sheet: ParsedCsv, heading: str) -> list[str]:
    """The columns of the list, empty where a cell is empty; none where they are wrong."""
    cells = {each: _cells(heading, each) for each in SEPARATORS}
    columns = {each: [_column(cell) for cell in cells[each]] for each in SEPARATORS}
    sheet.separator = max(SEPARATORS, key=lambda each: len([*filter(None, columns[each])]))
    names = columns[sheet.separator]
    sheet.problems += _heading_problems(cells[sheet.separator], names)
    return [] if sheet.problems else names


def _read_rows(sheet: ParsedCsv, lines: list[str], names: list[str]) -> None:
    reader = csv.reader(lines, delimiter=sheet.separator)
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
                    separator=sheet.separator,
                )
                sheet.problems.append(ImportProblem(reader.line_num, "", message))
                continue
            data = {name: cell.strip() for name, cell in zip(names, cells, strict=False) if name}
            sheet.rows.append(CsvRow(reader.line_num, dict.fromkeys(COLUMNS, "") | data))
    except csv.Error as error:
        sheet.rows, sheet.problems = [], [ImportProblem(reader.line_num, "", Verbatim(str(error)))]
    if len(sheet.rows) > MOST_ROWS:
        raise WrongError("", Text("at most {most_rows} rows", most_rows=MOST_ROWS))
    if not sheet.rows and not sheet.problems:
        raise WrongError("", Text("there are no rows"))


def _cells(line: str, separator: str) -> list[str]:
    with suppress(csv.Error):
        return next(csv.reader([line], delimiter=separator), [])
    return []


def _column(cell: str) -> str:
    """The column that a heading means; empty where it means none."""
    word = cell.strip().casefold()
    return next((column for column, words in COLUMNS.items() if word in words), "")


def _heading_problems(cells: list[str], names: list[str]) -> tuple[ImportProblem, ...]:
    known = joined(", ", (heading.map(str.lower) for heading in HEADINGS.values()))
    return (
        *(
            ImportProblem(
                1, "", Text("{cell} is no column; there are {known}", cell=quote_value(cell), known=known)
            )
            for cell, name in zip(cells, names, strict=True)
            if cell.strip() and not name
        ),
        *(
            ImportProblem(1, column, Text("this column stands twice"))
            for column in COLUMNS
            if names.count(column) > 1
        ),
        *(
            ImportProblem(
                1, "", Text("the column {column} is missing", column=HEADINGS[column].map(str.lower))
            )
            for column in NEEDED
            if column not in names
        ),
    )


_GERMAN_DAY = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_SETTING = re.compile(r"(\w+)\s*=\s*(.*?)\s*(?=[,;|]?\s*\b\w+\s*=|[,;|]?\s*$)")
_COLOURS = {word.casefold(): key for key, name in COLOUR_NAMES.items() for word in (key, name.en, name.de)}
_SCORE = re.compile(r"(\d)\s*[-–:]\s*(\d)")


def parse_day(cell: str) -> date:
    """A day: 2024-04-20 or 20.4.2024."""
    try:
        german = _GERMAN_DAY.fullmatch(cell)
        day = date(*map(int, reversed(german.groups()))) if german else date.fromisoformat(cell)
    except ValueError:
        day = date.max
    if not 1900 < day.year < 3000:
        raise WrongError(
            "date",
            Text("a day such as 2024-04-20 or 20.4.2024 is needed, not {cell}", cell=quote_value(cell)),
        )
    return day


def parse_format(cell: str) -> Preset | Format[Any]:
    """A preset or a format, by its key or by its name in either language."""
    formats: list[Preset | Format[Any]] = [*PRESETS.values(), *FORMATS.values()]
    return _one_of("format", cell, formats, lambda each: (each.key, each.name.en, each.name.de))


def parse_rules(cell: str, possible: tuple[str, ...]) -> str:
    """One of the rule sets, by what is behind ``xmadn-`` or by its name."""
    return _one_of("rules", cell, possible, lambda name: (name.removeprefix("xmadn-"), name))


def parse_level(cell: str) -> int:
    """The level of an event, 1 to 4."""
    return _one_of("level", cell, range(1, 5), lambda level: (str(level),))


def _one_of(
    column: str, cell: str, possible: Collection[Meant], called: Callable[[Meant], tuple[str, ...]]
) -> Meant:
    """What a cell means of what is possible, by any of the words for it; the first of them is named otherwise."""
    for each in possible:
        if cell.casefold() in (word.casefold() for word in called(each)):
            return each
    known = ", ".join(called(each)[0] for each in possible)
    raise WrongError(
        column, Text("one of {known} is needed, not {cell}", known=known, cell=quote_value(cell))
    )


def parse_settings(cell: str, preset: Mapping[str, Any], format: Format[Any]) -> dict[str, Any]:
    """Settings as ``wins=3 table=9/6/4/3/2/1``, with those of the preset; the format says what is wrong with them."""
    kinds = {setting.name: setting.kind for setting in format.settings.described()}
    found = dict(preset)
    typed = _SETTING.findall(cell)
    if cell and not typed:
        raise WrongError(
            "settings",
            Text(
                "name=value is needed, such as wins=3 table=9/6/4/3/2/1, not {cell}", cell=quote_value(cell)
            ),
        )
    for name, value in typed:
        match kinds.get(name):
            case IntegerRange():
                found[name] = parse_integer("settings", value)
            case IntegerList():
                found[name] = [parse_integer("settings", number) for number in re.split(r"[/\s,]+", value)]
            case _:
                found[name] = value
    try:
        format.settings.read(found)
    except FormatError as error:
        name = error.field.removeprefix("settings.")
        raise WrongError("settings", Text("{field}: {message}", field=name, message=error.message)) from error
    return found


def parse_integer(column: str, cell: str) -> int:
    """A whole number from 0 on."""
    if not (cell.isascii() and cell.isdigit() and len(cell) < 6):
        raise WrongError(
            column,
            Text("a whole number from 0 on is needed, not {cell}", cell=quote_value(cell)),
        )
    return int(cell)


def parse_seconds(cell: str) -> int:
    """How long a game took: ``42`` minutes, ``42:10``, ``1:02:10``."""
    parts = [parse_integer("minutes", part.strip()) for part in cell.split(":")]
    if len(parts) > 3:
        raise WrongError("minutes", Text("42, 42:10 or 1:02:10 is needed"))
    if len(parts) == 1:
        return parts[0] * 60
    return sum(part * 60**power for power, part in enumerate(reversed(parts)))


def parse_colours(cell: str) -> tuple[str, ...] | None:
    """Colours in German or English, however they are separated; None for another word."""
    words = [word for word in re.split(r"[\s,>+/]+", cell) if word]
    found = [_COLOURS.get(word.casefold()) for word in words]
    return tuple(colour for colour in found if colour) if words and all(found) else None


def parse_score(cell: str) -> tuple[int, int] | None:
    """Counted pawns of winner and loser, ``4-2`` or ``4:2``; None for anything else."""
    found = _SCORE.fullmatch(cell)
    return (int(found[1]), int(found[2])) if found else None
