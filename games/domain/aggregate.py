"""A log walked from its first event: the state after each, kept so that an event can return to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.domain.events import EventContext
from games.domain.state import State
from games.enums import EventKind

if TYPE_CHECKING:
    from games.models import Game, GameEvent


class GameAggregate:
    """The log so far, as the next event sees it (``EventLog``); begins before the first event."""

    def __init__(self, begin: State) -> None:
        self.now = begin
        self.others: dict[int, GameEvent] = {}
        self._events: dict[int, GameEvent] = {}
        self._states: dict[int, State] = {}

    @classmethod
    def from_events(cls, game: Game, events: Iterable[GameEvent]) -> GameAggregate:
        """The log of a game as far as ``events`` tell it."""
        replay = cls(State(game.rules, game.seating))
        for event in events:
            replay.apply(event)
        return replay

    def apply(self, event: GameEvent) -> State:
        """The state after the next event; raises what the rules or the recorder would refuse."""
        self.now = event.type.apply(self.now, event.payload, self.context_of(event))
        self._events[event.number] = event
        self._states[event.number] = self.now
        if event.kind != EventKind.THROW:
            self.others[event.number] = event
        return self.now

    def context_of(self, event: GameEvent) -> EventContext:
        """Where the next event stands."""
        return EventContext(event.number, event.recorded_at, event.by, self)

    def event(self, number: int) -> GameEvent:
        """The event of that number."""
        return self._events[number]

    def state(self, number: int) -> State:
        """The state after the event of that number."""
        return self._states[number]

    @property
    def recorder(self) -> str:
        """Nobody: what was recorded once is not asked again whether it was meant."""
        return ""

    def is_same_person(self, first: str, second: str) -> bool:
        """Whether two actors are the same: who made the tokens of another site, or of another time, is not known."""
        return first == second

    def is_another_person(self, first: str, second: str) -> bool:
        """Never known here; the site that recorded it has asked."""
        return False
