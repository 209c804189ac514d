"""The addresses of the sheets of rankings: ``/rankings/<list>/table.csv`` and its like."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

import orjson
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from games.api import query_params
from games.templatetags.board import localized
from games.visibility.viewers import vary_by_viewer
from tournaments.kit.csv import CONTENT_TYPE, Cell, CsvSheet
from tournaments.kit.exporter import ASKED_WITH, Export, ExportView, export_response, file_responses
from tournaments.models import EventPoints, exact
from tournaments.rankings.queries import points_of, requested_ranking, titles
from tournaments.standings.projection import as_text
from tournaments.visibility import visible_event

# -- rankings --------------------------------------------------------------------------------------

Projection = Mapping[str, Any]


def list_sheet(ranking: Projection) -> CsvSheet:
    """A list: places, points, what decided each place, what is defended and what is needed."""
    return CsvSheet(
        [
            _("Place"),
            _("Shared"),
            _("Player"),
            _("Points"),
            "TP",
            "WP",
            "CP",
            _("Defends"),
            _("To overtake"),
            _("Why"),
        ],
        [
            [
                row["place"],
                _("yes") if row["shared"] else "",
                row["name"],
                *(_points(row[each]) for each in ("points", "tp", "wp", "cp", "defended", "to_overtake")),
                localized(row["reason"]),
            ]
            for row in ranking["rows"]
        ],
    )


def counted_sheet(ranking: Projection) -> CsvSheet:
    """What a list counts: a row for each player and event, the latest first."""
    gains = {(gain["unit"], row["player"]): (row, gain) for row in ranking["rows"] for gain in row["gains"]}
    units = [
        (unit, gains.get((unit["unit"], row["player"])))
        for unit in ranking["counted"]
        for row in ranking["rows"]
    ]
    return CsvSheet(
        [_("Ended"), _("Event"), _("Level"), _("Player"), _("Place"), "TP", "WP", "CP", _("Points")],
        [
            [
                date.fromisoformat(unit["ended_on"]),
                localized(unit["name"]),
                unit["level"],
                found[0]["name"],
                found[1]["place"],
                *(_points(found[1][each]) for each in ("tp", "wp", "cp", "points")),
            ]
            for unit, found in units
            if found
        ],
    )


def points_sheet(points: Projection) -> CsvSheet:
    """What an event gave: a row for each player, of the event and of parts of it that count by themselves."""
    return CsvSheet(
        [_("Ended"), _("Event"), _("Level"), _("Place"), _("Player"), "TP", "WP", "CP", _("Points"), "GPP"],
        [
            [
                date.fromisoformat(unit["ended_on"]),
                localized(unit["name"]),
                unit["level"],
                row["place"],
                row["name"],
                *(_points(row[each]) for each in ("tp", "wp", "cp", "points", "gpp")),
            ]
            for unit in points["units"]
            for row in unit["rows"]
        ],
    )


def titles_sheet(titles: Iterable[EventPoints]) -> CsvSheet:
    """Who has won which event."""
    return CsvSheet(
        [_("Season"), _("Ended"), _("Event"), _("Level"), _("Winner")],
        [
            [
                title.unit.season.name,
                title.unit.ended_on,
                title.unit.event.name,
                title.unit.level,
                title.player.shown_as,
            ]
            for title in titles
        ],
    )


def _points(text: int | str | None) -> Cell:
    return None if text is None else exact(text)


# -- views -----------------------------------------------------------------------------------------

#: The number of titles in one sheet, the latest.
MOST_TITLES = 2000
_RESPONSES = file_responses(CONTENT_TYPE)
#: A list of a past day.
ON = OpenApiParameter("on", OpenApiTypes.DATE, description="As it stood at the end of that day.")


class ListSheetView(ExportView):
    """A sheet of a list."""

    @extend_schema(parameters=[*ASKED_WITH, ON], responses=_RESPONSES)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The list: places, points, what decided each place, what is defended and what is needed."""
        return _of_list(request, slug, "table", list_sheet)


class CountedSheetView(ExportView):
    """What a list counts."""

    @extend_schema(parameters=[*ASKED_WITH, ON], responses=_RESPONSES)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """What a list counts: a row for each player and event, the latest first."""
        return _of_list(request, slug, "counted", counted_sheet)


class PointsSheetView(ExportView):
    """The ranking points of an event."""

    @extend_schema(parameters=ASKED_WITH, responses=_RESPONSES)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """What an event has given in ranking points: TP, WP and CP, each by itself."""
        language = query_params.language(request.query_params)
        event = visible_event(request, slug)
        points = points_of(event)
        file = _file(f"{slug}-points", language, as_text(points), lambda: points_sheet(points))
        return vary_by_viewer(event, export_response(request, file))


class TitlesSheetView(ExportView):
    """Titles."""

    @extend_schema(parameters=ASKED_WITH, responses=_RESPONSES)
    def get(self, request: Request) -> HttpResponseBase:
        """Who has won which event, the latest 2,000."""
        language = query_params.language(request.query_params)
        found = list(titles()[:MOST_TITLES])
        rows = repr(titles_sheet(found).rows)
        return export_response(request, _file("titles", language, rows, lambda: titles_sheet(found)))


def _of_list(
    request: Request, slug: str, name: str, sheet: Callable[[Projection], CsvSheet]
) -> HttpResponseBase:
    language, drawn = query_params.language(request.query_params), requested_ranking(request, slug)
    file = _file(f"{slug}-{name}", language, drawn.text, lambda: sheet(orjson.loads(drawn.text)))
    return export_response(request, file)


def _file(name: str, language: str, made_of: str, sheet: Callable[[], CsvSheet]) -> Export:
    return Export(f"{name}.csv", CONTENT_TYPE, language, [made_of], lambda: sheet().as_csv(language))
