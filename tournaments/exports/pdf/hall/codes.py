"""Posters with one large code: where people register, and where they check in at the door."""

from django.urls import reverse
from django.utils.translation import gettext as _
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from tournaments.exports.pdf.document import BOLD, INK, NOTE, PORTRAIT, SOFT, TEXT, render_pdf, text_paragraph
from tournaments.exports.pdf.hall.context import MARGIN, HallPrintContext, fitted
from tournaments.exports.pdf.qr import draw_code
from tournaments.exports.pdf.slips import fitting
from tournaments.services import hall as services

_QR = 110 * mm


def registration_poster(hall: HallPrintContext) -> bytes:
    kind = _("Registration")
    path = reverse("tournaments:register", args=[hall.event.presenter.event.slug])
    conditions = services.registration_of(hall.event.presenter.event).conditions
    page = CodePoster(hall, _("Register here"), hall.event.address(path), note=conditions)
    return render_pdf([page], hall.event.footless(kind), page=hall.paper, margin=MARGIN)


def door_poster(hall: HallPrintContext) -> bytes:
    """The poster at the door with its code, as PDF."""
    kind, event = _("Check-in by phone"), hall.event.presenter.event
    code = services.code_at_door(event, services.registration_of(event))
    if not code:
        notice = text_paragraph(_("Check-in by phone is not open."), NOTE)
        return render_pdf([*hall.event.heading(kind), notice], hall.event.imprint(kind), margin=MARGIN)
    path = reverse("tournaments:door", args=[event.slug, code])
    page = CodePoster(hall, _("Check in here"), hall.event.address(path), code=code)
    return render_pdf([page], hall.event.footless(kind), page=hall.paper, margin=MARGIN)


class CodePoster(Flowable):
    """A page: what it is for, event and day, the code for phones, what to type without one, a note."""

    def __init__(self, hall: HallPrintContext, title: str, link: str, code: str = "", note: str = "") -> None:
        super().__init__()
        self.hall, self.title, self.link, self.code, self.note = hall, title, link, code, note

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = self.hall.room
        return self.width, self.height

    def draw(self) -> None:
        """All of it in the middle, half as large again on A3."""
        larger = self.hall.paper[0] / PORTRAIT[0]
        size, down = _QR * larger, self.height - 30 * mm * larger
        self._line(self.title, down, BOLD, 44 * larger)
        self._line(self.hall.event.name, down - 16 * mm * larger, TEXT.fontName, 20 * larger)
        self._line(self.hall.event.day, down - 26 * mm * larger, TEXT.fontName, 20 * larger)
        down -= 34 * mm * larger + size
        draw_code(self.canv, self.link, (self.width - size) / 2, down, size)
        if self.code:
            down -= 26 * mm * larger
            self._line(self.code, down, BOLD, 54 * larger)
        down -= 14 * mm * larger
        self._line(self.link, down, TEXT.fontName, 14 * larger, is_soft=True)
        if self.note:
            style = ParagraphStyle(
                "note", TEXT, fontSize=14 * larger, leading=19 * larger, alignment=TA_CENTER
            )
            paragraph, needed = fitting(self.note, style, self.width, down - 10 * mm)
            paragraph.drawOn(self.canv, 0, down - 10 * mm - needed)

    def _line(self, text: str, y: float, font: str, size: float, *, is_soft: bool = False) -> None:
        style = ParagraphStyle("line", TEXT, fontName=font, fontSize=size)
        self.canv.setFont(font, fitted(text, style, self.width))
        self.canv.setFillColor(SOFT if is_soft else INK)
        self.canv.drawCentredString(self.width / 2, y, text)
