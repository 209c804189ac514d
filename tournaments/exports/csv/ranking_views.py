"""The addresses of the sheets of rankings: ``/rankings/<list>/table.csv`` and its like."""

from __future__ import annotations

from collections.abc import Callable

import orjson
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from games.api import query_params as wanted
from games.api.serializers import NOT_FOUND
from games.visibility.viewers import told_of
from tournaments.exports.base import ASKED_WITH, UNCHANGED, File, FileView, hand_out
from tournaments.exports.csv import rankings as sheets
from tournaments.exports.csv.writer import CONTENT_TYPE, Sheet
from tournaments.models import Event
from tournaments.rankings.queries import known_units, points_of, titles
from tournaments.rankings.requests import drawn_for
from tournaments.rankings.store import as_text

#: So many titles, the latest, are in one sheet.
MOST_TITLES = 2000
_RESPONSES = {(200, "text/csv"): OpenApiTypes.STR, 304: UNCHANGED, **NOT_FOUND}
#: A list of a past day.
ON = OpenApiParameter("on", OpenApiTypes.DATE, description="As it stood at the end of that day.")


class ListSheetView(FileView):
    """A sheet of a list."""

    @extend_schema(parameters=[*ASKED_WITH, ON], responses=_RESPONSES)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The list: places, points, what decided each place, what is defended and what is needed."""
        return _of_list(request, slug, "table", sheets.list_sheet)


class CountedSheetView(FileView):
    """What a list counts."""

    @extend_schema(parameters=[*ASKED_WITH, ON], responses=_RESPONSES)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """What a list counts: a row for each player and event, the latest first."""
        return _of_list(request, slug, "counted", sheets.counted_sheet)


class PointsSheetView(FileView):
    """The ranking points of an event."""

    @extend_schema(parameters=ASKED_WITH, responses=_RESPONSES)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """What an event has given in ranking points: TP, WP and CP, each by itself."""
        language = wanted.language(request.query_params)
        event = get_object_or_404(Event.objects.defer("projection"), slug=slug)
        told = points_of(event, known_units(request, event))
        file = _file(f"{slug}-points", language, as_text(told), lambda: sheets.points_sheet(told))
        return told_of(event, hand_out(request, file))


class TitlesSheetView(FileView):
    """Titles."""

    @extend_schema(parameters=ASKED_WITH, responses=_RESPONSES)
    def get(self, request: Request) -> HttpResponseBase:
        """Who has won which event, the latest 2,000."""
        language = wanted.language(request.query_params)
        found = list(titles(timezone.now())[:MOST_TITLES])
        told = repr(sheets.titles_sheet(found).rows)
        return hand_out(request, _file("titles", language, told, lambda: sheets.titles_sheet(found)))


def _of_list(
    request: Request, slug: str, name: str, sheet: Callable[[sheets.Told], Sheet]
) -> HttpResponseBase:
    language, drawn = wanted.language(request.query_params), drawn_for(request, slug)
    file = _file(f"{slug}-{name}", language, drawn.text, lambda: sheet(orjson.loads(drawn.text)))
    return hand_out(request, file)


def _file(name: str, language: str, made_of: str, sheet: Callable[[], Sheet]) -> File:
    return File(f"{name}.csv", CONTENT_TYPE, language, [made_of], lambda: sheet().as_csv(language))
