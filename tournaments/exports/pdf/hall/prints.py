"""Every print of a hall by its name; those of a round all in one go."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from tournaments.exports.pdf.document import MARGIN as WIDE_MARGIN
from tournaments.exports.pdf.document import NOTE, render_pdf, text_paragraph
from tournaments.exports.pdf.hall.codes import door_poster, registration_poster
from tournaments.exports.pdf.hall.context import MARGIN, HallPrintContext
from tournaments.exports.pdf.hall.diplomas import diplomas
from tournaments.exports.pdf.hall.name_list import name_list
from tournaments.exports.pdf.hall.passes import start_passes
from tournaments.exports.pdf.hall.posters import seats_by_name, seats_by_table
from tournaments.exports.pdf.hall.table_slips import slips_of_round


@dataclass(frozen=True, slots=True)
class Print:
    """A print of a hall; without a story it is a page that says why."""

    #: Empty: that of the round.
    kind: Any
    story: Callable[[HallPrintContext], list[Flowable]]
    nothing: Any
    #: Given away or hung up: without a foot.
    is_footless: bool = False
    margin: float = MARGIN


def whole_round(hall: HallPrintContext) -> list[Flowable]:
    return [*seats_by_name(hall), *seats_by_table(hall), *slips_of_round(hall)]


_NO_ROUND, _NO_NUMBERS = _("No round has been published yet."), _("Nobody has a start number yet.")
#: By the last part of the address.
PRINTS: Mapping[str, Print] = {
    "round": Print("", whole_round, _NO_ROUND),
    "seats-by-name": Print(_("Seats by name"), seats_by_name, _NO_ROUND),
    "seats-by-table": Print(_("Seats by table"), seats_by_table, _NO_ROUND),
    "table-slips": Print(_("Table slips"), slips_of_round, _NO_ROUND),
    "start-passes": Print(_("Start passes"), start_passes, _NO_NUMBERS),
    "names": Print(_("Names"), name_list, _NO_NUMBERS, margin=WIDE_MARGIN),
    "diplomas": Print(
        _("Diplomas"), diplomas, _("Diplomas are written when the event is over."), is_footless=True
    ),
    "registration-poster": Print(_("Registration"), registration_poster, "", is_footless=True),
    "door-poster": Print(
        _("Check-in by phone"), door_poster, _("Check-in by phone is not open."), is_footless=True
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
