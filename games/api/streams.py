"""Streams by REST: what is watched of games, one address for a log and its stream, and how streams are described."""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial, wraps
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.db import Error
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema_field,
)
from rest_framework import serializers

from games.access import ANONYMOUS, address_of, rows_of, scopes
from games.api import problems
from games.api.problems import CONTENT_TYPE, NOT_FOUND, described_problem
from games.api.serializers import EventSerializer, GameSerializer
from games.chances.serializers import ChancesSerializer
from games.chances.topic import ChancesTopic
from games.enums import OVER
from games.models import Game, GameEvent
from games.signals import recorded
from games.streams.broker import announce, hub
from games.streams.hub import Subscription
from games.streams.quota import Guest, NoRoom, TooManyHere, Who
from games.streams.stream import MayStay, Stream, always
from games.streams.topics import MOST_AT_ONCE, Media, Message, Opening, Topic, Views, opening
from games.visibility.viewers import viewer_of
from rules import Text, quote_value

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
    streams: dict[Any, Any] = {
        (200, media.value): OpenApiResponse(
            schema, _STREAM.format(media=media.value, written=_WRITTEN[media])
        )
        for media, schema in {Media.SSE: OpenApiTypes.STR, Media.NDJSON: messages}.items()
    }
    return {**streams, **_REFUSALS}


_REFUSALS: dict[Any, Any] = {
    (400, CONTENT_TYPE): described_problem("A number is not possible."),
    (403, CONTENT_TYPE): described_problem("It is not public, and the token shown is not valid."),
    **NOT_FOUND,
    (406, CONTENT_TYPE): described_problem("Streams are served by other processes."),
    (429, CONTENT_TYPE): described_problem("Your address has as many streams as it may; Retry-After."),
    (503, CONTENT_TYPE): described_problem("No room for one more stream; Retry-After."),
}


#: Events of a game after a number, and where it stands now.
_SINCE = f"""
    SELECT event.*, game.number AS game_number, game.state AS game_state
    FROM {GameEvent._meta.db_table} event JOIN {Game._meta.db_table} game ON game.id = event.game_id
    WHERE event.game_id = %s AND event.number > %s {{also}} ORDER BY event.number LIMIT {MOST_AT_ONCE}
"""  # names of tables


class GameTopic:
    """Games by their id, the public ones or all; the number is that of the last event."""

    name = "game"

    def __init__(self, *, is_public: bool) -> None:
        self._those = Game.objects.public() if is_public else Game.objects.all()
        self._since = _SINCE.format(also="AND game.is_public" if is_public else "")
        self.beside = ChancesTopic(is_public=is_public)

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        """The number of the last event of each of these games. One query."""
        return {
            str(key): number for key, number in self._those.filter(pk__in=keys).values_list("pk", "number")
        }

    def state(self, key: str) -> Message | None:
        """The message ``state``: the game as ``GET /games/{id}/`` shows it."""
        game = self.beside.game(key)
        if game is None:
            return None
        return Message.build("state", game.number, GameSerializer.of(game), ends=game.state in OVER)

    def since(self, key: str, number: int) -> Sequence[Message]:
        """The messages ``event``: the log after ``number``. The game's last event says whether more is expected."""
        return [_event(each) for each in rows_of(GameEvent, self._since, UUID(key), number)]


def _event(event: Any) -> Message:
    return Message.build(
        "event",
        event.number,
        EventSerializer.of(event),
        ends=event.number == event.game_number and event.game_state in OVER,
    )


GAMES = Views(
    open=GameTopic(is_public=True),
    full=GameTopic(is_public=False),
    scope_of=lambda key: scopes.scope_of_game(UUID(key)),
)


@receiver(recorded, sender=Game)
def watchers_hear_of_events(game_id: UUID, number: int, **_: Any) -> None:
    """After the commit of what was recorded."""
    announce(GAMES.open.name, str(game_id), number)


logger = logging.getLogger(__name__)

JSON = "application/json"
#: When to come again where there was no room.
RETRY_AFTER = {"Retry-After": "5"}

_ELSEWHERE = Text(
    "Streams are served by the ASGI processes (manage.py serve: config.asgi), not by this "
    "one; the proxy has to send requests for this address there (docs/install/settings.md)."
)


def stream_or_list(views: Views, listing: Callable[..., HttpResponseBase]) -> Callable[..., Any]:
    """A view that streams a thing to who accepts a stream, and leaves all else to ``listing``.

    The address names the thing by one argument. Under WSGI a stream is refused.
    """

    @wraps(listing)
    async def view(request: HttpRequest, **address: Any) -> HttpResponseBase:
        media = _media(request)
        if media is None:
            response = await sync_to_async(listing)(request, **address)
        else:
            (key,) = address.values()
            response = await _stream(request, views, str(key), media)
        patch_vary_headers(response, ["Accept"])
        return response

    return view


def _media(request: HttpRequest) -> Media | None:
    """The requested kind of stream; ``None`` where it is none."""
    if request.method != "GET":
        return None
    preferred = request.get_preferred_type([JSON, *(media.value for media in Media)])
    return None if preferred in (None, JSON) else Media(preferred)


async def _stream(request: HttpRequest, views: Views, key: str, media: Media) -> HttpResponseBase:
    if not isinstance(request, ASGIRequest):
        return problems.refusal("streams-elsewhere", 406, _ELSEWHERE)
    last_id = request.headers.get("Last-Event-ID") or request.GET.get("last_event_id") or None
    if last_id is not None and not (last_id.isascii() and last_id.isdigit() and len(last_id) < 10):
        message = Text(
            "Last-Event-ID: the number of the last event you have is needed (0 for all of them), not {told}",
            told=quote_value(last_id),
        )
        return problems.refusal("bad-value", 400, message, field="Last-Event-ID")
    after = None if last_id is None else int(last_id)
    try:
        begun = await _begun(request, views, key, after)
    except TooManyHere as error:
        return problems.refusal(
            "too-many-streams",
            429,
            Text(
                "Your address has {most} streams open, as many as one may have; close one, or show who you are.",
                most=error.most,
            ),
            RETRY_AFTER,
        )
    except NoRoom:
        return problems.refusal(
            "too-many-streams",
            503,
            Text("This process serves as many streams as it may; try again."),
            RETRY_AFTER,
        )
    except PermissionDenied:
        return problems.permission_denied()
    except Error:
        logger.exception("streams: %s %s could not be read", views.open.name, key)
        return problems.no_database()
    if begun is None:
        return problems.page_not_found(request)
    subscription, opened = begun
    if after is not None and after > opened.number:
        hub.unsubscribe(subscription)
        message = Text(
            "Last-Event-ID: there is no number {after} yet, the last one is {number}",
            after=after,
            number=opened.number,
        )
        return problems.refusal("bad-value", 400, message, field="Last-Event-ID", number=opened.number)
    hub.settle(subscription, opened.number, *(message.number for message in opened.beside))
    is_public = subscription.topic is views.open
    may_stay: MayStay = always if is_public else partial(hub.read, views.may_stay, request, key)
    return StreamingHttpResponse(
        Stream(hub, subscription, opened, after, media, may_stay),
        content_type=f"{media.value}; charset=utf-8",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _begun(
    request: HttpRequest, views: Views, key: str, after: int | None
) -> tuple[Subscription, Opening] | None:
    """The stream's beginning in the topic that is for this viewer; ``None``: no such thing."""
    begun = await _opened(request, views.open, key, after)
    if begun is None and await hub.read(views.may_watch, request, key):
        begun = await _opened(request, views.full, key, after)
    return begun


async def _opened(
    request: HttpRequest, topic: Topic, key: str, after: int | None
) -> tuple[Subscription, Opening] | None:
    # First subscribe, then read: what is recorded in between is delivered.
    subscription = await _subscribed(request, topic, key)
    opened = await hub.read(opening, topic, key, after)
    if opened is None:
        hub.unsubscribe(subscription)
        return None
    return subscription, opened


async def _subscribed(request: HttpRequest, topic: Topic, key: str) -> Subscription:
    """A place for the caller, who is looked up only where the public has none. Raises ``NoRoom``."""
    address = address_of(request)
    screen = request.GET.get("screen") == "hall"
    guest = Guest(address, Who.SCREEN if screen else Who.PUBLIC)
    try:
        return hub.subscribe(topic, key, guest)
    except NoRoom:
        if await hub.read(viewer_of, request) == ANONYMOUS:
            raise
        return hub.subscribe(topic, key, Guest(address, Who.KNOWN))
