"""Results of tables: slip after slip, many at once, claimed by players, and all boards left when the time is up.

A slip becomes what a referee would record: an order is a typed-in result, lines are a board set by hand
that is adjudicated. Every slip that counted is stored as a confirmed claim, so that the same slip typed at another desk
is known as the same, and another one as a contradiction.

Players claim a result from the slip of their table: it carries a token (``slip_token``) that opens its table and
nothing else; the reader says who they are by their start number. No player confirms their own claim. The table of the
event has results alone, so a claim that is none yet leaves it as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from games.domain.known_result import board_of
from games.enums import Decision, EventKind, GameState
from games.errors import RecordingError
from rules import Text
from tournaments.db import locked_with_games, refused
from tournaments.errors import EventStateConflict
from tournaments.formats import NextGame
from tournaments.formats.open.settings import COUNTS
from tournaments.hall.services.hall_event import Who, among, check_hall, entries_meant
from tournaments.models import Draw, Event, EventGame, ResultClaim
from tournaments.services.games import GameDesk
from tournaments.services.slip import EITHER, TIME_IS_UP, Slip, checked_slip, slip_events
from tournaments.standings.event_state import EventState, is_played
from tournaments.standings.rounds import round_of_number, round_of_subject

State = ResultClaim.State
#: The number of slips in one request.
MOST_SLIPS = 500
_READ_WRONGLY = "another slip counts"
#: The number of characters of the hash on a slip: short enough to be typed, and far too many to be guessed.
_TOKEN_LENGTH = 20
_SALT = "tournaments.hall.slip"


@dataclass(frozen=True, slots=True)
class TableSlip:
    """The slip of game ``number``; ``over_throws``: that it is meant although throws of the game are recorded."""

    number: int
    slip: Slip
    over_throws: bool = False


class SlipOutcome(StrEnum):
    """What became of a slip."""

    ENTERED = "entered"
    #: The same slip had been entered before: one result.
    REPEATED = "repeated"
    #: Another slip had been entered: that one counts until an official decides.
    CONTRADICTS = "contradicts"


@dataclass(frozen=True, slots=True)
class EnteredSlip:
    """What became of a slip; ``claim`` has its content."""

    outcome: SlipOutcome
    claim: ResultClaim


@transaction.atomic
def enter_slips(*, event_id: int, slips: Sequence[TableSlip], actor: str, now: datetime) -> list[EnteredSlip]:
    """Enter slips, all or none; the table of the event is computed once.

    A slip that says what another has said is one result; one that says something else changes nothing and is stored
    as a contradiction. Raises ``BadRequest`` that names the slip and its field, ``EventStateConflict`` for a game
    that is not due, ``BeingRecorded`` where throws are recorded and ``over_throws`` is not set.
    """
    if not 1 <= len(slips) <= MOST_SLIPS:
        raise refused("sheets", Text("1 to {most} slips are entered at once", most=MOST_SLIPS))
    with SlipDesk.open(locked_hall(event_id), now, actor) as desk:
        found = []
        for index, each in enumerate(slips):
            try:
                found.append(desk.enter_slip(each))
            except RecordingError as error:
                if len(slips) > 1 and error.field:
                    error.details["field"] = f"sheets[{index}].{error.field}"
                raise
        return found


@transaction.atomic
def undo_slip(*, event_id: int, number: int, actor: str, now: datetime) -> None:
    """Take the result of a table back that was entered from a slip; claims for the table are set aside.

    Raises ``EventStateConflict`` for a table that no slip gave a result, ``WrongState`` where only a correction
    changes it.
    """
    with SlipDesk.open(locked_hall(event_id), now, actor) as desk:
        played = desk.games.get(number) if number in desk.confirmed else None
        is_over = played is not None and is_played(played) and played.game.is_over
        entries = _entries_of_slip(played) if played is not None and is_over else 0
        if played is None or not entries:
            raise EventStateConflict(Text("No slip has given this table a result."))
        desk.take_back(played, entries)
        claims = ResultClaim.objects.filter(event=desk.event, number=number)
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
    with GameDesk.open(locked_hall(event_id), now, actor) as desk:
        round_ = round_of_subject(desk.before, subject)
        games = [each for each in desk.before.games if each.number in round_.numbers and is_played(each)]
        running = [each for each in games if each.game.state == GameState.RUNNING]
        method = desk.before.contest_without_results.settings.unfinished
        for played in running:
            payload = {"method": method, "throws": [], "reason": TIME_IS_UP}
            desk.record(played, [(EventKind.ADJUDICATION, payload)])
    known = {each.number for each in games}
    left = tuple(number for number in round_.playing if number not in known)
    return Adjudicated(tuple(each.number for each in running), left)


def locked_hall(event_id: int) -> Event:
    """Lock the games and the event, in this order."""
    event = locked_with_games(event_id)
    check_hall(event)
    return event


class SlipDesk(GameDesk):
    """Enters the slips of tables in a hall; what each says is stored as a claim."""

    @cached_property
    def confirmed(self) -> dict[int, ResultClaim]:
        claims = ResultClaim.objects.filter(event=self.event, state=State.CONFIRMED)
        return {claim.number: claim for claim in claims}

    def meant(self, slip: Slip) -> Slip:
        """Return the slip with its people by their keys: the order of the players, or all lines."""
        if bool(slip.order) == bool(slip.lines):
            raise refused("order", EITHER)
        people = among(self.before.entries, slip.order, "order")
        return replace(slip, order=tuple(entry.key for entry in people))

    def checked(self, game: NextGame, slip: Slip) -> Slip:
        """Return the slip in its one form (``checked_slip``)."""
        rules, contest = self.event.rules_of(game.rules), self.before.contest_without_results
        return checked_slip(self.meant(slip), game.seating, rules, contest, game.number, self.now)

    def enter_slip(
        self, entered: TableSlip, claim: ResultClaim | None = None, *, counts: bool = False
    ) -> EnteredSlip:
        """Enter a slip; ``claim`` is what it was claimed by, where a claim is confirmed.

        Beside the result that there is it is the same or a contradiction, unless an official says that it ``counts``: a
        result that came from another slip is taken back then.
        """
        game, played = self.game(entered.number)
        if not is_played(played) or not played.game.is_over:
            slip = self.enter(entered.number, self.meant(entered.slip), over_throws=entered.over_throws)
            return self._saved(game.number, slip, SlipOutcome.ENTERED, claim)
        slip = self.checked(game, entered.slip)
        if not counts:
            return self._beside_result(played, game, slip, claim)
        self._replace(played, game, slip)
        return self._saved(game.number, slip, SlipOutcome.ENTERED, claim)

    def _beside_result(
        self, played: EventGame, game: NextGame, slip: Slip, claim: ResultClaim | None
    ) -> EnteredSlip:
        first = self.confirmed.get(game.number)
        if first is None and self._was_so(slip, game, played):
            return self._saved(game.number, slip, SlipOutcome.REPEATED, claim)
        if first is None or first.sheet != slip.as_json():
            return self._saved(game.number, slip, SlipOutcome.CONTRADICTS, claim)
        if claim is not None:
            self._saved(game.number, slip, SlipOutcome.REPEATED, claim)
        return EnteredSlip(SlipOutcome.REPEATED, first)

    def _was_so(self, slip: Slip, game: NextGame, played: EventGame) -> bool:
        """Check whether a game that no slip has ended, but throws or a typed result, has ended as the slip says."""
        ended = played.game
        if slip.lines:
            return _pawns_on(board_of(ended)) == _pawns_on(slip.position(game.seating, ended.rules))
        if ended.ranking:
            return [[self.players[str(key)]] for key in slip.order] == ended.ranking
        slip = slip.of_colours(game.seating)
        if slip.places:
            return list(slip.places) == list(ended.places)
        return self.players[slip.winner] == str(ended.winner_id)

    def _replace(self, played: EventGame, game: NextGame, slip: Slip) -> None:
        rules, contest = self.event.rules_of(game.rules), self.before.contest_without_results
        events = slip_events(slip, game.seating, rules, contest, self.players, over_throws=True)
        if slip.lines and _last_kinds(played)[0] in (EventKind.POSITION, EventKind.ADJUDICATION):
            # No correction has a board: it is replaced, at any time.
            self.record(played, [(EventKind.TAKE_BACK, _taking_back(1)), *events])
        else:
            self.take_back(played)
            self.record(played, events)

    def take_back(self, played: EventGame, entries: int = 1) -> None:
        """Take a result back that came from a slip, so that another can be recorded; it stays in the log."""
        if played.game.decided_by == Decision.RESULT:
            self.record(played, [(EventKind.UNDO, {"reason": _READ_WRONGLY})])
        else:
            self.record(played, [(EventKind.TAKE_BACK, _taking_back(entries))])

    def _saved(self, number: int, slip: Slip, outcome: SlipOutcome, claim: ResultClaim | None) -> EnteredSlip:
        """Save what the slip says, in its own claim or in a new one of the person who enters it."""
        saved = claim or ResultClaim(event=self.event, number=number, claimant=self.actor, made_at=self.now)
        contradicts = outcome is SlipOutcome.CONTRADICTS
        saved.sheet, saved.state = slip.as_json(), State.CONTRADICTED if contradicts else State.CONFIRMED
        saved.save()
        if not contradicts:
            self.confirmed[number] = saved
        return EnteredSlip(outcome, saved)


def _pawns_on(board: str) -> list[list[str]]:
    """List where the pawns of each colour stand; nothing of a board that is not known."""
    return [sorted(pawns.split(",")) for pawns in board.split()[1].split("/")] if board else []


def _entries_of_slip(played: EventGame) -> int:
    """Count the entries of the game's log that are of a slip: of lines the board that was set and its adjudication."""
    kinds = _last_kinds(played)
    if kinds[0] in (EventKind.RESULT, EventKind.POSITION):
        return 1
    return 2 if kinds == [EventKind.ADJUDICATION, EventKind.POSITION] else 0


def _last_kinds(played: EventGame) -> list[str]:
    """List the last two kinds of the log, the last one first, without the end that follows a finished board."""
    kinds = played.game.events.exclude(kind=EventKind.END).order_by("-number").values_list("kind", flat=True)
    return list(kinds[:2])


def _taking_back(entries: int) -> dict[str, Any]:
    return {"throws": entries, "reason": _READ_WRONGLY}


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim, and the result that it has led to, if it has."""

    claim: ResultClaim
    entered: EnteredSlip | None = None


def slip_token(draw: Draw, number: int) -> str:
    """Return the token on the slip of a table; a round that is drawn again has others."""
    return salted_hmac(_SALT, f"{draw.event_id}:{draw.pk}:{number}", algorithm="sha256").hexdigest()[
        :_TOKEN_LENGTH
    ]


def is_slip_token(event_state: EventState, number: int, token: str) -> bool:
    """Check whether the token is that of the slip of this game, by a round that is still as it was published."""
    round_ = round_of_number(event_state, number)
    return round_ is not None and constant_time_compare(slip_token(round_.draw, number), token)


@transaction.atomic
def claim_result(
    *, event_id: int, number: int, token: str, claimant: Who, slip: Slip, now: datetime
) -> Claimed:
    """Claim the result of a table from its slip; a second player with the same claim confirms it.

    Raises ``BadRequest`` for another token, a player of another table, or a slip that cannot be;
    ``EventStateConflict`` where the game has a result.
    """
    with SlipDesk.open(locked_hall(event_id), now, actor="") as desk:
        key = _holder(desk.before, number, token, claimant)
        desk.actor = f"entry:{key}"
        game, _ = desk.game(number)
        if key not in game.seating.entrants:
            raise refused("claimant", Text("the start number of somebody at this table is needed"))
        slip = desk.checked(game, slip)
        others = []
        for claim in ResultClaim.objects.filter(event=desk.event, number=number).exclude(
            state=State.WITHDRAWN
        ):
            if claim.claimant == key and claim.state != State.CONFIRMED:
                _set([claim], State.WITHDRAWN)
            else:
                others.append(claim)
        claim = ResultClaim(event=desk.event, number=number, claimant=key, sheet=slip.as_json(), made_at=now)
        if any(other.sheet != claim.sheet for other in others):
            claim.state = State.CONTRADICTED
            claim.save()
            _set([other for other in others if other.state == State.OPEN], State.CONTRADICTED)
            return Claimed(claim)
        claim.save()
        is_second = any(other.claimant != key for other in others)
        if not (is_second or desk.before.contest_without_results.settings.unconfirmed == COUNTS):
            return Claimed(claim)
        entered = desk.enter_slip(TableSlip(number, slip), claim)
        _set([other for other in others if other.claimant != key], State.CONFIRMED)
        return Claimed(claim, entered)


@transaction.atomic
def confirm_claim(*, event_id: int, claim_id: int, actor: str, now: datetime) -> EnteredSlip:
    """Let an official say that a claim is right: it counts, and what else is said of the game is set aside.

    Raises ``EventStateConflict`` for a claim that was set aside, ``WrongState`` where the present result can only
    be corrected by two people.
    """
    with SlipDesk.open(locked_hall(event_id), now, actor) as desk:
        claim = _claim_of(desk.event, claim_id)
        if claim.state == State.WITHDRAWN:
            raise EventStateConflict(Text("This claim was set aside: another one counts."))
        entered = desk.enter_slip(
            TableSlip(claim.number, Slip.from_json(claim.sheet)), claim, counts=claim.state != State.CONFIRMED
        )
        others = ResultClaim.objects.filter(event=desk.event, number=claim.number).exclude(pk=claim.pk)
        others.update(state=State.WITHDRAWN)
        return entered


@transaction.atomic
def withdraw_claim(*, event_id: int, claim_id: int, token: str, claimant: Who, now: datetime) -> ResultClaim:
    """Take a claim back that has not been confirmed, from the slip of its table, by its claimant."""
    event = locked_hall(event_id)
    claim = _claim_of(event, claim_id)
    if _holder(EventState.load(event), claim.number, token, claimant) != claim.claimant:
        raise refused("claimant", Text("only whoever told it takes it back"))
    if claim.state == State.CONFIRMED:
        raise EventStateConflict(Text("The result is confirmed: ask an official to correct it."))
    _set([claim], State.WITHDRAWN)
    return claim


def _holder(event_state: EventState, number: int, token: str, claimant: Who) -> str:
    """Return the key of the person who holds the slip of a table, as they say, where its token is right."""
    if not is_slip_token(event_state, number, token):
        raise refused("token", Text("this is not the code of the slip of this table; scan it again"))
    (entry,) = entries_meant(event_state.event, [claimant], "claimant")
    return entry.key


def _claim_of(event: Event, claim_id: int) -> ResultClaim:
    claim = ResultClaim.objects.filter(event=event, pk=claim_id).first()
    if claim is None:
        raise refused("claim", Text("there is no such claim in this event"))
    return claim


def _set(claims: Sequence[ResultClaim], state: ResultClaim.State) -> None:
    for claim in claims:
        claim.state = state
        claim.save(update_fields=["state"])
