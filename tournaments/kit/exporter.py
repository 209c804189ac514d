"""What is handed out as a file – a sheet, a calendar, a print –: in which language, and only where it has changed."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import override
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request

from games.api.etags import unless_known
from games.api.openapi import DescribedSchema
from games.api.permissions import ReadByEverybody
from games.api.problems import NOT_FOUND
from games.api.query_params import language
from games.api.renderers import IgnoreClientContentNegotiation
from games.visibility.viewers import vary_by_viewer
from rules import languages
from tournaments.models import Event
from tournaments.visibility import visible_event

#: The number of cached files in a process, each of some ten to hundred kilobytes.
MOST_FILES = 64

_files: OrderedDict[str, bytes] = OrderedDict()
_one_at_a_time = threading.Lock()


def download(content: str, name: str) -> HttpResponse:
    """Answer with a file of JSON for the browser to save."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type="application/json", headers=headers)


def get_or_render(etag: str, made: Callable[[], bytes]) -> bytes:
    with _one_at_a_time:
        if etag not in _files:
            _files[etag] = made()
            if len(_files) > MOST_FILES:
                _files.popitem(last=False)
        _files.move_to_end(etag)
        return _files[etag]


#: What a description says of every file beside its own type.
ASKED_WITH = [
    OpenApiParameter("language", str, enum=sorted(languages()), description="Without it that of the reader."),
    OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description="The ETag that you have."),
]
UNCHANGED = OpenApiResponse(description="Nothing has changed.")
#: What any file is called for a program that accepts nothing else: generated clients know no PDF.
OCTETS = "application/octet-stream"


def file_responses(content_type: str) -> dict[Any, Any]:
    kind = content_type.partition(";")[0]
    if kind.startswith("text/"):
        return {(200, kind): OpenApiTypes.STR, 304: UNCHANGED, **NOT_FOUND}
    return {**{(200, each): OpenApiTypes.BINARY for each in (kind, OCTETS)}, 304: UNCHANGED, **NOT_FOUND}


@dataclass(frozen=True, slots=True)
class Export:
    """A file: its name and type, its content, and how that is written once it is needed.

    ``made_of`` is everything that decides its content, in words: where they are the same, it is the same.
    """

    name: str
    content_type: str
    language: str
    made_of: Iterable[str]
    render: Callable[[], bytes]

    @property
    def etag(self) -> str:
        made_of = "\0".join((self.name, self.language, *self.made_of))
        return f'"{sha256(made_of.encode()).hexdigest()[:32]}"'


class ExportSchema(DescribedSchema):
    """The description of a file: called by its address, whose dot no program's name may have."""

    def get_operation_id(self) -> str:
        """For ``table.csv``: ``events_table_csv_retrieve``."""
        return super().get_operation_id().replace(".", "_")


class ExportView(ReadByEverybody):
    """A view of a public file."""

    schema = ExportSchema()
    content_negotiation_class = IgnoreClientContentNegotiation


def export_response(request: Request, file: Export) -> HttpResponseBase:
    """The file, or 304 where the reader has it already; only then nothing is written."""

    def written() -> HttpResponse:
        is_plain = request.headers.get("Accept") == OCTETS
        with override(file.language):
            made = HttpResponse(file.render(), content_type=OCTETS if is_plain else file.content_type)
        opened = "inline" if file.content_type == "application/pdf" else "attachment"
        made["Content-Disposition"] = f'{opened}; filename="{file.name}"'
        return made

    answer = unless_known(request, file.etag, written)
    answer["Content-Language"] = file.language
    patch_vary_headers(answer, ["Accept"])
    return answer


# -- files of an event -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Exporter:
    """A file of an event: what it is called in its address and what it is about, as the description says it.

    ``write`` makes it of the event, for an address of the site and in a language. What a print says depends on the
    address of the site, too, and it costs so much that the last ones are cached.
    """

    name: str
    suffix: str
    content_type: str
    about: str
    write: Callable[[Event, Callable[[str], str], str], bytes]
    is_print: bool = False

    @property
    def file_name(self) -> str:
        return f"{self.name}.{self.suffix}"

    def file(self, event: Event, address: Callable[[str], str], language: str) -> Export:
        """The file of an event as the viewer sees it."""

        def written() -> bytes:
            return self.write(event, address, language)

        made_of = [event.projection, address("/")] if self.is_print else [event.projection]
        file = Export(
            f"{event.slug}-{self.file_name}",
            self.content_type,
            language,
            made_of,
            lambda: get_or_render(file.etag, written) if self.is_print else written(),
        )
        return file


class DescribedEventFile(ExportSchema):
    """The description of a file of an event, from its exporter."""

    @property
    def _exporter(self) -> Exporter:
        return cast(EventFileView, self.view).exporter

    def get_description(self) -> str:  # type: ignore[override]  # the stubs tell that of Django REST framework
        return self._exporter.about

    def get_override_parameters(self) -> list[Any]:
        return [*super().get_override_parameters(), *ASKED_WITH]

    def get_response_serializers(self) -> Any:
        return file_responses(self._exporter.content_type)


class EventFileView(ExportView):
    """A file of an event."""

    schema = DescribedEventFile()
    #: Set with the address.
    exporter: Exporter = None  # type: ignore[assignment]

    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The file, for those who may see the event."""
        event = visible_event(request, slug)
        file = self.exporter.file(event, request.build_absolute_uri, language(request.query_params))
        return vary_by_viewer(event, export_response(request, file))
