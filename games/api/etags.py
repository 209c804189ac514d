"""Answers that are sent again only where they have changed (RFC 9110 §13.1.2)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request

#: How such an address is described.
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag that you have."
)
NOTHING_NEW = {304: OpenApiResponse(description="Nothing has changed.")}


def unless_known(
    request: Request | HttpRequest, etag: str, answer: Callable[[], HttpResponse]
) -> HttpResponse:
    """What ``answer`` makes, with this ETag (in its quotation marks); 304 for clients that have that already."""
    unchanged = get_conditional_response(request, etag=etag)
    found = answer() if unchanged is None else unchanged
    found["ETag"], found["Cache-Control"] = etag, "no-cache"
    return found
