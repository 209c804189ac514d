"""The sheets of an event: ``/events/<slug>/table.csv`` and its like."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.exports.base import Exporter
from tournaments.exports.csv import event as sheets
from tournaments.exports.csv.writer import CONTENT_TYPE, CsvSheet
from tournaments.models import Event
from tournaments.standings.presenters import EventPresenter


def _sheet(name: str, about: str, sheet: Callable[[EventPresenter], CsvSheet]) -> Exporter:
    def write(event: Event, address: Callable[[str], str], language: str) -> bytes:
        return sheet(EventPresenter(event)).as_csv(language)

    return Exporter(name, "csv", CONTENT_TYPE, about, write)


EXPORTERS = (
    _sheet(
        "table",
        "The table of an event: places, figures, and what decided each place.",
        sheets.table_sheet,
    ),
    _sheet(
        "parts",
        "The further tables of an event: of its teams, groups or parts.",
        sheets.parts_sheet,
    ),
    _sheet(
        "games",
        "The games of an event that have begun, a row for each player of each game.",
        sheets.games_sheet,
    ),
    _sheet("schedule", "All games of an event by number, played or not.", sheets.schedule_sheet),
    _sheet("draws", "What was drawn in an event.", sheets.draws_sheet),
    _sheet("entries", "Who is entered in an event.", sheets.entries_sheet),
    _sheet("report", "What the organiser of an event decided, and why.", sheets.report_sheet),
)
