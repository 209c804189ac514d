"""The only writer of games that are played here, and of their logs (docs/architecture.md).

Every function here is one transaction: the game's row is locked, the number the caller expects is
compared, the rules are asked, events are appended and chained, and the row is brought up to date from
the event – never by a replay. Either all of it is kept or nothing. Client-made ids make every write
repeatable: what was already recorded is returned again, with ``replayed`` set.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import transaction

from games import chain, signals
from games.access.roles import Action
from games.dice.online import OnlineDice
from games.dice.secret import as_rolled, rolls_of, seed_to_show
from games.dice.stream import Rolls
from games.embargo import Embargo, Until, as_columns
from games.errors import BadRequest, IdReused, IllegalThrow, NotRolled, RecordingError, Stale
from games.happening import HAPPENINGS, Guard, Happening, Kind, Moment
from games.models import Game, GameEvent, Player, Seat
from games.replaying import Replay
from games.state import State
from rules import DieError, IllegalMove, RuleSet
from rules import Game as Play
from rules.seating import seating
from rules.text import Text

#: Events that tell what a die has shown.
_THROWN = (Kind.THROW, Kind.VOID_DIE, Kind.IRREGULAR)
#: The columns that make a result.
_RESULT = {"state", "places", "winner_id", "decided_by", "ranking", "told"}
#: Throws in one request.
MOST_THROWS = 1000
#: Missed events told to a client that is late.
MOST_MISSED = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """An event to append: its kind, what is told of it, and the id and time that the client gave it."""

    kind: Kind
    told: dict[str, Any]
    client_id: uuid.UUID | None = None
    happened_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw to record: the die, the token of the move (``None``: nothing was moved), and what the client adds."""

    die: int
    move: str | None = None
    client_id: uuid.UUID | None = None
    happened_at: datetime | None = None

    def wanted(self) -> Wanted:
        """The event that it asks for."""
        payload = {"die": self.die, "move": self.move}
        return Wanted(Kind.THROW, payload, self.client_id, self.happened_at)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The game after a write, the events it consists of, and whether all of them had been recorded before."""

    game: Game
    events: list[GameEvent]
    replayed: bool = False


# -- writing -------------------------------------------------------------------------------------


@transaction.atomic
def create_game(
    *,
    rules: RuleSet,
    seats: Sequence[tuple[Player, Sequence[str]]],
    actor: str,
    now: datetime,
    title: str = "",
    game_id: uuid.UUID | None = None,
    embargo: Embargo | None = None,
) -> Game:
    """A new game that has not begun; ``seats`` are the players and the colours they lead, in order.

    Raises ``RulesError`` (seats) when the rules cannot be played with this seating.
    """
    game = seated_game(rules=rules, seats=seats, now=now, title=title, game_id=game_id, embargo=embargo)
    log = Log(game, actor, now)
    log.append(Wanted(Kind.CREATED, {"title": title}))
    return log.written().game


def seated_game(
    *,
    rules: RuleSet,
    seats: Sequence[tuple[Player, Sequence[str]]],
    now: datetime,
    title: str,
    game_id: uuid.UUID | None,
    embargo: Embargo | None = None,
) -> Game:
    """The row and the seats of a game whose log is still empty."""
    led = {str(player.id): list(colours) for player, colours in seats}
    if len(led) < len(seats):
        raise BadRequest(
            Text("seats: a player is seated twice", "seats (Plätze): jemand sitzt doppelt"), field="seats"
        )
    seating(rules, led)
    game = Game(
        title=title,
        rules_name=rules.name,
        options=rules.changes(),
        seated=[[player, colours] for player, colours in led.items()],
        created_at=now,
        **as_columns(embargo, now),
        **({} if game_id is None else {"id": game_id}),
    )
    game.save(force_insert=True)
    rows: list[Seat] = []
    for player, colours in seats:
        rows += Seat.of(game, player, list(colours), first=len(rows))
    Seat.objects.bulk_create(rows)
    return game


def start_game(
    *,
    game_id: uuid.UUID,
    starter: str,
    actor: str,
    now: datetime,
    how: Mapping[str, Any] | None = None,
    trapdoors: Sequence[int] = (),
    wormholes: Sequence[Sequence[int]] = (),
    client_id: uuid.UUID | None = None,
) -> Recorded:
    """Begin a game with the colour ``starter``; ``how`` tells why (the throws for it, or the reason).

    Raises ``WrongState`` if it has begun already, ``RulesError`` (starter, furniture), ``IdReused``.
    """
    told = {
        "starter": starter,
        "how": dict(how or {}),
        "trapdoors": list(trapdoors),
        "wormholes": [list(pair) for pair in wormholes],
    }
    wanted = Wanted(Kind.START, told, client_id)
    return record(game_id=game_id, wanted=wanted, expected=None, actor=actor, now=now)


def take_back(
    *,
    game_id: uuid.UUID,
    expected: int,
    actor: str,
    now: datetime,
    throws: int = 1,
    reason: str = "",
    client_id: uuid.UUID | None = None,
) -> Recorded:
    """Take back the last ``throws`` throws: a new event that returns to the state before them.

    Nothing is deleted. A game that has ended is taken back only with a reason; its result is then
    withdrawn. Raises ``Stale``, ``WrongState``, ``BadRequest``, ``IdReused``.
    """
    wanted = Wanted(Kind.TAKE_BACK, {"throws": throws, "reason": reason}, client_id)
    return record(game_id=game_id, wanted=wanted, expected=expected, actor=actor, now=now)


def _whatever_it_takes(needs: Action) -> None:
    """Whoever calls has decided already."""


def record(
    *,
    game_id: uuid.UUID,
    wanted: Wanted,
    expected: int | None,
    actor: str,
    now: datetime,
    check: Callable[[Action], None] = _whatever_it_takes,
) -> Recorded:
    """Record one event of any kind, with what was told of it (``games.happening``).

    ``expected`` is the number of the last event that the client knows; kinds that do not depend on the
    board may leave it out where they carry an id. ``check`` raises where the sender may not do what this takes
    on this board. Raises ``Stale`` (with the events missed),
    ``WrongState``, ``BadRequest``, ``IllegalThrow``, ``IdReused``, ``RulesError``.
    """
    happening = HAPPENINGS[wanted.kind]
    with writing(game_id, actor, now) as log:
        if known := log.known([wanted]):
            return known
        _check_guard(happening, log.game, wanted, expected)
        check(happening.needed(wanted.told, log, log.game.number))
        try:
            log.append(wanted)
        except (IllegalMove, DieError, NotRolled) as error:
            raise _refused(error, 0, log.here.board) from error
        log.append_end()
        return log.written()


def record_throws(
    *, game_id: uuid.UUID, throws: Sequence[Throw], expected: int, actor: str, now: datetime
) -> Recorded:
    """Record throws, all or none; ``expected`` is the number of the last event that the client knows.

    Raises ``Stale`` (with the events missed), ``IllegalThrow`` (with the index of the first wrong
    throw, the paragraph and the legal moves), ``IdReused``, ``WrongState``, ``BadRequest``.
    """
    _check_batch(throws)
    wanted = [throw.wanted() for throw in throws]
    with writing(game_id, actor, now) as log:
        if known := log.known(wanted):
            return known
        _check_expected(log.game, log.repeated[-1].number if log.repeated else expected)
        for index, throw in enumerate(wanted[len(log.repeated) :], start=len(log.repeated)):
            try:
                log.append(throw)
            except (IllegalMove, DieError, NotRolled) as error:
                raise _refused(error, index, log.here.board) from error
        log.append_end()
        return log.written()


# -- one transaction -----------------------------------------------------------------------------


@contextmanager
def writing(game_id: uuid.UUID, actor: str, now: datetime) -> Iterator[Log]:
    """The locked game and its log in one transaction, to append to."""
    with transaction.atomic():
        yield Log(_locked(game_id), actor, now)


def _locked(game_id: uuid.UUID) -> Game:
    """The game's row, locked until the transaction ends (on SQLite the transaction itself is the lock)."""
    return Game.objects.select_for_update(of=("self",)).get(pk=game_id)


class Log:
    """The log of a locked game while it is written: events not yet saved, and the state they lead to.

    It is the past of the next event (``games.happening.Past``); the log is read only where that looks back.
    """

    def __init__(self, game: Game, actor: str, now: datetime) -> None:
        self.game, self.actor, self.now = game, actor, now
        self.here = State.of(game)
        self.events: list[GameEvent] = []
        #: Events of the present request that had been recorded before.
        self.repeated: list[GameEvent] = []

    def known(self, wanted: Sequence[Wanted]) -> Recorded | None:
        """What was recorded before, if all of it was; if only the beginning was, ``repeated`` holds that.

        Raises ``IdReused`` where an id stands for something else.
        """
        ids = [each.client_id for each in wanted if each.client_id is not None]
        if ids:
            self.repeated = list(self.game.events.filter(client_id__in=ids).order_by("number"))
        for event, each in zip(self.repeated, wanted, strict=False):
            if event.client_id != each.client_id or not tells(event, each):
                raise _reused(event)
        if len(self.repeated) < len(wanted):
            return None
        return Recorded(self.game, self.repeated, replayed=True)

    def append(self, wanted: Wanted) -> None:
        """The next event, chained; raises ``RulesError`` or ``RecordingError`` where it cannot be."""
        happening = HAPPENINGS[wanted.kind]
        happening.check_phase(self.here, self.game)
        number, head = (
            (self.events[-1].number, self.events[-1].hash)
            if self.events
            else (self.game.number, self.game.head)
        )
        moment = Moment(number + 1, self.now, self.actor, self)
        dice = self.here.dice
        told = wanted.told if dice is None else self._as_rolled(wanted, dice)
        payload = happening.complete(self.here, told, moment)
        self.here = happening.apply(self.here, payload, moment)
        board = self.here.play
        event = GameEvent(
            game=self.game,
            number=number + 1,
            kind=wanted.kind,
            payload=payload,
            position="" if board is None else str(board.position),
            finished=[] if board is None else list(board.finished),
            actor=self.actor,
            client_id=wanted.client_id,
            happened_at=wanted.happened_at,
            recorded_at=self.now,
        )
        self.events.append(chain.sealed(event, head))

    def append_end(self) -> None:
        """The end of the game, where the last event has brought it about; then the seed of its dice is shown."""
        if self.here.phase == Game.State.RUNNING and self.here.board.over:
            self.append(Wanted(Kind.END, {}))
        if self.here.is_over and self.here.dice is not None:
            seed = seed_to_show(self.game, self.here.dice)
            if seed:
                self.append(Wanted(Kind.DICE_REVEAL, {"seed": seed}))

    def written(self) -> Recorded:
        """Save the events and the row; tell the rooms above at once, and watchers after the commit."""
        game, last = self.game, self.events[-1]
        was_over = game.is_over
        row = self.here.row() | {"number": last.number, "head": last.hash}
        if game.embargo is not None:
            row |= _embargo_of(game, self.here, self.now)
        changed = [name for name, value in row.items() if getattr(game, name) != value]
        for name in changed:
            setattr(game, name, row[name])
        GameEvent.objects.bulk_create(self.events)
        game.save(update_fields=changed)
        if (was_over or self.here.is_over) and not _RESULT.isdisjoint(changed):
            signals.result_changed.send(Game, game=game, now=self.now)
        game_id, number = game.pk, game.number
        transaction.on_commit(
            lambda: signals.recorded.send_robust(Game, game_id=game_id, number=number), robust=True
        )
        return Recorded(game, self.repeated + self.events)

    # -- online dice ------------------------------------------------------------------------------

    def _as_rolled(self, wanted: Wanted, dice: OnlineDice) -> dict[str, Any]:
        """What is told of an event in a game with online dice, with the die that has been rolled for it."""
        if wanted.kind not in _THROWN or (wanted.kind == Kind.IRREGULAR and wanted.told["die"] is None):
            return wanted.told
        number = dice.rolls + 1
        return as_rolled(wanted.told, number, self._rolls[number])

    @cached_property
    def _rolls(self) -> Rolls:
        return rolls_of(self.game, self.here)

    # -- the past (``games.happening.Past``) ------------------------------------------------------

    @property
    def others(self) -> dict[int, GameEvent]:
        """Every event but plain throws, by number."""
        saved = self.game.events.exclude(kind=Kind.THROW)
        return {event.number: event for event in (*saved, *self.events) if event.kind != Kind.THROW}

    def event(self, number: int) -> GameEvent:
        """The event of that number."""
        return self.game.events.get(number=number)

    def state(self, number: int) -> State:
        """The state after the event of that number, worked out anew."""
        return Replay.of(self.game, self.game.events.filter(number__lte=number)).now


def _embargo_of(game: Game, state: State, now: datetime) -> dict[str, Any]:
    """The columns of a game's embargo: it goes with the end that it waits for, and never ends earlier than it did."""
    if game.embargo is Until.END and state.is_over:
        return as_columns(None, now)
    columns = as_columns(game.embargo, now)
    return columns | {"withheld_until": max(columns["withheld_until"], game.withheld_until or now)}


# -- checks --------------------------------------------------------------------------------------


def _check_batch(throws: Sequence[Throw]) -> None:
    if not 1 <= len(throws) <= MOST_THROWS:
        raise BadRequest(
            Text(
                f"throws: 1 to {MOST_THROWS} are recorded at once, not {len(throws)}",
                f"throws (Würfe): auf einmal werden 1 bis {MOST_THROWS} aufgezeichnet, nicht {len(throws)}",
            ),
            field="throws",
        )
    ids = [throw.client_id for throw in throws if throw.client_id is not None]
    if len(set(ids)) < len(ids):
        raise BadRequest(
            Text(
                "id: the same id stands twice in one request",
                "id: dieselbe Kennung steht zweimal in einer Anfrage",
            ),
            field="id",
        )


def _check_expected(game: Game, expected: int) -> None:
    if expected == game.number:
        return
    missed = (
        list(game.events.filter(number__gt=max(expected, 0))[:MOST_MISSED]) if expected < game.number else []
    )
    raise Stale(
        Text(
            f"expected: the last event is number {game.number}, not {expected}",
            f"expected: das letzte Ereignis ist Nummer {game.number}, nicht {expected}",
        ),
        game=game,
        missed=missed,
    )


def _check_guard(happening: Happening, game: Game, wanted: Wanted, expected: int | None) -> None:
    """Raises ``Stale``, or ``BadRequest`` where what would tell a repeat is missing."""
    if expected is not None:
        return _check_expected(game, expected)
    if happening.guard is Guard.PHASE or (happening.guard is Guard.ID and wanted.client_id is not None):
        return None
    raise expected_missing(happening.guard)


def expected_missing(guard: Guard) -> BadRequest:
    """The refusal (428) of an event that does not tell what its sender knows."""
    or_id = guard is Guard.ID
    error = BadRequest(
        Text(
            "expected: the number of the last event you know is needed (or the header If-Match)"
            + (", or an id made by you" if or_id else ""),
            "expected: nötig ist die Nummer des letzten Ereignisses, das Sie kennen (oder der Kopf If-Match)"
            + (", oder eine eigene Kennung (id)" if or_id else ""),
        ),
        field="expected",
    )
    error.status = 428
    return error


def _refused(error: IllegalMove | DieError | NotRolled, index: int, board: Play) -> RecordingError:
    """The refusal of a throw, with its place in the batch and what would be right."""
    if isinstance(error, NotRolled):
        return NotRolled(error.message, index=index, **error.details)
    if isinstance(error, DieError):
        return IllegalThrow(error.message, index=index, paragraph="§6", faces=sorted(board.setup.faces))
    return IllegalThrow(
        error.message,
        index=index,
        paragraph=error.paragraph,
        legal=list(error.legal),
        position=str(board.position),
    )


def _reused(event: GameEvent) -> IdReused:
    return IdReused(
        Text(
            f"id: {event.client_id} already stands for event {event.number} with other content; use a new id",
            f"id: {event.client_id} steht schon für Ereignis {event.number} mit anderem Inhalt;"
            " eine neue Kennung verwenden",
        ),
        field="id",
        number=event.number,
    )


def tells(event: GameEvent, wanted: Wanted) -> bool:
    """Whether a recorded event is what is wanted; what follows from the rest may have been left out."""
    follows = HAPPENINGS[wanted.kind].follows
    told = {name: value for name, value in wanted.told.items() if value or name not in follows}
    return event.kind == wanted.kind and {**event.payload, **told} == event.payload
