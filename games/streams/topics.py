"""What can be watched: a topic reads one kind of thing from the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.http import HttpRequest

from games.access import Scope
from games.streams.messages import Message
from games.visibility.viewers import may_see, may_still_see, viewer_of

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
