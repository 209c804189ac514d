"""A hall on paper: what its prints have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from reportlab.lib.pagesizes import A3
from reportlab.lib.units import mm

from games.templatetags.board import localized
from tournaments.formats.open.hall import counts_captures
from tournaments.hall.seat_plan import RoundView, SeatedTable
from tournaments.kit.paper import PORTRAIT, EventPrintContext

PAPERS = {"a4": PORTRAIT, "a3": A3}
MARGIN = 12 * mm
#: Below the page's frame stand the foot and its number (``document``).
FOOT = 15 * mm


@dataclass(frozen=True)
class HallPrintContext:
    """A hall as it is to be printed; ``round`` is the requested one, None where there is none."""

    event: EventPrintContext
    round: RoundView | None
    #: Number of a game → the path at which its slip is entered.
    slip_paths: Mapping[int, str]
    paper: tuple[float, float] = PORTRAIT
    #: The first start number to print passes for.
    first: int = 1

    @property
    def room(self) -> tuple[float, float]:
        return self.paper[0] - 2 * MARGIN, self.paper[1] - MARGIN - FOOT - 1

    @property
    def round_name(self) -> str:
        return localized(self.round.name) if self.round else ""

    @property
    def counts_captures(self) -> bool:
        return counts_captures(self.event.presenter.event.format_settings)

    @property
    def numbers_link(self) -> str:
        return self.event.address(
            reverse("tournaments:start-numbers", args=[self.event.presenter.event.slug])
        )

    def number_link(self, number: int) -> str:
        slug = self.event.presenter.event.slug
        return self.event.address(reverse("tournaments:start-number", args=[slug, number]))

    @property
    def tables(self) -> Sequence[SeatedTable]:
        return self.round.tables if self.round else ()


def pages_of(items: Sequence[object], most: int) -> range:
    return range(0, len(items), most)
