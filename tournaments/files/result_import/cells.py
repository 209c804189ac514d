"""A result list as a table: its encoding, its separator, its columns and rows, and what its cells mean."""

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from rules import COLOUR_NAMES, PAWNS, Text, Verbatim, joined, quote_value
from tournaments.files.result_import.records import COLUMNS, HEADINGS, ImportProblem, WrongError
from tournaments.formats import FORMATS, Format, IntegerRange, Preset, Setting
from tournaments.formats.presets import PRESETS
from tournaments.formats.settings import Choice

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


_GERMAN_DAY = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_SETTING = re.compile(r"(\w+)\s*=\s*(.*?)\s*(?=[,;|]?\s*\b\w+\s*=|[,;|]?\s*$)")
_COLOURS = {word.casefold(): key for key, name in COLOUR_NAMES.items() for word in (key, name.en, name.de)}
_SCORE = re.compile(r"(\d)\s*[-–:]\s*(\d)")
_PAWNS = re.compile(r"([^\W\d]+)\s*[:=]?\s*(\d)")


def parse_day(cell: str) -> date:
    """A day: 2024-04-20 or 20.4.2024."""
    try:
        if german := _GERMAN_DAY.fullmatch(cell):
            return _sane_day(int(german[3]), int(german[2]), int(german[1]))
        found = date.fromisoformat(cell)
        return _sane_day(found.year, found.month, found.day)
    except ValueError:
        raise WrongError(
            "date",
            Text("a day such as 2024-04-20 or 20.4.2024 is needed, not {cell}", cell=quote_value(cell)),
        ) from None


def _sane_day(year: int, month: int, number: int) -> date:
    if not 1900 < year < 3000:
        raise ValueError(year)
    return date(year, month, number)


def parse_format(cell: str) -> Preset | Format[Any]:
    """A preset or a format, by its key or by its name in either language."""
    for preset in PRESETS.values():
        if cell.casefold() in _words(preset.key, preset.name.en, preset.name.de):
            return preset
    for format in FORMATS.values():
        if cell.casefold() in _words(format.key, format.name.en, format.name.de):
            return format
    known = ", ".join([*PRESETS, *FORMATS])
    raise WrongError(
        "format", Text("one of {known} is needed, not {cell}", known=known, cell=quote_value(cell))
    )


def _words(*words: str) -> set[str]:
    return {word.casefold() for word in words}


def parse_rules(cell: str, possible: tuple[str, ...]) -> str:
    """One of the rule sets, by its name or by what is behind ``xmadn-``."""
    for name in possible:
        if cell.casefold() in _words(name, name.removeprefix("xmadn-")):
            return name
    known = ", ".join(name.removeprefix("xmadn-") for name in possible)
    raise WrongError(
        "rules",
        Text("one of {known} is needed, not {cell}", known=known, cell=quote_value(cell), context="a cell"),
    )


def parse_level(cell: str) -> int:
    """The level of an event, 1 to 4."""
    if cell not in ("1", "2", "3", "4"):
        raise WrongError(
            "level",
            Text("1, 2, 3 or 4 is needed, not {cell}", cell=quote_value(cell)),
        )
    return int(cell)


def parse_settings(cell: str, described: tuple[Setting, ...]) -> dict[str, Any]:
    """Settings as ``wins=3 table=9/6/4/3/2/1``; their values are checked by the format."""
    kinds = {setting.name: setting.kind for setting in described}
    found: dict[str, Any] = {}
    for name, value in _SETTING.findall(cell):
        if name not in kinds:
            raise WrongError(
                "settings",
                Text("{name} is no setting; there are {known}", name=name, known=", ".join(kinds)),
            )
        match kinds[name]:
            case IntegerRange():
                found[name] = parse_integer("settings", value)
            case Choice():
                found[name] = value
            case _:
                found[name] = [parse_integer("settings", number) for number in re.split(r"[/\s,]+", value)]
    if not found and cell:
        raise WrongError(
            "settings",
            Text(
                "name=value is needed, such as wins=3 table=9/6/4/3/2/1, not {cell}", cell=quote_value(cell)
            ),
        )
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


def parse_pawns(cell: str) -> dict[str, int]:
    """Pawns at home by colour: ``black 4 yellow 1 green 2 red 0``."""
    found = {_COLOURS.get(word.casefold(), ""): int(number) for word, number in _PAWNS.findall(cell)}
    if "" in found or not found or max(found.values()) > PAWNS:
        raise WrongError(
            "pawns",
            Text(
                "4-2, or colours with 0 to {pawns} pawns such as black 4 yellow 1 is needed, not {cell}",
                pawns=PAWNS,
                cell=quote_value(cell),
            ),
        )
    return found
