"""Every print of a hall by its name, those of a round all in one go; and diplomas."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext as _, gettext_lazy
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from games.templatetags.board import localized
from tournaments.formats import phrases
from tournaments.hall.prints.context import MARGIN, HallPrintContext
from tournaments.hall.prints.posters import (
    door_poster,
    registration_poster,
    seats_by_name,
    seats_by_table,
)
from tournaments.hall.prints.table_slips import name_list, slips_of_round, start_passes
from tournaments.kit.paper import (
    BOLD,
    INK,
    MARGIN as WIDE_MARGIN,
    NOTE,
    SOFT,
    TEXT,
    Drawing,
    place,
    render_pdf,
    rule,
    text_paragraph,
    write,
)
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


class Honoured(NamedTuple):
    """Who is honoured for what: a player, or a team, with what it rests on; ``among`` is the group."""

    title: str
    name: str
    about: str
    among: str = ""


def diplomas(hall: HallPrintContext) -> list[Flowable]:
    return [Drawing(hall.room, partial(_diploma, hall, each)) for each in _honoured(hall)]


def _honoured(hall: HallPrintContext) -> list[Honoured]:
    projection = hall.event.presenter.projection
    if projection["finished"] is None:
        return []
    tables = [(projection, ""), *((part, localized(part["name"])) for part in projection["parts"])]
    found = [each for table, among in tables for each in _best(projection, table, among)]
    names = {entry["key"]: entry["name"] for entry in projection["entries"]}
    youngest = hall.event.presenter.event.entries.filter(youngest=True).order_by("number")
    title = _("Youngest player")
    return [*found, *(Honoured(title, names[key], "") for key in youngest.values_list("key", flat=True))]


def _best(projection: Mapping[str, Any], table: Mapping[str, Any], among: str) -> Iterator[Honoured]:
    """Yield those of a table who have a prize; of a team the members whose results count are named."""
    of_teams = table.get("of_teams", False)
    for row in table["rows"]:
        if row["place"] <= projection["settings"]["prizes"]:
            about = _figure(table["columns"], row)
            if of_teams:
                about = f"{about}\n{_members(projection, row['entrant'])}"
            title = _("%(place)s place") % {"place": localized(phrases.ordinal(row["place"]))}
            yield Honoured(title, row["name"], about, "" if of_teams else among)


def _figure(columns: Sequence[Mapping[str, Any]], row: Mapping[str, Any]) -> str:
    column, figure = columns[0], row["figures"][0]
    return f"{format_points(exact(figure))} {localized(column['one'] if figure == 1 else column['many'])}"


def _members(projection: Mapping[str, Any], team: str) -> str:
    keys = {entry["key"] for entry in projection["entries"] if entry["team"] == team}
    names = [row["name"] for row in projection["rows"] if row["entrant"] in keys]
    return ", ".join(names[: projection["settings"]["team_size"]])


def _diploma(hall: HallPrintContext, honoured: Honoured, canvas: Canvas) -> None:
    """Draw the track as a border, in it what is honoured."""
    width, height = hall.room
    _border(canvas, width, height)
    down = height - 40 * mm
    for text, style, most, gap in (
        (_("Diploma"), _KIND, 60, 16 * mm),
        (hall.event.name, _FACTS, 60, 20 * mm),
        (honoured.title, _PLACE, 40, 6 * mm),
        (honoured.among, _FACTS, 24, 4 * mm),
        (honoured.name, _NAME, 110, 8 * mm),
        (honoured.about, _FACTS, 66, 0.0),
    ):
        if text:
            down -= place(canvas, text, style, (2 * _STEP, down), (width - 4 * _STEP, most)) + gap
    write(canvas, hall.event.day, (2 * _STEP, 32 * mm), 11)
    rule(canvas, (width / 2, 31 * mm), width - 2 * _STEP, SOFT)
    write(canvas, _("Signature"), (width / 2, 26 * mm), 9, colour=SOFT)


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


@dataclass(frozen=True, slots=True)
class Print:
    """A print of a hall; without a story it is a page that says why."""

    #: Empty: that of the round.
    kind: Any
    story: Callable[[HallPrintContext], list[Flowable]]
    nothing: Any
    #: Without the moment and address at the foot.
    is_footless: bool = False
    margin: float = MARGIN


_NO_ROUND, _NO_NUMBERS = (
    gettext_lazy("No round has been published yet."),
    gettext_lazy("Nobody has a start number yet."),
)
#: By the last part of the address.
PRINTS: Mapping[str, Print] = {
    "round": Print(
        "", lambda hall: [*seats_by_name(hall), *seats_by_table(hall), *slips_of_round(hall)], _NO_ROUND
    ),
    "seats-by-name": Print(gettext_lazy("Seats by name"), seats_by_name, _NO_ROUND),
    "seats-by-table": Print(gettext_lazy("Seats by table"), seats_by_table, _NO_ROUND),
    "table-slips": Print(gettext_lazy("Table slips"), slips_of_round, _NO_ROUND),
    "start-passes": Print(gettext_lazy("Start passes"), start_passes, _NO_NUMBERS),
    "names": Print(gettext_lazy("Names"), name_list, _NO_NUMBERS, margin=WIDE_MARGIN),
    "diplomas": Print(
        gettext_lazy("Diplomas"),
        diplomas,
        gettext_lazy("Diplomas are written when the event is over."),
        is_footless=True,
    ),
    "registration-poster": Print(gettext_lazy("Registration"), registration_poster, "", is_footless=True),
    "door-poster": Print(
        gettext_lazy("Check-in by phone"),
        door_poster,
        gettext_lazy("Check-in by phone is not open."),
        is_footless=True,
    ),
}


def print_hall(hall: HallPrintContext, name: str) -> bytes:
    wanted = PRINTS[name]
    kind = str(wanted.kind or hall.round_name or _("Rounds"))
    story, is_footless = wanted.story(hall), wanted.is_footless
    if not story:
        story, is_footless = [*hall.event.heading(kind), text_paragraph(str(wanted.nothing), NOTE)], False
    imprint = hall.event.footless(kind) if is_footless else hall.event.imprint(kind)
    return render_pdf(story, imprint, page=hall.paper, margin=wanted.margin)
