"""One address for the log and for its stream: what is answered depends on what the client accepts."""

import logging
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.db import Error
from django.http import HttpRequest, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.utils.cache import patch_vary_headers

from games.access import ANONYMOUS, address_of
from games.api import problems
from games.streams.broker import hub
from games.streams.hub import Subscription
from games.streams.messages import Media
from games.streams.quota import Guest, NoRoom, TooManyHere, Who
from games.streams.stream import MayStay, Stream, always
from games.streams.topics import Opening, Topic, Views, opening
from games.visibility.viewers import viewer_of
from rules import Text, quote_value

logger = logging.getLogger(__name__)

JSON = "application/json"
#: When to come again where there was no room.
RETRY_AFTER = {"Retry-After": "5"}
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

_ELSEWHERE = Text(
    "Streams are served by the ASGI processes (manage.py serve: config.asgi), not by this "
    "one; the proxy has to send requests for this address there (docs/install/settings.md)."
)
_NO_ROOM = Text("This process serves as many streams as it may; try again.")


def _too_many(most: int) -> Text:
    return Text(
        "Your address has {most} streams open, as many as one may have; close one, or show who you are.",
        most=most,
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
        return _not_a_number(last_id)
    after = None if last_id is None else int(last_id)
    try:
        begun = await _begun(request, views, key, after)
    except TooManyHere as error:
        return problems.refusal("too-many-streams", 429, _too_many(error.most), RETRY_AFTER)
    except NoRoom:
        return problems.refusal("too-many-streams", 503, _NO_ROOM, RETRY_AFTER)
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
        return _not_yet(after, opened)
    hub.settle(subscription, opened.number, *(message.number for message in opened.beside))
    is_public = subscription.topic is views.open
    may_stay: MayStay = always if is_public else partial(hub.read, views.may_stay, request, key)
    stream = Stream(hub, subscription, opened, after, media, may_stay)
    return StreamingHttpResponse(stream, content_type=f"{media.value}; charset=utf-8", headers=HEADERS)


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


def _not_a_number(text: str) -> JsonResponse:
    message = Text(
        "Last-Event-ID: the number of the last event you have is needed (0 for all of them), not {told}",
        told=quote_value(text),
    )
    return problems.refusal("bad-value", 400, message, field="Last-Event-ID")


def _not_yet(after: int, begun: Opening) -> JsonResponse:
    message = Text(
        "Last-Event-ID: there is no number {after} yet, the last one is {number}",
        after=after,
        number=begun.number,
    )
    return problems.refusal("bad-value", 400, message, field="Last-Event-ID", number=begun.number)
