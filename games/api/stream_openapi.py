"""Streams in the OpenAPI description: their parameters, and each message with what it carries."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema_field,
)
from rest_framework import serializers

from games.api.problem_serializers import NOT_FOUND, ProblemSerializer
from games.api.problems import CONTENT_TYPE
from games.api.serializers import EventSerializer, GameSerializer
from games.chances.serializers import ChancesSerializer
from games.streams.messages import Media

_STREAM = (
    "Where `{media}` is accepted: a stream that stays open. First the message `state`, or with"
    " `Last-Event-ID` everything after that number; then each change once, in order; `end` when nothing more"
    " is expected, `resync` where the sender has to close before. {written}"
)
_WRITTEN = {
    Media.SSE: "`event:` is the message, `id:` the number, `data:` the data.",
    Media.NDJSON: "Each line is a message; an empty line only keeps the connection open.",
}

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
        description="Streams: this is the screen of a hall.",
    ),
]


def _message(
    stream: str, name: str, data: serializers.Serializer[Any], about: str
) -> type[serializers.Serializer[Any]]:
    """Describe a message of a stream: its name, its number, and its data."""

    @extend_schema_field({"type": "string", "const": name})
    class Name(serializers.CharField):
        """The name of the message."""

    number = serializers.IntegerField(help_text="Come again with the last one that you have.")
    members = {"__doc__": about, "message": Name(), "number": number, "data": data}
    return type(f"{stream}{name.title()}Message", (serializers.Serializer,), members)


class LastNumberSerializer(serializers.Serializer[Any]):
    """The last number that was sent."""

    number = serializers.IntegerField()


_CLOSING = [
    _message("", "end", LastNumberSerializer(), "Nothing more is expected: do not come again."),
    _message("", "resync", LastNumberSerializer(), "The server closes: come again with the last number."),
]
GAME_MESSAGES = PolymorphicProxySerializer(
    "GameMessage",
    [
        _message("Game", "state", GameSerializer(), "The game as it stands."),
        _message("Game", "event", EventSerializer(), "An event, as in the log."),
        _message("Game", "chances", ChancesSerializer(), "The chances after the event of that number."),
        *_CLOSING,
    ],
    resource_type_field_name=None,
)


def event_messages(news: serializers.Serializer[Any]) -> PolymorphicProxySerializer:
    """The messages of the stream of an event of a season: its news, at first and after each change."""
    return PolymorphicProxySerializer(
        "EventMessage",
        [
            _message("Event", "state", news, "The event as it stands."),
            _message("Event", "standings", news, "The table after a change."),
            *_CLOSING,
        ],
        resource_type_field_name=None,
    )


def responses(messages: PolymorphicProxySerializer) -> dict[Any, Any]:
    """The answers of an address that streams these messages to clients that accept a stream."""
    described = {Media.SSE: OpenApiTypes.STR, Media.NDJSON: messages}
    streams: dict[Any, Any] = {
        (200, media.value): OpenApiResponse(
            schema, _STREAM.format(media=media.value, written=_WRITTEN[media])
        )
        for media, schema in described.items()
    }
    return {**streams, **_REFUSALS}


_REFUSALS: dict[Any, Any] = {
    (400, CONTENT_TYPE): OpenApiResponse(ProblemSerializer, "A number is not possible."),
    (403, CONTENT_TYPE): OpenApiResponse(
        ProblemSerializer, "It is not public, and the token shown is not valid."
    ),
    **NOT_FOUND,
    (406, CONTENT_TYPE): OpenApiResponse(ProblemSerializer, "Streams are served by other processes."),
    (429, CONTENT_TYPE): OpenApiResponse(
        ProblemSerializer, "Your address has as many streams as it may; Retry-After."
    ),
    (503, CONTENT_TYPE): OpenApiResponse(ProblemSerializer, "No room for one more stream; Retry-After."),
}
