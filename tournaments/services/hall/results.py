"""Results of tables: slip after slip, many at once, and all boards that are left when the time is up.

A slip becomes what a referee would record: an order is a typed-in result, lines are a board set by hand
that is adjudicated. Every slip that counted is stored as a confirmed claim, so that the same slip typed at another desk
is known as the same, and another one as a contradiction.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

from django.db import transaction

from games.domain.known_result import board_of
from games.enums import Decision, EventKind, GameState
from games.errors import BeingRecorded, RecordingError
from games.services import recorder
from games.services.commands import EventCommand
from rules import PositionError
from rules.i18n import Text
from tournaments.db import locked_with_games, refused
from tournaments.errors import EventStateConflict
from tournaments.formats import NextGame
from tournaments.models import EventGame, ResultClaim
from tournaments.player_refs import ref
from tournaments.services.games import create_due_game, due_game, existing_event_game, save_event_game
from tournaments.services.hall.hall_event import Who, among, check_hall
from tournaments.services.hall.sheets import (
    Sheet,
    check_has_boards,
    checked_sheet,
    places_of_order,
    position_of,
)
from tournaments.services.standings import at_work
from tournaments.services.suspension import check_goes_on
from tournaments.standings.event_state import EventState, is_played
from tournaments.standings.hall import HallRound, due_tables, round_of_subject

State = ResultClaim.State
#: A kind of event and its payload.
KindAndPayload = tuple[EventKind, dict[str, Any]]
#: The number of slips in one request.
MOST_SHEETS = 500
_TIME_IS_UP = "time limit"
_READ_WRONGLY = "another slip counts"
_NOT_RECORDED = Text("who started is not recorded")
_ON_A_SLIP = "as on the slip of the table"


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The slip of game ``number``; ``order`` names people by key or start number.

    ``over_throws``: that it is meant although throws of the game are recorded.
    """

    number: int
    sheet: Sheet = field(default_factory=Sheet)
    order: Sequence[Who] = ()
    over_throws: bool = False


class SheetOutcome(StrEnum):
    """What became of a slip."""

    ENTERED = "entered"
    #: The same slip had been entered before: one result.
    REPEATED = "repeated"
    #: Another slip had been entered: that one counts until an official decides.
    CONTRADICTS = "contradicts"


@dataclass(frozen=True, slots=True)
class EnteredSheet:
    """A slip and what became of it; ``claim`` has its content."""

    number: int
    outcome: SheetOutcome
    claim: ResultClaim


@transaction.atomic
def enter_sheets(
    *, event_id: int, sheets: Sequence[TableSheet], actor: str, now: datetime
) -> list[EnteredSheet]:
    """Enter slips, all or none; the table of the event is computed once.

    A slip that says what another has said is one result; one that says something else changes nothing and is stored
    as a contradiction. Raises ``BadRequest`` that names the slip and its field, ``EventStateConflict`` for a game
    that is not due, ``BeingRecorded`` where throws are recorded and ``over_throws`` is not set.
    """
    if not 1 <= len(sheets) <= MOST_SHEETS:
        raise refused("sheets", Text("1 to {most} slips are entered at once", most=MOST_SHEETS))
    event_state = locked_state(event_id)
    desk = Desk(event_state, actor, now)
    with at_work(event_state, now):
        found = []
        for index, each in enumerate(sheets):
            try:
                found.append(desk.enter(each))
            except RecordingError as error:
                raise _of_slip(error, index, len(sheets)) from error
        return found


def enter_sheet(*, event_id: int, sheet: TableSheet, actor: str, now: datetime) -> EnteredSheet:
    return enter_sheets(event_id=event_id, sheets=[sheet], actor=actor, now=now)[0]


@transaction.atomic
def undo_sheet(*, event_id: int, number: int, actor: str, now: datetime) -> None:
    """Take the result of a table back that was entered from a slip; claims for the table are set aside.

    Raises ``EventStateConflict`` for a table that no slip gave a result, ``WrongState`` where only a correction
    changes it.
    """
    event_state = locked_state(event_id)
    desk = Desk(event_state, actor, now)
    played, claim = desk.games.get(number), desk.confirmed.get(number)
    if played is None or claim is None or not is_played(played) or not played.game.is_over:
        raise EventStateConflict(Text("No slip has given this table a result."))
    entries = _entries_of_slip(played)
    if not entries:
        raise EventStateConflict(Text("No slip has given this table a result."))
    with at_work(event_state, now):
        _take_back(played, actor, now, entries)
        claims = ResultClaim.objects.filter(event=event_state.event, number=number)
        claims.exclude(state=State.WITHDRAWN).update(state=State.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """The games that were adjudicated, and those without a recorded board."""

    games: tuple[int, ...]
    without_board: tuple[int, ...]


@transaction.atomic
def adjudicate_left(*, event_id: int, subject: str, actor: str, now: datetime) -> Adjudicated:
    """Adjudicate all games of a round that are being recorded, as their boards stand; the time is up.

    Tables without any record are returned: their slips are still to be entered.
    """
    event_state = locked_state(event_id)
    round_ = round_of_subject(event_state, subject)
    running = [each for each in _games_of(event_state, round_) if each.game.state == GameState.RUNNING]
    method = _method(event_state)
    with at_work(event_state, now):
        for played in running:
            payload = {"method": method, "throws": [], "reason": _TIME_IS_UP}
            _record(played, actor, now, (EventKind.ADJUDICATION, payload))
    known = {each.number for each in _games_of(event_state, round_) if is_played(each)}
    left = tuple(number for number in round_.playing if number not in known)
    return Adjudicated(tuple(each.number for each in running), left)


def locked_state(event_id: int) -> EventState:
    """Lock the games and the event, in this order, and load its state, players called by their ids."""
    event = locked_with_games(event_id)
    check_hall(event)
    return EventState.load(event).calling(ref)


def _games_of(event_state: EventState, round_: HallRound) -> list[EventGame]:
    return [each for each in event_state.games if each.number in round_.numbers]


def _method(event_state: EventState) -> str:
    method: str = event_state.contest_without_results.settings.unfinished
    return method


def _of_slip(error: RecordingError, index: int, sheets: int) -> RecordingError:
    """Return the error, its field that of the slip where several were sent."""
    field = error.details.get("field")
    if sheets > 1 and field:
        error.details["field"] = f"sheets[{index}].{field}"
    return error


class Desk:
    """Enters slips in one event at work."""

    def __init__(self, event_state: EventState, actor: str, now: datetime) -> None:
        self.event_state, self.actor, self.now = event_state, actor, now
        self.event = event_state.event
        self.games = {each.number: each for each in event_state.games}
        claims = ResultClaim.objects.filter(event=self.event, state=State.CONFIRMED)
        self.confirmed = {claim.number: claim for claim in claims}

    def enter(self, entered: TableSheet, claim: ResultClaim | None = None) -> EnteredSheet:
        """Enter a slip; ``claim`` is what it was claimed by, where a claim is confirmed."""
        played = self.games.get(entered.number)
        if played is not None and is_played(played) and played.game.is_over:
            return self._again(entered, played, claim)
        if played is None or not is_played(played):
            check_goes_on(self.event)
        due = self._due(entered.number, played)
        sheet = self._checked(entered, due)
        game = self._begun(due, played)
        self._record(game, due, sheet, entered.over_throws)
        return EnteredSheet(
            entered.number,
            SheetOutcome.ENTERED,
            self._save_claim(entered.number, sheet, State.CONFIRMED, claim),
        )

    def _again(self, entered: TableSheet, played: EventGame, claim: ResultClaim | None) -> EnteredSheet:
        """Return what a slip is beside the result that there is: the same, or a contradiction."""
        sheet = self._checked(entered, self._seated(played))
        first = self.confirmed.get(entered.number)
        if first is None and self._was_so(sheet, played):
            saved = self._save_claim(entered.number, sheet, State.CONFIRMED, claim)
            return EnteredSheet(entered.number, SheetOutcome.REPEATED, saved)
        if first is not None and first.sheet == sheet.as_json():
            if claim is not None:
                self._save_claim(entered.number, sheet, State.CONFIRMED, claim)
            return EnteredSheet(entered.number, SheetOutcome.REPEATED, first)
        saved = self._save_claim(entered.number, sheet, State.CONTRADICTED, claim)
        return EnteredSheet(entered.number, SheetOutcome.CONTRADICTS, saved)

    def _was_so(self, sheet: Sheet, played: EventGame) -> bool:
        """Whether a game that no slip has ended, but throws or a typed result, has ended as the slip says."""
        due, game = self._seated(played), played.game
        rules = self.event.rules_of(due.rules)
        if not sheet.order:
            return _pawns_on(board_of(game)) == _pawns_on(position_of(sheet, due.seating, rules))
        if game.ranking:
            return [[self._players[key]] for key in sheet.order] == game.ranking
        placed = places_of_order(sheet.order, due.seating, rules)
        if placed["places"]:
            return list(placed["places"]) == list(game.places)
        return self._players[placed["winner"]] == str(game.winner_id)

    def count_instead(self, entered: TableSheet, claim: ResultClaim) -> EnteredSheet:
        """Let a claim count that was contradicted; a result that came from another slip is taken back first."""
        played = self.games.get(entered.number)
        if played is None or not is_played(played) or not played.game.is_over:
            return self.enter(entered, claim)
        due = self._seated(played)
        sheet = self._checked(entered, due)
        if not sheet.order and _is_by_board(played):
            # No correction has a board: it is replaced, at any time.
            self._record(played, due, sheet, True, (EventKind.TAKE_BACK, _taking_back(1)))
        else:
            _take_back(played, self.actor, self.now)
            self._record(played, due, sheet, over_throws=True)
        return EnteredSheet(
            entered.number,
            SheetOutcome.ENTERED,
            self._save_claim(entered.number, sheet, State.CONFIRMED, claim),
        )

    def sheet_of(self, entered: TableSheet) -> Sheet:
        """Return a slip in its one form. Raises ``BadRequest`` for one that cannot be."""
        return self._checked(entered, self._due(entered.number, self.games.get(entered.number)))

    def _due(self, number: int, played: EventGame | None) -> NextGame:
        if played is not None and is_played(played):
            return self._seated(played)
        # The whole table is only computed to say what is due instead.
        return self._due_tables.get(number) or due_game(self.event_state, number)

    @cached_property
    def _due_tables(self) -> Mapping[int, NextGame]:
        return due_tables(self.event_state)

    def _seated(self, played: EventGame) -> NextGame:
        return NextGame(
            number=played.number,
            name=played.name,
            rules=played.game.rules_name,
            seating=self.event_state.seating(played.game),
            starter=None,
            starter_reason=_NOT_RECORDED,
            reason=Text(""),
        )

    def _checked(self, entered: TableSheet, due: NextGame) -> Sheet:
        sheet = entered.sheet
        if entered.order:
            order = tuple(entry.key for entry in among(self.event_state.entries, entered.order, "order"))
            sheet = Sheet(order, sheet.lines, sheet.finished)
        check_has_boards(sheet, self.event_state.contest_without_results, due.number)
        return checked_sheet(sheet, due.seating, self.event.rules_of(due.rules))

    def _begun(self, due: NextGame, played: EventGame | None) -> EventGame:
        """Return the game in its place in the event, made now where there was none."""
        if played is not None and played.game.state in (GameState.CREATED, GameState.RUNNING):
            return played
        found = existing_event_game(self.event_state, due) or EventGame(event=self.event, number=due.number)
        game = create_due_game(self.event_state, due, None, self.actor, self.now)
        found.throws, found.override_reason = [], ""
        save_event_game(found, due, game, _NOT_RECORDED, "", self.actor)
        self.games[due.number] = found
        return found

    def _record(
        self, played: EventGame, due: NextGame, sheet: Sheet, over_throws: bool, *first: KindAndPayload
    ) -> None:
        rules = self.event.rules_of(due.rules)
        if sheet.order:
            payload = places_of_order(sheet.order, due.seating, rules)
            if payload["winner"] is not None:
                payload["winner"] = self._players[payload["winner"]]
            payload |= {
                "pawns": {},
                "seconds": None,
                "starter": "",
                "played_at": None,
                "over_throws": over_throws,
            }
            _record(played, self.actor, self.now, *first, (EventKind.RESULT, payload))
            return
        if not over_throws:
            _check_not_recorded(played)
        position = position_of(sheet, due.seating, rules)
        payload = {"position": position, "finished": list(sheet.finished), "reason": _ON_A_SLIP}
        payload["captures"] = sheet.captures
        decided = {"method": _method(self.event_state), "throws": [], "reason": _TIME_IS_UP}
        board = (*first, (EventKind.POSITION, payload), (EventKind.ADJUDICATION, decided))
        try:
            _record(played, self.actor, self.now, *board)
        except PositionError as error:
            raise refused("lines", error.message) from error

    @cached_property
    def _players(self) -> Mapping[str, str]:
        return {entry.key: str(entry.player_id) for entry in self.event_state.entries}

    def _save_claim(
        self, number: int, sheet: Sheet, state: ResultClaim.State, claim: ResultClaim | None
    ) -> ResultClaim:
        """Save the slip, in its own claim or in a new one of the person who enters it."""
        saved = claim or ResultClaim(event=self.event, number=number, claimant=self.actor, made_at=self.now)
        saved.sheet, saved.state = sheet.as_json(), state
        saved.save()
        if state == State.CONFIRMED:
            self.confirmed[number] = saved
        return saved


def _check_not_recorded(played: EventGame) -> None:
    """Raise ``BeingRecorded`` for a game that has throws."""
    throws = played.game.events.filter(kind=EventKind.THROW).count() if played.game.number > 1 else 0
    if throws:
        raise BeingRecorded(
            Text(
                "This game is being recorded. A slip ends it there: if that is meant, send it with over_throws."
            ),
            throws=throws,
        )


def _pawns_on(board: str) -> list[list[str]]:
    """List where the pawns of each colour stand; nothing of a board that is not known."""
    return [sorted(pawns.split(",")) for pawns in board.split()[1].split("/")] if board else []


def _entries_of_slip(played: EventGame) -> int:
    """Count the entries of the game's log that are of a slip: of lines the board that was set and its adjudication."""
    kinds = list(played.game.events.order_by("-number").values_list("kind", flat=True)[:2])
    if kinds[0] in (EventKind.RESULT, EventKind.POSITION):
        return 1
    return 2 if kinds == [EventKind.ADJUDICATION, EventKind.POSITION] else 0


def _take_back(played: EventGame, actor: str, now: datetime, entries: int = 1) -> None:
    """Take a result back that came from a slip, so that another can be recorded; it stays in the log."""
    kind = played.game.decided_by
    if kind == Decision.RESULT:
        _record(played, actor, now, (EventKind.UNDO, {"reason": _READ_WRONGLY}))
    else:
        _record(played, actor, now, (EventKind.TAKE_BACK, _taking_back(entries)))


def _taking_back(entries: int) -> dict[str, Any]:
    return {"throws": entries, "reason": _READ_WRONGLY}


def _is_by_board(played: EventGame) -> bool:
    """Check whether the present result is of a board that was set or adjudicated, not played to its end."""
    kinds = played.game.events.exclude(kind=EventKind.END).order_by("-number").values_list("kind", flat=True)
    return kinds[0] in (EventKind.POSITION, EventKind.ADJUDICATION)


def _record(played: EventGame, actor: str, now: datetime, *commands: KindAndPayload) -> None:
    """Record events in a game whose row is locked, and update ``played`` with the game."""
    wanted = [EventCommand(kind, payload, uuid.uuid4()) for kind, payload in commands]
    made = recorder.record_together(game_id=played.game_id, wanted=wanted, actor=actor, now=now)
    played.game = made.game
