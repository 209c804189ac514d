"""The list of names for the desk: by name, with number, team and groups, and a box to tick."""

from __future__ import annotations

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from games.models.player import folded
from tournaments.exports.pdf.document import FIGURE, MARGIN, NOTE, PORTRAIT, TEXT, render_pdf, text_paragraph
from tournaments.exports.pdf.hall.context import HallPrintContext
from tournaments.exports.pdf.table_block import listing
from tournaments.models import Entry

_WIDTHS = (12 * mm, 15 * mm, 62 * mm, 45 * mm)


def name_list(hall: HallPrintContext) -> bytes:
    """The list as PDF."""
    kind = _("Names")
    story: list[Flowable] = list(hall.event.heading(kind))
    entries = sorted(hall.event.presenter.projection["entries"], key=lambda entry: folded(entry["name"]))
    rows = [
        [
            text_paragraph("☑" if entry["presence"] == Entry.Presence.PRESENT else "☐", TEXT),
            text_paragraph(str(entry["number"]), FIGURE),
            text_paragraph(entry["name"]),
            text_paragraph(entry["team"]),
            text_paragraph(", ".join(entry["groups"])),
        ]
        for entry in entries
        if entry["presence"] != Entry.Presence.LEFT
    ]
    if rows:
        widths = (*_WIDTHS, PORTRAIT[0] - 2 * MARGIN - sum(_WIDTHS))
        head = (_("Here"), _("No."), _("Name"), _("Team"), _("Groups"))
        story.append(listing(head, rows, widths, figures=(1,)))
    else:
        story.append(text_paragraph(_("Nobody has a start number yet."), NOTE))
    return render_pdf(story, hall.event.imprint(kind))
