"""What is handed out as a file – a sheet, a calendar, a print –: in which language, and only where it has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import override
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.openapi import Described
from rules.i18n import languages

#: What a description says of every file beside its own type.
ASKED_WITH = [
    OpenApiParameter("language", str, enum=sorted(languages()), description="Without it that of the reader."),
    OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description="The ETag that you have."),
]
UNCHANGED = OpenApiResponse(description="Nothing has changed.")


@dataclass(frozen=True, slots=True)
class File:
    """A file for somebody: its name and type, what it says, and how that is written once it is needed.

    ``made_of`` is everything that decides its content, in words: where they are the same, it is the same.
    """

    name: str
    content_type: str
    language: str
    made_of: Iterable[str]
    written: Callable[[], bytes]

    @property
    def etag(self) -> str:
        """The same for the same content, another for any other."""
        made_of = "\0".join((self.name, self.language, *self.made_of))
        return f'"{sha256(made_of.encode()).hexdigest()[:32]}"'


class AsItIs(BaseContentNegotiation):
    """The address says what kind of file it is, whatever else somebody would accept (RFC 9110 §12.4.1)."""

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> None:
        """Nothing is sent to a file."""

    def select_renderer(
        self, request: Request, renderers: Iterable[Any], format_suffix: str | None = None
    ) -> tuple[JSONRenderer, str]:
        """What refusals are written with."""
        return JSONRenderer(), JSONRenderer.media_type


class DescribedFile(Described):
    """The description of a file: called by its address, whose dot no program's name may have."""

    def get_operation_id(self) -> str:
        """For ``table.csv``: ``events_table_csv_retrieve``."""
        return super().get_operation_id().replace(".", "_")


class FileView(APIView):
    """A view that hands out a file to everybody."""

    schema = DescribedFile()
    permission_classes: list[Any] = []
    content_negotiation_class = AsItIs

    def perform_authentication(self, request: Request) -> None:
        """Not before it matters: where an embargo lies on something."""


def hand_out(request: Request, file: File) -> HttpResponseBase:
    """The file, or 304 where the reader has it already; only then nothing is written."""
    answer = get_conditional_response(request._request, etag=file.etag)
    if answer is None:
        with override(file.language):
            answer = HttpResponse(file.written(), content_type=file.content_type)
        opened = "inline" if file.content_type == "application/pdf" else "attachment"
        answer["Content-Disposition"] = f'{opened}; filename="{file.name}"'
    answer["ETag"] = file.etag
    answer["Cache-Control"] = "no-cache"
    answer["Content-Language"] = file.language
    return answer
