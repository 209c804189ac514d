"""A hall on paper: what its prints have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A3
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from games.models.player import folded
from games.templatetags.board import localized
from tournaments.exports.pdf.context import EventPrintContext
from tournaments.exports.pdf.document import NOTE, PORTRAIT, TEXT, TITLE, text_paragraph, width_of
from tournaments.formats.open.slips import counts_captures
from tournaments.standings.seat_plan import HallSeat, SeatedRound, SeatedTable, SeatPlan

PAPERS = {"a4": PORTRAIT, "a3": A3}
MARGIN = 12 * mm
#: Below the page's frame stand the foot and its number (``document``).
FOOT = 15 * mm
EVENT = ParagraphStyle("hall event", TEXT, fontSize=12, leading=15)
HEAD = ParagraphStyle("hall head", TITLE, fontSize=24, leading=29)


@dataclass(frozen=True)
class HallPrintContext:
    """A hall as it is to be printed; ``round`` is the one that is asked for, None where there is none."""

    event: EventPrintContext
    plan: SeatPlan
    round: SeatedRound | None
    #: Number of a game → the path at which its slip is told.
    slip_paths: Mapping[int, str]
    paper: tuple[float, float] = PORTRAIT
    #: The first start number of whom passes are printed.
    first: int = 1

    @property
    def room(self) -> tuple[float, float]:
        """Return how wide and high a page is between its margins."""
        return self.paper[0] - 2 * MARGIN, self.paper[1] - MARGIN - FOOT - 1

    @property
    def round_name(self) -> str:
        """What the round is called."""
        return localized(self.round.name) if self.round else ""

    @property
    def counts_captures(self) -> bool:
        """Check whether captures count, so that a slip has room for them."""
        event = self.event.presenter.event
        return counts_captures(event.format.settings.read(event.settings))

    @property
    def numbers_link(self) -> str:
        """The page with the field for the start number."""
        return self.event.address(
            reverse("tournaments:start-numbers", args=[self.event.presenter.event.slug])
        )

    def number_link(self, number: int) -> str:
        """Everybody's page of that number."""
        slug = self.event.presenter.event.slug
        return self.event.address(reverse("tournaments:start-number", args=[slug, number]))

    def slip_link(self, number: int) -> str:
        """Where the result of a table is told from its slip."""
        return self.event.address(self.slip_paths[number])

    def seats_by_name(self) -> list[tuple[HallSeat, SeatedTable]]:
        """List everybody who has a seat in the round, by name."""
        tables = self.round.tables if self.round else ()
        seated = [(seat, table) for table in tables for seat in table.seats]
        return sorted(seated, key=lambda each: (folded(each[0].name), each[0].number))

    def nothing(self, kind: str) -> list[Flowable]:
        """Say on a page of its own that there is no round to print."""
        return [*self.event.heading(kind), text_paragraph(_("No round has been published yet."), NOTE)]


def fitted(text: str, style: ParagraphStyle, width: float) -> float:
    """Return the size at which a text takes no more than that width on one line, at most that of its style."""
    needed = width_of(text, style)
    return style.fontSize if needed <= width else style.fontSize * width / needed


def pages_of(items: Sequence[object], most: int) -> range:
    """Return where the pages begin, each with at most so many items."""
    return range(0, len(items), most)
