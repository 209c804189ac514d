"""Long lists page by page; what is no page is refused and not taken for the first."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request

from games.errors import BadRequest
from rules.i18n import Text, quote_value


class Pages(LimitOffsetPagination):
    """``?limit=50&offset=100``; 200 rows at most."""

    max_limit = 200

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """The rows of the page that is asked for; ``BadRequest`` where a number is none."""
        for field, least in ((self.limit_query_param, 1), (self.offset_query_param, 0)):
            told = request.query_params.getlist(field)
            if told and not (len(told) == 1 and _is_number(told[0], least)):
                raise BadRequest(
                    Text(
                        "{field}: one whole number from {least} on is needed, not {told}",
                        field=field,
                        least=least,
                        told=quote_value(", ".join(told)),
                    ),
                    field=field,
                )
        return super().paginate_queryset(queryset, request, view)

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        """The description of a page; the first has none before it, the last none after it (OpenAPI 3.1 of null)."""
        described: dict[str, Any] = super().get_paginated_response_schema(schema)
        for name in ("next", "previous"):
            link = described["properties"][name]
            described["properties"][name] = {**link, "type": ["string", "null"]}
            del described["properties"][name]["nullable"]
        return described


class EmbargoPages(Pages):
    """Pages of games or events; the statement that counts them tells too on how many an embargo lies."""

    embargoed = 0

    def get_count(self, queryset: Any) -> int:
        """How many there are; ``embargoed`` is told on the way."""
        on_some = ~Q(embargo="")
        counted = queryset.aggregate(there=Count("pk"), embargoed=Count("pk", filter=on_some))
        self.embargoed = counted["embargoed"]
        there: int = counted["there"]
        return there


def _is_number(text: str, least: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least
