"""Posters: seats of a round by name and by table, as large as all fit; and those with one large code."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _, pgettext
from reportlab.lib.colors import Color
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from tournaments.hall import services
from tournaments.hall.prints.context import HallPrintContext, pages_of
from tournaments.hall.seat_plan import HallSeat, SeatedTable, seats_by_name as sorted_seats
from tournaments.kit.paper import (
    BOLD,
    FONT,
    INK,
    LINE,
    PORTRAIT,
    SOFT,
    TEXT,
    Drawing,
    draw_badge,
    draw_code,
    place,
    rule,
    width_of,
    write,
)


@dataclass(frozen=True, slots=True)
class Grid:
    """Letters of that ``size``, in points, in this number of columns and rows of cells a page, each so large."""

    size: float
    columns: int
    rows: int
    cell: tuple[float, float]


def largest_grid(
    count: int,
    room: tuple[float, float],
    cell: Callable[[float], tuple[float, float]],
    sizes: tuple[float, float],
) -> Grid:
    """Return the grid with the largest letters that has room for ``count`` cells on one page.

    ``cell`` returns the width and height of a cell by the size of its letters; ``sizes`` are the smallest and the
    largest. Where not even the smallest are small enough, several pages are needed.
    """
    least, size = sizes
    while True:
        width, height = cell(size)
        columns, rows = max(int(room[0] // width), 1), max(int(room[1] // height), 1)
        if columns * rows >= count or size <= least:
            return Grid(size, columns, rows, (width, height))
        size = max(size - 0.5, least)


#: What is read on a wall by many at once: no letter is smaller on A4, half as large again on A3.
_SMALLEST, _LARGEST = 9.0, 40.0
_GAP = 6 * mm
_HEAD = 30 * mm
_SEATS_QR = 24 * mm
#: Of a very long name a column is not as wide as it; the name is written smaller.
_WIDEST_NAME = 13.0
_LINE, _NUMBER = 1.5, 2.4

#: Draws a cell from its upper left corner, so wide, in letters of that size.
Draw = Callable[[Canvas, tuple[float, float], float, float], None]


def seats_by_name(hall: HallPrintContext) -> list[Flowable]:
    """All people with table and colours, in columns; empty without a round."""
    seated = sorted_seats([hall.round] if hall.round else [])
    namesakes = Counter(seat.name for seat, *_where in seated)
    lines = [
        (_called(seat, namesakes[seat.name] > 1), str(table.table), seat.colours)
        for seat, table, _round in seated
    ]
    colours = max((len(each) for _name, _table, each in lines), default=1)

    def cell(size: float) -> tuple[float, float]:
        return _widest((name for name, *_where in lines), size) + (3.2 + 1.25 * colours) * size, _LINE * size

    return _pages(hall, _("Seats by name"), [partial(_person, line) for line in lines], cell, is_down=True)


def seats_by_table(hall: HallPrintContext) -> list[Flowable]:
    """Every table with who sits there; empty without a round."""
    tables = hall.tables
    names = [seat.name for table in tables for seat in table.seats]
    most = max((len(table.seats) for table in tables), default=0)

    def cell(size: float) -> tuple[float, float]:
        colours = max(len(seat.colours) for table in tables for seat in table.seats)
        width = _widest(names, size) + (1.2 + 1.25 * colours) * size
        return width, (_NUMBER + 0.8 + _LINE * most) * size

    return _pages(hall, _("Seats by table"), [partial(_card, table) for table in tables], cell)


def _widest(names: Iterable[str], size: float) -> float:
    """How wide a column of these names is, with the gap beside it."""
    style = ParagraphStyle("poster", TEXT, fontName=BOLD, fontSize=size)
    return min(max(width_of(name, style) for name in names), _WIDEST_NAME * size) + _GAP


def _pages(
    hall: HallPrintContext,
    kind: str,
    cells: Sequence[Draw],
    cell: Callable[[float], tuple[float, float]],
    *,
    is_down: bool = False,
) -> list[Flowable]:
    if not cells:
        return []
    width, height = hall.room
    room = (width + _GAP, height - _HEAD)
    larger = hall.paper[0] / PORTRAIT[0]
    grid = largest_grid(len(cells), room, cell, (_SMALLEST * larger, _LARGEST * larger))

    def draw(cells: Sequence[Draw], canvas: Canvas) -> None:
        """Draw the head, then the cells, down the columns or along the rows."""
        _head(hall, kind, canvas)
        # Where they are few they share the width.
        columns = max(min(grid.columns, len(cells)), 1)
        wide, rows = (width + _GAP) / columns, -(-len(cells) // columns)
        for number, cell in enumerate(cells):
            column, row = divmod(number, rows) if is_down else divmod(number, columns)[::-1]
            cell(canvas, (column * wide, height - _HEAD - row * grid.cell[1]), wide - _GAP, grid.size)

    most = grid.columns * grid.rows
    return [Drawing(hall.room, partial(draw, cells[first : first + most])) for first in pages_of(cells, most)]


def _head(hall: HallPrintContext, kind: str, canvas: Canvas) -> None:
    """Draw the event, the round, and a code that leads phones to the personal pages."""
    width, height = hall.room
    room = width - _SEATS_QR - 8 * mm
    write(canvas, hall.event.name, (0, height - 12), 12, room=room)
    write(canvas, f"{hall.round_name} · {kind}", (0, height - 40), 24, font=BOLD, room=room)
    text = _("The own seat on the phone: scan, or open %(address)s") % {"address": hall.numbers_link}
    write(canvas, text, (0, height - 58), 9, colour=SOFT, room=room)
    draw_code(canvas, hall.numbers_link, width - _SEATS_QR, height - _SEATS_QR, _SEATS_QR)
    rule(canvas, (0, height - _HEAD + 3 * mm), width)


def _called(seat: HallSeat, has_namesake: bool) -> str:
    return f"{seat.name} ({seat.number})" if has_namesake and seat.number else seat.name


def _person(
    entry: tuple[str, str, Sequence[str]], canvas: Canvas, at: tuple[float, float], width: float, size: float
) -> None:
    """One person: name, table, badges."""
    (name, table, colours), (left, top) = entry, at
    base = top - size * 1.1
    badges = len(colours) * 1.25 * size
    write(canvas, name, (left, base), size, room=width - badges - 2.6 * size)
    before = left + width - badges
    write(canvas, table, (before - 0.4 * size, base), size * 1.1, font=BOLD, align="right")
    for number, colour in enumerate(colours):
        draw_badge(canvas, colour, before + (number + 0.6) * 1.25 * size, base + size * 0.36, size * 2.6)
    rule(canvas, (left, top - size * _LINE + 0.5), left + width, LINE, 0.4)


def _card(table: SeatedTable, canvas: Canvas, at: tuple[float, float], width: float, size: float) -> None:
    """One table: its number, and a line for each person at it."""
    left, top = at
    rule(canvas, at, left + width)
    write(canvas, str(table.table), (left, top - size * 1.9), size * 2, font=BOLD)
    word, beside = pgettext("furniture", "Table"), (left + width, top - size * 1.9)
    write(canvas, word, beside, size * 0.8, colour=SOFT, align="right")
    for number, seat in enumerate(table.seats):
        base = top - (_NUMBER + _LINE * number + 1.0) * size
        badges = len(seat.colours) * 1.25 * size + 0.4 * size
        for index, colour in enumerate(seat.colours):
            draw_badge(canvas, colour, left + (index + 0.55) * 1.25 * size, base + size * 0.36, size * 2.6)
        write(canvas, seat.name, (left + badges, base), size, room=width - badges)


_CODE = 110 * mm


def registration_poster(hall: HallPrintContext) -> list[Flowable]:
    path = reverse("tournaments:register", args=[hall.event.presenter.event.slug])
    conditions = services.registration_of(hall.event.presenter.event).conditions
    return [_poster(hall, _("Register here"), hall.event.address(path), note=conditions)]


def door_poster(hall: HallPrintContext) -> list[Flowable]:
    """The poster at the door with its code; none while check-in by phone is not open."""
    event = hall.event.presenter.event
    code = services.code_at_door(event, services.registration_of(event))
    if not code:
        return []
    path = reverse("tournaments:door", args=[event.slug, code])
    return [_poster(hall, _("Check in here"), hall.event.address(path), code=code)]


def _poster(hall: HallPrintContext, title: str, link: str, code: str = "", note: str = "") -> Drawing:
    """A page: what it is for, event and day, the code for phones, what to type without one, a note.

    All of it is in the middle, half as large again on A3.
    """
    width, height = hall.room
    larger = hall.paper[0] / PORTRAIT[0]

    def draw(canvas: Canvas) -> None:
        def line(text: str, y: float, size: float, font: str = FONT, colour: Color = INK) -> None:
            at = (width / 2, y)
            write(canvas, text, at, size * larger, font=font, colour=colour, room=width, align="middle")

        size, down = _CODE * larger, height - 30 * mm * larger
        line(title, down, 44, BOLD)
        line(hall.event.name, down - 16 * mm * larger, 20)
        line(hall.event.day, down - 26 * mm * larger, 20)
        down -= 34 * mm * larger + size
        draw_code(canvas, link, (width - size) / 2, down, size)
        if code:
            down -= 26 * mm * larger
            line(code, down, 54, BOLD)
        down -= 14 * mm * larger
        line(link, down, 14, colour=SOFT)
        if note:
            style = ParagraphStyle(
                "note", TEXT, fontSize=14 * larger, leading=19 * larger, alignment=TA_CENTER
            )
            below = down - 10 * mm
            place(canvas, note, style, (0, below), (width, below))

    return Drawing(hall.room, draw)
