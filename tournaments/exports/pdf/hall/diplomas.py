"""Diplomas: one for every place with a prize, of players, teams and groups, and the youngest, once it is over."""

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
from tournaments.exports.pdf.document import BOLD, INK, SOFT, TEXT, place, rule, write
from tournaments.exports.pdf.hall.context import HallPrintContext
from tournaments.formats import phrases
from tournaments.models import exact
from tournaments.ranking_rules.formatting import format_points

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
    """Who is honoured for what: a player, or a team, with what it rests on; ``among`` is the group."""

    title: str
    name: str
    about: str
    among: str = ""


def diplomas(hall: HallPrintContext) -> list[Flowable]:
    return [Diploma(hall, each) for each in _honoured(hall)]


def _honoured(hall: HallPrintContext) -> list[Honoured]:
    projection = hall.event.presenter.projection
    if projection["finished"] is None:
        return []
    found = _best(projection, projection)
    for part in projection.get("parts", ()):
        found += _best(projection, part, localized(part["name"]))
    names = {entry["key"]: entry["name"] for entry in projection["entries"]}
    youngest = hall.event.presenter.event.entries.filter(youngest=True).order_by("number")
    title = _("Youngest player")
    return [*found, *(Honoured(title, names[key], "") for key in youngest.values_list("key", flat=True))]


def _best(projection: Mapping[str, Any], table: Mapping[str, Any], among: str = "") -> list[Honoured]:
    """List those of a table who have a prize; of a team the members whose results count are named."""
    of_teams = table.get("of_teams", False)
    found = []
    for row in table["rows"]:
        if row["place"] <= projection["settings"]["prizes"]:
            about = _figure(table["columns"], row)
            if of_teams:
                about = f"{about}\n{_members(projection, row['entrant'])}"
            title = _("%(place)s place") % {"place": localized(phrases.ordinal(row["place"]))}
            found.append(Honoured(title, row["name"], about, "" if of_teams else among))
    return found


def _figure(columns: Sequence[Mapping[str, Any]], row: Mapping[str, Any]) -> str:
    column, figure = columns[0], row["figures"][0]
    return f"{format_points(exact(figure))} {localized(column['one'] if figure == 1 else column['many'])}"


def _members(projection: Mapping[str, Any], team: str) -> str:
    keys = {entry["key"] for entry in projection["entries"] if entry["team"] == team}
    return ", ".join(
        [row["name"] for row in projection["rows"] if row["entrant"] in keys][
            : projection["settings"]["team_size"]
        ]
    )


class Diploma(Flowable):
    """One diploma, a page."""

    def __init__(self, hall: HallPrintContext, honoured: Honoured) -> None:
        super().__init__()
        self.hall, self.honoured = hall, honoured
        self.width, self.height = hall.room

    def draw(self) -> None:
        """The track as a border, in it what is honoured."""
        canvas = self.canv
        _border(canvas, self.width, self.height)
        room = self.width - 4 * _STEP
        down = self.height - 40 * mm
        for text, style, most, gap in (
            (_("Diploma"), _KIND, 60, 16 * mm),
            (self.hall.event.name, _FACTS, 60, 20 * mm),
            (self.honoured.title, _PLACE, 40, 6 * mm),
            (self.honoured.among, _FACTS, 24, 4 * mm),
            (self.honoured.name, _NAME, 110, 8 * mm),
            (self.honoured.about, _FACTS, 66, 0.0),
        ):
            if text:
                down -= place(canvas, text, style, (2 * _STEP, down), (room, most)) + gap
        write(canvas, self.hall.event.day, (2 * _STEP, 32 * mm), 11)
        rule(canvas, (self.width / 2, 31 * mm), self.width - 2 * _STEP, SOFT)
        write(canvas, _("Signature"), (self.width / 2, 26 * mm), 9, colour=SOFT)


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
