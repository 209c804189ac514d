"""The table of an event on paper: places, figures, and what decided each place."""

from itertools import chain
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from games.templatetags.board import localized
from tournaments.exports.pdf.context import EventPrintContext
from tournaments.exports.pdf.document import (
    FIGURE,
    HEADING,
    LANDSCAPE,
    MARGIN,
    PORTRAIT,
    SMALL,
    render_pdf,
    text_paragraph,
)
from tournaments.exports.pdf.table_block import figure_width, listing
from tournaments.models import exact
from tournaments.ranking_rules.formatting import format_points

#: With less room than this for names and reasons the page is turned.
_ROOM = 95 * mm
_PLACE = 12 * mm


def table(event: EventPrintContext) -> bytes:
    headings = [localized(column["name"]) for column in event.presenter.projection["columns"]]
    figures = [figure_width(heading) for heading in headings]
    page = PORTRAIT if PORTRAIT[0] - 2 * MARGIN - _PLACE - sum(figures) >= _ROOM else LANDSCAPE
    room = page[0] - 2 * MARGIN - _PLACE - sum(figures)
    rows = [_row(row) for row in event.presenter.projection["rows"]]
    story = [
        *event.heading(_("Table")),
        listing(
            [_("Place"), _("Player"), *headings, _("Why")],
            rows,
            [_PLACE, room * 0.4, *figures, room * 0.6],
            figures=range(2, 2 + len(figures)),
        ),
        # Tables of earlier programs do not tell it.
        *(
            text_paragraph(capfirst(localized(each["told"])))
            for each in event.presenter.projection.get("unfinished", ())
        ),
        *_decided(event),
    ]
    return render_pdf(story, event.imprint(_("Table")), page=page)


def _decided(event: EventPrintContext) -> list[Flowable]:
    """What is certain while the event goes on, and what must happen for more; nothing while all is open."""
    shown = event.presenter
    found = [] if shown.projection["finished"] else [each for each in map(_prospects, shown.decided) if each]
    heading = text_paragraph(_("What can still happen"), HEADING)
    return [Spacer(0, 6 * mm), heading, *chain(*found)] if found else []


def _prospects(decided: dict[str, Any]) -> list[Flowable]:
    narrow = [each["told"] for each in decided["prospects"] if each["is_narrow"]]
    sentences = [text_paragraph(capfirst(localized(each))) for each in (*narrow, *decided["must_happen"])]
    return [text_paragraph(capfirst(localized(decided["subject"])), SMALL), *sentences] if sentences else []


def _row(row: dict[str, Any]) -> list[Any]:
    return [
        text_paragraph(f"{row['place']}."),
        text_paragraph(row["name"]),
        *(
            text_paragraph("–" if figure is None else format_points(exact(figure)), FIGURE)
            for figure in row["figures"]
        ),
        text_paragraph(localized(row["reason"])),
    ]
