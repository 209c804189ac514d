"""Games as something to watch: the state first, then every event of the log."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.dispatch import receiver

from games.access import scopes
from games.api.serializers import EventSerializer, GameSerializer
from games.chances.topic import ChancesTopic
from games.enums import OVER
from games.models import Game, GameEvent
from games.signals import recorded
from games.streams.broker import announce
from games.streams.messages import Message
from games.streams.topics import MOST_AT_ONCE, Views

#: What is read of an event: its message, and the state of its game.
_READ = (
    *(field.source or name for name, field in EventSerializer._declared_fields.items()),
    "game__number",
    "game__state",
)


class GameTopic:
    """Games by their id, the public ones or all; the number is that of the last event."""

    name = "game"

    def __init__(self, *, is_public: bool) -> None:
        self._those = Game.objects.public() if is_public else Game.objects.all()
        self._events = (
            GameEvent.objects.filter(game__is_public=True) if is_public else GameEvent.objects.all()
        )
        self.beside = ChancesTopic(is_public=is_public)

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        """The number of the last event of each of these games. One query."""
        rows = self._those.filter(pk__in=keys).values_list("pk", "number")
        return {str(key): number for key, number in rows}

    def state(self, key: str) -> Message | None:
        """The message ``state``: the game as ``GET /games/{id}/`` shows it."""
        game = self.beside.game(key)
        if game is None:
            return None
        return Message.build("state", game.number, GameSerializer.of(game), ends=game.state in OVER)

    def since(self, key: str, number: int) -> Sequence[Message]:
        """The messages ``event``: the log after ``number``. The game's last event says whether more is expected."""
        events = self._events.filter(game=UUID(key), number__gt=number).order_by("number")
        rows: Any = events.values_list(*_READ, named=True)[:MOST_AT_ONCE]
        return [_event(each) for each in rows]


def _event(event: Any) -> Message:
    ends = event.number == event.game__number and event.game__state in OVER
    return Message.build("event", event.number, EventSerializer.of(event), ends=ends)


GAMES = Views(
    open=GameTopic(is_public=True),
    full=GameTopic(is_public=False),
    scope_of=lambda key: scopes.scope_of_game(UUID(key)),
)


@receiver(recorded, sender=Game)
def watchers_hear_of_events(game_id: UUID, number: int, **_: Any) -> None:
    """After the commit of what was recorded."""
    announce(GAMES.open.name, str(game_id), number)
