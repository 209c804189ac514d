"""Each message once and in order, however deliveries and the reader's own look at the database fell together."""

from __future__ import annotations

from collections.abc import Sequence

from games.streams.messages import Message


class MissedMessages(Exception):
    """Between what a viewer knows and what was delivered something is missing: read it from the database."""


def news(delivered: Sequence[Message], last: int) -> Sequence[Message]:
    """What is new to a viewer who knows everything up to ``last``; ``delivered`` has no gap in itself.

    Raises ``MissedMessages`` where the first that is new does not follow immediately.
    """
    if not delivered or delivered[-1].number <= last:
        return ()
    first = delivered[0].number
    if first > last + 1:
        raise MissedMessages
    return delivered if first == last + 1 else [each for each in delivered if each.number > last]
