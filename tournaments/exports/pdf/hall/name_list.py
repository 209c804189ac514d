"""The list of names for the desk: by name, with number, team and groups, and a box to tick."""

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from games.models.player import folded
from tournaments.exports.pdf.document import FIGURE, INK, MARGIN, PORTRAIT, text_paragraph
from tournaments.exports.pdf.hall.context import HallPrintContext
from tournaments.exports.pdf.table_block import listing
from tournaments.models import Entry

_BOX = 9.0
_WIDTHS = (12 * mm, 15 * mm, 62 * mm, 45 * mm)


class TickBox(Flowable):
    """A box, with a cross in it for people who are here already."""

    def __init__(self, *, is_ticked: bool) -> None:
        super().__init__()
        self.is_ticked = is_ticked
        self.width = self.height = _BOX

    def draw(self) -> None:
        canvas = self.canv
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(0.8)
        canvas.rect(0, 0, _BOX, _BOX)
        if self.is_ticked:
            canvas.lines([(1.5, 1.5, _BOX - 1.5, _BOX - 1.5), (1.5, _BOX - 1.5, _BOX - 1.5, 1.5)])


def name_list(hall: HallPrintContext) -> list[Flowable]:
    entries = sorted(hall.event.presenter.projection["entries"], key=lambda entry: folded(entry["name"]))
    rows = [
        [
            TickBox(is_ticked=entry["presence"] == Entry.Presence.PRESENT),
            text_paragraph(str(entry["number"]), FIGURE),
            text_paragraph(entry["name"]),
            text_paragraph(entry["team"]),
            text_paragraph(", ".join(entry["groups"])),
        ]
        for entry in entries
        if entry["presence"] != Entry.Presence.LEFT
    ]
    if not rows:
        return []
    widths = (*_WIDTHS, PORTRAIT[0] - 2 * MARGIN - sum(_WIDTHS))
    head = (_("Here"), _("No."), _("Name"), _("Team"), _("Groups"))
    return [*hall.event.heading(_("Names")), listing(head, rows, widths, figures=(1,))]
