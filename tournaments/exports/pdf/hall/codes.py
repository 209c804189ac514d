"""Posters with one large code: where people register, and where they check in at the door."""

from django.urls import reverse
from django.utils.translation import gettext as _
from reportlab.lib.colors import Color
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from tournaments.exports.pdf.document import BOLD, FONT, INK, PORTRAIT, SOFT, TEXT, place, write
from tournaments.exports.pdf.hall.context import HallPrintContext
from tournaments.exports.pdf.qr import draw_code
from tournaments.services import hall as services

_QR = 110 * mm


def registration_poster(hall: HallPrintContext) -> list[Flowable]:
    path = reverse("tournaments:register", args=[hall.event.presenter.event.slug])
    conditions = services.registration_of(hall.event.presenter.event).conditions
    return [CodePoster(hall, _("Register here"), hall.event.address(path), note=conditions)]


def door_poster(hall: HallPrintContext) -> list[Flowable]:
    """The poster at the door with its code; none while check-in by phone is not open."""
    event = hall.event.presenter.event
    code = services.code_at_door(event, services.registration_of(event))
    if not code:
        return []
    path = reverse("tournaments:door", args=[event.slug, code])
    return [CodePoster(hall, _("Check in here"), hall.event.address(path), code=code)]


class CodePoster(Flowable):
    """A page: what it is for, event and day, the code for phones, what to type without one, a note."""

    def __init__(self, hall: HallPrintContext, title: str, link: str, code: str = "", note: str = "") -> None:
        super().__init__()
        self.hall, self.title, self.link, self.code, self.note = hall, title, link, code, note
        self.width, self.height = hall.room

    def draw(self) -> None:
        """All of it in the middle, half as large again on A3."""
        larger = self.hall.paper[0] / PORTRAIT[0]
        size, down = _QR * larger, self.height - 30 * mm * larger
        self._line(self.title, down, 44 * larger, BOLD)
        self._line(self.hall.event.name, down - 16 * mm * larger, 20 * larger)
        self._line(self.hall.event.day, down - 26 * mm * larger, 20 * larger)
        down -= 34 * mm * larger + size
        draw_code(self.canv, self.link, (self.width - size) / 2, down, size)
        if self.code:
            down -= 26 * mm * larger
            self._line(self.code, down, 54 * larger, BOLD)
        down -= 14 * mm * larger
        self._line(self.link, down, 14 * larger, colour=SOFT)
        if self.note:
            style = ParagraphStyle(
                "note", TEXT, fontSize=14 * larger, leading=19 * larger, alignment=TA_CENTER
            )
            below = down - 10 * mm
            place(self.canv, self.note, style, (0, below), (self.width, below))

    def _line(self, text: str, y: float, size: float, font: str = FONT, colour: Color = INK) -> None:
        middle = (self.width / 2, y)
        write(self.canv, text, middle, size, font=font, colour=colour, room=self.width, align="middle")
