"""Results claimed by players from the slip of their table: confirmed by another player of it, or by an official.

The slip carries a token (``slip_token``) that opens its table and nothing else; the reader says who they are by
their start number. No player confirms their own claim. The table of the event has results alone, so a
claim that is none yet leaves it as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from rules.i18n import Text
from tournaments.db import refused
from tournaments.errors import EventStateConflict
from tournaments.formats.open.settings import COUNTS
from tournaments.models import Draw, ResultClaim
from tournaments.services.games import due_game
from tournaments.services.hall.hall_event import Who, entries_meant
from tournaments.services.hall.results import Desk, EnteredSheet, TableSheet, locked_state
from tournaments.services.hall.sheets import Sheet
from tournaments.services.standings import at_work
from tournaments.standings.event_state import EventState, is_played
from tournaments.standings.hall import due_tables, round_of_number

State = ResultClaim.State
#: The number of characters of the hash on a slip: short enough to be typed, and far too many to be guessed.
_TOKEN_LENGTH = 20
_SALT = "tournaments.hall.slip"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim, and the result that it has led to, if it has."""

    claim: ResultClaim
    entered: EnteredSheet | None = None


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
    *,
    event_id: int,
    number: int,
    token: str,
    claimant: Who,
    sheet: Sheet,
    order: Sequence[Who],
    now: datetime,
) -> Claimed:
    """Claim the result of a table from its slip; a second player with the same claim confirms it.

    Raises ``BadRequest`` for another token, a player of another table, or a slip that cannot be;
    ``EventStateConflict`` where the game has a result.
    """
    event_state = locked_state(event_id)
    if not is_slip_token(event_state, number, token):
        raise refused("token", Text("this is not the code of the slip of this table; scan it again"))
    seats = _seats(event_state, number)
    (entry,) = entries_meant(event_state.event, [claimant], "claimant")
    if entry.key not in seats:
        raise refused("claimant", Text("the start number of somebody at this table is needed"))
    return _claim(event_state, TableSheet(number, sheet, order), entry.key, now)


@transaction.atomic
def confirm_claim(*, event_id: int, claim_id: int, actor: str, now: datetime) -> EnteredSheet:
    """Let an official say that a claim is right: it counts, and what else is said of the game is set aside.

    Raises ``EventStateConflict`` for a claim that was set aside, ``WrongState`` where the present result can only
    be corrected by two people.
    """
    event_state = locked_state(event_id)
    claim = _claim_of(event_state, claim_id)
    if claim.state == State.WITHDRAWN:
        raise EventStateConflict(Text("This claim was set aside: another one counts."))
    with at_work(event_state, now):
        desk = Desk(event_state, actor, now)
        sheet = TableSheet(claim.number, Sheet.from_json(claim.sheet))
        counts = claim.state == State.CONFIRMED
        entered = desk.enter(sheet, claim) if counts else desk.count_instead(sheet, claim)
        others = ResultClaim.objects.filter(event=event_state.event, number=claim.number).exclude(pk=claim.pk)
        others.update(state=State.WITHDRAWN)
        return entered


@transaction.atomic
def withdraw_claim(*, event_id: int, claim_id: int, token: str, claimant: Who, now: datetime) -> ResultClaim:
    """Take a claim back that has not been confirmed, from the slip of its table, by its claimant."""
    event_state = locked_state(event_id)
    claim = _claim_of(event_state, claim_id)
    if not is_slip_token(event_state, claim.number, token):
        raise refused("token", Text("this is not the code of the slip of this table; scan it again"))
    (entry,) = entries_meant(event_state.event, [claimant], "claimant")
    if entry.key != claim.claimant:
        raise refused("claimant", Text("only whoever told it takes it back"))
    if claim.state == State.CONFIRMED:
        raise EventStateConflict(Text("The result is confirmed: ask an official to correct it."))
    _set([claim], State.WITHDRAWN)
    return claim


def _claim(event_state: EventState, entered_sheet: TableSheet, key: str, now: datetime) -> Claimed:
    desk = Desk(event_state, f"entry:{key}", now)
    sheet = desk.sheet_of(entered_sheet)
    others = []
    for claim in _standing_claims(event_state, entered_sheet.number):
        if claim.claimant == key and claim.state != State.CONFIRMED:
            _set([claim], State.WITHDRAWN)
        else:
            others.append(claim)
    claim = ResultClaim(
        event=event_state.event, number=entered_sheet.number, claimant=key, sheet=sheet.as_json(), made_at=now
    )
    if any(other.sheet != claim.sheet for other in others):
        claim.state = State.CONTRADICTED
        claim.save()
        _set([other for other in others if other.state == State.OPEN], State.CONTRADICTED)
        return Claimed(claim)
    claim.save()
    is_second = any(other.claimant != key for other in others)
    if not (is_second or event_state.contest_without_results.settings.unconfirmed == COUNTS):
        return Claimed(claim)
    with at_work(event_state, now):
        entered = desk.enter(TableSheet(entered_sheet.number, sheet), claim)
        _set([other for other in others if other.claimant != key], State.CONFIRMED)
    return Claimed(claim, entered)


def _standing_claims(event_state: EventState, number: int) -> list[ResultClaim]:
    claims = ResultClaim.objects.filter(event=event_state.event, number=number)
    return list(claims.exclude(state=State.WITHDRAWN))


def _claim_of(event_state: EventState, claim_id: int) -> ResultClaim:
    claim = ResultClaim.objects.filter(event=event_state.event, pk=claim_id).first()
    if claim is None:
        raise refused("claim", Text("there is no such claim in this event"))
    return claim


def _seats(event_state: EventState, number: int) -> tuple[str, ...]:
    played = next((each for each in event_state.games if each.number == number and is_played(each)), None)
    if played is not None:
        return event_state.seating(played.game).entrants
    # The whole table is only computed to say what is due instead.
    due = due_tables(event_state).get(number) or due_game(event_state, number)
    return due.seating.entrants


def _set(claims: Sequence[ResultClaim], state: ResultClaim.State) -> None:
    for claim in claims:
        claim.state = state
        claim.save(update_fields=["state"])
