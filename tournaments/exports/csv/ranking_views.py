"""The addresses of the sheets of rankings: ``/rankings/<list>/table.csv`` and its like."""

from __future__ import annotations

from collections.abc import Callable

import orjson
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from games.api import query_params
from games.visibility.viewers import vary_by_viewer
from tournaments.exports.base import ASKED_WITH, Export, ExportView, export_response, file_responses
from tournaments.exports.csv import rankings as sheets
from tournaments.exports.csv.writer import CONTENT_TYPE, CsvSheet
from tournaments.rankings.queries import points_of, titles
from tournaments.rankings.requests import requested_ranking
from tournaments.rankings.store import as_text
from tournaments.visibility import visible_event

#: So many titles, the latest, are in one sheet.
MOST_TITLES = 2000
_RESPONSES = file_responses(CONTENT_TYPE)
#: A list of a past day.
ON = OpenApiParameter("on", OpenApiTypes.DATE, description="As it stood at the end of that day.")


class ListSheetView(ExportView):
    """A sheet of a list."""

    @extend_schema(parameters=[*ASKED_WITH, ON], responses=_RESPONSES)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The list: places, points, what decided each place, what is defended and what is needed."""
        return _of_list(request, slug, "table", sheets.list_sheet)


class CountedSheetView(ExportView):
    """What a list counts."""

    @extend_schema(parameters=[*ASKED_WITH, ON], responses=_RESPONSES)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """What a list counts: a row for each player and event, the latest first."""
        return _of_list(request, slug, "counted", sheets.counted_sheet)


class PointsSheetView(ExportView):
    """The ranking points of an event."""

    @extend_schema(parameters=ASKED_WITH, responses=_RESPONSES)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """What an event has given in ranking points: TP, WP and CP, each by itself."""
        language = query_params.language(request.query_params)
        event = visible_event(request, slug)
        told = points_of(event)
        file = _file(f"{slug}-points", language, as_text(told), lambda: sheets.points_sheet(told))
        return vary_by_viewer(event, export_response(request, file))


class TitlesSheetView(ExportView):
    """Titles."""

    @extend_schema(parameters=ASKED_WITH, responses=_RESPONSES)
    def get(self, request: Request) -> HttpResponseBase:
        """Who has won which event, the latest 2,000."""
        language = query_params.language(request.query_params)
        found = list(titles()[:MOST_TITLES])
        told = repr(sheets.titles_sheet(found).rows)
        return export_response(request, _file("titles", language, told, lambda: sheets.titles_sheet(found)))


def _of_list(
    request: Request, slug: str, name: str, sheet: Callable[[sheets.Told], CsvSheet]
) -> HttpResponseBase:
    language, drawn = query_params.language(request.query_params), requested_ranking(request, slug)
    file = _file(f"{slug}-{name}", language, drawn.text, lambda: sheet(orjson.loads(drawn.text)))
    return export_response(request, file)


def _file(name: str, language: str, made_of: str, sheet: Callable[[], CsvSheet]) -> Export:
    return Export(f"{name}.csv", CONTENT_TYPE, language, [made_of], lambda: sheet().as_csv(language))
