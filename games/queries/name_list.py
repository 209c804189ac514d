"""A list of people, typed, pasted or in a file: one on each line, with number, team and groups where they are known."""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models.player import LONGEST_NAME, folded, printable

#: The most lines that a list may have.
MOST_LINES = 2000
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
    line: int = 0


def read_people(text: str, *, is_names_alone: bool = False) -> list[ListedPerson]:
    """Read a list, in the order of its numbers where all have one. Raises ``ValidationError`` that names the line.

    Where ``is_names_alone`` a cell beside a name is another name, unless a heading says otherwise; commas part
    names that are all in one line.
    """
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise ValidationError(_("The list has at most %(most)d lines.") % {"most": MOST_LINES})
    columns, delimiter = _heading(lines[0]) if lines else ((), ";")
    body = lines[1:] if columns else lines
    if is_names_alone and not columns:
        parting = r"[;\t,]" if len(lines) == 1 else r"[;\t]"
        body = lines = [each for line in lines for each in re.split(parting, line) if each.strip()]
        columns, delimiter = ("name",), ""
    found: list[ListedPerson] = []
    seen: dict[str, int] = {}
    for place, line in enumerate(body, start=len(lines) - len(body) + 1):
        person = _person(_cells(line, delimiter), columns, place)
        if (before := seen.setdefault(folded(person.name), place)) != place:
            raise wrong_line(
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
    if not delimiter:
        return [" ".join(line.split())]
    parting = "\t" if "\t" in line else delimiter
    try:
        cells = next(csv.reader([line], delimiter=parting), [])
    except csv.Error:  # longer than it reads: no name is
        cells = [line]
    return [" ".join(cell.split()) for cell in cells]


def _person(cells: Sequence[str], columns: Sequence[str], line: int) -> ListedPerson:
    known = _by_column(cells, columns)
    if not known.get("number") and (numbered := _NUMBERED.fullmatch(known.get("name", ""))):
        known |= {"number": numbered[1], "name": numbered[2]}
    name = _BULLET.sub("", known.get("name", ""), count=1).strip()
    number = known.get("number", "")
    if number and not (number.isascii() and number.isdigit() and len(number) <= 6):
        raise wrong_line(line, _("“%(number)s” is no start number.") % {"number": number[:20]})
    groups = dict.fromkeys(group.strip() for group in known.get("groups", "").split(",") if group.strip())
    if not name:
        raise wrong_line(line, _("The name is missing."))
    if len(name) > LONGEST_NAME:
        raise wrong_line(line, _("A name has at most %(most)d characters.") % {"most": LONGEST_NAME})
    try:
        printable(name)
    except ValidationError as error:
        raise wrong_line(line, error.messages[0]) from error
    return ListedPerson(name, int(number) if number else None, known.get("team", ""), tuple(groups), line)


def _by_column(cells: Sequence[str], columns: Sequence[str]) -> dict[str, str]:
    """Map columns to what a line has in them; without a heading they are number, name, team, groups."""
    if not columns:
        has_number = len(cells) > 1 and (not cells[0] or cells[0].isdigit())
        columns = _COLUMNS if has_number else _COLUMNS[1:]
    return {column: cell for column, cell in zip(columns, cells, strict=False) if column}


def wrong_line(line: int, why: Any) -> ValidationError:
    return ValidationError(_("Line %(line)d: %(why)s") % {"line": line, "why": why})
