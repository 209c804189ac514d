"""Parsers of single cells of a result list."""

import re
from datetime import date
from typing import Any

from rules import COLOUR_NAMES, PAWNS, Text, quote_value
from tournaments.formats import FORMATS, Format, IntegerRange, Preset, Setting
from tournaments.formats.presets import PRESETS
from tournaments.formats.settings import Choice
from tournaments.transfer.result_import.errors import WrongError

_GERMAN_DAY = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_SETTING = re.compile(r"(\w+)\s*=\s*(.*?)\s*(?=[,;|]?\s*\b\w+\s*=|[,;|]?\s*$)")
_COLOURS = {word.casefold(): key for key, name in COLOUR_NAMES.items() for word in (key, name.en, name.de)}
_SCORE = re.compile(r"(\d)\s*[-–:]\s*(\d)")
_PAWNS = re.compile(r"([^\W\d]+)\s*[:=]?\s*(\d)")


def parse_day(cell: str) -> date:
    """A day: 2024-04-20 or 20.4.2024."""
    try:
        if german := _GERMAN_DAY.fullmatch(cell):
            return _day(int(german[3]), int(german[2]), int(german[1]))
        found = date.fromisoformat(cell)
        return _day(found.year, found.month, found.day)
    except ValueError:
        raise WrongError(
            "date",
            Text("a day such as 2024-04-20 or 20.4.2024 is needed, not {cell}", cell=quote_value(cell)),
        ) from None


def _day(year: int, month: int, number: int) -> date:
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
            known = ", ".join(kinds)
            raise WrongError(
                "settings",
                Text("{name} is no setting; there are {known}", name=name, known=known),
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
