"""Score sheets: a game a page of A4, to be written by hand throw by throw and typed in afterwards.

On top what a slip has – players, colours, who starts, boxes for places –, below room for turns in the notation of the
record (rulebook §4) with a legend. What is written there is typed in at the desk unchanged.
"""

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from games.templatetags.board import localized
from rules import COLOUR_NAMES, LETTERS
from tournaments.exports.pdf.context import EventPrintContext
from tournaments.exports.pdf.document import (
    BOLD,
    LINE,
    NOTE,
    PORTRAIT,
    SMALL,
    place,
    render_pdf,
    rule,
    text_paragraph,
    write,
)
from tournaments.exports.pdf.slips import SlipFlowable
from tournaments.standings.schedule import OPEN, schedule

#: The number of sheets in one document, those of the next games; then one to go on with.
MOST_SHEETS = 30
_MARGIN = 12 * mm
_WIDTH = PORTRAIT[0] - 2 * _MARGIN
_LEGEND = 18 * mm
_COLUMNS = 2
_GAP = 8 * mm
_ROW = 7.2 * mm
#: Rows of turns below a slip, and on a sheet of its own.
_BELOW, _WHOLE = 15, 34


def score_sheets(event: EventPrintContext) -> bytes:
    """The sheets as PDF; where no game is to be played a page that says so."""
    games = [game for game in schedule(event.presenter) if game.stage in OPEN][:MOST_SHEETS]
    story: list[Flowable] = []
    for game in games:
        story += [Top(event, game), Turns(event, _BELOW)]
    story += (
        [Turns(event, _WHOLE)]
        if games
        else [*event.heading(_("Score sheets")), text_paragraph(_("No games to play."), NOTE)]
    )
    return render_pdf(story, event.imprint(_("Score sheets")), margin=_MARGIN)


class Top(SlipFlowable):
    """The slip of a game at the head of its sheet: nothing is cut."""

    def draw(self) -> None:
        self.draw_content()


class Turns(Flowable):
    """Room for turns, numbered in rows, with the legend of the notation."""

    def __init__(self, event: EventPrintContext, rows: int) -> None:
        super().__init__()
        self.rows, self.colours = rows, event.presenter.event.rules.layout().colours
        self.width, self.height = _WIDTH, _LEGEND + rows * _ROW

    def draw(self) -> None:
        """The legend, then the rows in columns: a letter, and its throws."""
        canvas, top = self.canv, self.height - 4 * mm
        heading = _("Throws: a turn a row, the letter of the colour, then its throws")
        write(canvas, heading, (0, top), 8, font=BOLD)
        place(canvas, self.legend, SMALL, (0, top - 1.5 * mm), (self.width, _LEGEND - 8 * mm))
        wide = (self.width - (_COLUMNS - 1) * _GAP) / _COLUMNS
        for column in range(_COLUMNS):
            self._column(column * (wide + _GAP), wide)

    def _column(self, left: float, wide: float) -> None:
        for row in range(self.rows):
            base = self.height - _LEGEND - (row + 1) * _ROW
            rule(self.canv, (left, base), left + wide, LINE, 0.5)
            self.canv.rect(left, base + 1 * mm, 5.5 * mm, _ROW - 2 * mm)

    @property
    def legend(self) -> str:
        """How throws are written."""
        letters = ", ".join(f"{LETTERS[colour]} {localized(COLOUR_NAMES[colour])}" for colour in self.colours)
        return " · ".join(
            (
                letters,
                _("5 no move possible"),
                _("6:B-A a pawn comes out"),
                _("3:5-8 the pawn on field 5 goes to 8, counted from its own A"),
                _("3:5-8xR captures red"),
                _("a b c d the home fields"),
                _("% a remark, on a row of its own"),
            )
        )
