"""The kit of all prints: a document on A4 with page numbers and a foot, letters, badges, QR codes, tables; and what all
prints of an event have in common.

The same content gives the same bytes.
"""

import importlib.resources
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import partial
from hashlib import sha256
from itertools import groupby
from math import inf
from typing import Any, Literal, cast
from xml.sax.saxutils import escape

import segno
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext as _
from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.fonts import addMapping
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import TimeStamp
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    LongTable,
    PageTemplate,
    Paragraph,
    TableStyle,
)

from games.access.site_name import site_name
from games.drawing.symbols import CIRCLE, CORNERS, PAINTS
from games.templatetags.board import localized, rule_set_label
from rules import LETTERS
from tournaments.standings.presenters import EventPresenter

FONT, BOLD = "FiraSans-Regular", "FiraSans-Bold"
INK = colors.HexColor("#2a1e12")
SOFT = colors.HexColor("#6b5741")
LINE = colors.HexColor("#b9a98c")
SHADE = colors.HexColor("#f4efe4")

MARGIN = 15 * mm
#: Room for the foot.
_FOOT = 15 * mm
PORTRAIT, LANDSCAPE = A4, landscape(A4)

TEXT = ParagraphStyle("text", fontName=FONT, fontSize=9, leading=11.5, textColor=INK)
FIGURE = ParagraphStyle("figure", TEXT, alignment=TA_RIGHT)
SMALL = ParagraphStyle("small", TEXT, fontSize=7.5, leading=9.5, textColor=SOFT)
HEADING = ParagraphStyle("heading", TEXT, fontName=BOLD, fontSize=8, leading=10)
FIGURE_HEADING = ParagraphStyle("figure heading", HEADING, alignment=TA_RIGHT)
TITLE = ParagraphStyle("title", TEXT, fontName=BOLD, fontSize=18, leading=22)
FACTS = ParagraphStyle("facts", TEXT, textColor=SOFT, spaceAfter=4 * mm)
NOTE = ParagraphStyle("note", TEXT, spaceAfter=3 * mm)


def _load_letters() -> None:
    """Make the fonts known: Fira Sans has Latin, Greek and Cyrillic letters."""
    files = importlib.resources.files("fontpkg_fira_sans") / "files"
    faces: tuple[tuple[str, Literal[0, 1]], ...] = ((FONT, 0), (BOLD, 1))
    for name, bold in faces:
        with importlib.resources.as_file(files / f"{name}.ttf") as path:
            pdfmetrics.registerFont(TTFont(name, str(path)))
        # There is no need for italics.
        addMapping(FONT, bold, 0, name)
        addMapping(FONT, bold, 1, name)


# Nothing can be written before.
_load_letters()


@dataclass(frozen=True, slots=True)
class Imprint:
    """The foot and the metadata of a document: its subject, as of when, where to find the news.

    ``as_of`` says in words what ``dated`` says for programs. Without it there is no foot: a diploma has none, nor
    has what hangs at the door.
    """

    title: str
    dated: datetime
    as_of: str = ""
    address: str = ""


def text_paragraph(text: str, style: ParagraphStyle = TEXT) -> Paragraph:
    """A text, whatever characters it has, as a paragraph; its lines stay lines."""
    return Paragraph("<br/>".join(map(escape, text.splitlines())), style)


def render_pdf(
    story: Sequence[Flowable],
    imprint: Imprint,
    *,
    page: tuple[float, float] = PORTRAIT,
    margin: float = MARGIN,
) -> bytes:
    """The story on as many pages as it needs, each with foot and number."""
    width, height = page
    frame = Frame(
        margin,
        _FOOT,
        width - 2 * margin,
        height - _FOOT - margin,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    file = io.BytesIO()
    document = BaseDocTemplate(
        file,
        pagesize=page,
        pageTemplates=[PageTemplate("page", [frame])],
        title=imprint.title,
        author=site_name(),
        creator="Rauswurf",
        lang=get_language(),
    )
    document.build(list(story), canvasmaker=partial(_Pages, imprint, margin, width - margin))
    return file.getvalue()


class _Pages(Canvas):
    """A canvas that holds its pages back until it is known how many there are."""

    def __init__(self, imprint: Imprint, left: float, right: float, filename: Any, **how: Any) -> None:
        # As invariant it takes nothing from the machine: neither its clock nor its chance.
        super().__init__(filename, **{**how, "invariant": 1})
        self._imprint, self._left, self._right = imprint, left, right
        self._held: list[dict[str, Any]] = []
        stamp = TimeStamp(1)
        stamp.t = imprint.dated.timestamp()
        stamp.lt = imprint.dated.astimezone(UTC).timetuple()
        stamp.YMDhms = stamp.lt[:6]
        cast(Any, self)._doc._timeStamp = stamp

    def showPage(self) -> None:  # noqa: N802  # the name is the library's
        self._held.append(dict(self.__dict__))
        cast(Any, self)._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._held, start=1):
            self.__dict__.update(page)
            if self._imprint.as_of:
                base, middle = 9 * mm, (self._left + self._right) / 2
                text = _("Page %(number)s of %(pages)s") % {"number": number, "pages": len(self._held)}
                write(self, self._imprint.as_of, (self._left, base), 7.5, colour=SOFT)
                write(self, self._imprint.address, (middle, base), 7.5, colour=SOFT, align="middle")
                write(self, text, (self._right, base), 7.5, colour=SOFT, align="right")
            super().showPage()
        super().save()


def width_of(text: str, style: ParagraphStyle) -> float:
    width: float = pdfmetrics.stringWidth(text, style.fontName, style.fontSize)
    return width


# -- by coordinates --------------------------------------------------------------------------------

#: No letter of a text that is made to fit is smaller.
_SMALLEST = 5


def write(
    canvas: Canvas,
    text: str,
    at: tuple[float, float],
    size: float,
    *,
    font: str = FONT,
    colour: colors.Color = INK,
    room: float = inf,
    align: Literal["left", "middle", "right"] = "left",
) -> None:
    """Write a text on one line, smaller where it would take more room."""
    needed = pdfmetrics.stringWidth(text, font, size)
    canvas.setFillColor(colour)
    canvas.setFont(font, size if needed <= room else size * room / needed)
    draw = {"left": canvas.drawString, "middle": canvas.drawCentredString, "right": canvas.drawRightString}
    draw[align](*at, text)


def place(
    canvas: Canvas, text: str, style: ParagraphStyle, top: tuple[float, float], room: tuple[float, float]
) -> float:
    """Place a text below a point, small enough to fit; however long, it stays readable. Return its height."""
    paragraph, height = fitting(text, style, *room)
    paragraph.drawOn(canvas, top[0], top[1] - height)
    return height


def fitting(text: str, style: ParagraphStyle, width: float, height: float) -> tuple[Paragraph, float]:
    """A text small enough to fit, and its height; however long, it stays readable."""
    while True:
        paragraph = text_paragraph(text, style)
        needed: float = paragraph.wrap(width, height)[1]
        if needed <= height or style.fontSize <= _SMALLEST:
            return paragraph, needed
        size = style.fontSize - 1
        style = ParagraphStyle(style.name, style, fontSize=size, leading=size * 1.2)


def rule(
    canvas: Canvas, at: tuple[float, float], right: float, colour: colors.Color = INK, weight: float = 1
) -> None:
    """Draw a line from a point to the right."""
    canvas.setStrokeColor(colour)
    canvas.setLineWidth(weight)
    canvas.line(*at, right, at[1])


def draw_cut(canvas: Canvas, width: float, y: float = 0) -> None:
    """Draw the line at which a print is cut apart."""
    canvas.setStrokeColor(LINE)
    canvas.setDash(2, 2)
    canvas.line(0, y, width, y)
    canvas.setDash()


def draw_box(canvas: Canvas, left: float, middle: float, width: float, height: float = 6 * mm) -> None:
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.6)
    canvas.rect(left, middle - height / 2, width, height)


#: The shapes are some 0.4 wide; this number of points makes a badge as high as a line.
_SCALE = 28.0
BADGE = 13.0


def draw_badge(canvas: Canvas, colour: str, x: float, y: float, scale: float = _SCALE) -> None:
    """The shape of a colour with its letter, its middle at ``x``, ``y``."""
    canvas.saveState()
    canvas.setFillColor(colors.HexColor(PAINTS[colour].fill))
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.6)
    canvas.setLineJoin(1)
    if colour in CORNERS:
        # The drawing's y points down, that of the page up.
        path = canvas.beginPath()
        first, *others = [(x + at.real * scale, y - at.imag * scale) for at in CORNERS[colour]]
        path.moveTo(*first)
        for corner in others:
            path.lineTo(*corner)
        path.close()
        canvas.drawPath(path, fill=1, stroke=1)
    else:
        canvas.circle(x, y, CIRCLE * scale, fill=1, stroke=1)
    canvas.setFillColor(colors.HexColor(PAINTS[colour].letter))
    size = scale * 0.2
    canvas.setFont(BOLD, size)
    canvas.drawCentredString(x, y - size * 0.36, LETTERS[colour])
    canvas.restoreState()


class Drawing(Flowable):
    """Something of a width and height that ``draw`` draws by coordinates, from its lower left corner."""

    def __init__(self, size: tuple[float, float], draw: Callable[[Canvas], None]) -> None:
        super().__init__()
        self.width, self.height = size
        self._draw = draw

    def draw(self) -> None:
        self._draw(self.canv)


class Badged(Flowable):
    """The badges of colours, and a text beside them that wraps by itself."""

    def __init__(self, colours: Sequence[str], text: str, style: ParagraphStyle = TEXT) -> None:
        super().__init__()
        self.colours = colours
        self.text: Paragraph = text_paragraph(text, style)
        self._before = len(colours) * (BADGE + 1) + (3 if colours else 0)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        _, needed = self.text.wrap(width - self._before, height)
        self.width, self.height = width, max(needed, BADGE)
        return self.width, self.height

    def draw(self) -> None:
        top = self.height - BADGE / 2
        for number, colour in enumerate(self.colours):
            draw_badge(self.canv, colour, BADGE / 2 + number * (BADGE + 1), top)
        bottom = self.height - max(self.text.height, BADGE) + max(BADGE - self.text.height, 0) / 2
        self.text.drawOn(self.canv, self._before, bottom)


def draw_code(canvas: Canvas, link: str, x: float, y: float, size: float) -> None:
    """A link as a QR code, its lower left corner at ``x``, ``y``; an eighth of it may be dirty.

    In a document each code is drawn once, and shown wherever it is used. It needs white paper around it, a
    seventh of its size.
    """
    name = f"code-{sha256(link.encode()).hexdigest()[:16]}"
    if not canvas.hasForm(name):
        canvas.beginForm(name, 0, 0, 1, 1)
        matrix = segno.make_qr(link, error="m").matrix
        canvas.scale(1 / len(matrix), 1 / len(matrix))
        path = canvas.beginPath()
        for number, row in enumerate(matrix):
            for is_dark, run in groupby(enumerate(row), key=lambda cell: cell[1] & 1):
                columns = [column for column, _ in run]
                if is_dark:
                    path.rect(columns[0], len(matrix) - number - 1, len(columns), 1)
        canvas.setFillColor(INK)
        canvas.drawPath(path, fill=1, stroke=0)
        canvas.endForm()
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(size, size)
    canvas.doForm(name)
    canvas.restoreState()


#: Of both sides of a cell, with some room to spare.
PADDING = 3.5 * mm
_LOOK = TableStyle(
    [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 1.5 * mm),
        ("RIGHTPADDING", (0, 0), (-1, -1), 1.5 * mm),
        ("TOPPADDING", (0, 0), (-1, -1), 1.2 * mm),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.2 * mm),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("LINEBELOW", (0, 0), (-1, 0), 1, INK),
        ("LINEBELOW", (0, 1), (-1, -1), 0.3, LINE),
        ("ROWBACKGROUNDS", (0, 1), (-1, -1), (None, SHADE)),
    ]
)


def listing(
    head: Sequence[str], rows: Sequence[Sequence[Any]], widths: Sequence[float], figures: Sequence[int] = ()
) -> LongTable:
    """Rows of texts and flowables under a head; those in the columns numbered in ``figures`` stand on the right."""

    def cells(row: Sequence[Any], left: ParagraphStyle, right: ParagraphStyle) -> list[Any]:
        return [
            text_paragraph(cell, right if column in figures else left) if isinstance(cell, str) else cell
            for column, cell in enumerate(row)
        ]

    table = [cells(head, HEADING, FIGURE_HEADING), *(cells(row, TEXT, FIGURE) for row in rows)]
    return LongTable(table, colWidths=widths, repeatRows=1, splitInRow=1, style=_LOOK, hAlign="LEFT")


def figure_width(heading: str) -> float:
    """How wide a column of figures is: no word of its heading is broken."""
    longest = max((width_of(word, HEADING) for word in heading.split()), default=0)
    return max(longest + PADDING, 13 * mm)


@dataclass(frozen=True, slots=True)
class EventPrintContext:
    """An event as it is to be printed in the active language; ``address`` makes a link of a path."""

    presenter: EventPresenter
    made_at: datetime
    address: Callable[[str], str]

    @property
    def name(self) -> str:
        name: str = self.presenter.projection["name"]
        return name

    @property
    def day(self) -> str:
        return date_format(date.fromisoformat(self.presenter.projection["starts_on"]), _("j F Y"))

    @property
    def rules(self) -> str:
        return " ".join((_("Rules"), rule_set_label(self.presenter.projection["rules"])))

    @property
    def link(self) -> str:
        return self.address(self.presenter.event.get_absolute_url())

    def imprint(self, kind: str) -> Imprint:
        moment = date_format(timezone.localtime(self.made_at), _("j F Y, H:i"))
        version = self.presenter.event.version
        as_of = _("As of %(moment)s (version %(version)s)") % {"moment": moment, "version": version}
        return replace(self.footless(kind), as_of=as_of, address=self.link)

    def footless(self, kind: str) -> Imprint:
        """Return the imprint of a print of that kind that is given away or hung up: without a foot."""
        return Imprint(f"{self.name}: {kind}", self.made_at)

    def heading(self, kind: str) -> list[Flowable]:
        """The head of a print of that kind, and the state of the event, in words."""
        event, projection = self.presenter.event, self.presenter.projection
        facts = [kind, localized(event.format.name), self.rules, event.season.name]
        sentences = [
            projection["finished"]["reason"] if projection["finished"] else projection["outlook"],
            *projection["missing"],
        ]
        return [
            text_paragraph(self.name, TITLE),
            text_paragraph(" · ".join([*facts, self.day]), FACTS),
            *(
                [text_paragraph(capfirst(str(self.presenter.hold.label)), NOTE)]
                if self.presenter.hold
                else []
            ),
            *(
                text_paragraph(capfirst(localized(sentence)), NOTE)
                for sentence in sentences
                if localized(sentence)
            ),
        ]
