"""Diplomas: one for every place with a prize, of players and of teams, once the event is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from games.templatetags.board import localized
from tournaments.exports.pdf.document import BOLD, FONT, INK, NOTE, SOFT, TEXT, render_pdf, text_paragraph
from tournaments.exports.pdf.hall.context import MARGIN, HallPrintContext
from tournaments.exports.pdf.slips import fitting
from tournaments.formats import phrases

#: The red of the frame of a board, and its white fields as a border.
_RED = colors.HexColor("#8a2b1c")
_FIELD = 4.2 * mm
_STEP = 10 * mm
_KIND = ParagraphStyle(
    "diploma", TEXT, fontName=BOLD, fontSize=44, leading=52, alignment=TA_CENTER, textColor=_RED
)
_PLACE = ParagraphStyle("place", TEXT, fontName=BOLD, fontSize=30, leading=36, alignment=TA_CENTER)
_NAME = ParagraphStyle("name", TEXT, fontName=BOLD, fontSize=40, leading=48, alignment=TA_CENTER)
_FACTS = ParagraphStyle("facts", TEXT, fontSize=15, leading=21, alignment=TA_CENTER)


@dataclass(frozen=True, slots=True)
class Honoured:
    """Who has which place: a player, or a team with its members."""

    place: int
    name: str
    about: str


def diplomas(hall: HallPrintContext) -> bytes:
    """The diplomas as PDF; before the end a page that says so."""
    kind = _("Diplomas")
    story: list[Flowable] = [Diploma(hall, each) for each in _honoured(hall)]
    if not story:
        told = _("Diplomas are written when the event is over.")
        story = [*hall.event.heading(kind), text_paragraph(told, NOTE)]
    return render_pdf(story, hall.event.imprint(kind), margin=MARGIN)


def _honoured(hall: HallPrintContext) -> list[Honoured]:
    told = hall.event.presenter.projection
    if told["finished"] is None:
        return []
    places = told["settings"]["prizes"]
    of_teams = next((part for part in told.get("parts", ()) if part["of_teams"]), None)
    own = [Honoured(row["place"], row["name"], _figure(told["columns"], row)) for row in told["rows"]]
    teams = [
        Honoured(row["place"], row["name"], _members(told["entries"], row["entrant"]))
        for row in (of_teams or {"rows": ()})["rows"]
    ]
    return [each for each in (*own, *teams) if each.place <= places]


def _figure(columns: Sequence[Mapping[str, Any]], row: Mapping[str, Any]) -> str:
    column, figure = columns[0], row["figures"][0]
    return f"{figure} {localized(column['one'] if figure == 1 else column['many'])}"


def _members(entries: Sequence[Mapping[str, Any]], team: str) -> str:
    return ", ".join(entry["name"] for entry in entries if entry["team"] == team)


class Diploma(Flowable):
    """One diploma, a page."""

    def __init__(self, hall: HallPrintContext, honoured: Honoured) -> None:
        super().__init__()
        self.hall, self.honoured = hall, honoured

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """The whole page."""
        self.width, self.height = self.hall.room
        return self.width, self.height

    def draw(self) -> None:
        """The track as a border, in it what is honoured."""
        canvas = self.canv
        _border(canvas, self.width, self.height)
        room = self.width - 4 * _STEP
        place = localized(phrases.ordinal(self.honoured.place))
        down = self.height - 40 * mm
        for text, style, most, gap in (
            (_("Diploma"), _KIND, 60, 16 * mm),
            (self.hall.event.name, _FACTS, 60, 20 * mm),
            (_("%(place)s place") % {"place": place}, _PLACE, 40, 6 * mm),
            (self.honoured.name, _NAME, 110, 8 * mm),
            (self.honoured.about, _FACTS, 66, 0.0),
        ):
            if text:
                paragraph, needed = fitting(text, style, room, most)
                paragraph.drawOn(canvas, 2 * _STEP, down - needed)
                down -= needed + gap
        canvas.setFillColor(INK)
        canvas.setFont(FONT, 11)
        canvas.drawString(2 * _STEP, 32 * mm, self.hall.event.day)
        canvas.setStrokeColor(SOFT)
        canvas.line(self.width / 2, 31 * mm, self.width - 2 * _STEP, 31 * mm)
        canvas.setFont(FONT, 9)
        canvas.setFillColor(SOFT)
        canvas.drawString(self.width / 2, 26 * mm, _("Signature"))


def _border(canvas: Canvas, width: float, height: float) -> None:
    canvas.setStrokeColor(INK)
    canvas.setFillColor(colors.white)
    canvas.setLineWidth(1)
    across, down = int(width // _STEP), int(height // _STEP)
    for at in range(across):
        for y in (_STEP / 2, height - _STEP / 2):
            canvas.circle((at + 0.5) * width / across, y, _FIELD, fill=1, stroke=1)
    for at in range(1, down - 1):
        for x in (width / across / 2, width - width / across / 2):
            canvas.circle(x, (at + 0.5) * height / down, _FIELD, fill=1, stroke=1)
