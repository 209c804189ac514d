"""A list on paper: head repeated on every page, lines and shades that a black-and-white printer shows."""

from collections.abc import Sequence
from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import LongTable, TableStyle

from tournaments.exports.pdf.document import (
    FIGURE_HEADING,
    HEADING,
    INK,
    LINE,
    SHADE,
    text_paragraph,
    width_of,
)

#: Of both sides of a cell, with some room to spare.
PADDING = 3.5 * mm
_LOOK = TableStyle(
    [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 1.5 * mm),
        ("RIGHTPADDING", (0, 0), (-1, -1), 1.5 * mm),
        ("TOPPADDING", (0, 0), (-1, -1), 1.2 * mm),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.2 * mm),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("LINEBELOW", (0, 0), (-1, 0), 1, INK),
        ("LINEBELOW", (0, 1), (-1, -1), 0.3, LINE),
        ("ROWBACKGROUNDS", (0, 1), (-1, -1), (None, SHADE)),
    ]
)


def listing(
    head: Sequence[str], rows: Sequence[Sequence[Any]], widths: Sequence[float], figures: Sequence[int] = ()
) -> LongTable:
    """Rows of flowables under a head; the columns numbered in ``figures`` have their heading on the right."""
    headings = [
        text_paragraph(heading, FIGURE_HEADING if column in figures else HEADING)
        for column, heading in enumerate(head)
    ]
    return LongTable(
        [headings, *map(list, rows)], colWidths=widths, repeatRows=1, splitInRow=1, style=_LOOK, hAlign="LEFT"
    )


def figure_width(heading: str) -> float:
    """How wide a column of figures is: no word of its heading is broken."""
    longest = max((width_of(word, HEADING) for word in heading.split()), default=0)
    return max(longest + PADDING, 13 * mm)
