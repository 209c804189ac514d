"""Streams: where one is, so that nothing is missed and nothing comes twice, however often the line is cut."""

from __future__ import annotations

import json
from typing import Any, Generic, TypeVar, cast

from rauswurf_client.calls import segment

Message = TypeVar("Message")
#: Those whose number is where one goes on after a cut.
NUMBERED = {"state", "event", "standings"}


class Follower(Generic[Message]):
    """The place in a stream; it is fed lines and says what is news."""

    def __init__(self, path: str, after: int | None) -> None:
        self.path = path
        #: The last number that was handed on.
        self.last = after
        self.is_over = False
        #: Attempts since something was heard.
        self.failures = 0

    @property
    def headers(self) -> dict[str, str]:
        """What the next request says: a line of JSON a message, everything after the last one."""
        resumed = {} if self.last is None else {"Last-Event-ID": str(self.last)}
        return {"Accept": "application/x-ndjson", **resumed}

    def take(self, line: str) -> Message | None:
        """The message of a line; `None` for beats, for what is known and for what is about the line itself."""
        self.failures = 0
        if not line.strip():
            return None
        message: dict[str, Any] = json.loads(line)
        kind, number = message["message"], message["number"]
        if kind == "resync":
            return None
        if kind == "end":
            self.is_over = True
        elif kind in NUMBERED:
            if kind != "state" and self.last is not None and number <= self.last:
                return None
            self.last = number
        return cast("Message", message)


def game_stream(game: str) -> str:
    """The address of a game's stream."""
    return f"/api/v1/games/{segment(game)}/events/"


def event_stream(slug: str) -> str:
    """The address of an event's stream."""
    return f"/api/v1/events/{segment(slug)}/events/"
