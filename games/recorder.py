"""The only writer of games and their logs (docs/architecture.md).

Every function here is one transaction: the game's row is locked, the number the caller expects is
compared, the rules are asked, events are appended and chained, and the row is brought up to date from
the event – never by a replay. Either all of it is kept or nothing. Client-made ids make every write
repeatable: what was already recorded is returned again, with ``replayed`` set.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games import chain, signals
from games.errors import BadRequest, IdReused, IllegalThrow, Stale, WrongState
from games.line import return_point
from games.models import Game, GameEvent, Player, Seat
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
class Throw:
    """One throw to record: the die, the token of the move (``None``: nothing was moved), and what the client adds."""

    die: int
    move: str | None = None
    client_id: uuid.UUID | None = None
    happened_at: datetime | None = None


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
        seating=led,
        created_at=now,
        **({} if game_id is None else {"id": game_id}),
    )
    game.save(force_insert=True)
    rows: list[Seat] = []
    for player, colours in seats:
        rows += Seat.of(game, player, list(colours), first=len(rows))
    Seat.objects.bulk_create(rows)
    return game


@transaction.atomic
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

    Raises ``WrongState`` if it has begun already, ``RulesError`` (starter, furniture).
    """
    game = _locked(game_id)
    if client_id is not None and (known := _known(game, [client_id])):
        return Recorded(game, known, replayed=True)
    if game.state != Game.State.CREATED:
        raise WrongState(
            Text("The game has begun already.", "Das Spiel hat schon begonnen."), state=str(game.state)
        )
    play = Play.start(game.rules, game.seating, starter=starter, trapdoors=trapdoors, wormholes=wormholes)
    payload = {
        "rules": game.rules_name,
        "options": game.options,
        "seats": [{"player": player, "colours": colours} for player, colours in game.seating.items()],
        "starter": starter,
        "how": dict(how or {}),
    }
    event = _event(game, KIND.START, payload, play, actor, now, client_id=client_id)
    game.state, game.starter, game.started_at = Game.State.RUNNING, starter, now
    return _written(game, [event], {"state", "starter", "started_at"})


def record_throws(
    *, game_id: uuid.UUID, throws: Sequence[Throw], expected: int, actor: str, now: datetime
) -> Recorded:
    """Record throws, all or none; ``expected`` is the number of the last event that the client knows.

    Raises ``Stale`` (with the events missed), ``IllegalThrow`` (with the index of the first wrong
    throw, the paragraph and the legal moves), ``IdReused``, ``WrongState``, ``BadRequest``.
    """
    _check_batch(throws)
    with transaction.atomic():
        game = _locked(game_id)
        known = _already_recorded(game, throws)
        if len(known) == len(throws):
            return Recorded(game, known, replayed=True)
        _check_expected(game, known[-1].number if known else expected)
        _check_running(game)
        play = game.play()
        events = []
        for index, throw in enumerate(throws[len(known) :], start=len(known)):
            play = _played(play, throw, index)
            payload = {"die": throw.die, "move": throw.move}
            events.append(
                _event(
                    game,
                    KIND.THROW,
                    payload,
                    play,
                    actor,
                    now,
                    client_id=throw.client_id,
                    happened_at=throw.happened_at,
                )
            )
        changed = set()
        if play.over:
            events.append(_event(game, KIND.END, _outcome(play), play, actor, now))
            changed = _end(game, play, now)
        recorded = _written(game, events, changed)
        if play.over:
            signals.result_changed.send(Game, game=game)
        return Recorded(game, known + recorded.events)


@transaction.atomic
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
    game = _locked(game_id)
    content = {"throws": throws, "reason": reason}
    if client_id is not None and (known := _known(game, [client_id])):
        _check_same(known[0], KIND.TAKE_BACK, content)
        return Recorded(game, known, replayed=True)
    _check_expected(game, expected)
    ended = game.state == Game.State.ENDED
    if ended and not reason.strip():
        raise BadRequest(
            Text(
                "reason: a game that has ended is taken back only with a reason",
                "reason (Grund): ein beendetes Spiel wird nur mit Begründung zurückgenommen",
            ),
            field="reason",
        )
    if not ended:
        _check_running(game)
    target = _state_before(game, throws)
    payload = {**content, "to": target.number}
    state = Play.at(target.position, game.rules, game.seating, finished=target.finished)
    event = _event(game, KIND.TAKE_BACK, payload, state, actor, now, client_id=client_id)
    changed = set()
    if ended:
        game.state, game.winner, game.ended_at = Game.State.RUNNING, None, None
        changed = {"state", "winner", "ended_at"}
    recorded = _written(game, [event], changed)
    if ended:
        signals.result_changed.send(Game, game=game)
    return recorded


# -- one event -----------------------------------------------------------------------------------


def _locked(game_id: uuid.UUID) -> Game:
    """The game's row, locked until the transaction ends (on SQLite the transaction itself is the lock)."""
    return Game.objects.select_for_update(of=("self",)).get(pk=game_id)


def _event(
    game: Game,
    kind: GameEvent.Kind,
    payload: dict[str, Any],
    play: Play,
    actor: str,
    now: datetime,
    *,
    client_id: uuid.UUID | None = None,
    happened_at: datetime | None = None,
) -> GameEvent:
    """The next event of the game, chained; the game's row (not yet saved) follows it."""
    event = GameEvent(
        game=game,
        number=game.number + 1,
        kind=kind,
        payload=payload,
        position=str(play.position),
        finished=list(play.finished),
        actor=actor,
        client_id=client_id,
        happened_at=happened_at,
        recorded_at=now,
    )
    chain.sealed(event, game.head)
    game.number, game.head = event.number, event.hash
    game.position, game.finished, game.places = event.position, event.finished, list(play.places)
    return event


def _written(game: Game, events: list[GameEvent], changed: set[str]) -> Recorded:
    """Save the events and the row, and tell whoever watches once it is committed."""
    GameEvent.objects.bulk_create(events)
    game.save(update_fields={"number", "head", "position", "finished", "places", *changed})
    game_id, number = game.pk, game.number
    transaction.on_commit(
        lambda: signals.recorded.send_robust(Game, game_id=game_id, number=number), robust=True
    )
    return Recorded(game, events)


def _played(play: Play, throw: Throw, index: int) -> Play:
    try:
        return play.play(throw.die, throw.move)
    except IllegalMove as error:
        raise IllegalThrow(
            error.message,
            index=index,
            paragraph=error.paragraph,
            legal=list(error.legal),
            position=str(play.position),
        ) from error
    except DieError as error:
        faces = sorted(set(play.rules.die_faces))
        raise IllegalThrow(error.message, index=index, paragraph="§6", faces=faces) from error


def _outcome(play: Play) -> dict[str, Any]:
    """What the end event tells."""
    return {"winner": play.winner, "places": list(play.places), "ranking": list(play.ranking)}


def _end(game: Game, play: Play, now: datetime) -> set[str]:
    game.state, game.ended_at = Game.State.ENDED, now
    game.winner_id = uuid.UUID(play.winner)
    return {"state", "winner", "ended_at"}


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


# -- repeats -------------------------------------------------------------------------------------


def _known(game: Game, ids: Sequence[uuid.UUID]) -> list[GameEvent]:
    """The events of the game with these client-made ids, in order."""
    return list(game.events.filter(client_id__in=ids).order_by("number")) if ids else []


def _already_recorded(game: Game, throws: Sequence[Throw]) -> list[GameEvent]:
    """The events of those throws at the beginning that were recorded before; all must say the same."""
    known = _known(game, [throw.client_id for throw in throws if throw.client_id is not None])
    for event, throw in zip(known, throws, strict=False):
        if event.client_id != throw.client_id:
            raise _reused(event)
        _check_same(event, KIND.THROW, {"die": throw.die, "move": throw.move})
    return known


def _check_same(event: GameEvent, kind: GameEvent.Kind, content: Mapping[str, Any]) -> None:
    if event.kind != kind or any(event.payload.get(name) != value for name, value in content.items()):
        raise _reused(event)


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


def _state_before(game: Game, throws: int) -> GameEvent:
    """The event whose state stood before the last ``throws`` throws."""
    if type(throws) is int and throws >= 1:
        returns = {event.number: event.payload["to"] for event in game.events.filter(kind=KIND.TAKE_BACK)}
        ends = game.number if game.state == Game.State.ENDED else None
        number = return_point(returns, game.number, ends, throws)
        if number is not None:
            return game.events.get(number=number)
    raise BadRequest(
        Text(
            f"throws: {throws} cannot be taken back; a whole number from 1 to the throws that stand is needed",
            f"throws (Würfe): {throws} lassen sich nicht zurücknehmen; nötig ist eine ganze Zahl von 1 bis zu den"
            " Würfen, die gelten",
        ),
        field="throws",
    )
