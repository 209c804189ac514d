"""Long lists page by page."""

from collections.abc import Callable, Iterable
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response

#: Rows of a page at most; what is no page is refused by the description (``games.api.query_params``).
MOST_ROWS = 200
PARAMETERS = {
    "limit": {"type": "integer", "minimum": 1, "maximum": MOST_ROWS},
    "offset": {"type": "integer", "minimum": 0},
}
#: The same for views that describe their pages themselves.
PAGE = [OpenApiParameter(name, schema) for name, schema in PARAMETERS.items()]


class PageSerializer(serializers.Serializer[Any]):
    """A page; ``results`` are of those who have some."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class Pages(LimitOffsetPagination):
    """``?limit=50&offset=100``; 200 rows at most."""

    max_limit = MOST_ROWS

    @classmethod
    def answer(
        cls, rows: Any, request: Request, written: Callable[[list[Any]], Iterable[Any]] = list
    ) -> Response:
        """The page of the rows that is asked for."""
        pages = cls()
        page: list[Any] = pages.paginate_queryset(rows, request) or []
        return pages.get_paginated_response(written(page))

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The description of the parameters, with their bounds."""
        described: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        return [{**each, "schema": PARAMETERS[each["name"]]} for each in described]

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        """The description of a page; the first has none before it, the last none after it (OpenAPI 3.1 of null)."""
        described: dict[str, Any] = super().get_paginated_response_schema(schema)
        for name in ("next", "previous"):
            link = described["properties"][name]
            described["properties"][name] = {**link, "type": ["string", "null"]}
            del described["properties"][name]["nullable"]
        return described
