"""Start passes: number, name and the code of the personal page, ten on a page of A4, to be cut apart."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from tournaments.exports.pdf.document import BOLD, LINE, SOFT, TEXT, fitting, place, write
from tournaments.exports.pdf.hall.context import HallPrintContext, pages_of
from tournaments.exports.pdf.qr import draw_code
from tournaments.models import Entry

_COLUMNS, _ROWS = 2, 5
_QR = 30 * mm
_IN = 5 * mm
_NAME = ParagraphStyle("pass name", TEXT, fontName=BOLD, fontSize=15, leading=18)
_OF = ParagraphStyle("pass team", TEXT, fontSize=9, leading=11)
_EVENT = ParagraphStyle("pass event", TEXT, fontSize=8, leading=10, textColor=SOFT)


def start_passes(hall: HallPrintContext) -> list[Flowable]:
    """The passes from a start number on: of late comers those of the others are not wanted again."""
    entries = [
        entry
        for entry in hall.event.presenter.projection["entries"]
        if entry["number"] >= hall.first and entry["presence"] != Entry.Presence.LEFT
    ]
    entries.sort(key=lambda entry: int(entry["number"]))
    most = _COLUMNS * _ROWS
    return [PassesPage(hall, entries[at : at + most]) for at in pages_of(entries, most)]


class PassesPage(Flowable):
    """A page of passes."""

    def __init__(self, hall: HallPrintContext, entries: Sequence[Mapping[str, Any]]) -> None:
        super().__init__()
        self.hall, self.entries = hall, entries
        self.width, self.height = hall.room

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
        number = str(entry["number"])
        write(canvas, number, (x, top - 34), 46, font=BOLD, room=room)
        down = top - 44
        about = " · ".join(filter(None, (entry["team"], *entry["groups"])))
        for text, style, most in ((entry["name"], _NAME, 38), (about, _OF, 22)):
            if text:
                down -= place(canvas, text, style, (x, down), (room, most)) + 2
        paragraph, _needed = fitting(self.hall.event.name, _EVENT, room, 20)
        paragraph.drawOn(canvas, x, bottom + _IN)
        below = (left + width - _IN, top - _QR - 9)
        write(canvas, _("Own seat and results"), below, 7, colour=SOFT, align="right")
