"""Tables as CSV (RFC 4180), for programs and for the spreadsheets of their language (docs/reference/exports.md).

German spreadsheets want semicolons, because of the comma in their numbers; English ones want commas.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction

from django.utils import timezone

from rules import Figure
from tournaments.formats import Points

__all__ = ["Cell", "CsvSheet", "inert"]


Cell = str | int | Fraction | date | datetime | None

CONTENT_TYPE = "text/csv; charset=utf-8; header=present"
#: Where the comma parts whole numbers from tenths, another sign has to part cells.
_SEPARATORS = {".": ",", ",": ";"}
#: Marks it as UTF-8 for spreadsheets.
_BYTE_ORDER_MARK = "\ufeff"
#: Thirds have to end somewhere.
_DIGITS = Decimal("0.0001")
#: With these a formula begins (OWASP, CSV injection), in the wide forms of East Asian keyboards too.
_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@dataclass(frozen=True, slots=True)
class CsvSheet:
    """A table to be taken along: the headings, and rows with as many cells as there are headings."""

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def as_csv(self, language: str) -> bytes:
        """The sheet as UTF-8; numbers as the language writes them, moments in the time of the site."""
        text = io.StringIO()
        text.write(_BYTE_ORDER_MARK)
        table = csv.writer(text, delimiter=_SEPARATORS[Figure(0.5, ".1f").of(language)[1]])
        table.writerow([inert(heading) for heading in self.head])
        for row in self.rows:
            table.writerow([_written(cell, language) for cell in row])
        return text.getvalue().encode()


def inert(text: str) -> str:
    """A text that no spreadsheet evaluates as a formula: an apostrophe escapes it."""
    return f"'{text}" if text.lstrip(" ").startswith(_BEGINS_FORMULA) else text


def _decimal(points: Points, language: str) -> str:
    """``12``; ``2.5`` in English, ``2,5`` in German. Never ``5/2``, which spreadsheets take for a day in May."""
    if points == int(points):
        return str(int(points))
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return Figure(exact.quantize(_DIGITS).normalize(), "f").of(language)


def _written(cell: Cell, language: str) -> str:
    match cell:
        case None:
            return ""
        case str():
            return inert(cell)
        case datetime():
            return timezone.localtime(cell).strftime("%Y-%m-%d %H:%M:%S")
        case date():
            return cell.isoformat()
    return _decimal(cell, language)
