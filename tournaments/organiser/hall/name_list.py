"""A list of people, typed, pasted or in a file: one on each line, with number, team and groups where they are known."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models.player import folded, printable
from tournaments.models.entry import LONGEST_LABEL, MOST_GROUPS

#: A list has at most so many lines.
MOST_LINES = 2000
LONGEST_NAME = 100
#: What a column is called in the first line of a list.
_HEADINGS: Mapping[str, tuple[str, ...]] = {
    "number": ("number", "start number", "no", "nr", "nummer", "startnummer"),
    "name": ("name", "player", "spieler", "teilnehmer"),
    "team": ("team", "mannschaft"),
    "groups": ("groups", "group", "gruppen", "gruppe"),
}
_COLUMNS = tuple(_HEADINGS)
#: A number before a name: "17. Anna".
_NUMBERED = re.compile(r"(\d{1,6})[.)]\s+(.+)")
#: A dash before a name.
_BULLET = re.compile(r"[-–•*]\s+")


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A line of a list."""

    name: str
    number: int | None = None
    team: str = ""
    groups: tuple[str, ...] = ()


def read_people(text: str) -> list[ListedPerson]:
    """Read a list; whoever has a number stands in its order. Raises ``ValidationError`` that names the line."""
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise ValidationError(_("The list has at most %(most)d lines.") % {"most": MOST_LINES})
    columns, delimiter = _heading(lines[0]) if lines else ((), ";")
    body = lines[1:] if columns else lines
    found: list[ListedPerson] = []
    seen: dict[str, int] = {}
    for place, line in enumerate(body, start=len(lines) - len(body) + 1):
        person = _person(_cells(line, delimiter), columns, place)
        if (before := seen.setdefault(folded(person.name), place)) != place:
            raise _wrong(
                place,
                _("%(name)s stands in line %(before)d already; tell two people of one name apart.")
                % {"name": person.name, "before": before},
            )
        found.append(person)
    if not found:
        raise ValidationError(_("At least one name is needed."))
    return sorted(found, key=lambda each: each.number or 0) if all(each.number for each in found) else found


def _heading(line: str) -> tuple[Sequence[str], str]:
    """Return the columns that a first line names, and what parts them; none where it is no heading."""
    for delimiter in (";", "\t", ","):
        cells = [folded(cell) for cell in _cells(line, delimiter)]
        columns = [next((key for key, words in _HEADINGS.items() if cell in words), "") for cell in cells]
        if "name" in columns:
            return columns, delimiter
    return (), ";"


def _cells(line: str, delimiter: str) -> list[str]:
    """Part a line; tabs always part, as lists are pasted from tables."""
    parting = "\t" if "\t" in line else delimiter
    cells = next(csv.reader([line], delimiter=parting), [])
    return [" ".join(cell.split()) for cell in cells]


def _person(cells: Sequence[str], columns: Sequence[str], line: int) -> ListedPerson:
    told = _told(cells, columns)
    if not told.get("number") and (numbered := _NUMBERED.fullmatch(told.get("name", ""))):
        told |= {"number": numbered[1], "name": numbered[2]}
    name = _BULLET.sub("", told.get("name", ""), count=1).strip()
    number = told.get("number", "")
    if number and not (number.isascii() and number.isdigit() and len(number) <= 6):
        raise _wrong(line, _("“%(number)s” is no start number.") % {"number": number[:20]})
    groups = tuple(
        dict.fromkeys(group.strip() for group in told.get("groups", "").split(",") if group.strip())
    )
    _check(name, told.get("team", ""), groups, line)
    return ListedPerson(name, int(number) if number else None, told.get("team", ""), groups)


def _told(cells: Sequence[str], columns: Sequence[str]) -> dict[str, str]:
    """Map columns to what a line has in them; without a heading they are number, name, team, groups."""
    if not columns:
        has_number = len(cells) > 1 and (not cells[0] or cells[0].isdigit())
        columns = _COLUMNS if has_number else _COLUMNS[1:]
    return {column: cell for column, cell in zip(columns, cells, strict=False) if column}


def _check(name: str, team: str, groups: Iterable[str], line: int) -> None:
    if not name:
        raise _wrong(line, _("The name is missing."))
    if len(name) > LONGEST_NAME:
        raise _wrong(line, _("A name has at most %(most)d characters.") % {"most": LONGEST_NAME})
    labels = [team, *groups]
    if any(len(label) > LONGEST_LABEL or not label.isprintable() for label in labels):
        raise _wrong(
            line,
            _("A team or group has at most %(most)d printable characters.") % {"most": LONGEST_LABEL},
        )
    if len(labels) > MOST_GROUPS + 1:
        raise _wrong(line, _("Somebody is in at most %(most)d groups.") % {"most": MOST_GROUPS})
    try:
        printable(name)
    except ValidationError as error:
        raise _wrong(line, error.messages[0]) from error


def _wrong(line: int, why: Any) -> ValidationError:
    return ValidationError(_("Line %(line)d: %(why)s") % {"line": line, "why": why})
