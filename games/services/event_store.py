"""The log of a game while it is written: one transaction, in which new events are chained to the stored ones."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from games import above, signals
from games.above import GameChange
from games.access import locked_game, persons, scope_of_game
from games.domain import hash_chain
from games.domain.aggregate import GameAggregate
from games.domain.events import EVENT_TYPES, EventContext
from games.domain.events.undo import check_can_reopen
from games.domain.provably_fair import SOURCE, OnlineDice
from games.domain.state import State
from games.enums import EventKind, GameState
from games.errors import BadRequest, IdReused
from games.models import Game, GameAnalysis, GameEvent
from games.services import starters
from games.services.commands import EventCommand, RecordResult, Writer
from games.services.server_seed import as_rolled, rolls_of, seed_to_show
from rules import Text

#: The columns that make a result.
_RESULT = {"state", "places", "winner_id", "decided_by", "ranking", "told"}


@contextmanager
def open_event_store(game_id: uuid.UUID, writer: Writer) -> Iterator[EventStore]:
    """Open the locked game and its log in one transaction, to append to."""
    with transaction.atomic():
        yield EventStore(locked_game(game_id), writer)


class EventStore:
    """The log of a locked game while it is written: events not yet saved, and the state they lead to.

    It is the log before the next event (``games.domain.events.EventLog``); rows are read only if that looks back.
    """

    def __init__(self, game: Game, writer: Writer) -> None:
        self.game, self.writer = game, writer
        self.actor, self.now = writer.actor, writer.now
        self.here = self.before = State.from_game(game)
        self.events: list[GameEvent] = []
        #: Events of the current request that had been recorded before.
        self.repeated: list[GameEvent] = []

    def known(self, wanted: Sequence[EventCommand]) -> RecordResult | None:
        """Return what was recorded before, if all of it was; else keep its beginning in ``repeated``.

        Raises ``IdReused`` where an id belongs to something else.
        """
        ids = [each.client_id for each in wanted if each.client_id is not None]
        self.repeated = list(self.game.events.filter(client_id__in=ids).order_by("number")) if ids else []
        for event, each in zip(self.repeated, wanted, strict=False):
            if event.client_id != each.client_id or not each.matches(event):
                raise IdReused(
                    Text(
                        "id: {client_id} already stands for event {number} with other content; use a new id",
                        client_id=event.client_id,
                        number=event.number,
                    ),
                    field="id",
                    number=event.number,
                )
        if len(self.repeated) < len(wanted):
            return None
        return RecordResult(self.game, self.repeated, replayed=True)

    def append(self, wanted: EventCommand) -> None:
        """Append the next event, chained. Raises ``RulesError`` or ``RecordingError`` where it cannot be."""
        happening = EVENT_TYPES[wanted.kind]
        happening.check_phase(self.here, self.game)
        number, head = (
            (self.events[-1].number, self.events[-1].hash)
            if self.events
            else (self.game.number, self.game.head)
        )
        context = EventContext(number + 1, self.now, self.actor, self)
        dice = self.here.dice
        entered = (
            wanted.payload
            if dice is None or not happening.uses_roll(wanted.payload)
            else self._as_rolled(wanted, dice)
        )
        if happening.finds_starter and self.here.phase == GameState.CREATED and self.writer.around is None:
            entered = starters.decide_start(
                starters.StarterRequest(self.game, wanted.kind, entered, self.writer)
            )
        payload = happening.complete(self.here, entered, context)
        self.here = happening.apply(self.here, payload, context)
        event = GameEvent(
            game=self.game,
            number=number + 1,
            kind=wanted.kind,
            payload=payload,
            position=self.here.position,
            finished=self.here.finished,
            actor=self.actor,
            client_id=wanted.client_id,
            happened_at=wanted.happened_at,
            recorded_at=self.now,
        )
        self.events.append(hash_chain.seal_hash(event, head))

    def record(self, wanted: Sequence[EventCommand]) -> RecordResult:
        """Append and save; a decision is left out where the game has ended before it."""
        for each in wanted:
            if not (EVENT_TYPES[each.kind].stops_play and self.here.is_over):
                self.append(each)
                self.append_end()
        return self.save()

    def append_end(self) -> None:
        """Append the end of the game, where the last event has brought it about, and reveal the seed of its dice."""
        if self.here.phase == GameState.RUNNING and self.here.board.over:
            self.append(EventCommand(EventKind.END, {}))
        if self.here.is_over and self.here.dice is not None:
            seed = seed_to_show(self.game, self.here.dice)
            if seed:
                self.append(EventCommand(EventKind.DICE_REVEAL, {"seed": seed}))

    def save(self) -> RecordResult:
        """Save the events and the row; let the room above follow at once, and streams after the commit.

        Whatever takes back how a game ended follows one rule (``check_can_reopen``).
        """
        game, last = self.game, self.events[-1]
        was_over, was_waiting = game.is_over, game.state == GameState.CREATED
        if was_over and not self.here.is_over:
            self.check_can_reopen()
        row = self.here.row() | {"number": last.number, "head": last.hash}
        changed = [name for name, value in row.items() if getattr(game, name) != value]
        for name in changed:
            setattr(game, name, row[name])
        is_new = game._state.adding
        is_result = (was_over or self.here.is_over) and not _RESULT.isdisjoint(changed)
        if is_result:
            game.awaits_counting = True
            changed.append("awaits_counting")
        game.save(force_insert=is_new, update_fields=None if is_new else changed)
        GameEvent.objects.bulk_create(self.events)
        if is_result and not is_new:
            GameAnalysis.objects.filter(game=game).delete()
        if is_result or (was_waiting and game.state == GameState.RUNNING):
            made = GameChange(game, tuple(self.events), self.now, is_result)
            (self.writer.around or above.room).after_record(made)
        arguments = {
            "game_id": game.pk,
            "number": game.number,
            "kinds": [event.kind for event in self.events],
        }
        transaction.on_commit(lambda: signals.recorded.send_robust(Game, **arguments), robust=True)
        return RecordResult(game, self.repeated + self.events)

    def check_can_reopen(self) -> None:
        """Raise ``WrongState`` where the actor cannot take back now how the game ended that is over."""
        check_can_reopen(self.before, EventContext(self.game.number + 1, self.now, self.actor, self))

    # -- online dice ------------------------------------------------------------------------------

    def _as_rolled(self, wanted: EventCommand, dice: OnlineDice) -> dict[str, Any]:
        """Return the payload of an event that uses a roll, with the die rolled for it."""
        if any(event.payload.get("source") == SOURCE for event in self.events):
            # A second one in the request would learn its roll, right or wrong, before the first is recorded.
            raise BadRequest(
                Text(
                    "throws: with online dice one throw is recorded at a time, as the next roll is known "
                    "only then"
                ),
                field="throws",
            )
        number = dice.rolls + 1
        return as_rolled(wanted.payload, number, rolls_of(self.game, self.here)[number])

    # -- the past (``games.domain.events.EventLog``) ------------------------------------------------------

    @property
    def others(self) -> dict[int, GameEvent]:
        """Map number to event, plain throws left out."""
        saved = self.game.events.exclude(kind=EventKind.THROW)
        return {event.number: event for event in (*saved, *self.events) if event.kind != EventKind.THROW}

    @property
    def recorder(self) -> str:
        """Return the actor who recorded the last throw, a regular one or not."""
        last = self.game.events.filter(kind__in=(EventKind.THROW, EventKind.IRREGULAR)).last()
        return "" if last is None else persons.names([last.actor]).get(last.actor, last.actor)

    def event(self, number: int) -> GameEvent:
        new = (event for event in self.events if event.number == number)
        return next(new, None) or self.game.events.get(number=number)

    def state(self, number: int) -> State:
        """Return the state after the event of that number, replayed."""
        return GameAggregate.from_events(self.game, self.game.events.filter(number__lte=number)).now

    def is_same_person(self, first: str, second: str) -> bool:
        """Check whether one person of this site is behind both actors: tokens and links count as their maker."""
        return persons.is_same_person(first, second)

    def is_another_person(self, first: str, second: str) -> bool:
        return not persons.is_same_person(first, second)

    def has_another_approver(self, actor: str) -> bool:
        """Check whether somebody else of this site may approve corrections of this game."""
        return persons.has_another_approver(actor, scope_of_game(self.game.pk))
