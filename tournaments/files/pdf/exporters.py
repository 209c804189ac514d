"""The prints of an event, by their addresses: ``/events/<slug>/table.pdf`` and its like."""

from collections.abc import Callable

from tournaments.files.pdf.slips import slips
from tournaments.files.pdf.standings import schedule_print, table
from tournaments.kit.exporter import Exporter
from tournaments.kit.paper import EventPrintContext
from tournaments.models import Event
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.queries import made_at


def _print(name: str, about: str, printed: Callable[[EventPrintContext], bytes]) -> Exporter:
    def write(event: Event, address: Callable[[str], str], language: str) -> bytes:
        return printed(EventPrintContext(EventPresenter(event), made_at([event])[event.pk], address))

    return Exporter(name, "pdf", "application/pdf", about, write, is_print=True)


EXPORTERS = (
    _print("table", "The table of an event on A4, with what decided each place.", table),
    _print(
        "schedule",
        "All games of an event on A4: who plays, who starts and why, what came of it.",
        schedule_print,
    ),
    _print(
        "slips",
        "Result slips for the next games: two on a page of A4, each with a QR code of the public page of its game.",
        slips,
    ),
)
