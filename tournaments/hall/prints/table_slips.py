"""What is laid on tables and given away: slips of the tables of a round, start passes, the list of names."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _, pgettext
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from games.models.player import folded
from games.templatetags.board import localized
from rules import COLOUR_NAMES
from tournaments.hall.prints.context import FOOT, MARGIN, HallPrintContext, pages_of
from tournaments.hall.seat_plan import SeatedTable
from tournaments.kit.paper import (
    BOLD,
    INK,
    LINE,
    MARGIN as WIDE_MARGIN,
    PORTRAIT,
    SOFT,
    TEXT,
    Drawing,
    draw_badge,
    draw_box,
    draw_code,
    draw_cut,
    fitting,
    listing,
    place,
    rule,
    write,
)
from tournaments.models import Entry

_WIDTH = PORTRAIT[0] - 2 * MARGIN
_HEIGHT_OF_PAGE = PORTRAIT[1] - MARGIN - FOOT - 1
_SLIP_QR = 25 * mm
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
    return [PrintedTableSlip(hall, table, height) for table in hall.tables]


class PrintedTableSlip(Flowable):
    """The slip of one table."""

    def __init__(self, hall: HallPrintContext, table: SeatedTable, height: float) -> None:
        super().__init__()
        self.hall, self.table = hall, table
        self.width, self.height = _WIDTH, height
        self.columns = (*_COLUMNS, _WIDTH - _CAPTURES) if hall.counts_captures else _COLUMNS

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
        draw_cut(self.canv, self.width)

    def _head(self, top: float) -> None:
        canvas, hall = self.canv, self.hall
        write(canvas, hall.event.name, (0, top - 10), 10, room=self.width - _SLIP_QR - 45 * mm)
        write(canvas, hall.round_name, (0, top - 29), 16, font=BOLD)
        times = f"{_('Begun')} ____ : ____    {_('Ended')} ____ : ____"
        write(canvas, times, (0, top - 44), 9, colour=SOFT)
        middle = self.width - _SLIP_QR - 24 * mm
        write(canvas, pgettext("furniture", "Table"), (middle, top - 10), 10, align="middle")
        write(canvas, str(self.table.table), (middle, top - 50), 44, font=BOLD, align="middle")
        link = hall.event.address(hall.slip_paths[self.table.number])
        draw_code(canvas, link, self.width - _SLIP_QR, top - _SLIP_QR, _SLIP_QR)
        beside = (self.width - _SLIP_QR - 2 * mm, top - _SLIP_QR + 2 * mm)
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
        canvas, middle, (number, name) = self.canv, down + _ROW / 2, who
        draw_badge(canvas, colour, 3 * mm, middle, 36)
        write(canvas, localized(COLOUR_NAMES[colour]), (7.5 * mm, middle - 3), 9)
        if number:
            write(canvas, str(number), (_COLUMNS[2] - 2 * mm, middle - 3), 11, align="right")
        room = _COLUMNS[3] - _COLUMNS[2] - 2 * mm
        write(canvas, name, (_COLUMNS[2], middle - 3), 12, font=BOLD, room=room)
        for left, right in zip(self.columns[3:], (*self.columns[4:], self.width), strict=True):
            draw_box(canvas, left, middle, right - left - 2 * mm, 6.6 * mm)
        rule(canvas, (0, down), self.width, LINE, 0.4)


_PASS_COLUMNS, _PASS_ROWS = 2, 5
_PASS_QR = 30 * mm
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
    most = _PASS_COLUMNS * _PASS_ROWS
    return [
        Drawing(hall.room, partial(_passes, hall, entries[at : at + most])) for at in pages_of(entries, most)
    ]


def _passes(hall: HallPrintContext, entries: Sequence[Mapping[str, Any]], canvas: Canvas) -> None:
    """Draw a page of passes."""
    width, height = hall.room[0] / _PASS_COLUMNS, hall.room[1] / _PASS_ROWS
    for at, entry in enumerate(entries):
        row, column = divmod(at, _PASS_COLUMNS)
        canvas.saveState()
        canvas.translate(column * width, hall.room[1] - (row + 1) * height)
        _pass(hall, entry, canvas, (width, height))
        canvas.restoreState()


def _pass(
    hall: HallPrintContext, entry: Mapping[str, Any], canvas: Canvas, size: tuple[float, float]
) -> None:
    width, height = size
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.5)
    canvas.setDash(2, 2)
    canvas.rect(0, 0, width, height)
    canvas.setDash()
    right, top, room = width - _IN, height - _IN, width - _PASS_QR - 3 * _IN
    draw_code(canvas, hall.number_link(entry["number"]), right - _PASS_QR, top - _PASS_QR, _PASS_QR)
    write(canvas, str(entry["number"]), (_IN, top - 34), 46, font=BOLD, room=room)
    down = top - 44
    about = " · ".join(filter(None, (entry["team"], *entry["groups"])))
    for text, style, most in ((entry["name"], _NAME, 38), (about, _OF, 22)):
        if text:
            down -= place(canvas, text, style, (_IN, down), (room, most)) + 2
    paragraph, _needed = fitting(hall.event.name, _EVENT, room, 20)
    paragraph.drawOn(canvas, _IN, _IN)
    below = (right, top - _PASS_QR - 9)
    write(canvas, _("Own seat and results"), below, 7, colour=SOFT, align="right")


_BOX = 9.0
_WIDTHS = (12 * mm, 15 * mm, 62 * mm, 45 * mm)


def _tick_box(is_ticked: bool, canvas: Canvas) -> None:
    """Draw a box, with a cross in it for people who are here already."""
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.8)
    canvas.rect(0, 0, _BOX, _BOX)
    if is_ticked:
        canvas.lines([(1.5, 1.5, _BOX - 1.5, _BOX - 1.5), (1.5, _BOX - 1.5, _BOX - 1.5, 1.5)])


def name_list(hall: HallPrintContext) -> list[Flowable]:
    entries = sorted(hall.event.presenter.projection["entries"], key=lambda entry: folded(entry["name"]))
    rows = [
        [
            Drawing((_BOX, _BOX), partial(_tick_box, entry["presence"] == Entry.Presence.PRESENT)),
            str(entry["number"]),
            entry["name"],
            entry["team"],
            ", ".join(entry["groups"]),
        ]
        for entry in entries
        if entry["presence"] != Entry.Presence.LEFT
    ]
    if not rows:
        return []
    widths = (*_WIDTHS, PORTRAIT[0] - 2 * WIDE_MARGIN - sum(_WIDTHS))
    head = (_("Here"), _("No."), _("Name"), _("Team"), _("Groups"))
    return [*hall.event.heading(_("Names")), listing(head, rows, widths, figures=(1,))]
