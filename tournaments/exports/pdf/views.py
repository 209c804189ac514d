"""The addresses of the prints: ``/events/<slug>/table.pdf`` and its like."""

from __future__ import annotations

from typing import ClassVar

import orjson
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api import query_params as wanted
from games.api.serializers import NOT_FOUND
from games.visibility.viewers import told_of
from tournaments.exports.base import ASKED_WITH, UNCHANGED, File, FileView, hand_out
from tournaments.exports.cache import pressed
from tournaments.exports.csv.ranking_views import ON
from tournaments.exports.pdf.context import EventOnPaper
from tournaments.exports.pdf.ranking import ListOnPaper, ranking_print
from tournaments.exports.pdf.schedule import schedule_print
from tournaments.exports.pdf.score_sheets import score_sheets
from tournaments.exports.pdf.slips import slips
from tournaments.exports.pdf.standings import table
from tournaments.rankings.requests import drawn_for
from tournaments.standings.history import made_at
from tournaments.standings.presenters import EventShown
from tournaments.visibility import event_for

CONTENT_TYPE = "application/pdf"


class EventPrintView(FileView):
    """A print of an event; what it shows is said by the class, which is what is described."""

    name: ClassVar[str]

    def printed(self, event: EventOnPaper) -> bytes:
        """The PDF."""
        raise NotImplementedError

    @extend_schema(
        parameters=ASKED_WITH,
        responses={(200, CONTENT_TYPE): OpenApiTypes.BINARY, 304: UNCHANGED, **NOT_FOUND},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        language, event = wanted.language(request.query_params), event_for(request, slug)
        address = request.build_absolute_uri

        def made() -> bytes:
            paper = EventOnPaper(EventShown(event), made_at([event])[event.pk], address)
            return self.printed(paper)

        file = File(
            f"{slug}-{self.name}.pdf",
            CONTENT_TYPE,
            language,
            [event.projection, address("/")],
            lambda: pressed(file.etag, made),
        )
        return told_of(event, hand_out(request, file))


class TablePrintView(EventPrintView):
    """The table of an event on A4, with what decided each place."""

    name = "table"

    def printed(self, event: EventOnPaper) -> bytes:
        """The PDF."""
        return table(event)


class SchedulePrintView(EventPrintView):
    """All games of an event on A4: who plays, who starts and why, what came of it."""

    name = "schedule"

    def printed(self, event: EventOnPaper) -> bytes:
        """The PDF."""
        return schedule_print(event)


class SlipsPrintView(EventPrintView):
    """Result slips for the next games, two on a page of A4, each with a QR code of the public page of its game."""

    name = "slips"

    def printed(self, event: EventOnPaper) -> bytes:
        """The PDF."""
        return slips(event)


class ScoreSheetsPrintView(EventPrintView):
    """Score sheets for the next games, one a page of A4, to be written by hand and typed in afterwards."""

    name = "sheets"

    def printed(self, event: EventOnPaper) -> bytes:
        """The PDF."""
        return score_sheets(event)


class RankingPrintView(FileView):
    """A print of a list."""

    @extend_schema(
        parameters=[*ASKED_WITH, ON],
        responses={(200, CONTENT_TYPE): OpenApiTypes.BINARY, 304: UNCHANGED, **NOT_FOUND},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """A list on A4: places, points and reasons, and what each event that counts gave."""
        language, drawn = wanted.language(request.query_params), drawn_for(request, slug)
        link = request.build_absolute_uri(reverse("tournaments:ranking", args=[slug]))

        def made() -> bytes:
            return ranking_print(ListOnPaper(orjson.loads(drawn.text), link))

        file = File(
            f"{slug}-table.pdf",
            CONTENT_TYPE,
            language,
            [drawn.text, link],
            lambda: pressed(file.etag, made),
        )
        return hand_out(request, file)


VIEWS = (TablePrintView, SchedulePrintView, SlipsPrintView, ScoreSheetsPrintView)
