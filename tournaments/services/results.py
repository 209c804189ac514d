"""Entering results from slips, instead of recording throw by throw: the single entry point for every source."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db import transaction

from games.domain.counters import count_throws
from games.enums import EventKind, GameState
from games.errors import BeingRecorded
from games.services import recorder
from games.services.commands import EventCommand, Writer
from rules import StartingColour, Text
from tournaments.db import locked_with_game, refused
from tournaments.errors import EventStateConflict
from tournaments.formats import NextGame
from tournaments.models import EventGame
from tournaments.player_refs import resolve_current
from tournaments.services.games import due_game, place_of, put_in_place, record_throws
from tournaments.services.slip import (
    KindAndPayload,
    Slip,
    board_events,
    check_time,
    checked_slip,
    result_payload,
)
from tournaments.services.standings import EventChange, event_change
from tournaments.services.starters import BY_HAND, NOT_RECORDED, Override, decide_start
from tournaments.services.suspension import check_goes_on
from tournaments.standings.event_state import EventState, is_played
from tournaments.standings.hall import due_tables


@dataclass(frozen=True, slots=True)
class EnteredStart:
    """How a game with a typed-in result began: where, and who started.

    By default the colour has started that the rules name. ``rounds`` are the throws for the start,
    ``override`` is another colour with the reason.
    """

    board: str = ""
    rounds: Sequence[Mapping[str, int]] = ()
    override: Override | None = None


_AS_DUE = EnteredStart()


@transaction.atomic
def enter_slip(
    *,
    event_id: int,
    number: int,
    slip: Slip,
    actor: str,
    now: datetime,
    beginning: EnteredStart = _AS_DUE,
    note: str = "",
    over_throws: bool = False,
) -> EventGame:
    """Enter the result of game ``number``: one that is due is begun and ended in one step, a running one is ended.

    ``note`` is stored in the game's log, and ``over_throws``: that the result is meant although throws of the game are
    recorded. Raises ``EventStateConflict`` where the game is not due or has a result already, ``BeingRecorded`` where
    there are throws and ``over_throws`` is not set, ``BadRequest`` and ``FormatError`` (or ``FormatViolation``) where
    the slip cannot be right.
    """
    with event_change(EventState.load(locked_with_game(event_id, number)), now) as change:
        entry = ResultEntry(change, actor)
        game = entry.open_game(number)
        return entry.enter(game, entry.checked(game, slip), beginning, note, over_throws=over_throws)


class ResultEntry:
    """Enters results in the games of one event, whose row and games are locked, within a change of it."""

    def __init__(self, change: EventChange, actor: str) -> None:
        self.change, self.actor = change, actor
        self.event_state, self.event, self.now = change.before, change.event, change.now

    def played(self, number: int) -> EventGame | None:
        """Return the game of that number, where it is running or over."""
        played = self.change.games.get(number)
        return played if played is not None and is_played(played) else None

    def game(self, number: int) -> NextGame:
        """Return who sits where in a game that is due, running or over, and by which rules."""
        played = self.played(number)
        if played is None:
            return self._due.get(number) or due_game(self.event_state, number)
        return NextGame(
            number=number,
            name=played.name,
            rules=played.game.rules_name,
            seating=self.event_state.seating(played.game),
            starter=None,
            starter_reason=NOT_RECORDED,
            reason=Text(""),
        )

    def open_game(self, number: int) -> NextGame:
        """Return a game that is due or running. Raises ``EventStateConflict`` for one that is over."""
        played = self.played(number)
        if played is not None and played.game.state != GameState.RUNNING:
            name = resolve_current(played.name)
            raise EventStateConflict(Text("{name} has a result already: correct it instead", name=name))
        return self.game(number)

    @cached_property
    def _due(self) -> Mapping[int, NextGame]:
        """The tables of a hall that are due; the whole event is only judged to say what is due instead."""
        return due_tables(self.event_state) if self.event.format.seats_a_hall else {}

    @cached_property
    def players(self) -> Mapping[str, str]:
        return {entry.key: str(entry.player_id) for entry in self.event_state.entries}

    def checked(self, game: NextGame, slip: Slip) -> Slip:
        """Return the slip in its one form (``checked_slip``)."""
        check_time(slip, self.now)
        contest, rules = self.event_state.contest_without_results, self.event.rules_of(game.rules)
        return checked_slip(slip, game.seating, rules, contest, game.number)

    def events(
        self, game: NextGame, slip: Slip, starter: str = "", *, over_throws: bool = False
    ) -> list[KindAndPayload]:
        """Return what the log of the game gets of a checked slip."""
        if slip.lines:
            position = slip.position(game.seating, self.event.rules_of(game.rules))
            return board_events(slip, position, self.event_state.contest_without_results.settings.unfinished)
        slip = slip.of_colours(game.seating)
        return [(EventKind.RESULT, result_payload(slip, self.players, starter, over_throws=over_throws))]

    def enter(
        self,
        game: NextGame,
        slip: Slip,
        beginning: EnteredStart = _AS_DUE,
        note: str = "",
        *,
        over_throws: bool = False,
    ) -> EventGame:
        """Record a checked slip: a running game is ended, one that is due begins and ends in one step."""
        notes: list[KindAndPayload] = [(EventKind.NOTE, {"text": note})] if note else []
        played = self.played(game.number)
        if played is None:
            played, rules = place_of(self.event_state, game), self.event.rules_of(game.rules)
            start = decide_start(
                played, game, rules, beginning.rounds, beginning.override, may_be_unknown=True
            )
            if slip.lines:
                start, played.override_reason = StartingColour(None, BY_HAND), ""
            events = self.events(game, slip, start.colour or "", over_throws=over_throws)
            self.place(game, played, start.reason, beginning.board, [*notes, *events])
            return played
        if beginning.rounds or beginning.override:
            name = resolve_current(played.name)
            raise refused("throws", Text("{name} has begun: how it began is told already", name=name))
        if slip.lines and not over_throws:
            _check_not_recorded(played)
        self.record(played, [*notes, *self.events(game, slip, over_throws=over_throws)])
        return played

    def place(
        self, due: NextGame, played: EventGame, reason: Text, board: str, events: Sequence[KindAndPayload]
    ) -> None:
        """Put a game that is due in its place in the event, made now unless it was prepared, and record its events.

        Throws for the start are recorded before them, one after the other.
        """
        check_goes_on(self.event)
        at_once = () if played.throws else _commands(events)
        is_new = put_in_place(self.change, due, played, reason, self.actor, board=board, wanted=at_once)
        if not (is_new and at_once):
            record_throws(self.change, played, due, self.event.rules_of(due.rules), self.actor)
            self.record(played, events)

    def record(self, played: EventGame, events: Sequence[KindAndPayload]) -> None:
        """Record events in a game whose row is locked, and update ``played`` with the game."""
        writer = Writer(self.actor, self.now, around=self.change)
        made = recorder.record_together(game_id=played.game_id, wanted=_commands(events), writer=writer)
        played.game = made.game


def _commands(events: Sequence[KindAndPayload]) -> list[EventCommand]:
    return [EventCommand(kind, payload, uuid.uuid4()) for kind, payload in events]


def _check_not_recorded(played: EventGame) -> None:
    """Raise ``BeingRecorded`` for a game that has throws."""
    throws = count_throws(played.game.tallies)
    if throws:
        raise BeingRecorded(
            Text(
                "This game is being recorded. A slip ends it there: if that is meant, send it with over_throws."
            ),
            throws=throws,
        )
