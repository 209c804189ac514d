"""Commands to record something of a game, and the result of recording it."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.domain.events import EVENT_TYPES
from games.enums import Action, EventKind
from games.models import Game, GameEvent


@dataclass(frozen=True, slots=True)
class EventCommand:
    """An event to append: its kind, its payload, and the id and time that the client gave it."""

    kind: str
    payload: dict[str, Any]
    client_id: uuid.UUID | None = None
    happened_at: datetime | None = None

    def matches(self, event: GameEvent) -> bool:
        """Check whether this event is recorded already; what follows from the rest may have been left out."""
        follows = EVENT_TYPES[self.kind].derived
        data = {name: value for name, value in self.payload.items() if value or name not in follows}
        return event.kind == self.kind and {**event.payload, **data} == event.payload


def throw_command(
    die: int,
    move: str | None = None,
    client_id: uuid.UUID | None = None,
    happened_at: datetime | None = None,
) -> EventCommand:
    """Return a throw to record, with the token of its move; without one nothing was moved."""
    return EventCommand(EventKind.THROW, {"die": die, "move": move}, client_id, happened_at)


@dataclass(frozen=True, slots=True)
class Writer:
    """The writer of events: who, when, and what the log asks of them.

    ``check`` raises where they lack a permission; without it the caller has decided already. ``around`` is the change
    in hand of the room above, if it records: it has decided who begins, and what is recorded goes to its
    ``after_record``.
    """

    actor: str
    now: datetime
    check: Callable[[Action], None] | None = None
    around: Any = None


@dataclass(frozen=True, slots=True)
class RecordResult:
    """The game after a write, the events it consists of, and whether all of them had been recorded before."""

    game: Game
    events: list[GameEvent]
    replayed: bool = False
