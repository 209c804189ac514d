"""The addresses of the sheets: ``/events/<slug>/table.csv`` and its like."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.schemas import NOT_FOUND
from games.viewers import told_of
from tournaments.handed_out import ASKED_WITH, UNCHANGED, File, FileView, hand_out, language_of
from tournaments.seen import event_for
from tournaments.sheets import event as sheets
from tournaments.sheets.sheet import CONTENT_TYPE, Sheet
from tournaments.showing import EventShown


class EventSheetView(FileView):
    """A sheet of an event; what it holds is said by the class, which is what is described."""

    sheet: ClassVar[Callable[[EventShown], Sheet]]
    name: ClassVar[str]

    @extend_schema(
        parameters=ASKED_WITH,
        responses={(200, "text/csv"): OpenApiTypes.STR, 304: UNCHANGED, **NOT_FOUND},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        language, event = language_of(request), event_for(request, slug)
        file = File(
            f"{slug}-{self.name}.csv",
            CONTENT_TYPE,
            language,
            [event.projection],
            lambda: type(self).sheet(EventShown(event)).as_csv(language),
        )
        return told_of(event, hand_out(request, file))


class TableSheetView(EventSheetView):
    """The table of an event: places, figures, and what decided each place."""

    name, sheet = "table", staticmethod(sheets.table_sheet)


class GamesSheetView(EventSheetView):
    """The games of an event that have begun, a row for each player of each game."""

    name, sheet = "games", staticmethod(sheets.games_sheet)


class ScheduleSheetView(EventSheetView):
    """All games of an event by number, played or not."""

    name, sheet = "schedule", staticmethod(sheets.schedule_sheet)


class DrawsSheetView(EventSheetView):
    """What was drawn in an event."""

    name, sheet = "draws", staticmethod(sheets.draws_sheet)


class EntriesSheetView(EventSheetView):
    """Who is entered in an event."""

    name, sheet = "entries", staticmethod(sheets.entries_sheet)


VIEWS = (TableSheetView, GamesSheetView, ScheduleSheetView, DrawsSheetView, EntriesSheetView)
