"""A log walked from its first event: the state after each, stored so that an event can return to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from games.domain.events import EventContext, EventLog
from games.domain.state import State
from games.enums import EventKind

if TYPE_CHECKING:
    from games.models import Game, GameEvent


class GameAggregate(EventLog):
    """The past of the events that follow; begins before the first of them.

    Who made the tokens of another site, or of another time, is not known: that site has checked what takes two people.
    """

    def __init__(self, begin: State) -> None:
        self.now = begin
        self._others: dict[int, GameEvent] = {}
        self._events: dict[int, GameEvent] = {}
        self._states: dict[int, State] = {}

    @classmethod
    def from_events(cls, game: Game, events: Iterable[GameEvent]) -> GameAggregate:
        """Replay ``events`` from the beginning of the game's log."""
        replay = cls(State(game.rules, game.seating))
        for event in events:
            replay.apply(event)
        return replay

    def apply(self, event: GameEvent) -> State:
        """Return the state after the next event. Raises what the rules or the recorder would refuse."""
        self.now = event.type.apply(self.now, event.payload, self.context_of(event))
        self._events[event.number] = event
        self._states[event.number] = self.now
        if event.kind != EventKind.THROW:
            self._others[event.number] = event
        return self.now

    @property
    def others(self) -> Mapping[int, GameEvent]:
        return self._others

    def context_of(self, event: GameEvent) -> EventContext:
        return EventContext(event.number, event.recorded_at, event.by, self)

    def event(self, number: int) -> GameEvent:
        return self._events[number]

    def state(self, number: int) -> State:
        return self._states[number]
