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

from rules import Text
from tournaments.db import refused
from tournaments.errors import EventStateConflict
from tournaments.formats.open.settings import COUNTS
from tournaments.models import Draw, Event, ResultClaim
from tournaments.services.hall.hall_event import Who, entries_meant
from tournaments.services.hall.results import EnteredSlip, SlipDesk, TableSlip, locked_hall
from tournaments.services.slip import Slip
from tournaments.standings.event_state import EventState
from tournaments.standings.hall import round_of_number

State = ResultClaim.State
#: The number of characters of the hash on a slip: short enough to be typed, and far too many to be guessed.
_TOKEN_LENGTH = 20
_SALT = "tournaments.hall.slip"


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
    with SlipDesk(locked_hall(event_id), now, actor="") as desk:
        key = _holder(desk.before, number, token, claimant)
        desk.actor = f"entry:{key}"
        game = desk.game(number)
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
    with SlipDesk(locked_hall(event_id), now, actor) as desk:
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
