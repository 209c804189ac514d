"""Every print of a hall by its name; those of a round all in one go."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from tournaments.exports.pdf.document import render_pdf
from tournaments.exports.pdf.hall.codes import door_poster, registration_poster
from tournaments.exports.pdf.hall.context import MARGIN, HallPrintContext
from tournaments.exports.pdf.hall.diplomas import diplomas
from tournaments.exports.pdf.hall.name_list import name_list
from tournaments.exports.pdf.hall.passes import start_passes
from tournaments.exports.pdf.hall.posters import by_name, by_table, seats_by_name, seats_by_table
from tournaments.exports.pdf.hall.table_slips import slips_of_round, table_slips


def whole_round(hall: HallPrintContext) -> bytes:
    kind = hall.round_name or _("Rounds")
    story = [*seats_by_name(hall), *seats_by_table(hall), *slips_of_round(hall)] or hall.nothing(kind)
    return render_pdf(story, hall.event.imprint(kind), margin=MARGIN)


#: By the last part of the address.
PRINTS: Mapping[str, Callable[[HallPrintContext], bytes]] = {
    "round": whole_round,
    "seats-by-name": by_name,
    "seats-by-table": by_table,
    "table-slips": table_slips,
    "start-passes": start_passes,
    "names": name_list,
    "diplomas": diplomas,
    "registration-poster": registration_poster,
    "door-poster": door_poster,
}
