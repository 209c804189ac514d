"""What the REST interface begins with: the addresses that name nothing in particular, by what they are called."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from config.openapi_cache import KEPT_SECONDS, described_paths
from games.api.permissions import ReadByEverybody

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
        read = [path for path, methods in described_paths().items() if "get" in methods and "{" not in path]
        inside = [path for path in read if path.startswith(start) and path != start]
        found = {path.removeprefix(start).strip("/"): path for path in inside}
        addresses = {**found, "docs": reverse("docs"), "schema": reverse("schema")}
        answer = Response({name: request.build_absolute_uri(path) for name, path in addresses.items()})
        answer["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
        return answer
