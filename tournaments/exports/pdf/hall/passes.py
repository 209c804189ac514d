"""Start passes: number, name and the code of the personal page, ten on a page of A4, to be cut apart."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from tournaments.exports.pdf.document import (
    BOLD,
    FONT,
    INK,
    LINE,
    NOTE,
    SOFT,
    TEXT,
    render_pdf,
    text_paragraph,
)
from tournaments.exports.pdf.hall.context import MARGIN, HallPrintContext, fitted, pages_of
from tournaments.exports.pdf.qr import draw_code
from tournaments.exports.pdf.slips import fitting
from tournaments.models import Entry

_COLUMNS, _ROWS = 2, 5
_QR = 30 * mm
_IN = 5 * mm
_NAME = ParagraphStyle("pass name", TEXT, fontName=BOLD, fontSize=15, leading=18)
_OF = ParagraphStyle("pass team", TEXT, fontSize=9, leading=11)
_EVENT = ParagraphStyle("pass event", TEXT, fontSize=8, leading=10, textColor=SOFT)


def start_passes(hall: HallPrintContext) -> bytes:
    """The passes as PDF, from a start number on: of late comers those of the others are not wanted again."""
    kind = _("Start passes")
    entries = [
        entry
        for entry in hall.event.presenter.projection["entries"]
        if entry["number"] >= hall.first and entry["presence"] != Entry.Presence.LEFT
    ]
    entries.sort(key=lambda entry: int(entry["number"]))
    most = _COLUMNS * _ROWS
    story: list[Flowable] = [PassesPage(hall, entries[at : at + most]) for at in pages_of(entries, most)]
    if not story:
        story = [*hall.event.heading(kind), text_paragraph(_("Nobody has a start number yet."), NOTE)]
    return render_pdf(story, hall.event.imprint(kind), margin=MARGIN)


class PassesPage(Flowable):
    """A page of passes."""

    def __init__(self, hall: HallPrintContext, entries: Sequence[Mapping[str, Any]]) -> None:
        super().__init__()
        self.hall, self.entries = hall, entries

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = self.hall.room
        return self.width, self.height

    def draw(self) -> None:
        width, height = self.width / _COLUMNS, self.height / _ROWS
        for at, entry in enumerate(self.entries):
            row, column = divmod(at, _COLUMNS)
            self._pass(entry, column * width, self.height - (row + 1) * height, (width, height))

    def _pass(self, entry: Mapping[str, Any], left: float, bottom: float, size: tuple[float, float]) -> None:
        canvas, (width, height) = self.canv, size
        canvas.setStrokeColor(LINE)
        canvas.setLineWidth(0.5)
        canvas.setDash(2, 2)
        canvas.rect(left, bottom, width, height)
        canvas.setDash()
        x, top, room = left + _IN, bottom + height - _IN, width - _QR - 3 * _IN
        draw_code(canvas, self.hall.number_link(entry["number"]), left + width - _IN - _QR, top - _QR, _QR)
        canvas.setFillColor(INK)
        number = str(entry["number"])
        canvas.setFont(BOLD, fitted(number, ParagraphStyle("n", TEXT, fontName=BOLD, fontSize=46), room))
        canvas.drawString(x, top - 34, number)
        down = top - 44
        about = " · ".join(filter(None, (entry["team"], *entry["groups"])))
        for text, style, most in ((entry["name"], _NAME, 38), (about, _OF, 22)):
            if text:
                paragraph, needed = fitting(text, style, room, most)
                paragraph.drawOn(canvas, x, down - needed)
                down -= needed + 2
        paragraph, needed = fitting(self.hall.event.name, _EVENT, room, 20)
        paragraph.drawOn(canvas, x, bottom + _IN)
        canvas.setFillColor(SOFT)
        canvas.setFont(FONT, 7)
        canvas.drawRightString(left + width - _IN, top - _QR - 9, _("Own seat and results"))
