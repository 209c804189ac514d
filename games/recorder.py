"""The only writer of games that are played here, and of their logs (docs/architecture.md).

Every function here is one transaction: the game's row is locked, the number the caller expects is
compared, the rules are asked, events are appended and chained, and the row is brought up to date from
the event – never by a replay. Either all of it is kept or nothing. Client-made ids make every write
repeatable: what was already recorded is returned again, with ``replayed`` set.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games import chain, signals
from games.errors import BadRequest, IdReused, IllegalThrow, Stale, WrongState
from games.line import return_point
from games.models import Game, GameEvent, Player, Seat
from games.state import State, after, outcome
from rules import DieError, IllegalMove, RuleSet
from rules import Game as Play
from rules.seating import seating
from rules.text import Text

KIND = GameEvent.Kind
#: Throws in one request.
MOST_THROWS = 1000
#: Missed events told to a client that is late.
MOST_MISSED = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """An event to append: its kind, what it tells, and the id and time that the client gave it."""

    kind: GameEvent.Kind
    payload: dict[str, Any]
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
        return Wanted(KIND.THROW, payload, self.client_id, self.happened_at)


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
    now: datetime,
    title: str = "",
    game_id: uuid.UUID | None = None,
) -> Game:
    """A new game that has not begun; ``seats`` are the players and the colours they lead, in order.

    Raises ``RulesError`` (seats) when the rules cannot be played with this seating.
    """
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
    content: dict[str, Any] = {"starter": starter, "how": dict(how or {})}
    # Furniture is told only where it lies, so that the log of a usual game stays free of it.
    content |= {"trapdoors": list(trapdoors)} if trapdoors else {}
    content |= {"wormholes": [list(pair) for pair in wormholes]} if wormholes else {}
    with _writing(game_id, actor, now) as log:
        if known := log.known([Wanted(KIND.START, content, client_id)]):
            return known
        if log.game.state != Game.State.CREATED:
            raise WrongState(
                Text("The game has begun already.", "Das Spiel hat schon begonnen."),
                state=log.game.state,
                game=log.game,
            )
        seats = [{"player": player, "colours": colours} for player, colours in log.game.seating.items()]
        told = {"rules": log.game.rules_name, "options": log.game.options, "seats": seats}
        log.append(Wanted(KIND.START, {**told, **content}, client_id))
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
    with _writing(game_id, actor, now) as log:
        if known := log.known(wanted):
            return known
        _check_expected(log.game, log.repeated[-1].number if log.repeated else expected)
        _check_running(log.game)
        for index, throw in enumerate(wanted[len(log.repeated) :], start=len(log.repeated)):
            try:
                log.append(throw)
            except (IllegalMove, DieError) as error:
                raise _illegal(error, index, log.state.board) from error
        if log.state.board.over:
            log.append(Wanted(KIND.END, outcome(log.state.board)))
        return log.written()


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
    content = {"throws": throws, "reason": reason}
    with _writing(game_id, actor, now) as log:
        if known := log.known([Wanted(KIND.TAKE_BACK, content, client_id)]):
            return known
        _check_expected(log.game, expected)
        if log.game.state == Game.State.ENDED:
            _check_reason(reason)
        else:
            _check_running(log.game)
        payload = {**content, "to": _number_before(log.game, throws)}
        log.append(Wanted(KIND.TAKE_BACK, payload, client_id))
        return log.written()


# -- one transaction -----------------------------------------------------------------------------


@contextmanager
def _writing(game_id: uuid.UUID, actor: str, now: datetime) -> Iterator[_Log]:
    """The locked game and its log in one transaction, to append to."""
    with transaction.atomic():
        yield _Log(_locked(game_id), actor, now)


def _locked(game_id: uuid.UUID) -> Game:
    """The game's row, locked until the transaction ends (on SQLite the transaction itself is the lock)."""
    return Game.objects.select_for_update(of=("self",)).get(pk=game_id)


class _Log:
    """The log of a locked game while it is written: events not yet saved, and the state they lead to."""

    def __init__(self, game: Game, actor: str, now: datetime) -> None:
        self.game, self.actor, self.now = game, actor, now
        self.state = State.of(game)
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
            told = (each.kind, {**event.payload, **each.payload})
            if event.client_id != each.client_id or (event.kind, event.payload) != told:
                raise _reused(event)
        if len(self.repeated) < len(wanted):
            return None
        return Recorded(self.game, self.repeated, replayed=True)

    def append(self, wanted: Wanted) -> None:
        """The next event, chained; raises ``RulesError`` where the rules forbid it."""
        self.state = after(self.state, wanted.kind, wanted.payload, self.now, self._earlier)
        number, head = (
            (self.events[-1].number, self.events[-1].hash)
            if self.events
            else (self.game.number, self.game.head)
        )
        board = self.state.board
        event = GameEvent(
            game=self.game,
            number=number + 1,
            kind=wanted.kind,
            payload=wanted.payload,
            position=str(board.position),
            finished=list(board.finished),
            actor=self.actor,
            client_id=wanted.client_id,
            happened_at=wanted.happened_at,
            recorded_at=self.now,
        )
        self.events.append(chain.sealed(event, head))

    def written(self) -> Recorded:
        """Save the events and the row; tell the rooms above at once, and watchers after the commit."""
        game, last = self.game, self.events[-1]
        had_result = game.state == Game.State.ENDED
        row = self.state.row() | {"number": last.number, "head": last.hash}
        changed = [name for name, value in row.items() if getattr(game, name) != value]
        for name in changed:
            setattr(game, name, row[name])
        GameEvent.objects.bulk_create(self.events)
        game.save(update_fields=changed)
        if had_result or game.state == Game.State.ENDED:
            signals.result_changed.send(Game, game=game)
        game_id, number = game.pk, game.number
        transaction.on_commit(
            lambda: signals.recorded.send_robust(Game, game_id=game_id, number=number), robust=True
        )
        return Recorded(game, self.repeated + self.events)

    def _earlier(self, number: int) -> GameEvent:
        return self.game.events.get(number=number)


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


def _check_running(game: Game) -> None:
    if game.state == Game.State.RUNNING:
        return
    begun = game.state == Game.State.ENDED
    raise WrongState(
        Text("The game has ended.", "Das Spiel ist zu Ende.")
        if begun
        else Text(
            "The game has not begun: start it first.", "Das Spiel hat noch nicht begonnen: erst starten."
        ),
        state=str(game.state),
        game=game,
    )


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise BadRequest(
            Text(
                "reason: a game that has ended is taken back only with a reason",
                "reason (Grund): ein beendetes Spiel wird nur mit Begründung zurückgenommen",
            ),
            field="reason",
        )


def _illegal(error: IllegalMove | DieError, index: int, board: Play) -> IllegalThrow:
    """The refusal of a throw, with its place in the batch and what would be right."""
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


def _number_before(game: Game, throws: int) -> int:
    """The number of the event whose state stood before the last ``throws`` throws."""
    if type(throws) is int and throws >= 1:
        returns = {event.number: event.payload["to"] for event in game.events.filter(kind=KIND.TAKE_BACK)}
        ends = game.number if game.state == Game.State.ENDED else None
        number = return_point(returns, game.number, ends, throws)
        if number is not None:
            return number
    raise BadRequest(
        Text(
            f"throws: {throws} cannot be taken back; a whole number from 1 to the throws that stand is needed",
            f"throws (Würfe): {throws} lassen sich nicht zurücknehmen; nötig ist eine ganze Zahl von 1 bis zu den"
            " Würfen, die gelten",
        ),
        field="throws",
    )
