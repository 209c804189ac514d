"""Result slips: one for each game that is still to be played, two on a page of A4, to be cut apart.

The code on a slip leads to the public page of its game, or of the event while there is no game yet. Who
may record finds the way to the referee's page there, after they have shown who they are: a slip lies about on
tables and is photographed, so nothing on it lets anybody in.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph

from games.templatetags.board import localized
from rules.board import COLOUR_NAMES
from tournaments.exports.pdf.badges import draw_badge
from tournaments.exports.pdf.context import EventPrintContext
from tournaments.exports.pdf.document import (
    BOLD,
    FONT,
    INK,
    LINE,
    NOTE,
    PORTRAIT,
    SMALL,
    SOFT,
    TEXT,
    TITLE,
    render_pdf,
    text_paragraph,
)
from tournaments.exports.pdf.qr import draw_code
from tournaments.standings.schedule import OPEN, GameStage, ScheduledGame, schedule

#: The number of slips in one document, those of the next games.
MOST_SLIPS = 60
_MARGIN = 12 * mm
_WIDTH = PORTRAIT[0] - 2 * _MARGIN
_HEIGHT = 134 * mm
_QR = 27 * mm
_LINE = 10 * mm
#: Left edges of the columns: colour, player, place, pawns at home, signature.
_COLUMNS = (0.0, 30 * mm, 82 * mm, 100 * mm, 136 * mm)
#: No letter is smaller.
_SMALLEST = 5
_EVENT = ParagraphStyle("event", TITLE, fontSize=14, leading=17)
_GAME = ParagraphStyle("game", TITLE, fontSize=20, leading=24)
_PLAYER = ParagraphStyle("player", TEXT, fontName=BOLD, fontSize=10, leading=12)


@dataclass(frozen=True, slots=True)
class SlipSeat:
    """A player and their colours; an empty name is to be filled in."""

    name: str
    colours: Sequence[str]


def slips(event: EventPrintContext) -> bytes:
    """The slips as PDF; where no game is to be played a page that says so."""
    games = [game for game in schedule(event.presenter) if game.stage in OPEN][:MOST_SLIPS]
    story: list[Flowable] = [SlipFlowable(event, game) for game in games]
    if not story:
        story = [*event.heading(_("Result slips")), text_paragraph(_("No games to play."), NOTE)]
    return render_pdf(story, event.imprint(_("Result slips")), margin=_MARGIN)


class SlipFlowable(Flowable):
    """The slip of a game."""

    def __init__(self, event: EventPrintContext, game: ScheduledGame) -> None:
        super().__init__()
        self.width, self.height = _WIDTH, _HEIGHT
        self.event, self.game = event, game
        self.seats = [SlipSeat(seat.name, seat.colours) for seat in game.seats] or _empty_seats(event)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        self.draw_content()
        self.canv.setStrokeColor(LINE)
        self.canv.setDash(2, 2)
        self.canv.line(0, -1 * mm, self.width, -1 * mm)

    def draw_content(self) -> None:
        """From the top: what it is of, who plays, who starts, who signs."""
        self._players(self._head(self.height - 3 * mm) - 4 * mm)
        self._end(16 * mm)

    def _head(self, top: float) -> float:
        game, projection = self.game, self.event.presenter.projection
        facts = [projection["season"]["name"], self.event.day, self.event.rules]
        down = top
        for text, style, most in (
            (self.event.name, _EVENT, 12 * mm),
            (" · ".join(facts), SMALL, 7 * mm),
            (game.title, _GAME, 10 * mm),
            (game.place or _blank(_("Board"), 8), TEXT, 5 * mm),
        ):
            paragraph, height = fitting(text, style, self.width - _QR - 6 * mm, most)
            paragraph.drawOn(self.canv, 0, down - height)
            down -= height + 0.5 * mm
        path = reverse("games:game", args=[game.game]) if game.game else ""
        link = self.event.address(path) if path else self.event.link
        draw_code(self.canv, link, self.width - _QR, top - _QR, _QR)
        self.canv.setFont(FONT, 7)
        self.canv.setFillColor(SOFT)
        caption = _("The game and its board") if path else _("The event")
        self.canv.drawCentredString(self.width - _QR / 2, top - _QR - 6 * mm, caption)
        return min(down, top - _QR - 7 * mm)

    def _players(self, top: float) -> None:
        canvas = self.canv
        canvas.setFillColor(INK)
        canvas.setStrokeColor(INK)
        canvas.setFont(BOLD, 7.5)
        headings = (_("Colour"), _("Player"), _("Place"), _("Pawns home"), _("Signature"))
        for heading, left in zip(headings, _COLUMNS, strict=True):
            canvas.drawString(left, top, heading)
        down = top - 1.5 * mm
        canvas.setLineWidth(1)
        canvas.line(0, down, self.width, down)
        for seat in self.seats:
            down = self._seat(seat, down)

    def _seat(self, seat: SlipSeat, top: float) -> float:
        canvas, down = self.canv, top
        for colour in seat.colours:
            down -= _LINE
            middle = down + _LINE / 2
            draw_badge(canvas, colour, 3 * mm, middle, 38)
            canvas.setFillColor(INK)
            canvas.setFont(FONT, 9)
            canvas.drawString(8 * mm, middle - 3, localized(COLOUR_NAMES[colour]))
            _box(canvas, _COLUMNS[2], middle, 12 * mm)
            for pawn in range(4):
                _box(canvas, _COLUMNS[3] + pawn * 7.5 * mm, middle, 6 * mm)
        name, height = fitting(seat.name, _PLAYER, _COLUMNS[2] - _COLUMNS[1] - 3 * mm, top - down - 1 * mm)
        name.drawOn(canvas, _COLUMNS[1], (top + down) / 2 - height / 2)
        canvas.setStrokeColor(LINE)
        canvas.setLineWidth(0.5)
        canvas.line(0, down, self.width, down)
        return down

    def _end(self, top: float) -> None:
        canvas, game = self.canv, self.game
        canvas.setFillColor(INK)
        canvas.setFont(FONT, 9)
        canvas.drawString(0, top, _("Starts"))
        if game.starter:
            draw_badge(canvas, game.starter, 18 * mm, top + 3, 38)
            canvas.setFillColor(INK)
            canvas.drawString(23 * mm, top, localized(COLOUR_NAMES[game.starter]))
        else:
            canvas.drawString(15 * mm, top, f"______________ {self._thrown_for}")
        times = [f"{word} ____ : ____" for word in (_("Begun"), _("Ended"))]
        canvas.drawRightString(self.width, top, "      ".join([*times, _blank(_("Minutes"), 6)]))
        last = top - 11 * mm
        canvas.drawString(0, last, _blank(_("Winner"), 28))
        canvas.drawRightString(self.width, last, _blank(_("Referee"), 28))

    @property
    def _thrown_for(self) -> str:
        is_known = self.game.seats and self.game.stage is not GameStage.TO_COME
        return _("(thrown for)") if is_known else ""


def _empty_seats(event: EventPrintContext) -> list[SlipSeat]:
    return [SlipSeat("", [colour]) for colour in event.presenter.event.rules.layout().colours]


def fitting(text: str, style: ParagraphStyle, width: float, height: float) -> tuple[Paragraph, float]:
    """A text small enough to fit, and its height; however long, it stays readable."""
    while True:
        paragraph = text_paragraph(text, style)
        needed: float = paragraph.wrap(width, height)[1]
        if needed <= height or style.fontSize <= _SMALLEST:
            return paragraph, needed
        size = style.fontSize - 1
        style = ParagraphStyle(style.name, style, fontSize=size, leading=size * 1.2)


def _blank(word: str, letters: int) -> str:
    return f"{word} {'_' * letters}"


def _box(canvas: Canvas, left: float, middle: float, width: float) -> None:
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.6)
    canvas.rect(left, middle - 3 * mm, width, 6 * mm)
