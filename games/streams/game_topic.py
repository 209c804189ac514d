"""Games as something to watch: the state first, then every event of the log."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import F
from django.dispatch import receiver

from games.api.represent import event_state, game_state
from games.models import Game, GameEvent
from games.signals import recorded
from games.streams.live import announce
from games.streams.messages import Message
from games.streams.topics import MOST_AT_ONCE

_OVER = (Game.State.ENDED, Game.State.ABANDONED)


class GameTopic:
    """Games by their id; the number is that of the last event."""

    name = "game"

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        """The number of the last event of each of these games."""
        rows = Game.objects.filter(pk__in=keys).values_list("pk", "number")
        return {str(key): number for key, number in rows}

    def state(self, key: str) -> Message | None:
        """The message ``state``: the game as ``GET /games/{id}/`` shows it."""
        game = Game.objects.filter(pk=key).first()
        if game is None:
            return None
        return Message.of("state", game.number, game_state(game), ends=game.state in _OVER)

    def since(self, key: str, number: int) -> Sequence[Message]:
        """The messages ``event``: the log after ``number``. The game's last event says whether more is expected."""
        events = GameEvent.objects.filter(game_id=key, number__gt=number).order_by("number")
        with_game = events.annotate(last=F("game__number"), phase=F("game__state"))
        return [
            Message.of("event", event.number, event_state(event), ends=_is_last(event))
            for event in with_game[:MOST_AT_ONCE]
        ]


def _is_last(event: Any) -> bool:
    return event.number == event.last and event.phase in _OVER


GAMES = GameTopic()


@receiver(recorded, sender=Game)
def watchers_hear_of_events(game_id: UUID, number: int, **_: Any) -> None:
    """After the commit of what was recorded."""
    announce(GAMES.name, str(game_id), number)
