"""The games of an event: put in their places, begun, and ended by the result of a slip.

What is stored of a game calls players by their ids, and so does the event state it comes from; errors call
them by their current names.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import transaction

from games.domain.counters import count_throws
from games.enums import EventKind, GameState
from games.errors import BeingRecorded
from games.models import Game
from games.services import recorder
from games.services.commands import EventCommand, Writer
from games.services.commit_dice import commit_dice
from rules import Text
from tournaments.db import check_row, locked, locked_with_game, locked_with_prepared, refused, save_row
from tournaments.errors import EventStateConflict
from tournaments.formats import NextGame, phrases
from tournaments.models import EventGame
from tournaments.player_refs import resolve_current
from tournaments.services.events import check_goes_on
from tournaments.services.slip import (
    KindAndPayload,
    Slip,
    checked_slip,
    slip_events,
)
from tournaments.services.standings import EventChange
from tournaments.services.starters import (
    BY_HAND,
    NOT_RECORDED,
    FurnitureInput,
    Override,
    decide_start,
    rounds_in_log,
    still_to_lay,
    to_lay,
)
from tournaments.standings.event_state import EventState, is_played, is_prepared
from tournaments.standings.rounds import due_tables

_TO_BE_DRAWN = FurnitureInput()


@dataclass(frozen=True, slots=True)
class StartedGame:
    """A game of an event that has begun, and whether it had been started before by the same request."""

    played: EventGame
    replayed: bool = False


@transaction.atomic
def start_next_game(
    *,
    event_id: int,
    actor: str,
    now: datetime,
    number: int | None = None,
    rounds: Sequence[Mapping[str, int]] = (),
    override: Override | None = None,
    furniture: FurnitureInput = _TO_BE_DRAWN,
    board: str = "",
    game_id: uuid.UUID | None = None,
) -> StartedGame:
    """Start the next game, or game ``number`` where several can be started, at the table called ``board``.

    ``rounds`` are the throws for the start, colour → die, where it is to be thrown for; ``override`` is
    another starter by the organiser's decision. The reason is stored with the game, the throws in its log.
    ``furniture`` are the trapdoors or wormholes, drawn from a published seed unless they are chosen by hand.
    A game that was prepared begins, one that was abandoned is played again. A client-made ``game_id`` makes
    a repeat harmless.
    """
    event = locked_with_prepared(event_id)
    known = _known(event_id, game_id)
    if known is not None and not is_prepared(known):
        return StartedGame(known, replayed=True)
    with GameDesk.open(event, now, actor) as desk:
        due, played = desk.open_game(due_game(desk.before, number).number)
        rules = event.rules_of(due.rules)
        start = decide_start(played, due, rules, rounds, override)
        lying = still_to_lay(played.game, furniture) if is_prepared(played) else to_lay(rules, furniture)
        beginning = {
            "starter": start.colour or "",
            "reason": played.override_reason,
            "how": {"reason": start.reason.as_json()},
            **lying,
        }
        wanted = EventCommand(EventKind.START, beginning)
        desk.put(due, played, start.reason, [wanted], board=board, game_id=game_id)
    return StartedGame(played)


@transaction.atomic
def prepare_next_game(
    *,
    event_id: int,
    actor: str,
    now: datetime,
    number: int | None = None,
    furniture: FurnitureInput = _TO_BE_DRAWN,
    board: str = "",
    game_id: uuid.UUID | None = None,
) -> StartedGame:
    """Make the next game, or game ``number``, without beginning it, and promise online dice for it
    (docs/reference/dice.md).

    The sides can then add their texts; ``start_next_game`` begins it. ``furniture`` is fixed now. A
    client-made ``game_id`` makes a repeat harmless.
    """
    event = locked(event_id)
    if known := _known(event_id, game_id):
        return StartedGame(known, replayed=True)
    with GameDesk.open(event, now, actor) as desk:
        due, played = desk.open_game(due_game(desk.before, number).number)
        if is_prepared(played):
            raise EventStateConflict(
                Text("{name} is prepared already and can begin", name=resolve_current(due.name))
            )
        played.throws, played.override_reason = [], ""
        lying = to_lay(event.rules_of(due.rules), furniture)
        desk.put(due, played, due.starter_reason, board=board, game_id=game_id, furniture=lying)
        played.game = commit_dice(game_id=played.game_id, actor=actor, now=now).game
    return StartedGame(played)


def _known(event_id: int, game_id: uuid.UUID | None) -> EventGame | None:
    """Return the game of the event that has this id, which a client has made; refuse that of any other game."""
    if game_id is None:
        return None
    known = EventGame.objects.filter(game=game_id).select_related("game", "event").first()
    if known is None and not Game.objects.filter(pk=game_id).exists():
        return None
    if known is None or known.event_id != event_id:
        raise refused("id", Text("{game_id} is another game already; use a new id", game_id=game_id))
    return known


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
    with GameDesk.open(locked_with_game(event_id, number), now, actor) as desk:
        desk.enter(number, slip, beginning, note, over_throws=over_throws)
        return desk.games[number]


class GameDesk(EventChange):
    """A change of an event in which games are put in their places, begun and ended; those that exist are locked."""

    def game(self, number: int) -> tuple[NextGame, EventGame]:
        """Return who sits where in a game that is due, running or over, and its place: a new one unless it was made."""
        played = self.games.get(number) or EventGame(event=self.event, number=number)
        if is_played(played):
            begun = NextGame(
                number=number,
                name=played.name,
                rules=played.game.rules_name,
                seating=self.before.seating(played.game),
                starter=None,
                starter_reason=NOT_RECORDED,
                reason=Text(""),
            )
            return begun, played
        if self.event.format.seats_a_hall and number in self._due_tables:
            due = self._due_tables[number]
        else:
            due = due_game(self.before, number)
        return due, played

    def open_game(self, number: int) -> tuple[NextGame, EventGame]:
        """Return the same of a game that is due or running.

        Raises ``EventStateConflict`` for a game that is over, and where no game begins.
        """
        game, played = self.game(number)
        if not is_played(played):
            check_goes_on(self.event)
        elif played.game.state != GameState.RUNNING:
            raise EventStateConflict(
                Text("{name} has a result already: correct it instead", name=resolve_current(played.name))
            )
        return game, played

    @cached_property
    def _due_tables(self) -> Mapping[int, NextGame]:
        """The tables of a hall that are due: nothing is judged for them."""
        return due_tables(self.before)

    # -- results ---------------------------------------------------------------------------------

    def enter(
        self,
        number: int,
        slip: Slip,
        beginning: EnteredStart = _AS_DUE,
        note: str = "",
        *,
        over_throws: bool = False,
    ) -> Slip:
        """Record a slip, and return it in its one form: a running game is ended, one that is due begins and ends."""
        game, played = self.open_game(number)
        rules, contest = self.event.rules_of(game.rules), self.before.contest_without_results
        is_due, starter, starter_reason = not is_played(played), "", NOT_RECORDED
        if is_due:
            start = decide_start(played, game, rules, beginning.rounds, beginning.override, is_over=True)
            starter, starter_reason = start.colour or "", start.reason
            if slip.lines:
                starter, starter_reason, played.override_reason = "", BY_HAND, ""
        elif beginning.rounds or beginning.override:
            name = resolve_current(played.name)
            raise refused("throws", Text("{name} has begun: how it began is told already", name=name))
        slip = checked_slip(slip, game.seating, rules, contest, number, self.now)
        if not is_due and slip.lines and not over_throws and (throws := count_throws(played.game.tallies)):
            raise BeingRecorded(
                Text(
                    "This game is being recorded. A slip ends it there: if that is meant, "
                    "send it with over_throws."
                ),
                throws=throws,
            )
        events: list[KindAndPayload] = [(EventKind.NOTE, {"text": note})] if note else []
        events += slip_events(
            slip, game.seating, rules, contest, self.players, starter, over_throws=over_throws
        )
        if is_due:
            self.put(game, played, starter_reason, commands(events), board=beginning.board)
        else:
            self.record(played, events)
        return slip

    def record(self, played: EventGame, events: Sequence[KindAndPayload]) -> EventGame:
        """Record events in a game whose row is locked, and update ``played`` with the game."""
        return self._record(played, commands(events))

    def _record(self, played: EventGame, wanted: Sequence[EventCommand]) -> EventGame:
        writer = Writer(self.actor, self.now, around=self)
        played.game = recorder.record_together(game_id=played.game_id, wanted=wanted, writer=writer).game
        return played

    # -- places ----------------------------------------------------------------------------------

    def put(
        self,
        due: NextGame,
        played: EventGame,
        starter_reason: Text,
        wanted: Sequence[EventCommand] = (),
        *,
        board: str = "",
        game_id: uuid.UUID | None = None,
        furniture: Mapping[str, Any] | None = None,
    ) -> EventGame:
        """Put the game that is due in its place ``played``, made now unless it was prepared, and record in it.

        Its throws for the start, as far as its log has not got them, come before what is ``wanted``. One that is made
        has the special fields ``furniture`` at its board.
        """
        is_new = not is_prepared(played)
        if played.throws:
            recorded = [] if is_new else rounds_in_log(played.game, due, self.event.rules_of(due.rules))
            wanted = [*_new_throws(played.throws, recorded), *wanted]
        if is_new:
            played.game_id = game_id or uuid.uuid4()
        else:
            if game_id not in (None, played.game_id):
                raise refused(
                    "id",
                    Text(
                        "{name} is prepared as {game_id}: leave the id out, or give that one",
                        name=resolve_current(due.name),
                        game_id=played.game_id,
                    ),
                )
            check_seats(played, self.before, due)
        save_event_game(played, due, starter_reason, board, self.actor)
        if played.throws:  # in the order in which the database has them
            played.refresh_from_db(fields=["throws"])
        self.games[played.number], self.is_changed = played, True
        if not is_new:
            return self._record(played, wanted) if wanted else played
        played.game = recorder.create_game(
            rules=self.event.rules_of(due.rules),
            seats=[(self.before.by_key[seat.entrant].player, seat.colours) for seat in due.seating.seats],
            title=f"{self.event.name} · {due.number}",
            game_id=played.game_id,
            is_public=self.event.is_public,
            actor=self.actor,
            now=self.now,
            furniture=furniture,
            wanted=wanted,
            around=self,
        )
        return played


def _new_throws(
    rounds: Sequence[Mapping[str, int]], recorded: Sequence[Mapping[str, int]]
) -> list[EventCommand]:
    """Return what a log gets of the throws for the start in which the rounds ``recorded`` stand already."""
    wanted: list[KindAndPayload] = []
    for index, thrown in enumerate(rounds):
        known = recorded[index] if index < len(recorded) else {}
        new = {colour: die for colour, die in thrown.items() if colour not in known}
        if new:
            wanted.append((EventKind.START_THROWS, {"throws": new}))
    return commands(wanted)


def commands(events: Sequence[KindAndPayload]) -> list[EventCommand]:
    return [EventCommand(kind, payload, uuid.uuid4()) for kind, payload in events]


def save_event_game(played: EventGame, due: NextGame, starter_reason: Text, board: str, actor: str) -> None:
    """Save the game as the one of its number in the event; the projection is not updated.

    An unchanged row is not saved: its history lists changes.
    """
    played.name = due.name
    played.board = board or played.board
    played.due_starter = due.starter or ""
    played.starter_reason = starter_reason
    if board or played.override_reason:  # typed in; the rest is the format's
        check_row(played, known=("event", "number", "game"))
    stored = EventGame.objects.filter(pk=played.pk).first() if played.pk else None
    if stored is None or _values(stored) != _values(played):
        save_row(played, actor)


def _values(row: EventGame) -> list[Any]:
    values = (getattr(row, field.attname) for field in row._meta.concrete_fields)
    return [value.as_json() if isinstance(value, Text) else value for value in values]


def check_seats(played: EventGame, event_state: EventState, due: NextGame) -> None:
    """Raise ``EventStateConflict`` where a game was prepared with other seats than are due now."""
    if event_state.seating(played.game) == due.seating:
        return
    name = resolve_current(due.name)
    raise EventStateConflict(
        Text("{name} is prepared with other seats than are due now: abandon it, then start anew", name=name)
    )


def due_game(event_state: EventState, number: int | None) -> NextGame:
    """Return game ``number``, or the first, that can be started. Raises ``EventStateConflict`` if none can."""
    for game in event_state.due:
        if number in (None, game.number):
            return game
    raise EventStateConflict(resolve_current(_why_none(event_state, number)))


def _why_none(event_state: EventState, number: int | None) -> Text:
    """Explain why no game (of that number) can be started."""
    verdict = event_state.verdict
    if verdict.finished:
        return verdict.finished.reason
    if verdict.missing:
        return verdict.missing[0]
    if verdict.draws:
        return Text("draw first: {name}", name=verdict.draws[0].name)
    if number is not None and event_state.due:
        names = phrases.join_names([game.name for game in event_state.due])
        return Text("number: not Game {number} but {names} is to be started now", number=number, names=names)
    running = phrases.join_names([game.name for game in verdict.next_games])
    return Text("{running} is being played", running=running)
