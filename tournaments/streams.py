"""Events as something to watch: the table first, then the table after each of its changes."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import orjson

from games.enums import GameState
from games.streams.topics import Message, Views
from tournaments.models import Event
from tournaments.scopes import around_event


class EventTopic:
    """Events by their slug, the public ones or all; the number is the version of the table.

    Only the present table is sent: one that was replaced before it could be is left out.
    """

    name = "event"
    beside = None

    def __init__(self, *, is_public: bool) -> None:
        self._those = Event.objects.public() if is_public else Event.objects.all()

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        """The version of the table of each of these events. One query."""
        return dict(self._those.filter(slug__in=keys).values_list("slug", "version"))

    def state(self, key: str) -> Message | None:
        return _table("state", self._event(key))

    def since(self, key: str, number: int) -> Sequence[Message]:
        """The message ``standings``, if the table has changed since then."""
        table = _table("standings", self._event(key))
        return [table] if table is not None and table.number > number else []

    def _event(self, key: str) -> Event | None:
        return self._those.filter(slug=key).first()


def _table(name: str, event: Event | None) -> Message | None:
    if event is None:
        return None
    finished = event.status == Event.Status.FINISHED
    return Message.build(name, event.version, news(event.version, event.projection), ends=finished)


EVENTS = Views(
    open=EventTopic(is_public=True),
    full=EventTopic(is_public=False),
    scope_of=around_event,
)


def news(version: int, projection: str, table: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The stored table, and beside it the games that are being played; ``table`` where it is parsed already."""
    running = [
        {"number": game["number"], "name": game["name"], "game": game["game"]}
        for game in (table or orjson.loads(projection))["games"]
        if game["state"] == GameState.RUNNING
    ]
    return {"version": version, "running": running, "standings": orjson.Fragment(projection)}
