"""What can be watched: a topic reads one kind of thing from the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.http import HttpRequest

from games.access.scopes import Scope
from games.streams.messages import Message
from games.visibility.viewers import sees_everything, still_sees_everything, viewer_of

#: Changes read at once; who is further behind reads again.
MOST_AT_ONCE = 1000


class Topic(Protocol):
    """A kind of thing whose every state has a number that only grows. All functions read the database."""

    @property
    def name(self) -> str:
        """What it is called in announcements."""

    @property
    def beside(self) -> Topic | None:
        """What is told of the same thing beside its changes, and of that only the newest."""

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        """The present number of each of these things, as far as they are there to be watched in this topic."""

    def state(self, key: str) -> Message | None:
        """The complete present state; ``None`` where there is no such thing."""

    def since(self, key: str, number: int) -> Sequence[Message]:
        """The first changes after ``number``, in order, at most ``MOST_AT_ONCE``."""


@dataclass(frozen=True, slots=True)
class Views:
    """The topics in which a kind of thing is watched.

    ``open`` has the things without an embargo, for everybody, and costs nothing more. Of the others those who
    see everything watch the ``full`` topic, the public watches what is ``delayed``: that is announced by
    nobody, the database's tail finds what has become public. ``scope_of`` gives the places of the thing of a
    key.
    """

    open: Topic
    full: Topic
    delayed: Topic
    scope_of: Callable[[str], Scope]

    def under_embargo(self, request: HttpRequest, key: str) -> Topic:
        """The topic in which whoever asks watches a thing that is not in ``open``. Raises ``PermissionDenied``."""
        return self.full if sees_everything(viewer_of(request), self.scope_of(key)) else self.delayed

    def may_stay(self, request: HttpRequest, key: str) -> bool:
        """Whether whoever watches the ``full`` topic may go on: their token, login or role can have ended since."""
        return still_sees_everything(request, self.scope_of(key))


@dataclass(frozen=True, slots=True)
class Opening:
    """What a stream begins with, the number that the thing then had, and whether anything is expected to follow.

    ``beside`` is the newest of what is told beside its changes.
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
