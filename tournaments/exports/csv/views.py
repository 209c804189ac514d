"""The addresses of the sheets: ``/events/<slug>/table.csv`` and its like."""

from __future__ import annotations

from typing import ClassVar

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api import query_params as wanted
from games.api.serializers import NOT_FOUND
from games.visibility.viewers import told_of
from tournaments.exports.base import ASKED_WITH, UNCHANGED, File, FileView, hand_out
from tournaments.exports.csv import event as sheets
from tournaments.exports.csv.writer import CONTENT_TYPE, Sheet
from tournaments.standings.presenters import EventShown
from tournaments.visibility import event_for


class EventSheetView(FileView):
    """A sheet of an event; what it holds is said by the class, which is what is described."""

    name: ClassVar[str]

    def sheet(self, shown: EventShown) -> Sheet:
        """What is handed out."""
        raise NotImplementedError

    @extend_schema(
        parameters=ASKED_WITH,
        responses={(200, "text/csv"): OpenApiTypes.STR, 304: UNCHANGED, **NOT_FOUND},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        language, event = wanted.language(request.query_params), event_for(request, slug)
        file = File(
            f"{slug}-{self.name}.csv",
            CONTENT_TYPE,
            language,
            [event.projection],
            lambda: self.sheet(EventShown(event)).as_csv(language),
        )
        return told_of(event, hand_out(request, file))


class TableSheetView(EventSheetView):
    """The table of an event: places, figures, and what decided each place."""

    name = "table"

    def sheet(self, shown: EventShown) -> Sheet:
        """Its cells."""
        return sheets.table_sheet(shown)


class GamesSheetView(EventSheetView):
    """The games of an event that have begun, a row for each player of each game."""

    name = "games"

    def sheet(self, shown: EventShown) -> Sheet:
        """Its cells."""
        return sheets.games_sheet(shown)


class ScheduleSheetView(EventSheetView):
    """All games of an event by number, played or not."""

    name = "schedule"

    def sheet(self, shown: EventShown) -> Sheet:
        """Its cells."""
        return sheets.schedule_sheet(shown)


class DrawsSheetView(EventSheetView):
    """What was drawn in an event."""

    name = "draws"

    def sheet(self, shown: EventShown) -> Sheet:
        """Its cells."""
        return sheets.draws_sheet(shown)


class EntriesSheetView(EventSheetView):
    """Who is entered in an event."""

    name = "entries"

    def sheet(self, shown: EventShown) -> Sheet:
        """Its cells."""
        return sheets.entries_sheet(shown)


class ReportSheetView(EventSheetView):
    """What the organiser of an event decided, and why."""

    name = "report"

    def sheet(self, shown: EventShown) -> Sheet:
        """Its cells."""
        return sheets.report_sheet(shown)


VIEWS = (
    TableSheetView,
    GamesSheetView,
    ScheduleSheetView,
    DrawsSheetView,
    EntriesSheetView,
    ReportSheetView,
)
