"""Streams in the OpenAPI description."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from games.api.problems import CONTENT_TYPE
from games.api.serializers import NOT_FOUND, ProblemSerializer
from games.streams.messages import Media

_STREAM = (
    "Where `{media}` is accepted: a stream that stays open (docs/reference/api.md). First the message `state`, or with"
    " `Last-Event-ID` everything after that number; then each change once, in order; `end` when nothing more"
    " is expected, `resync` where the sender has to close before."
)

PARAMETERS = [
    OpenApiParameter(
        "Last-Event-ID",
        int,
        OpenApiParameter.HEADER,
        description="Streams: the last number you have; 0 for everything from the beginning.",
    ),
    OpenApiParameter("last_event_id", int, description="Streams: the same as a query parameter."),
    OpenApiParameter(
        "screen",
        str,
        enum=["hall"],
        description="Streams: this is the screen of a hall (docs/use/screens.md).",
    ),
]
RESPONSES: dict[Any, Any] = {
    **{
        (200, media.value): OpenApiResponse(OpenApiTypes.STR, _STREAM.format(media=media.value))
        for media in Media
    },
    (400, CONTENT_TYPE): OpenApiResponse(ProblemSerializer, "A number is not possible."),
    (403, CONTENT_TYPE): OpenApiResponse(
        ProblemSerializer, "An embargo lies on it, and the token shown is not valid."
    ),
    **NOT_FOUND,
    (406, CONTENT_TYPE): OpenApiResponse(ProblemSerializer, "Streams are served by other processes."),
    (429, CONTENT_TYPE): OpenApiResponse(
        ProblemSerializer, "Your address has as many streams as it may; Retry-After."
    ),
    (503, CONTENT_TYPE): OpenApiResponse(ProblemSerializer, "No room for one more stream; Retry-After."),
}
