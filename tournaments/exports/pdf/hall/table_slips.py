"""Slips of the tables of a round: who sits there, places, and how the pawns stand where time is up.

The code on a slip opens its table's entry for the result and nothing else; a round that is drawn again has others.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from games.templatetags.board import localized
from rules import COLOUR_NAMES
from tournaments.exports.pdf.badges import draw_badge
from tournaments.exports.pdf.document import BOLD, LINE, PORTRAIT, SOFT, draw_box, rule, write
from tournaments.exports.pdf.hall.context import FOOT, MARGIN, HallPrintContext
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


def slips_of_round(hall: HallPrintContext) -> list[Flowable]:
    """A slip for every table; empty without a round."""
    lines = max((sum(len(seat.colours) for seat in table.seats) for table in hall.tables), default=0)
    needed = _HEAD + _ROW * lines + _END
    height = _HEIGHT_OF_PAGE / max(int(_HEIGHT_OF_PAGE // needed), 1) - 0.5
    return [TableSlipFlowable(hall, table, height) for table in hall.tables]


class TableSlipFlowable(Flowable):
    """The slip of one table."""

    def __init__(self, hall: HallPrintContext, table: SeatedTable, height: float) -> None:
        super().__init__()
        self.hall, self.table = hall, table
        self.width, self.height = _WIDTH, height
        self.columns: tuple[float, ...] = _COLUMNS
        if hall.counts_captures:
            self.columns = (*_COLUMNS, _WIDTH - _CAPTURES)

    def draw(self) -> None:
        """Head, a line for every colour, and where to cut."""
        self._head(self.height - 2 * mm)
        down = self.height - _HEAD
        self._headings(down)
        for seat in self.table.seats:
            for index, colour in enumerate(seat.colours):
                down -= _ROW
                self._line(colour, down, (seat.number, seat.name) if index == 0 else (0, ""))
        text = _(
            "Finished: the places. Time over: where every pawn stands – fields counted from the own start, A, 1, 2 …"
        )
        write(self.canv, text, (0, down - 5 * mm), 8, colour=SOFT, room=self.width)
        write(self.canv, f"{_('Signatures')} {'_' * 90}", (0, 4 * mm), 8, colour=SOFT)
        self.canv.setStrokeColor(LINE)
        self.canv.setDash(2, 2)
        self.canv.line(0, 0, self.width, 0)
        self.canv.setDash()

    def _head(self, top: float) -> None:
        canvas, hall = self.canv, self.hall
        write(canvas, hall.event.name, (0, top - 10), 10, room=self.width - _QR - 45 * mm)
        write(canvas, hall.round_name, (0, top - 29), 16, font=BOLD)
        times = f"{_('Begun')} ____ : ____    {_('Ended')} ____ : ____"
        write(canvas, times, (0, top - 44), 9, colour=SOFT)
        middle = self.width - _QR - 24 * mm
        write(canvas, pgettext("furniture", "Table"), (middle, top - 10), 10, align="middle")
        write(canvas, str(self.table.table), (middle, top - 50), 44, font=BOLD, align="middle")
        draw_code(canvas, hall.slip_link(self.table.number), self.width - _QR, top - _QR, _QR)
        beside = (self.width - _QR - 2 * mm, top - _QR + 2 * mm)
        write(canvas, _("Result by phone"), beside, 7, colour=SOFT, align="right")

    def _headings(self, top: float) -> None:
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
            write(self.canv, heading, (left, top + 1.2 * mm), 8, font=BOLD, room=right - left - 3)
        rule(self.canv, (0, top), self.width)

    def _line(self, colour: str, down: float, who: tuple[int, str]) -> None:
        canvas, middle = self.canv, down + _ROW / 2
        number, name = who
        draw_badge(canvas, colour, 3 * mm, middle, 36)
        write(canvas, localized(COLOUR_NAMES[colour]), (7.5 * mm, middle - 3), 9)
        if number:
            write(canvas, str(number), (_COLUMNS[2] - 2 * mm, middle - 3), 11, align="right")
        room = _COLUMNS[3] - _COLUMNS[2] - 2 * mm
        write(canvas, name, (_COLUMNS[2], middle - 3), 12, font=BOLD, room=room)
        for left, right in zip(self.columns[3:], (*self.columns[4:], self.width), strict=True):
            draw_box(canvas, left, middle, right - left - 2 * mm, 6.6 * mm)
        rule(canvas, (0, down), self.width, LINE, 0.4)
