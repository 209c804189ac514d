"""The description of the REST interface, made once in a process, the page to try it at, and what
the interface begins with: the addresses that name nothing in particular, by what they are called.

To make it takes the better part of a second; it changes only with the program.
"""

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import conditional_page
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.permissions import ReadByEverybody
from games.api.query_params import describing, refuse_unknown
from rules import ENGLISH

#: Seconds for which caches need not ask again.
FRESH_SECONDS = 300


class SchemaView(APIView):
    """The description; the caller does not matter and costs no query."""

    renderer_classes = [OpenApiJsonRenderer2, OpenApiJsonRenderer]
    authentication_classes: list[Any] = []
    permission_classes: list[Any] = []

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """The description, in English."""
        refuse_unknown(request.query_params, ())
        with describing:
            content = _rendered()
        answer = HttpResponse(content, content_type=OpenApiJsonRenderer2.media_type)
        answer["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
        return answer


schema = conditional_page(SchemaView.as_view())


class DocsView(SpectacularSwaggerSplitView):
    """The page on which the interface is tried; a page like others, without a login."""

    authentication_classes: list[Any] = []
    throttle_classes: list[Any] = []


#: Its script carries the reader's protection against forged requests: it is for them alone.
docs_page = never_cache(DocsView.as_view(url_name="schema"))


@cache
def _rendered() -> bytes:
    """The description as it is sent."""
    return bytes(OpenApiJsonRenderer2().render(_schema()))


@cache
def _schema() -> Any:
    with translation.override(ENGLISH):
        return SchemaGenerator().get_schema(request=None, public=True)


_ADDRESSES: dict[str, Any] = {
    "type": "object",
    "additionalProperties": {"type": "string", "format": "uri"},
    "description": "Name → address.",
}


class IndexView(ReadByEverybody):
    """What there is."""

    @extend_schema(operation_id="index", tags=["index"], responses={200: _ADDRESSES})
    def get(self, request: Request) -> Response:
        """The addresses at which reading begins, by name; with `docs` to try them, and `schema` that describes them."""
        start = reverse("index")
        with describing:
            paths: dict[str, Any] = _schema()["paths"]
        read = [path for path, methods in paths.items() if "get" in methods and "{" not in path]
        inside = [path for path in read if path.startswith(start) and path != start]
        found = {path.removeprefix(start).strip("/"): path for path in inside}
        addresses = {**found, "docs": reverse("docs"), "schema": reverse("schema")}
        answer = Response({name: request.build_absolute_uri(path) for name, path in addresses.items()})
        answer["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
        return answer
