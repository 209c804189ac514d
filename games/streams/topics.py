"""What is sent of a thing that is watched, and a topic, which reads one kind of thing from the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from random import uniform
from typing import Any, Protocol

import orjson
from django.http import HttpRequest

from games.access import Scope
from games.visibility.viewers import may_see, may_still_see, viewer_of

#: After how many milliseconds a browser asks again when a stream was cut off.
RETRY = 2000


class Media(Enum):
    """The two ways to write a stream: for browsers and for scripts."""

    SSE = "text/event-stream"
    NDJSON = "application/x-ndjson"


@dataclass(frozen=True, slots=True)
class Message:
    """One message; ``number`` is what a viewer resumes after. ``ends``: nothing is expected to follow it.

    One that ``is_beside`` the events of its stream is sent with them, but no stream resumes after it.
    """

    number: int
    ends: bool
    sse: bytes
    ndjson: bytes
    is_beside: bool = False

    @classmethod
    def build(cls, name: str, number: int, data: Any, *, ends: bool = False) -> Message:
        """The message ``name`` with its data as JSON."""
        body = as_json(data)
        return cls(
            number,
            ends,
            b"id: %d\nevent: %s\ndata: %s\n\n" % (number, name.encode(), body),
            b'{"message":"%s","number":%d,"data":%s}\n' % (name.encode(), number, body),
        )

    @classmethod
    def beside(cls, name: str, number: int, event: int, data: Any) -> Message:
        """A message about event number ``event``, without an ``id``; ``number`` grows from one such to the next."""
        body = as_json(data)
        return cls(
            number,
            False,
            b"event: %s\ndata: %s\n\n" % (name.encode(), body),
            b'{"message":"%s","number":%d,"data":%s}\n' % (name.encode(), event, body),
            is_beside=True,
        )

    def serialize(self, media: Media) -> bytes:
        """The message as it is sent."""
        return self.sse if media is Media.SSE else self.ndjson


def as_json(data: Any) -> bytes:
    """JSON in one line, times as the REST interface writes them."""
    return orjson.dumps(data, option=orjson.OPT_UTC_Z)


def serialize_messages(messages: Sequence[Message], media: Media) -> bytes:
    """Messages one after the other."""
    return b"".join(message.serialize(media) for message in messages)


def greeting(media: Media) -> bytes:
    """What a stream begins with."""
    return b"retry: %d\n\n" % RETRY if media is Media.SSE else b""


def keep_alive(media: Media) -> bytes:
    """What is sent when there is nothing to tell: proxies keep the line open, a dead one is noticed."""
    return b": keep-alive\n\n" if media is Media.SSE else b"\n"


def end(number: int, media: Media) -> bytes:
    """Nothing more is to come: the sender closes."""
    return Message.build("end", number, {"number": number}).serialize(media)


def resync(number: int, media: Media) -> bytes:
    """The sender closes; come again with the last number you have. Browsers not all at the same moment."""
    pause = b"retry: %d\n" % uniform(RETRY / 2, RETRY * 2) if media is Media.SSE else b""
    return pause + Message.build("resync", number, {"number": number}).serialize(media)


#: Changes read at once; who is further behind reads again.
MOST_AT_ONCE = 1000


class Topic(Protocol):
    """A kind of thing whose every state has a number that only grows. All functions read the database."""

    @property
    def name(self) -> str:
        """What it is called in announcements."""

    @property
    def beside(self) -> Topic | None:
        """What is sent of the same thing beside its changes; only the newest counts."""

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        """The present number of each of these things, as far as they are there to be watched in this topic."""

    def state(self, key: str) -> Message | None:
        """The complete present state; ``None`` where there is no such thing."""

    def since(self, key: str, number: int) -> Sequence[Message]:
        """The first changes after ``number``, in order, at most ``MOST_AT_ONCE``."""


@dataclass(frozen=True, slots=True)
class Views:
    """The topics in which a kind of thing is watched.

    ``open`` has what is public and costs nothing more. What is not, those who may see it watch in
    ``full``. ``scope_of`` gives the places of the thing of a key.
    """

    open: Topic
    full: Topic
    scope_of: Callable[[str], Scope]

    def may_watch(self, request: HttpRequest, key: str) -> bool:
        """Whether the caller may watch a thing that is not public. Raises ``PermissionDenied``."""
        return may_see(viewer_of(request), self.scope_of(key))

    def may_stay(self, request: HttpRequest, key: str) -> bool:
        """Whether a viewer of ``full`` may go on: their token, login or role can have ended since."""
        return may_still_see(request, self.scope_of(key))


@dataclass(frozen=True, slots=True)
class Opening:
    """What a stream begins with, the number that the thing then had, and whether anything is expected to follow.

    ``beside`` is the newest of what is sent beside its changes.
    """

    messages: Sequence[Message]
    number: int
    ends: bool
    beside: Sequence[Message] = ()


def opening(topic: Topic, key: str, after: int | None) -> Opening | None:
    """The complete state, or where ``after`` is given the first changes after it; ``None``: no such thing."""
    state = topic.state(key)
    if state is None:
        return None
    messages = [state] if after is None else topic.since(key, after)
    beside = () if topic.beside is None or state.ends else topic.beside.since(key, 0)
    return Opening(messages, state.number, state.ends, beside)
