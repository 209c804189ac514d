"""What can be watched: a topic reads one kind of thing from the database."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.streams.messages import Message

#: Changes read at once; who is further behind reads again.
MOST_AT_ONCE = 1000


class Topic(Protocol):
    """A kind of thing whose every state has a number that only grows. All functions read the database."""

    @property
    def name(self) -> str:
        """What it is called in announcements."""

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        """The present number of each of these things, as far as they exist. One query."""

    def state(self, key: str) -> Message | None:
        """The complete present state; ``None`` where there is no such thing."""

    def since(self, key: str, number: int) -> Sequence[Message]:
        """The first changes after ``number``, in order, at most ``MOST_AT_ONCE``."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a stream begins with, the number that the thing then had, and whether anything is expected to follow."""

    messages: Sequence[Message]
    number: int
    ends: bool


def opening(topic: Topic, key: str, after: int | None) -> Opening | None:
    """The complete state, or where ``after`` is given the first changes after it; ``None``: no such thing."""
    state = topic.state(key)
    if state is None:
        return None
    messages = [state] if after is None else topic.since(key, after)
    return Opening(messages, state.number, state.ends)
