"""Recording games that are played here: the only writer of them and their logs (docs/develop/architecture.md).

Every function here is one transaction (``games.services.event_store``): the game's row is locked, the number the caller
expects is compared, the rules are asked, events are appended and chained, and the row is brought up to date
from the event – never by a replay. Either all of it is stored or nothing. Client-made ids make every write
repeatable: what was already recorded is returned again, with ``replayed`` set.
"""

import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from games.domain.events import EVENT_TYPES, EventType, Precondition
from games.enums import Action, EventKind
from games.errors import BadRequest, IllegalThrow, NotRolled, RecordingError, Stale
from games.models import Game, Player, Seat
from games.queries.seats import as_shown
from games.services.commands import EventCommand, RecordResult, Writer
from games.services.event_store import EventStore, open_event_store
from rules import DieError, IllegalMove, RulesError, RuleSet, Text, game as rules_game
from rules.seating import seating

#: Throws in one request.
MOST_THROWS = 1000
#: Missed events sent to a client that is late.
MOST_MISSED = 1000


# -- writing -------------------------------------------------------------------------------------


@transaction.atomic(savepoint=False)
def create_game(
    *,
    rules: RuleSet,
    seats: Sequence[tuple[Player, Sequence[str]]],
    actor: str,
    now: datetime,
    title: str = "",
    game_id: uuid.UUID | None = None,
    is_public: bool = True,
    furniture: Mapping[str, Any] | None = None,
    wanted: Sequence[EventCommand] = (),
    around: Any = None,
) -> Game:
    """Create a game; ``seats`` are the players and the colours they lead, in order, ``wanted`` is recorded with it.

    ``furniture`` is the special fields, as members of a payload (``games.domain.events.special_fields``). Raises
    ``RulesError`` (seats, furniture) when the rules cannot be played so.
    """
    game = seated_game(rules=rules, seats=seats, now=now, title=title, game_id=game_id, is_public=is_public)
    log = EventStore(game, Writer(actor, now, around=around))
    log.append(EventCommand(EventKind.CREATED, {"title": game.title, **(furniture or {})}))
    return log.record(wanted).game


def seated_game(
    *,
    rules: RuleSet,
    seats: Sequence[tuple[Player, Sequence[str]]],
    now: datetime,
    title: str,
    game_id: uuid.UUID | None,
    is_public: bool = True,
) -> Game:
    """Return a game whose log is still empty, its seats saved: its row is saved with the log."""
    led = {str(player.id): list(colours) for player, colours in seats}
    if len(led) < len(seats):
        raise BadRequest(Text("seats: a player is seated twice"), field="seats")
    seating(rules, led)
    game = Game(
        title=title,
        rules_name=rules.name,
        options=rules.changes(),
        seated=[[player, colours] for player, colours in led.items()],
        created_at=now,
        is_public=is_public,
        **({} if game_id is None else {"id": game_id}),
    )
    rows: list[Seat] = []
    for player, colours in seats:
        rows += Seat.build(game, player, list(colours), first=len(rows))
    Seat.objects.bulk_create(rows)
    game.seats_read = as_shown(rows)
    return game


def start_game(
    *,
    game_id: uuid.UUID,
    actor: str,
    now: datetime,
    starter: str = "",
    published_seed: str = "",
) -> RecordResult:
    """Begin a game with the colour that is due, or with ``starter`` (``games.services.starters``).

    Special fields are drawn from the ``published_seed``; those chosen before need not be given. Raises ``NotDue``,
    ``WrongState`` if it has begun already, ``RulesError`` (starter, furniture).
    """
    wanted = EventCommand(EventKind.START, {"starter": starter, "published_seed": published_seed, "how": {}})
    return record(game_id=game_id, wanted=wanted, expected=None, actor=actor, now=now)


def record(
    *,
    game_id: uuid.UUID,
    wanted: EventCommand,
    expected: int | None,
    actor: str,
    now: datetime,
    check: Callable[[Action], None] | None = None,
) -> RecordResult:
    """Record one event of any kind with its payload (``games.domain.events``).

    ``expected`` is the number of the last event that the client knows; kinds that do not depend on the
    board may leave it out where they carry an id. ``check`` raises where the sender may not do what this takes
    on this board. Raises ``Stale`` (with the events missed),
    ``WrongState``, ``BadRequest``, ``IllegalThrow``, ``IdReused``, ``RulesError``.
    """
    return _once(game_id, [wanted], expected, Writer(actor, now, check))


def record_together(*, game_id: uuid.UUID, wanted: Sequence[EventCommand], writer: Writer) -> RecordResult:
    """Record events one after the other, all or none; a decision is left out where the game has ended before it.

    So a result that is taken back and entered again is replaced: the game is over before and after.
    """
    with open_event_store(game_id, writer) as log:
        return log.record(wanted)


def record_throws(
    *, game_id: uuid.UUID, throws: Sequence[EventCommand], expected: int, actor: str, now: datetime
) -> RecordResult:
    """Record throws, all or none; ``expected`` is the number of the last event that the client knows.

    Raises ``Stale`` (with the events missed), ``IllegalThrow`` (with the index of the first wrong
    throw, the paragraph and the legal moves), ``IdReused``, ``WrongState``, ``BadRequest``.
    """
    ids = [throw.client_id for throw in throws if throw.client_id is not None]
    if len(set(ids)) < len(ids):
        raise BadRequest(Text("id: the same id stands twice in one request"), field="id")
    return _once(game_id, throws, expected, Writer(actor, now))


def _once(
    game_id: uuid.UUID, wanted: Sequence[EventCommand], expected: int | None, writer: Writer
) -> RecordResult:
    """Append events, or return what was recorded of them before.

    Whether they were is only checked where they cannot be appended: an event already in the log does not follow it,
    or its ids are taken (``one_event_per_client_id``).
    """
    try:
        with open_event_store(game_id, writer) as log:
            return _append(log, wanted, expected)
    except (RecordingError, RulesError, IntegrityError):
        if all(each.client_id is None for each in wanted):
            raise
    with open_event_store(game_id, writer) as log:
        return log.known(wanted) or _append(log, wanted, expected)


def _append(log: EventStore, wanted: Sequence[EventCommand], expected: int | None) -> RecordResult:
    """Append what the log has not got yet of events; the first follows event ``expected``."""
    done, writer = len(log.repeated), log.writer
    if log.repeated:
        expected = log.repeated[-1].number
    first, happening = wanted[done], EVENT_TYPES[wanted[done].kind]
    _check_guard(happening, log.game, first, expected)
    if writer.check is not None:
        writer.check(happening.required_permission(first.payload, log, log.game.number, writer.actor))
    for index, each in enumerate(wanted[done:], start=done):
        try:
            log.append(each)
        except (IllegalMove, DieError, NotRolled) as error:
            raise _refused(error, index, log.here.board) from error
    log.append_end()
    return log.save()


# -- checks --------------------------------------------------------------------------------------


def _check_expected(game: Game, expected: int) -> None:
    if expected == game.number:
        return
    missed = (
        list(game.events.filter(number__gt=max(expected, 0))[:MOST_MISSED]) if expected < game.number else []
    )
    raise Stale(
        Text(
            "expected: the last event is number {number}, not {expected}",
            number=game.number,
            expected=expected,
        ),
        game=game,
        missed=missed,
    )


def _check_guard(event_type: EventType, game: Game, wanted: EventCommand, expected: int | None) -> None:
    """Raise ``Stale``, or ``BadRequest`` where the guard against repeats is missing."""
    if expected is not None:
        return _check_expected(game, expected)
    if event_type.precondition is Precondition.PHASE or (
        event_type.precondition is Precondition.ID and wanted.client_id is not None
    ):
        return None
    raise expected_missing(event_type.precondition)


def expected_missing(guard: Precondition) -> BadRequest:
    """Return the refusal (428) of an event without the number of the last event known."""
    needed = Text("expected: the number of the last event you know is needed (or the header If-Match)")
    if guard is Precondition.ID:
        needed = Text("{needed}, or an id made by you", needed=needed)
    error = BadRequest(needed, field="expected")
    error.status = 428
    return error


def _refused(error: IllegalMove | DieError | NotRolled, index: int, board: rules_game.Game) -> RecordingError:
    """Return the refusal of a throw, with its place in the batch and what would be right."""
    if isinstance(error, NotRolled):
        return NotRolled(error.message, index=index, **error.details)
    where = {"index": index, "field": f"throws[{index}].{error.field}"}
    if isinstance(error, DieError):
        return IllegalThrow(error.message, **where, paragraph="§6", faces=sorted(board.setup.faces))
    return IllegalThrow(
        error.message,
        **where,
        paragraph=error.paragraph,
        legal=list(error.legal),
        position=str(board.position),
    )
