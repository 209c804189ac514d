"""The table of an event on paper: places, figures, and what decided each place."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from games.templatetags.board import said
from tournaments.numbers import decimal, points_of
from tournaments.prints.event import EventOnPaper
from tournaments.prints.listing import figure_width, listing
from tournaments.prints.paper import FIGURE, LANDSCAPE, MARGIN, PORTRAIT, printed, said_on

#: With less room than this for names and reasons the page is turned.
_ROOM = 95 * mm
_PLACE = 12 * mm


def table(event: EventOnPaper) -> bytes:
    """The table as PDF."""
    headings = [said(column["name"]) for column in event.shown.told["columns"]]
    figures = [figure_width(heading) for heading in headings]
    page = PORTRAIT if PORTRAIT[0] - 2 * MARGIN - _PLACE - sum(figures) >= _ROOM else LANDSCAPE
    room = page[0] - 2 * MARGIN - _PLACE - sum(figures)
    rows = [_row(row, event.language) for row in event.shown.told["rows"]]
    story = [
        *event.heading(_("Table")),
        listing(
            [_("Place"), _("Player"), *headings, _("Why")],
            rows,
            [_PLACE, room * 0.4, *figures, room * 0.6],
            figures=range(2, 2 + len(figures)),
        ),
    ]
    return printed(story, event.imprint(_("Table")), page=page)


def _row(row: dict[str, Any], language: str) -> list[Any]:
    return [
        said_on(f"{row['place']}."),
        said_on(row["name"]),
        *(said_on(decimal(points_of(figure), language), FIGURE) for figure in row["figures"]),
        said_on(said(row["reason"])),
    ]
