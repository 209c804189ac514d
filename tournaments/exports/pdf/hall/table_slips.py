"""Slips of the tables of a round: who sits there, places, and how the pawns stand where time is up.

The code on a slip opens its table's entry for the result and nothing else; a round that is drawn again has others.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from games.templatetags.board import localized
from rules.board import COLOUR_NAMES
from tournaments.exports.pdf.badges import draw_badge
from tournaments.exports.pdf.document import BOLD, FONT, INK, LINE, PORTRAIT, SOFT, TEXT, render_pdf
from tournaments.exports.pdf.hall.context import FOOT, MARGIN, HallPrintContext, fitted
from tournaments.exports.pdf.qr import draw_code
from tournaments.standings.seat_plan import SeatedTable

_WIDTH = PORTRAIT[0] - 2 * MARGIN
_HEIGHT_OF_PAGE = PORTRAIT[1] - MARGIN - FOOT - 1
_QR = 25 * mm
_HEAD = 31 * mm
_ROW = 9.5 * mm
_END = 11 * mm
#: Left edges: colour, number, player, place, home, yard, fields.
_COLUMNS = (0.0, 26 * mm, 36 * mm, 78 * mm, 93 * mm, 108 * mm, 123 * mm)
#: Where captures are asked for, so wide is their column at the right edge.
_CAPTURES = 20 * mm
_PLAIN = ParagraphStyle("plain", TEXT, fontSize=10)
_STRONG = ParagraphStyle("strong", TEXT, fontName=BOLD, fontSize=12)


def table_slips(hall: HallPrintContext) -> bytes:
    kind = _("Table slips")
    story = slips_of_round(hall) or hall.nothing(kind)
    return render_pdf(story, hall.event.imprint(kind), margin=MARGIN)


def slips_of_round(hall: HallPrintContext) -> list[Flowable]:
    """A slip for every table; empty without a round."""
    if hall.round is None:
        return []
    lines = max((sum(len(seat.colours) for seat in table.seats) for table in hall.round.tables), default=0)
    needed = _HEAD + _ROW * lines + _END
    height = _HEIGHT_OF_PAGE / max(int(_HEIGHT_OF_PAGE // needed), 1) - 0.5
    return [TableSlip(hall, table, height) for table in hall.round.tables]


class TableSlip(Flowable):
    """The slip of one table."""

    def __init__(self, hall: HallPrintContext, table: SeatedTable, height: float) -> None:
        super().__init__()
        self.hall, self.table = hall, table
        self.width, self.height = _WIDTH, height
        self.columns: tuple[float, ...] = _COLUMNS
        if hall.counts_captures:
            self.columns = (*_COLUMNS, _WIDTH - _CAPTURES)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        """Head, a line for every colour, and where to cut."""
        canvas = self.canv
        self._head(self.height - 2 * mm)
        down = self.height - _HEAD
        self._headings(down)
        for seat in self.table.seats:
            for index, colour in enumerate(seat.colours):
                down -= _ROW
                self._line(colour, down, (seat.number, seat.name) if index == 0 else (0, ""))
        canvas.setFont(FONT, 8)
        canvas.setFillColor(SOFT)
        text = _(
            "Finished: the places. Time over: where every pawn stands – fields counted from the own start, A, 1, 2 …"
        )
        canvas.setFont(FONT, fitted(text, ParagraphStyle("note", TEXT, fontSize=8), self.width))
        canvas.drawString(0, down - 5 * mm, text)
        signed = _("Signatures")
        canvas.drawString(0, 4 * mm, f"{signed} {'_' * 90}")
        canvas.setStrokeColor(LINE)
        canvas.setDash(2, 2)
        canvas.line(0, 0, self.width, 0)
        canvas.setDash()

    def _head(self, top: float) -> None:
        canvas, hall = self.canv, self.hall
        room = self.width - _QR - 45 * mm
        canvas.setFillColor(INK)
        canvas.setFont(FONT, fitted(hall.event.name, _PLAIN, room))
        canvas.drawString(0, top - 10, hall.event.name)
        canvas.setFont(BOLD, 16)
        canvas.drawString(0, top - 29, hall.round_name)
        canvas.setFont(FONT, 9)
        canvas.setFillColor(SOFT)
        canvas.drawString(0, top - 44, f"{_('Begun')} ____ : ____    {_('Ended')} ____ : ____")
        canvas.setFillColor(INK)
        middle = self.width - _QR - 24 * mm
        canvas.setFont(FONT, 10)
        canvas.drawCentredString(middle, top - 10, pgettext("furniture", "Table"))
        canvas.setFont(BOLD, 44)
        canvas.drawCentredString(middle, top - 50, str(self.table.table))
        draw_code(canvas, hall.slip_link(self.table.number), self.width - _QR, top - _QR, _QR)
        canvas.setFont(FONT, 7)
        canvas.setFillColor(SOFT)
        canvas.drawRightString(self.width - _QR - 2 * mm, top - _QR + 2 * mm, _("Result by phone"))

    def _headings(self, top: float) -> None:
        canvas = self.canv
        canvas.setFillColor(INK)
        canvas.setStrokeColor(INK)
        headings = (
            _("Colour"),
            _("No."),
            _("Player"),
            _("Place"),
            _("At home"),
            _("In the yard"),
            _("Fields of the others"),
            *([_("Captures")] if self.hall.counts_captures else []),
        )
        edges = (*self.columns[1:], self.width)
        for heading, left, right in zip(headings, self.columns, edges, strict=True):
            canvas.setFont(
                BOLD, fitted(heading, ParagraphStyle("h", TEXT, fontName=BOLD, fontSize=8), right - left - 3)
            )
            canvas.drawString(left, top + 1.2 * mm, heading)
        canvas.setLineWidth(1)
        canvas.line(0, top, self.width, top)

    def _line(self, colour: str, down: float, who: tuple[int, str]) -> None:
        canvas, middle = self.canv, down + _ROW / 2
        number, name = who
        draw_badge(canvas, colour, 3 * mm, middle, 36)
        canvas.setFillColor(INK)
        called = localized(COLOUR_NAMES[colour])
        canvas.setFont(FONT, 9)
        canvas.drawString(7.5 * mm, middle - 3, called)
        if number:
            canvas.setFont(FONT, 11)
            canvas.drawRightString(_COLUMNS[2] - 2 * mm, middle - 3, str(number))
        canvas.setFont(BOLD, fitted(name, _STRONG, _COLUMNS[3] - _COLUMNS[2] - 2 * mm))
        canvas.drawString(_COLUMNS[2], middle - 3, name)
        for left, right in zip(self.columns[3:], (*self.columns[4:], self.width), strict=True):
            _box(canvas, left, middle, right - left - 2 * mm)
        canvas.setStrokeColor(LINE)
        canvas.setLineWidth(0.4)
        canvas.line(0, down, self.width, down)


def _box(canvas: Canvas, left: float, middle: float, width: float) -> None:
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.6)
    canvas.rect(left, middle - 3.3 * mm, width, 6.6 * mm)
