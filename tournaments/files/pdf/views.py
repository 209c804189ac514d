"""The addresses of the prints: ``/events/<slug>/table.pdf`` and its like."""

from collections.abc import Callable

import orjson
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api import query_params
from tournaments.files.pdf.slips import slips
from tournaments.files.pdf.standings import (
    RankingPrintContext,
    ranking_print,
    schedule_print,
    table,
)
from tournaments.kit.exporter import (
    ASKED_WITH,
    Export,
    Exporter,
    ExportView,
    export_response,
    file_responses,
    get_or_render,
)
from tournaments.kit.paper import EventPrintContext
from tournaments.models import Event
from tournaments.rankings.csv import ON
from tournaments.rankings.queries import requested_ranking
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.queries import made_at

CONTENT_TYPE = "application/pdf"


def _print(name: str, about: str, printed: Callable[[EventPrintContext], bytes]) -> Exporter:
    def write(event: Event, address: Callable[[str], str], language: str) -> bytes:
        return printed(EventPrintContext(EventPresenter(event), made_at([event])[event.pk], address))

    return Exporter(name, "pdf", CONTENT_TYPE, about, write, is_print=True)


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


class RankingPrintView(ExportView):
    """A print of a list."""

    @extend_schema(
        parameters=[*ASKED_WITH, ON],
        responses=file_responses(CONTENT_TYPE),
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """A list on A4: places, points and reasons, and what each event that counts gave."""
        language, drawn = query_params.language(request.query_params), requested_ranking(request, slug)
        link = request.build_absolute_uri(reverse("tournaments:ranking", args=[slug]))

        def made() -> bytes:
            return ranking_print(RankingPrintContext(orjson.loads(drawn.text), link))

        file = Export(
            f"{slug}-table.pdf",
            CONTENT_TYPE,
            language,
            [drawn.text, link],
            lambda: get_or_render(file.etag, made),
        )
        return export_response(request, file)
