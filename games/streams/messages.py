"""What streams tell, serialised once for all viewers, as Server-Sent Events and as NDJSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from random import uniform
from typing import Any

import orjson

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
