"""Posters of a round: by name – where do I sit –, and by table – who sits there."""

from collections import Counter
from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from tournaments.exports.pdf.badges import draw_badge
from tournaments.exports.pdf.document import BOLD, LINE, PORTRAIT, SOFT, TEXT, rule, width_of, write
from tournaments.exports.pdf.hall.context import HallPrintContext, pages_of
from tournaments.exports.pdf.hall.grid import Grid, largest_grid
from tournaments.exports.pdf.qr import draw_code
from tournaments.standings.seat_plan import HallSeat, SeatedTable
from tournaments.standings.seat_plan import seats_by_name as sorted_seats

#: What is read on a wall by many at once: no letter is smaller on A4, half as large again on A3.
_SMALLEST, _LARGEST = 9.0, 40.0
_GAP = 6 * mm
_HEAD = 30 * mm
_QR = 24 * mm
#: Of a very long name a column is not as wide as it; the name is written smaller.
_WIDEST_NAME = 13.0
_LINE, _NUMBER = 1.5, 2.4

Draw = Callable[[Canvas, float, float, float], None]


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
        widest = min(max(width_of(name, _style(size)) for name, _, _ in lines), _WIDEST_NAME * size)
        return widest + (3.2 + 1.25 * colours) * size + _GAP, _LINE * size

    def drawing(name: str, table: str, led: Sequence[str]) -> Callable[[float], Draw]:
        return lambda size: lambda canvas, x, y, width: _line(canvas, (name, table, led), (x, y), width, size)

    return _pages(hall, _("Seats by name"), [drawing(*line) for line in lines], cell, is_down=True)


def seats_by_table(hall: HallPrintContext) -> list[Flowable]:
    """Every table with who sits there; empty without a round."""
    tables = hall.tables
    names = [seat.name for table in tables for seat in table.seats]
    most = max((len(table.seats) for table in tables), default=0)

    def cell(size: float) -> tuple[float, float]:
        widest = min(max(width_of(name, _style(size)) for name in names), _WIDEST_NAME * size)
        colours = max(len(seat.colours) for table in tables for seat in table.seats)
        return widest + (1.2 + 1.25 * colours) * size + _GAP, (_NUMBER + 0.8 + _LINE * most) * size

    def drawing(table: SeatedTable) -> Callable[[float], Draw]:
        return lambda size: lambda canvas, x, y, width: _card(canvas, table, (x, y), width, size)

    return _pages(hall, _("Seats by table"), [drawing(table) for table in tables], cell)


def _pages(
    hall: HallPrintContext,
    kind: str,
    cells: Sequence[Callable[[float], Draw]],
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
    drawn = [each(grid.size) for each in cells]
    return [
        PosterPage(hall, kind, drawn[first : first + grid.cells], (grid, cell(grid.size)[1]), is_down)
        for first in pages_of(drawn, grid.cells)
    ]


class PosterPage(Flowable):
    """A page of a poster: head with a code for phones, then its cells, down the columns or along the rows."""

    def __init__(
        self,
        hall: HallPrintContext,
        kind: str,
        cells: Sequence[Draw],
        layout: tuple[Grid, float],
        is_down: bool,
    ) -> None:
        super().__init__()
        self.hall, self.kind, self.cells, self.is_down = hall, kind, cells, is_down
        self.grid, self.cell_height = layout
        self.width, self.height = hall.room

    def draw(self) -> None:
        """The head, and every cell at its place."""
        self._head()
        # Where they are few they share the width.
        columns = max(min(self.grid.columns, len(self.cells)), 1)
        width = (self.width + _GAP) / columns
        rows = -(-len(self.cells) // columns)
        for number, draw in enumerate(self.cells):
            column, row = divmod(number, rows) if self.is_down else divmod(number, columns)[::-1]
            top = self.height - _HEAD - row * self.cell_height
            draw(self.canv, column * width, top, width - _GAP)

    def _head(self) -> None:
        """The event, the round, and a code that leads phones to the personal pages."""
        canvas, hall, height = self.canv, self.hall, self.height
        room = self.width - _QR - 8 * mm
        write(canvas, hall.event.name, (0, height - 12), 12, room=room)
        title = f"{hall.round_name} · {self.kind}"
        write(canvas, title, (0, height - 40), 24, font=BOLD, room=room)
        text = _("The own seat on the phone: scan, or open %(address)s") % {"address": hall.numbers_link}
        write(canvas, text, (0, height - 58), 9, colour=SOFT, room=room)
        draw_code(canvas, hall.numbers_link, self.width - _QR, height - _QR, _QR)
        rule(canvas, (0, height - _HEAD + 3 * mm), self.width)


def _called(seat: HallSeat, has_namesake: bool) -> str:
    return f"{seat.name} ({seat.number})" if has_namesake and seat.number else seat.name


def _style(size: float) -> ParagraphStyle:
    return ParagraphStyle("poster", TEXT, fontName=BOLD, fontSize=size)


def _line(
    canvas: Canvas, entry: tuple[str, str, Sequence[str]], at: tuple[float, float], width: float, size: float
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


def _card(canvas: Canvas, table: SeatedTable, at: tuple[float, float], width: float, size: float) -> None:
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
