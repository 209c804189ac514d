"""Events as something to watch: the table first, then the table after each of its changes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import orjson

from games.models import Game
from games.streams.live import announce
from games.streams.messages import Message
from tournaments.models import Event
from tournaments.reading import stored_table


class EventTopic:
    """Events by their slug; the number is the version of the table.

    Only the present table is kept: one that was replaced before it could be told is never told.
    """

    name = "event"

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        """The version of the table of each of these events."""
        return dict(Event.objects.filter(slug__in=keys).values_list("slug", "version"))

    def state(self, key: str) -> Message | None:
        """The message ``state``."""
        return self._table("state", key)

    def since(self, key: str, number: int) -> Sequence[Message]:
        """The message ``standings``, if the table has changed since then."""
        table = self._table("standings", key)
        return [table] if table is not None and table.number > number else []

    def _table(self, name: str, key: str) -> Message | None:
        found = stored_table(key)
        if found is None:
            return None
        version, projection = found
        finished = orjson.loads(projection)["finished"] is not None
        return Message.of(name, version, news(version, projection), ends=finished)


EVENTS = EventTopic()


def news(version: int, projection: str) -> dict[str, Any]:
    """The stored table, and beside it the games that are being played."""
    games = orjson.loads(projection)["games"]
    running = [
        {"number": game["number"], "name": game["name"], "game": game["game"]}
        for game in games
        if game["state"] == Game.State.RUNNING
    ]
    return {"version": version, "running": running, "standings": orjson.Fragment(projection)}


def announce_table(event: Event) -> None:
    """Tell who watches; after the commit of the change."""
    announce(EVENTS.name, event.slug, event.version)
