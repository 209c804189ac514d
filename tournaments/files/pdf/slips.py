"""Result slips: one for each game that is still to be played, two on a page of A4, to be cut apart.

The code on a slip leads to the public page of its game, or of the event while there is no game yet. Who
may record finds the way to the referee's page there, after they have shown who they are: a slip lies about on
tables and is photographed, so nothing on it lets anybody in.
"""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from games.templatetags.board import localized
from rules import COLOUR_NAMES
from tournaments.kit.paper import (
    BOLD,
    LINE,
    NOTE,
    PORTRAIT,
    SMALL,
    SOFT,
    TEXT,
    TITLE,
    EventPrintContext,
    draw_badge,
    draw_box,
    draw_code,
    draw_cut,
    fitting,
    place,
    render_pdf,
    rule,
    text_paragraph,
    write,
)
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
_EVENT = ParagraphStyle("event", TITLE, fontSize=14, leading=17)
_GAME = ParagraphStyle("game", TITLE, fontSize=20, leading=24)
_PLAYER = ParagraphStyle("player", TEXT, fontName=BOLD, fontSize=10, leading=12)


def slips(event: EventPrintContext) -> bytes:
    """The slips as PDF; where no game is to be played a page that says so."""
    games = [game for game in schedule(event.presenter) if game.stage in OPEN][:MOST_SLIPS]
    kind = _("Result slips")
    story: list[Flowable] = [PrintedSlip(event, game) for game in games]
    if not story:
        story = [*event.heading(kind), text_paragraph(_("No games to play."), NOTE)]
    return render_pdf(story, event.imprint(kind), margin=_MARGIN)


class PrintedSlip(Flowable):
    """The slip of a game."""

    def __init__(self, event: EventPrintContext, game: ScheduledGame) -> None:
        super().__init__()
        self.width, self.height = _WIDTH, _HEIGHT
        self.event, self.game = event, game

    def draw(self) -> None:
        """From the top: what it is of, who plays, who starts, who signs."""
        self._players(self._head(self.height - 3 * mm) - 4 * mm)
        self._end(16 * mm)
        draw_cut(self.canv, self.width, -1 * mm)

    def _head(self, top: float) -> float:
        game, season = self.game, self.event.presenter.event.season
        facts = [season.name, self.event.day, self.event.rules]
        down, room = top, self.width - _QR - 6 * mm
        for text, style, most in (
            (self.event.name, _EVENT, 12 * mm),
            (" · ".join(facts), SMALL, 7 * mm),
            (game.title, _GAME, 10 * mm),
            (game.place or _blank(_("Board"), 8), TEXT, 5 * mm),
        ):
            down -= place(self.canv, text, style, (0, down), (room, most)) + 0.5 * mm
        path = reverse("games:game", args=[game.game]) if game.game else ""
        link = self.event.address(path) if path else self.event.link
        draw_code(self.canv, link, self.width - _QR, top - _QR, _QR)
        caption = _("The game and its board") if path else _("The event")
        below = (self.width - _QR / 2, top - _QR - 6 * mm)
        write(self.canv, caption, below, 7, colour=SOFT, align="middle")
        return min(down, top - _QR - 7 * mm)

    def _players(self, top: float) -> None:
        headings = (_("Colour"), _("Player"), _("Place"), _("Pawns home"), _("Signature"))
        for heading, left in zip(headings, _COLUMNS, strict=True):
            write(self.canv, heading, (left, top), 7.5, font=BOLD)
        down = top - 1.5 * mm
        rule(self.canv, (0, down), self.width)
        # Without players the names are to be filled in.
        empty = [("", [colour]) for colour in self.event.presenter.event.rules.layout().colours]
        for name, colours in [(seat.name, seat.colours) for seat in self.game.seats] or empty:
            down = self._seat(name, colours, down)

    def _seat(self, name: str, colours: Sequence[str], top: float) -> float:
        canvas, down = self.canv, top
        for colour in colours:
            down -= _LINE
            middle = down + _LINE / 2
            draw_badge(canvas, colour, 3 * mm, middle, 38)
            write(canvas, localized(COLOUR_NAMES[colour]), (8 * mm, middle - 3), 9)
            draw_box(canvas, _COLUMNS[2], middle, 12 * mm)
            for pawn in range(4):
                draw_box(canvas, _COLUMNS[3] + pawn * 7.5 * mm, middle, 6 * mm)
        text, height = fitting(name, _PLAYER, _COLUMNS[2] - _COLUMNS[1] - 3 * mm, top - down - 1 * mm)
        text.drawOn(canvas, _COLUMNS[1], (top + down) / 2 - height / 2)
        rule(canvas, (0, down), self.width, LINE, 0.5)
        return down

    def _end(self, top: float) -> None:
        canvas, starter = self.canv, self.game.starter
        write(canvas, _("Starts"), (0, top), 9)
        if starter:
            draw_badge(canvas, starter, 18 * mm, top + 3, 38)
            write(canvas, localized(COLOUR_NAMES[starter]), (23 * mm, top), 9)
        else:
            is_known = self.game.seats and self.game.stage is not GameStage.TO_COME
            thrown_for = _("(thrown for)") if is_known else ""
            write(canvas, f"______________ {thrown_for}", (15 * mm, top), 9)
        times = [f"{word} ____ : ____" for word in (_("Begun"), _("Ended"))]
        write(canvas, "      ".join([*times, _blank(_("Minutes"), 6)]), (self.width, top), 9, align="right")
        last = top - 11 * mm
        write(canvas, _blank(_("Winner"), 28), (0, last), 9)
        write(canvas, _blank(_("Referee"), 28), (self.width, last), 9, align="right")


def _blank(word: str, letters: int) -> str:
    return f"{word} {'_' * letters}"
